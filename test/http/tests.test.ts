import {describe, expect, it} from 'vitest';
import type {TestPatch} from '../../contract/test.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {
	createTest,
	deleteTest,
	getTest,
	getTestCode,
	listTests,
	putTestCode,
	updateTest,
} from '../../contract/routes/tests.ts';
import {code, startWithProject, add} from './project-with-tests.ts';

describe('creating a test', () => {
	it('answers 201 with version v1; the test can be read and listed', async () => {
		const {http, projectId} = await startWithProject();
		const created = await add(http, projectId, {
			name: ' list users ',
			description: 'all of them',
			priority: 'p1',
			produces: ['user_id', 'user_id'],
			code: 'user_id = 1\nassert user_id\n',
			category: 'functional',
			timeoutSeconds: 90,
		});
		expect(created).toMatchObject({type: 'backend', codeVersion: 'v1'});
		expect(created).not.toHaveProperty('warnings');
		const {body} = await http.call(getTest, {params: {testId: created.testId}});
		expect(body).toMatchObject({
			id: created.testId,
			projectId,
			projectName: 'Shop',
			name: 'list users',
			description: 'all of them',
			status: 'ready',
			priority: 'p1',
			produces: ['user_id'],
			consumes: [],
			kind: 'endpoint',
			timeoutSeconds: 90,
			details: {processingStatus: null, testStatus: null, rawStatus: 'ready'},
		});
		expect(body).not.toHaveProperty('code');
		const {description: _, ...listed} = body;
		expect((await http.call(listTests, {query: {projectId}})).body.items).toEqual([{...listed, lastRun: null}]);
	});

	it('puts teardown and cleanup tests into the kind cleanup', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId, {category: 'teardown'});
		expect((await http.call(getTest, {params: {testId}})).body.kind).toBe('cleanup');
		await http.call(updateTest, {params: {testId}, body: {category: null}});
		expect((await http.call(getTest, {params: {testId}})).body.kind).toBe('endpoint');
	});

	it('takes plan steps for a frontend project', async () => {
		const {http, projectId} = await startWithProject('frontend');
		const planSteps = [{type: 'action' as const, description: 'Open the page'}];
		const {body} = await http.call(createTest, {body: {projectId, type: 'frontend', name: 'home', planSteps}});
		expect(body.planSteps).toEqual(planSteps);
		const read = (await http.call(getTest, {params: {testId: body.testId}})).body;
		expect(read).toMatchObject({planStepCount: 1, planSteps, produces: null});
		expect(read).not.toHaveProperty('kind');
		const draft = (await http.call(getTestCode, {params: {testId: body.testId}})).body.code;
		expect(draft).toContain('test.fixme("home", async () => {\n\t// 1. Open the page\n});');
	});

	it.each<[Record<string, unknown>, string, string]>([
		[{projectId: undefined}, 'projectId', 'required'],
		[{projectId: ''}, 'projectId', 'empty'],
		[{type: 'frontend'}, 'type', 'enum'],
		[{name: 'x'.repeat(201)}, 'name', 'too_long'],
		[{description: 'x'.repeat(2001)}, 'description', 'too_long'],
		[{priority: 'p9'}, 'priority', 'enum'],
		[{code: undefined}, 'code', 'required'],
		[{code: null}, 'code', 'required'],
		[{code: ' \n\t'}, 'code', 'empty'],
		[{code: 42}, 'code', 'type'],
		[{code: 'https://example.com/x.py'}, 'code', 'invalid'],
		[{planSteps: [{type: 'action', description: 'x'}]}, 'code', 'invalid'],
		[{code: undefined, planSteps: [{type: 'action', description: 'x'}]}, 'planSteps', 'frontend_only'],
		[{planSteps: []}, 'planSteps', 'empty'],
		[{planSteps: [{type: 'wish', description: 'x'}]}, 'planSteps[0].type', 'enum'],
		[{produces: ['1st']}, 'produces[0]', 'invalid'],
		[{produces: 'user_id'}, 'produces', 'type'],
		[{consumes: Array.from({length: 51}, (_, n) => `v${n}`)}, 'consumes', 'too_long'],
		[{category: 'x'.repeat(65)}, 'category', 'too_long'],
		[{wiring: {'a b': 'tst_1'}}, 'wiring.a b', 'invalid'],
		[{timeoutSeconds: 0}, 'timeoutSeconds', 'out_of_range'],
		[{timeoutSeconds: 3601}, 'timeoutSeconds', 'out_of_range'],
		[{timeoutSeconds: 1.5}, 'timeoutSeconds', 'type'],
		[{stepTimeoutMs: 60_001}, 'stepTimeoutMs', 'out_of_range'],
	])('%j is refused: %s is %s', async (wrong, field, reason) => {
		const {http, projectId} = await startWithProject();
		const {body} = await http.fail(createTest, {body: {projectId, type: 'backend', name: 't', code, ...wrong}});
		expect(body).toMatchObject({code: 'VALIDATION_ERROR', details: {field, reason}});
	});

	it.each(['produces', 'consumes', 'category', 'wiring', 'timeoutSeconds'])(
		'%s is refused on a frontend test',
		async field => {
			const {http, projectId} = await startWithProject('frontend');
			const values: Record<string, unknown> = {category: 'x', wiring: {}, timeoutSeconds: 5};
			const value = {[field]: values[field] ?? []};
			const body = {projectId, type: 'frontend', name: 't', code, ...value};
			expect((await http.fail(createTest, {body})).body.details).toEqual({field, reason: 'backend_only'});
			const {testId} = (await http.call(createTest, {body: {projectId, type: 'frontend', name: 't', code}})).body;
			const refused = await http.fail(updateTest, {params: {testId}, body: value});
			expect(refused.body.details).toEqual({field, reason: 'backend_only'});
		},
	);

	it('stepTimeoutMs is refused on a backend test, which has no steps to limit', async () => {
		const {http, projectId} = await startWithProject();
		const refused = {field: 'stepTimeoutMs', reason: 'frontend_only'};
		const body = {projectId, type: 'backend', name: 't', code, stepTimeoutMs: 5};
		expect((await http.fail(createTest, {body})).body.details).toEqual(refused);
		const {testId} = await add(http, projectId);
		const changed = await http.fail(updateTest, {params: {testId}, body: {stepTimeoutMs: 5}});
		expect(changed.body.details).toEqual(refused);
	});

	it('is not found in an unknown project', async () => {
		const {http} = await startWithProject();
		const {body} = await http.fail(createTest, {body: {projectId: 'prj_none', type: 'backend', name: 't', code}});
		expect(body.details).toEqual({resource: 'project', id: 'prj_none', reason: 'not_found'});
	});

	it('refuses a source above 358,400 bytes and accepts one of exactly that size', async () => {
		const {http, projectId} = await startWithProject();
		const largest = `assert "${'é'.repeat((358_400 - 10) / 2)}"`;
		expect(Buffer.byteLength(largest)).toBe(358_400 - 1);
		await add(http, projectId, {code: `${largest}\n`});
		const {body} = await http.fail(createTest, {
			body: {projectId, type: 'backend', name: 't', code: `${largest}\n\n`},
		});
		expect(body).toMatchObject({
			code: 'PAYLOAD_TOO_LARGE',
			details: {field: 'code', sizeBytes: 358_401, maxBytes: 358_400},
		});
	});

	it('refuses a plan above 262,144 bytes', async () => {
		const {http, projectId} = await startWithProject('frontend');
		const planSteps = Array.from({length: 200}, () => ({
			type: 'action' as const,
			description: 'x'.repeat(1000),
			value: 'y'.repeat(400),
		}));
		const {body} = await http.fail(createTest, {body: {projectId, type: 'frontend', name: 't', planSteps}});
		expect(body).toMatchObject({code: 'PAYLOAD_TOO_LARGE', details: {field: 'planSteps', maxBytes: 262_144}});
	});
});

