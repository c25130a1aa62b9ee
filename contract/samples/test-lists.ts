import type * as routes from '../routes/test-lists.ts';
import type {TestList, TestListDetail} from '../test-list.ts';
import {batchSamples} from './batches.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const list: TestList = {
	id: sampleIds.testList,
	name: 'Sample release check',
	caseCount: 1,
	projectEnvironments: [{projectId: sampleIds.project, projectName: 'Sample shop API', environmentName: 'default'}],
	lastExecutionId: sampleIds.batch,
	createdAt: sampleTimes.created,
	updatedAt: sampleTimes.created,
};

const detail: TestListDetail = {
	...list,
	cases: [
		{
			testId: sampleIds.test,
			type: 'backend',
			projectId: sampleIds.project,
			projectName: 'Sample shop API',
			title: 'an order can be paid',
			category: null,
			priority: 'p1',
			modified: sampleTimes.created,
			status: 'passed',
		},
	],
	stats: {total: 1, passed: 1, failed: 0, blocked: 0, running: 0},
	lastExecutionCreated: sampleTimes.enqueued,
};

/** A list holds the tests that were sent; the sample has one title for all. */
const casesOf = (testIds: readonly string[] | undefined): TestListDetail['cases'] =>
	testIds ? testIds.map(testId => ({...detail.cases[0]!, testId})) : detail.cases;

export const testListSamples: Samples<typeof routes> = {
	listTestLists: () => ({items: [list], nextToken: null}),
	createTestList({body}) {
		const cases = casesOf(body?.testIds);
		return {
			...detail,
			name: body?.name ?? detail.name,
			projectEnvironments: body?.projectEnvironments ?? [],
			cases,
			caseCount: cases.length,
			stats: {total: cases.length, passed: 0, failed: 0, blocked: 0, running: 0},
			lastExecutionId: null,
			lastExecutionCreated: null,
		};
	},
	getTestList: ({params}) => ({...detail, id: params?.listId ?? detail.id}),
	updateTestList: ({params, body}) => ({
		...list,
		id: params?.listId ?? list.id,
		name: body?.name ?? list.name,
		projectEnvironments: body?.projectEnvironments ?? list.projectEnvironments,
		updatedAt: sampleTimes.finished,
	}),
	deleteTestList: ({params}) => ({listId: params?.listId ?? list.id}),
	addTestListCases: ({params, body}) => ({
		listId: params?.listId ?? list.id,
		caseCount: list.caseCount + (body?.testIds.length ?? 1),
		changed: body?.testIds.length ?? 1,
		unchanged: [],
		notFound: [],
	}),
	removeTestListCases: ({params, body}) => ({
		listId: params?.listId ?? list.id,
		caseCount: 0,
		changed: body?.testIds.length ?? 1,
		unchanged: [],
		notFound: [],
	}),
	runTestList() {
		const {skippedFrontend, skippedIntegration, ...ticket} = batchSamples.runBatch({});
		return {...ticket, notFound: []};
	},
};
