import {describe, expect, it} from 'vitest';
import {getBatch, listBatches} from '../../contract/routes/batches.ts';
import {createProject, deleteProject} from '../../contract/routes/projects.ts';
import {getRun} from '../../contract/routes/runs.ts';
import {
	addTestListCases,
	createTestList,
	deleteTestList,
	getTestList,
	listTestLists,
	removeTestListCases,
	runTestList,
	updateTestList,
} from '../../contract/routes/test-lists.ts';
import {createTest, deleteTest, getTest} from '../../contract/routes/tests.ts';
import {startHttp} from './start-http.ts';

/** Two projects with two tests each. */
async function startWithTests() {
	const http = await startHttp();
	const projectIds: string[] = [];
	const testIds: string[] = [];
	for (const name of ['Shop', 'Bank']) {
		const {body: project} = await http.call(createProject, {body: {type: 'backend', name}});
		projectIds.push(project.id);
		for (const part of ['first', 'second']) {
			const body = {projectId: project.id, type: 'backend' as const, name: `${name} ${part}`, code: 'assert 1'};
			testIds.push((await http.call(createTest, {body})).body.testId);
		}
	}
	const [shop1 = '', shop2 = '', bank1 = '', bank2 = ''] = testIds;
	return {http, projectIds, shop1, shop2, bank1, bank2};
}