describe('the order of tests without a value', () => {
	it('is declared by id or by a name that only one test has, and read with names', async () => {
		const {http, projectId} = await startWithProject();
		const rename = await add(http, projectId, {name: 'renames the flow'});
		const {testId} = await add(http, projectId, {name: 'reads the flow', after: ['renames the flow', rename.testId]});
		const named = [{testId: rename.testId, title: 'renames the flow'}];
		expect((await http.call(getTest, {params: {testId}})).body.after).toEqual(named);
		await http.call(updateTest, {params: {testId}, body: {after: null}});
		expect((await http.call(getTest, {params: {testId}})).body.after).toEqual([]);
		await http.call(updateTest, {params: {testId}, body: {after: [rename.testId]}});
		const listed = (await http.call(listTests, {query: {projectId}})).body.items;
		expect(listed.map(({after}) => after)).toEqual([named, []]);
		await http.call(deleteTest, {params: {testId: rename.testId}});
		expect((await http.call(getTest, {params: {testId}})).body.after).toEqual([]);
	});

	it('is refused for a test that is not there, is of another project, has no name of its own, or is itself', async () => {
		const {http, projectId} = await startWithProject();
		const {body: other} = await http.call(createProject, {
			body: {type: 'backend', name: 'O', targetUrl: 'http://127.0.0.1:1'},
		});
		const elsewhere = await add(http, other.id, {name: 'elsewhere'});
		await add(http, projectId, {name: 'twin'});
		await add(http, projectId, {name: 'twin'});
		const {testId} = await add(http, projectId, {name: 'last'});
		const refusal = async (after: string[]) => (await http.fail(updateTest, {params: {testId}, body: {after}})).body;
		expect(await refusal(['tst_none'])).toMatchObject({code: 'NOT_FOUND', details: {resource: 'test', id: 'tst_none'}});
		expect(await refusal(['elsewhere'])).toMatchObject({code: 'NOT_FOUND'});
		expect((await refusal([elsewhere.testId])).details).toMatchObject({field: 'after', reason: 'other_project'});
		expect((await refusal(['twin'])).details).toMatchObject({field: 'after', reason: 'ambiguous'});
		expect((await refusal(['last'])).details).toMatchObject({field: 'after', reason: 'self'});
		const final = await add(http, projectId, {name: 'delete it', category: 'teardown'});
		expect((await refusal([final.testId])).details).toMatchObject({field: 'after', reason: 'final_wave'});
		const fresh = await http.fail(createTest, {body: {projectId, type: 'backend', name: 'n', code, after: ['nobody']}});
		expect(fresh.body.code).toBe('NOT_FOUND');
	});

	it('closes no circle: the way is told, through orders and values', async () => {
		const {http, projectId} = await startWithProject();
		const a = await add(http, projectId, {name: 'A', produces: ['id'], code: 'id = 1\nassert id\n'});
		const b = await add(http, projectId, {name: 'B', consumes: ['id'], code: 'assert id\n'});
		const c = await add(http, projectId, {name: 'C', after: ['B']});
		const {body} = await http.fail(updateTest, {params: {testId: a.testId}, body: {after: [c.testId]}});
		expect(body).toMatchObject({
			code: 'CONFLICT',
			message: '"A" cannot come after "C": "C" waits for "B", which waits for "A".',
			details: {
				reason: 'circular_dependency',
				testIds: [c.testId, b.testId, a.testId],
				testNames: ['C', 'B', 'A'],
			},
		});
		const {body: changed} = await http.call(updateTest, {
			params: {testId: b.testId},
			body: {consumes: null, after: null},
		});
		expect(changed).not.toHaveProperty('warnings');
		await http.call(updateTest, {params: {testId: a.testId}, body: {after: [c.testId]}});
		const later = await http.call(updateTest, {params: {testId: c.testId}, body: {consumes: ['id']}});
		expect(later.body.warnings).toContain(
			'"A" does not come after "C": what they need of each other asks for the opposite',
		);
	});
});

