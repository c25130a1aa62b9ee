import {describe, expect, it} from 'vitest';
import {type ErrorCode, errorCodes, resources} from '../../contract/error.ts';
import {runBatch} from '../../contract/routes/batches.ts';
import {createProject, getProject, updateProject} from '../../contract/routes/projects.ts';
import {getTestRecipe} from '../../contract/routes/generations.ts';
import {rerunBatch} from '../../contract/routes/reruns.ts';
import {listTestRuns} from '../../contract/routes/runs.ts';
import {getTestResult} from '../../contract/routes/results.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {requestsOfCommands} from '../../service/http/command-requests.ts';
import {nextActionOf} from '../../service/http/next-action.ts';
import {commands} from '../../source/commands/index.ts';
import {pathsTo} from '../../source/commands/tree.ts';
import {startHttp} from './start-http.ts';

const foreign = {headers: {'user-agent': 'python-requests/2.32'}};
const code = 'def test_a():\n    assert True\n\ntest_a()\n';

async function withTest() {
	const http = await startHttp();
	const body = {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:9', description: 'What we sell'} as const;
	const {body: project} = await http.call(createProject, {body});
	const add = async (name: string) =>
		(await http.call(createTest, {body: {projectId: project.id, type: 'backend', name, code}})).body.testId;
	return {http, project, add, testId: await add('one')};
}

const unknown = (last: string) => `tst_01unknown${'0'.repeat(16)}${last}`;

describe('a client of another make', () => {
	it('reads a next step in every error, and no program that it does not have', async () => {
		const {http, testId} = await withTest();
		const answers = await Promise.all([
			http.fail(getTestResult, {...foreign, params: {testId: unknown('1')}}),
			http.fail(createTest, {...foreign, body: {projectId: 'x'} as never}),
			http.fail(rerunBatch, {...foreign, body: {testIds: [unknown('1')]}}),
			http.fail(listTestRuns, {...foreign, params: {testId}, query: {since: 'yesterday'}}),
			http.fail(listTestRuns, {...foreign, key: 'wrong', params: {testId}}),
		]);
		for (const {body} of answers) {
			expect(body.nextAction).not.toBe('');
			expect(body.nextAction).not.toMatch(/svc/i);
		}
	});

	it.each([
		['Run it: svc test run tst_1', 'Run it: POST /api/cli/v1/tests/tst_1/runs'],
		['Run it: svc test run --all --project prj_1', 'Run it: POST /api/cli/v1/tests/batch/run'],
		[
			'Change its code: svc test code get tst_1, then svc test code put tst_1.',
			'Change its code: GET /api/cli/v1/tests/tst_1/code, then PUT /api/cli/v1/tests/tst_1/code.',
		],
		[
			'Make a plan first (svc test plan generate --project prj_1), or mute it: svc finding mute fnd_1 --project prj_1',
			'Make a plan first (POST /api/cli/v1/projects/prj_1/plans/generate), or mute it: POST /api/cli/v1/projects/prj_1/findings/fnd_1/mute',
		],
		['Create it: svc project env create prj_1 staging --url <url>', 'Create it: POST /api/cli/v1/projects/prj_1/env'],
		[
			'See what there is: svc test list --project <project-id>',
			'See what there is: GET /api/cli/v1/tests?projectId={projectId}',
		],
		['See them: svc test result tst_1 --history', 'See them: GET /api/cli/v1/tests/tst_1/runs'],
		['Say so: svc test update tst_1 --after tst_2', 'Say so: PUT /api/cli/v1/tests/tst_1'],
		['Wait for it. See `svc doctor` for the command that installs one.', 'Wait for it.'],
		['Set SVC_BROWSER.', 'Leave this feature out; this service does not have it.'],
		['', 'Leave this feature out; this service does not have it.'],
	])('is told %j as %j', (text, told) => {
		expect(nextActionOf({nextAction: text, code: 'UNSUPPORTED', details: {}}, false)).toBe(told);
		if (text !== '') expect(nextActionOf({nextAction: text, code: 'UNSUPPORTED', details: {}}, true)).toBe(text);
	});

	it.each(['backend_only', 'frontend_only'])('hears where a project of the other type is found: %s', reason => {
		const error = {nextAction: '', code: 'VALIDATION_ERROR' as const, details: {field: 'projectId', reason}};
		expect(nextActionOf(error, true)).toBe('See which projects are of that type, and name one: svc project list');
		expect(nextActionOf(error, false)).toMatch(/GET \/api\/cli\/v1\/projects$/);
	});

	it('is told requests with the ids that its own request and the error name', () => {
		const error = {code: 'CONFLICT' as const, nextAction: 'See them: svc plan list --project <project-id>'};
		expect(nextActionOf({...error, details: {projectId: 'prj_1'}}, false)).toMatch(/\/projects\/prj_1\//);
		expect(nextActionOf({...error, details: {}}, false, {projectId: 'prj_2'})).toMatch(/\/projects\/prj_2\//);
		expect(nextActionOf({...error, details: {}}, false)).toContain('{projectId}');
	});

	it.each((Object.keys(errorCodes) as ErrorCode[]).map(code => [code]))(
		'and ours read a next step after %s, whoever raised it without one',
		code => {
			const error = {nextAction: '', code, details: {}};
			expect(nextActionOf(error, true)).not.toBe('');
			expect(nextActionOf(error, false)).not.toMatch(/^$|svc/i);
			if (code === 'FEATURE_GATED') expect(nextActionOf(error, false)).toMatch(/^Leave this feature out/);
		},
	);

	it('and ours are told where to look for what was not found', () => {
		for (const resource of resources) {
			const error = {nextAction: '', code: 'NOT_FOUND' as const, details: {resource, id: 'x', reason: 'not_found'}};
			const [told, toldOurs] = [nextActionOf(error, false), nextActionOf(error, true)];
			expect(told).not.toMatch(/^$|svc|<[a-z-]+>/i);
			expect(toldOurs).not.toBe('');
			if (toldOurs.includes('svc')) expect(told, resource).toMatch(/\b(?:GET|POST) \/api\/cli\/v1\//);
		}
	});

	it('is sent to commands that exist', () => {
		for (const [name] of requestsOfCommands) {
			const last = name.replace(/ --.*/, '').split(' ').at(-1) ?? '';
			expect(pathsTo(commands, last)).toContain(name.replace(/ --.*/, ''));
		}
	});

	it('is told the first of many ids that nobody knows, and all of them in the details', async () => {
		const {http, project} = await withTest();
		const testIds = Array.from({length: 200}, (_, place) => `tst_${String(place).padStart(26, '0')}`);
		const {body} = await http.fail(runBatch, {...foreign, body: {projectId: project.id, testIds}});
		expect(body.message).toMatch(/^None of these 200 tests was found: .* and 190 more\.$/);
		expect(body.details['ids']).toEqual(testIds);
	});

	it('gets the description of a project back, changes it and takes it away', async () => {
		const {http, project} = await withTest();
		const at = {params: {projectId: project.id}};
		expect(project.description).toBe('What we sell');
		const {body: updated} = await http.call(updateProject, {...at, body: {description: 'What we rent'}});
		expect(updated.updatedFields).toEqual(['description']);
		expect((await http.call(getProject, at)).body.description).toBe('What we rent');
		await http.call(updateProject, {...at, body: {description: null}});
		expect((await http.call(getProject, at)).body.description).toBeNull();
	});

	it('reads of a test that never ran that it has no verdict', async () => {
		const {http, testId} = await withTest();
		for (const query of [{}, {includeAnalysis: 'true'}]) {
			const {status, body} = await http.call(getTestResult, {params: {testId}, query});
			expect(status).toBe(200);
			expect(body).toMatchObject({testId, status: 'ready', verdict: null, runIdIfAvailable: null, snapshotId: null});
		}
	});

	it.each(['2026-01-01', '2026-01-01T00:00:00+02:00', '2026-01-01T00:00:00Z', '1767225600000', '2026-01-01T00:00'])(
		'asks for what was since %s',
		async since => {
			const {http, testId} = await withTest();
			expect((await http.call(listTestRuns, {params: {testId}, query: {since}})).status).toBe(200);
		},
	);

	it.each(['yesterday', '2026-02-30', '2026-13-01', '', '01/02/2026'])('is told that %j is no time', async since => {
		const {http, testId} = await withTest();
		const {body} = await http.fail(listTestRuns, {params: {testId}, query: {since}});
		expect(body.details).toMatchObject({field: 'since'});
	});

	it('is told what a test lacks, not that there is no such test', async () => {
		const {http, testId} = await withTest();
		const {body} = await http.fail(getTestRecipe, {...foreign, params: {testId}});
		expect(body).toMatchObject({
			code: 'NOT_FOUND',
			message: `The test ${testId} has no recipe: only what is generated has one.`,
			nextAction: `Change its code: GET /api/cli/v1/tests/${testId}/code`,
			details: {resource: 'test', id: testId, reason: 'no_recipe'},
		});
	});

	it('finds each id of a trigger in exactly one list, and no batch of ids that nobody knows', async () => {
		const {http, project, testId, add} = await withTest();
		const other = await add('two');
		const testIds = [testId, other, unknown('1'), unknown('2')];
		const {body: run} = await http.call(runBatch, {body: {projectId: project.id, testIds}});
		const {body: again} = await http.call(rerunBatch, {body: {testIds}});
		const lists = ({accepted, deferred, conflicts}: typeof run | typeof again, notFound: readonly string[] = []) =>
			[...accepted, ...deferred, ...conflicts].map(one => one.testId).concat(notFound);
		expect(lists(run).sort()).toEqual([...testIds].sort());
		expect(lists(again, again.notFound).sort()).toEqual([...testIds].sort());
		const none = {projectId: project.id, testIds: [unknown('1'), unknown('2')]};
		expect((await http.fail(runBatch, {body: none})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'test', ids: none.testIds},
		});
		expect((await http.fail(rerunBatch, {body: {testIds: none.testIds}})).status).toBe(404);
	});
});
