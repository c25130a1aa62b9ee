import {expect, it} from 'vitest';
import {getBatch, listBatches, runBatch} from '../../contract/routes/batches.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {getRun} from '../../contract/routes/runs.ts';
import {createSchedule, listScheduleRuns, runSchedule} from '../../contract/routes/schedules.ts';
import {createTestList, listTestLists, runTestList} from '../../contract/routes/test-lists.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {startHttp} from './start-http.ts';

it('the project of a run, of a member, of a fire and of a list is named beside its id', async () => {
	const http = await startHttp();
	const make = async (name: string) => {
		const projectId = (await http.call(createProject, {body: {type: 'backend', name, targetUrl: 'http://127.0.0.1:1'}}))
			.body.id;
		const body = {projectId, type: 'backend', name: 'answers', code: 'import requests\n'} as const;
		return {projectId, testId: (await http.call(createTest, {body})).body.testId};
	};
	const [shop, store] = [await make('Shop'), await make('Store')];
	const {batchId, accepted} = (await http.call(runBatch, {body: {projectId: shop.projectId}})).body;
	const runId = accepted[0]!.runId;
	expect((await http.call(getRun, {params: {runId}})).body.projectName).toBe('Shop');
	expect((await http.call(getBatch, {params: {batchId: batchId!}})).body.members[0]!.projectName).toBe('Shop');
	const {items} = (await http.call(listBatches, {params: {projectId: shop.projectId}})).body;
	expect(items[0]!.projectName).toBe('Shop');

	const projectEnvironments = [{projectId: store.projectId, environmentName: 'default'}];
	const list = {name: 'Both', testIds: [shop.testId, store.testId], projectEnvironments};
	const {id: listId, ...made} = (await http.call(createTestList, {body: list})).body;
	expect(made.projectEnvironments).toEqual([{...projectEnvironments[0], projectName: 'Store'}]);
	expect((await http.call(listTestLists)).body.items[0]!.projectEnvironments[0]!.projectName).toBe('Store');
	const both = (await http.call(runTestList, {params: {listId}, body: {source: 'cli'}})).body;
	const {members} = (await http.call(getBatch, {params: {batchId: both.batchId!}})).body;
	expect(members.map(({projectName}) => projectName).sort()).toEqual(['Shop', 'Store']);

	const cadence = {kind: 'hourly', every: 6, minute: 0} as const;
	const schedule = {name: 'Nightly', targetType: 'testList', targetId: listId, cadence, timezone: 'UTC'} as const;
	const {scheduleId} = (await http.call(createSchedule, {body: schedule})).body;
	await http.call(runSchedule, {params: {scheduleId}});
	const {runs} = (await http.call(listScheduleRuns, {params: {scheduleId}})).body;
	expect(runs[0]).toMatchObject({testListId: listId, testListName: 'Both', projectId: null, projectName: null});
});