describe('changing a test', () => {
	it('answers the changed fields; null clears all but the name', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId, {
			description: 'd',
			priority: 'p0',
			produces: ['a'],
			consumes: ['b'],
			category: 'auth',
			wiring: {b: 'tst_1'},
			timeoutSeconds: 5,
		});
		const cleared: TestPatch = {
			description: null,
			priority: null,
			produces: null,
			consumes: null,
			category: null,
			wiring: null,
			stepTimeoutMs: null,
			timeoutSeconds: null,
		};
		const {body} = await http.call(updateTest, {params: {testId}, body: {name: 'new', ...cleared}});
		expect(body.updatedFields).toEqual(['name', ...Object.keys(cleared)]);
		expect((await http.call(getTest, {params: {testId}})).body).toMatchObject({
			...cleared,
			name: 'new',
			produces: [],
			consumes: [],
		});
		const refused = await http.fail(updateTest, {params: {testId}, body: {name: null}});
		expect(refused.body.details).toMatchObject({field: 'name', reason: 'type'});
	});

	it('refuses an empty change', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId);
		const {body} = await http.fail(updateTest, {params: {testId}, body: {}});
		expect(body.details).toEqual({field: 'body', reason: 'empty'});
	});
});

describe('listing tests', () => {
	it('needs a project, which must exist', async () => {
		const {http} = await startWithProject();
		expect((await http.fail(listTests)).body.details).toEqual({field: 'projectId', reason: 'required'});
		const unknown = await http.fail(listTests, {query: {projectId: 'prj_none'}});
		expect(unknown.body.details).toMatchObject({resource: 'project', id: 'prj_none'});
	});

	it('filters by status, kind, source and part of the name in any case and script', async () => {
		const {http, projectId} = await startWithProject();
		const first = await add(http, projectId, {name: 'Überweisung 50%_x'});
		const second = await add(http, projectId, {name: 'remove', category: 'cleanup'});
		const names = async (query: Record<string, string>) =>
			(await http.call(listTests, {query: {projectId, ...query}})).body.items.map(({id}) => id);
		expect(await names({})).toEqual([second.testId, first.testId]);
		expect(await names({q: 'ÜBERWEIS'})).toEqual([first.testId]);
		expect(await names({q: '50%_X'})).toEqual([first.testId]);
		expect(await names({q: '50__x'})).toEqual([]);
		expect(await names({q: 'UBERWEIS'})).toEqual([]);
		expect(await names({kind: 'cleanup'})).toEqual([second.testId]);
		expect(await names({status: 'ready, passed'})).toHaveLength(2);
		expect(await names({status: 'passed'})).toEqual([]);
		expect(await names({createdFrom: 'mcp'})).toEqual([]);
		expect(await names({type: 'frontend'})).toEqual([]);
		const refused = await http.fail(listTests, {query: {projectId, status: 'ready,odd'}});
		expect(refused.body.details).toMatchObject({field: 'status[1]', reason: 'enum'});
	});

	it('finds a name by its letters as people read them, however they are written', async () => {
		const {http, projectId} = await startWithProject();
		const kelvin = await add(http, projectId, {name: 'Cools down to 4 \u212A'});
		const accent = await add(http, projectId, {name: 'Opens the cafe\u0301'});
		const plain = await add(http, projectId, {name: 'Makes 4 k ORDERS'});
		const names = async (q: string) =>
			(await http.call(listTests, {query: {projectId, q}})).body.items.map(({id}) => id);
		expect(await names('4 k')).toEqual([plain.testId, kelvin.testId]);
		expect(await names('4 \u212A')).toEqual([plain.testId, kelvin.testId]);
		expect(await names('CAF\u00C9')).toEqual([accent.testId]);
		// Its last letter is another one.
		expect(await names('cafe')).toEqual([]);
		expect(await names('orders')).toEqual([plain.testId]);
	});

	it('pages through filtered tests without a gap, and binds the cursor to the filter', async () => {
		const {http, projectId} = await startWithProject();
		for (let n = 0; n < 6; n++) await add(http, projectId, {name: n % 2 ? `odd ${n}` : `even ${n}`});
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const {body} = await http.call(listTests, {query: {projectId, q: 'odd', pageSize: 2, cursor}});
			seen.push(...body.items.map(({name}) => name));
			if (body.nextToken !== null) {
				const other = await http.fail(listTests, {query: {projectId, q: 'even', cursor: body.nextToken}});
				expect(other.body.details).toEqual({field: 'cursor', reason: 'invalid'});
			}
			cursor = body.nextToken ?? undefined;
		} while (cursor !== undefined);
		expect(seen).toEqual(['odd 5', 'odd 3', 'odd 1']);
	});
});

describe('deleting a test', () => {
	it('removes it; the second time it is not found', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId);
		await http.call(deleteTest, {params: {testId}});
		for (const answer of [
			await http.fail(deleteTest, {params: {testId}}),
			await http.fail(getTest, {params: {testId}}),
			await http.fail(getTestCode, {params: {testId}}),
			await http.fail(updateTest, {params: {testId}, body: {name: 'x'}}),
			await http.fail(putTestCode, {params: {testId}, headers: {'if-match': '*'}, body: {code}}),
		])
			expect(answer.body.details).toEqual({resource: 'test', id: testId, reason: 'not_found'});
	});
});

it('a test of another account is not found', async () => {
	const {http, projectId} = await startWithProject();
	const {testId} = await add(http, projectId);
	const {key} = await http.newAccount();
	for (const answer of [
		await http.fail(getTest, {params: {testId}, key}),
		await http.fail(getTestCode, {params: {testId}, key}),
		await http.fail(deleteTest, {params: {testId}, key}),
		await http.fail(listTests, {query: {projectId}, key}),
	])
		expect(answer.body.code).toBe('NOT_FOUND');
	await http.call(getTest, {params: {testId}});
});
