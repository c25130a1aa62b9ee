import {describe, expect, it} from 'vitest';
import {getBatch, runBatch} from '../../contract/routes/batches.ts';
import {createProject, getProject} from '../../contract/routes/projects.ts';
import {createTest, deleteTest, getTest, listTests} from '../../contract/routes/tests.ts';
import {startHttp} from './start-http.ts';

const code = 'import requests\nassert requests.get(TARGET_URL).ok\n';

async function startShop() {
	const http = await startHttp();
	const project = async (name: string) =>
		(await http.call(createProject, {body: {type: 'backend', name, targetUrl: 'http://127.0.0.1:1'}})).body.id;
	const projectId = await project('Shop');
	const add = async (name: string, to = projectId) =>
		(await http.call(createTest, {body: {projectId: to, type: 'backend', name, code}})).body.testId;
	const read = async (testId: string) => (await http.call(getTest, {params: {testId}})).body.id;
	return {http, project, projectId, add, read};
}

/** The longest beginning that two ids share. */
const shared = (one: string, other: string) =>
	one.slice(
		0,
		[...one].findIndex((letter, at) => letter !== other[at]),
	);

describe('an id may be written', () => {
	it('whole, or as the beginning of one id alone, or as the name that one thing alone has', async () => {
		const {http, projectId, add, read} = await startShop();
		const testId = await add('pays an order / twice');
		expect(await read(testId)).toBe(testId);
		expect(await read(testId.slice(0, -3))).toBe(testId);
		expect(await read('pays an order / twice')).toBe(testId);
		expect((await http.call(getProject, {params: {projectId: 'Shop'}})).body.id).toBe(projectId);
		expect((await http.call(listTests, {query: {projectId: projectId.slice(0, 12)}})).body.items).toHaveLength(1);
		const ticket = (await http.call(runBatch, {body: {projectId: 'Shop', testIds: ['pays an order / twice']}})).body;
		expect(ticket.accepted.map(({testId: id}) => id)).toEqual([testId]);
		const batchId = ticket.batchId ?? '';
		expect((await http.call(getBatch, {params: {batchId: batchId.slice(0, -1)}})).body.batchId).toBe(batchId);
	});

	it('is refused with the candidates where it stands for several, and nothing happens', async () => {
		const {http, add, read} = await startShop();
		const one = await add('smoke');
		const two = await add('smoke');
		const beginning = shared(one, two);
		const refused = await http.fail(deleteTest, {params: {testId: beginning}});
		expect(refused.body).toMatchObject({
			code: 'VALIDATION_ERROR',
			message: `"${beginning}" begins several ids of tests: ${one} (smoke), ${two} (smoke). Write more of the one that is meant.`,
			details: {field: 'testId', reason: 'ambiguous', accepted: [one, two]},
		});
		const named = await http.fail(deleteTest, {params: {testId: 'smoke'}});
		expect(named.body.message).toBe(`2 of the tests are called "smoke": ${one}, ${two}. Name the id of one.`);
		expect(await read(one)).toBe(one);
	});

	it('stands for tests of the project that is named beside it', async () => {
		const {http, project, projectId, add} = await startShop();
		const other = await project('Other');
		const here = await add('smoke');
		await add('smoke', other);
		const {body} = await http.call(runBatch, {body: {projectId, testIds: ['smoke']}});
		expect(body.accepted.map(({testId}) => testId)).toEqual([here]);
	});

	it('is not found where it is too short, of another account, of another kind, or nothing', async () => {
		const {http, projectId, add} = await startShop();
		const testId = await add('%');
		for (const text of [testId.slice(0, 5), projectId, 'tst_none', '_', 'smo'])
			expect((await http.fail(getTest, {params: {testId: text}})).body).toMatchObject({
				code: 'NOT_FOUND',
				details: {id: text},
			});
	});

	it('is told as what it may be: an id, or the name of what has names', async () => {
		const {http, projectId, add} = await startShop();
		await add('smoke');
		const messageOf = async (testId: string) => (await http.fail(getTest, {params: {testId}})).body.message;
		expect(await messageOf('no such')).toBe('No test with the id or the name "no such" was found.');
		expect(await messageOf('tst_none')).toBe('No test with id tst_none was found.');
		const run = await http.fail(runBatch, {body: {projectId, testIds: ['no such']}});
		expect(run.body.message).toBe('No test with the id or the name "no such" was found.');
		const several = await http.call(runBatch, {body: {projectId, testIds: ['smoke', 'no such']}});
		const message = 'The project has no test with the id or the name "no such".';
		expect(several.body.conflicts).toMatchObject([{testId: 'no such', message}]);
		// A batch has no name.
		const batch = await http.fail(getBatch, {params: {batchId: 'no such'}});
		expect(batch.body.message).toBe('No batch with id no such was found.');
	});
});