describe('a test list', () => {
	it('is created with tests of several projects, listed, renamed and deleted; the tests stay', async () => {
		const {http, projectIds, shop1, bank1} = await startWithTests();
		const created = await http.call(createTestList, {
			body: {
				name: ' Smoke ',
				testIds: [shop1, bank1, shop1],
				projectEnvironments: [{projectId: projectIds[0]!, environmentName: 'default'}],
			},
		});
		expect(created.body).toMatchObject({
			name: 'Smoke',
			caseCount: 2,
			cases: [
				{testId: shop1, title: 'Shop first', projectName: 'Shop', status: 'ready'},
				{testId: bank1, projectName: 'Bank'},
			],
			stats: {total: 2, passed: 0, failed: 0, blocked: 0, running: 0},
			lastExecutionId: null,
			lastExecutionCreated: null,
		});
		const params = {listId: created.body.id};
		expect((await http.call(listTestLists)).body.items).toEqual([expect.objectContaining({caseCount: 2})]);
		const renamed = await http.call(updateTestList, {params, body: {name: 'Night', projectEnvironments: []}});
		expect(renamed.body).toMatchObject({name: 'Night', projectEnvironments: []});
		await http.call(deleteTestList, {params});
		expect((await http.fail(getTestList, {params})).body.details).toMatchObject({resource: 'test_list'});
		expect((await http.fail(deleteTestList, {params})).body.code).toBe('NOT_FOUND');
		expect((await http.call(getTest, {params: {testId: shop1}})).body.id).toBe(shop1);
	});

	it('takes tests on and off and says what changed', async () => {
		const {http, shop1, shop2, bank1} = await startWithTests();
		const {body: list} = await http.call(createTestList, {body: {name: 'l', testIds: [shop1]}});
		const params = {listId: list.id};
		const added = await http.call(addTestListCases, {params, body: {testIds: [shop2, shop1, 'tst_x', shop2]}});
		expect(added.body).toEqual({
			listId: list.id,
			caseCount: 2,
			changed: 1,
			unchanged: [shop1],
			notFound: ['tst_x'],
		});
		const removed = await http.call(removeTestListCases, {params, body: {testIds: [shop1, bank1, 'tst_x']}});
		expect(removed.body).toEqual({
			listId: list.id,
			caseCount: 1,
			changed: 1,
			unchanged: [bank1],
			notFound: ['tst_x'],
		});
		await http.call(deleteTest, {params: {testId: shop2}});
		expect((await http.call(getTestList, {params})).body).toMatchObject({caseCount: 0, cases: []});
	});

	it('runs as one batch over its projects', async () => {
		const {http, projectIds, shop1, shop2, bank1} = await startWithTests();
		const {body: list} = await http.call(createTestList, {body: {name: 'l', testIds: [shop1, shop2, bank1]}});
		const params = {listId: list.id};
		const {body: ticket} = await http.call(runTestList, {params});
		expect(ticket.accepted.map(({testId}) => testId).sort()).toEqual([shop1, shop2, bank1].sort());
		for (const {runId} of ticket.accepted)
			await http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}});
		expect((await http.call(getBatch, {params: {batchId: ticket.batchId!}})).body).toMatchObject({
			trigger: 'test_list',
			testListId: list.id,
			projectId: null,
			projectIds,
			outcome: 'passed',
		});
		expect((await http.call(getTestList, {params})).body).toMatchObject({
			lastExecutionId: ticket.batchId,
			stats: {total: 3, passed: 3},
		});
		for (const projectId of projectIds)
			expect((await http.call(listBatches, {params: {projectId}})).body.items).toHaveLength(1);
	});

	it('runs some of its cases, and says why nothing ran', async () => {
		const {http, shop1, bank1, bank2} = await startWithTests();
		const {body: list} = await http.call(createTestList, {body: {name: 'l', testIds: [shop1, bank1]}});
		const params = {listId: list.id};
		const some = await http.call(runTestList, {params, body: {testIds: [bank1, bank2]}});
		expect(some.body).toMatchObject({accepted: [{testId: bank1}], notFound: [bank2]});
		const none = await http.call(runTestList, {params, body: {testIds: [bank2]}});
		expect(none.body).toMatchObject({batchId: null, reason: 'no_matching_cases', notFound: [bank2]});
		const {body: empty} = await http.call(createTestList, {body: {name: 'empty'}});
		const nothing = await http.call(runTestList, {params: {listId: empty.id}});
		expect(nothing.body).toMatchObject({batchId: null, reason: 'empty_list'});
	});

	it('has a name of its own and known tests and environments', async () => {
		const {http, projectIds} = await startWithTests();
		await http.call(createTestList, {body: {name: 'one'}});
		const {body: two} = await http.call(createTestList, {body: {name: 'two'}});
		const taken = {code: 'CONFLICT', details: {reason: 'name_taken', name: 'one'}};
		expect((await http.fail(createTestList, {body: {name: 'one'}})).body).toMatchObject(taken);
		const renamed = await http.fail(updateTestList, {params: {listId: two.id}, body: {name: 'one'}});
		expect(renamed.body).toMatchObject(taken);
		await http.call(updateTestList, {params: {listId: two.id}, body: {name: 'two'}});
		const unknown = await http.fail(createTestList, {body: {name: 'x', testIds: ['tst_x']}});
		expect(unknown.body).toMatchObject({code: 'NOT_FOUND', details: {resource: 'test', id: 'tst_x'}});
		const projectEnvironments = [{projectId: projectIds[0]!, environmentName: 'mars'}];
		const environment = await http.fail(createTestList, {body: {name: 'x', projectEnvironments}});
		expect(environment.body.details).toMatchObject({field: 'projectEnvironments'});
		const {key} = await http.newAccount();
		const {body: foreign} = await http.call(createProject, {key, body: {type: 'backend', name: 'theirs'}});
		for (const projectId of ['prj_x', foreign.id]) {
			const unowned = {projectEnvironments: [{projectId, environmentName: 'default'}]};
			for (const {body} of [
				await http.fail(createTestList, {body: {name: 'x', ...unowned}}),
				await http.fail(updateTestList, {params: {listId: two.id}, body: unowned}),
			])
				expect(body).toMatchObject({code: 'NOT_FOUND', details: {resource: 'project', id: projectId}});
		}
		const nothing = await http.fail(updateTestList, {params: {listId: two.id}, body: {}});
		expect(nothing.body.details).toMatchObject({field: 'body', reason: 'empty'});
	});

	it('knows nothing of a project that was deleted: neither its environment nor the batch that ran it', async () => {
		const {http, projectIds, shop1, bank1} = await startWithTests();
		const [shop = '', bank = ''] = projectIds;
		const projectEnvironments = projectIds.map(projectId => ({projectId, environmentName: 'default'}));
		const body = {name: 'Night', testIds: [shop1, bank1], projectEnvironments};
		const params = {listId: (await http.call(createTestList, {body})).body.id};
		const ticket = await http.call(runTestList, {params, body: {testIds: [shop1]}});
		const {batchId, accepted} = ticket.body;
		await http.call(getRun, {
			params: {runId: accepted[0]?.runId ?? ''},
			query: {waitSeconds: 25, until: 'batch'},
		});
		expect((await http.call(getTestList, {params})).body.lastExecutionId).toBe(batchId);
		await http.call(deleteProject, {params: {projectId: shop}});
		expect((await http.call(getTestList, {params})).body).toMatchObject({
			cases: [{testId: bank1}],
			projectEnvironments: [{projectId: bank, environmentName: 'default'}],
			lastExecutionId: null,
			lastExecutionCreated: null,
		});
	});

	it('takes a slot of the plan', async () => {
		const {http} = await startWithTests();
		await http.database.updateTable('accounts').set({plan: 'Free'}).execute();
		const {body: list} = await http.call(createTestList, {body: {name: 'one'}});
		expect((await http.fail(createTestList, {body: {name: 'two'}})).body).toMatchObject({
			code: 'FEATURE_GATED',
			details: {feature: 'test_lists', plan: 'Free', reason: 'slots', limit: 1},
		});
		await http.call(deleteTestList, {params: {listId: list.id}});
		await http.call(createTestList, {body: {name: 'two'}});
	});

	it('of another account is not found', async () => {
		const {http, shop1} = await startWithTests();
		const {body: list} = await http.call(createTestList, {body: {name: 'one', testIds: [shop1]}});
		const {key} = await http.newAccount();
		const params = {listId: list.id};
		for (const route of [getTestList, deleteTestList, runTestList])
			expect((await http.fail(route, {params, key})).body.code).toBe('NOT_FOUND');
		expect((await http.call(listTestLists, {key})).body.items).toEqual([]);
	});
});
