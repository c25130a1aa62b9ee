import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {failureContext, failureSummary} from '../../../../contract/result.ts';
import {createProject} from '../../../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../../../contract/routes/runs.ts';
import {createTest} from '../../../../contract/routes/tests.ts';
import {startHttp} from '../../../http/start-http.ts';
import {setUpWorkplace} from '../run-local.ts';

const workplace = setUpWorkplace();
const {svc} = workplace;
const here = (...path: string[]) => join(workplace.cwd, ...path);
const namesIn = (directory: string) => readdirSync(directory, {recursive: true}).map(String).sort();
const json = (text: string) => JSON.parse(text) as Record<string, never>;

/** A service with a test that fails as `outcome` says; the workplace talks to it. */
async function startWithFailure(status: 'failed' | 'passed' = 'failed') {
	const http = await startHttp();
	workplace.env = {SVC_API_URL: http.url, SVC_API_KEY: http.key};
	http.runner.script('Coupon', {
		status,
		apiOutput: 'creating\n',
		error: status === 'failed' ? 'AssertionError: expected 201, got 500' : null,
		calls: [
			{
				seq: 1,
				method: 'POST',
				url: 'http://127.0.0.1:9/coupons',
				query: null,
				requestHeaders: {},
				requestBody: null,
				requestEncoding: null,
				requestBytes: null,
				status: 500,
				responseHeaders: {},
				responseBody: '{"error":"boom \\u001b[31m"}',
				responseEncoding: 'utf8',
				responseBytes: 10,
				truncated: false,
				latencyMs: 7,
				error: null,
				startedAt: 0,
			},
		],
	});
	const body = {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:9'} as const;
	const {id: projectId} = (await http.call(createProject, {body})).body;
	const code = 'assert r.status_code == 201\n';
	const {testId} = (await http.call(createTest, {body: {projectId, type: 'backend', name: 'Coupon', code}})).body;
	const {runId} = (await http.call(triggerRun, {params: {testId}})).body;
	await http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}});
	return {http, testId, runId};
}

const bundleFiles = [
	'code.py',
	'failure.json',
	'meta.json',
	'result.json',
	'steps.json',
	'steps/01-evidence.json',
	'steps/01-network-0.json',
	'steps/02-evidence.json',
	'steps/02-log-0.txt',
	'steps/02-log-1.txt',
];

describe('test failure get', () => {
	it('writes the bundle of the latest failing run below .svc/runs and keeps it out of version control', async () => {
		const {testId, runId} = await startWithFailure();
		const {exitCode, stdout, stderr} = await svc('test', 'failure', 'get', testId);
		const directory = here('.svc', 'runs', runId);
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		const {snapshotId} = json(readFileSync(join(directory, 'meta.json'), 'utf8'));
		expect(stdout.split('\n')).toEqual([
			'status: failed',
			`testId: ${testId}`,
			expect.stringMatching(/^projectId: prj_/),
			'failureKind: assertion',
			'failedStepIndex: 2',
			`snapshotId: ${snapshotId}`,
			`runId: ${runId}`,
			'codeVersion: v1',
			'targetUrl: http://127.0.0.1:9',
			'',
			'rootCause: POST /coupons answered 500 with {"error":"boom \\u001b[31m"}; the test expected 201 (line 1).',
			'recommendedFix: kind=code reference=POST /coupons',
			expect.stringMatching(/^ {2}Code of the API: a 5xx status is a fault/),
			'evidence: 3 items (network×1, log×2)',
			`dir: ${directory}`,
			'files: 10',
			'',
		]);
		expect(namesIn(directory)).toEqual(['steps', ...bundleFiles].sort());
		expect(readFileSync(join(directory, 'code.py'), 'utf8')).toBe('assert r.status_code == 201\n');
		expect(readFileSync(join(directory, 'steps/02-log-1.txt'), 'utf8')).toBe('creating\n');
		expect(json(readFileSync(join(directory, 'steps/01-network-0.json'), 'utf8'))).toMatchObject({
			request: {method: 'POST'},
			response: {status: 500},
		});
		expect(readFileSync(here('.svc', '.gitignore'), 'utf8')).toBe('runs/\n');
		expect(statSync(join(directory, 'result.json')).mode & 0o777).toBe(0o600);
	});

	it('answers a program with the directory, the identity card and the files', async () => {
		const {testId, runId} = await startWithFailure();
		mkdirSync(here('out'));
		const {exitCode, stdout} = await svc('--output', 'json', 'test', 'failure', testId, '--out', 'out/bundle');
		expect(exitCode).toBe(0);
		const answer = json(stdout);
		expect(answer).toMatchObject({
			ok: true,
			dir: here('out', 'bundle'),
			meta: {schemaVersion: 'cli-v1', runId, testId, codeVersion: 'v1', failureKind: 'assertion'},
			files: bundleFiles,
		});
		expect(Object.keys(answer)).toEqual(['ok', 'dir', 'meta', 'files']);
		expect(existsSync(here('.svc'))).toBe(false);
	});

	it('with --out - prints the failure and writes nothing', async () => {
		const {testId} = await startWithFailure();
		const {exitCode, stdout} = await svc('--output', 'json', 'test', 'failure', 'get', testId, '--out', '-');
		expect(exitCode).toBe(0);
		expect(failureContext.parse(JSON.parse(stdout)).failure.evidence).toHaveLength(3);
		const text = await svc('test', 'failure', 'get', testId, '--out', '-', '--failed-only');
		expect(text.stdout).toMatch(/^status: failed\n[\s\S]*evidence: 3 items \(network×1, log×2\)\n$/);
		expect(readdirSync(workplace.cwd)).toEqual([]);
	});

	it('ends with 4 when no run failed, and says what to look at', async () => {
		const {testId} = await startWithFailure('passed');
		const {exitCode, stdout, stderr} = await svc('--output', 'json', 'test', 'failure', 'get', testId);
		expect({exitCode, stdout}).toEqual({exitCode: 4, stdout: ''});
		expect(json(stderr)).toMatchObject({
			error: {
				code: 'NOT_FOUND',
				nextAction: expect.stringContaining('svc test result'),
				details: {reason: 'no_failing_run'},
			},
		});
		expect(readdirSync(workplace.cwd)).toEqual([]);
	});

	it('judges --out before it asks the service', async () => {
		workplace.env = {SVC_API_URL: 'http://127.0.0.1:1', SVC_API_KEY: 'sk-user-x'};
		writeFileSync(here('file'), '');
		symlinkSync(workplace.cwd, here('link'));
		for (const out of ['file', 'link', 'no/parent']) {
			const {exitCode, stderr} = await svc('--output', 'json', 'test', 'failure', 'get', 'tst_1', '--out', out);
			expect({exitCode, error: json(stderr)}).toMatchObject({
				exitCode: 5,
				error: {error: {code: 'VALIDATION_ERROR', details: {field: 'out'}}},
			});
		}
	});

	it('leaves a .gitignore alone that was changed after the first bundle', async () => {
		const {testId} = await startWithFailure();
		mkdirSync(here('.svc'));
		writeFileSync(here('.svc', '.gitignore'), 'notes');
		await svc('test', 'failure', 'get', testId);
		expect(readFileSync(here('.svc', '.gitignore'), 'utf8')).toBe('notes\nruns/\n');
		writeFileSync(here('.svc', '.gitignore'), 'notes\n');
		await svc('test', 'failure', 'get', testId);
		expect(readFileSync(here('.svc', '.gitignore'), 'utf8')).toBe('notes\n');
	});

	it('says where the disk refuses', async () => {
		const {testId} = await startWithFailure();
		writeFileSync(here('.svc'), 'a file in the way');
		const {exitCode, stderr} = await svc('test', 'failure', 'get', testId);
		expect({exitCode, stderr}).toEqual({
			exitCode: 5,
			stderr: expect.stringMatching(
				/^Error: Invalid request\.\nFlag `--out` is invalid: .* cannot be written \(it, or a part of its path, is not a directory\)\.\n$/,
			),
		});
	});
});

describe('test failure summary', () => {
	it('is one screen of text, or the summary of the contract', async () => {
		const {testId} = await startWithFailure();
		const text = await svc('test', 'failure', 'summary', testId);
		expect(text).toMatchObject({exitCode: 0, stderr: ''});
		expect(text.stdout.split('\n').map(line => line.split(':', 1)[0])).toEqual([
			'testId',
			'status',
			'failureKind',
			'snapshotId',
			'rootCauseHypothesis',
			'recommendedFixTarget',
			expect.stringMatching(/^ {2}Code of the API/),
			'',
		]);
		const {stdout} = await svc('--output', 'json', 'test', 'failure', 'summary', testId);
		expect(failureSummary.parse(JSON.parse(stdout))).toMatchObject({
			testId,
			status: 'failed',
			recommendedFixTarget: {kind: 'code', reference: 'POST /coupons'},
		});
	});

	it('of an unknown test ends with 4, without a key with 3', async () => {
		await startWithFailure();
		expect((await svc('test', 'failure', 'summary', 'tst_none')).exitCode).toBe(4);
		workplace.env = {SVC_API_URL: 'http://127.0.0.1:1'};
		expect((await svc('test', 'failure', 'summary', 'tst_1')).exitCode).toBe(3);
	});
});

describe('test artifact get', () => {
	it('writes the bundle of exactly that run, also after the test has passed since', async () => {
		const {http, testId, runId} = await startWithFailure();
		http.runner.script('Coupon', {});
		const later = (await http.call(triggerRun, {params: {testId}})).body.runId;
		await http.call(getRun, {params: {runId: later}, query: {waitSeconds: 25, until: 'batch'}});
		const {exitCode, stdout} = await svc('test', 'artifact', 'get', runId);
		const directory = here('.svc', 'runs', runId);
		const {snapshotId} = json(readFileSync(join(directory, 'meta.json'), 'utf8'));
		expect({exitCode, stdout}).toEqual({
			exitCode: 0,
			stdout: `dir: ${directory}\nrunId: ${runId}\nsnapshotId: ${snapshotId}\nfiles: 10\n`,
		});
		const refused = await svc('--output', 'json', 'test', 'artifact', later);
		expect({exitCode: refused.exitCode, error: json(refused.stderr)}).toMatchObject({
			exitCode: 4,
			error: {error: {details: {reason: 'no_failing_run', id: later}}},
		});
	});

	it('tells a program the request that brought it', async () => {
		const {runId} = await startWithFailure();
		const {stdout} = await svc('--output', 'json', 'test', 'artifact', 'get', runId);
		expect(json(stdout)).toMatchObject({
			out: here('.svc', 'runs', runId),
			snapshotId: expect.stringMatching(/^snp_/),
			requestId: expect.stringMatching(/^req_/),
			meta: {runId},
			files: bundleFiles,
		});
	});

	it('of two runs at once writes two bundles, each of its own run', async () => {
		const {http, testId, runId} = await startWithFailure();
		const other = (await http.call(triggerRun, {params: {testId}})).body.runId;
		await http.call(getRun, {params: {runId: other}, query: {waitSeconds: 25, until: 'batch'}});
		const outcomes = await Promise.all([runId, other, runId, other].map(id => svc('test', 'artifact', 'get', id)));
		const codes = outcomes.map(({exitCode}) => exitCode);
		// Two writers of one bundle: one of them writes, the other is told that it is being written.
		expect(codes.every(code => code === 0 || code === 6)).toBe(true);
		for (const id of [runId, other]) {
			const directory = here('.svc', 'runs', id);
			expect(json(readFileSync(join(directory, 'result.json'), 'utf8'))).toMatchObject({runIdIfAvailable: id});
			expect(namesIn(directory)).toEqual(['steps', ...bundleFiles].sort());
		}
		expect(readFileSync(here('.svc', '.gitignore'), 'utf8')).toBe('runs/\n');
	});

	it.each(['../x', '.hidden', 'a/b', 'x'.repeat(129)])('names no directory after %s', async runId => {
		workplace.env = {SVC_API_URL: 'http://127.0.0.1:1', SVC_API_KEY: 'sk-user-x'};
		const {exitCode, stderr} = await svc('--output', 'json', 'test', 'artifact', 'get', runId);
		expect({exitCode, error: json(stderr)}).toMatchObject({
			exitCode: 5,
			error: {error: {details: {field: 'run-id', reason: 'unsafe'}}},
		});
	});

	it('waits once for a snapshot that is being written, and ends with 6 when it still is', async () => {
		const {http, testId} = await startWithFailure();
		const held = http.runner.hold('Coupon');
		const {runId} = (await http.call(triggerRun, {params: {testId}})).body;
		await held.started;
		expect((await svc('test', 'artifact', 'get', runId)).exitCode).toBe(4);
		await http.database.updateTable('runs').set({cancel_requested_at: 1}).where('id', '=', runId).execute();
		const {exitCode, stderr} = await svc('--verbose', 'test', 'artifact', 'get', runId);
		expect(exitCode).toBe(6);
		expect(stderr.match(/retry \d+\/\d+ in \d+ ms/g)).toEqual(['retry 1/1 in 1000 ms']);
		held.release();
	});

	it('without the service ends with 10', async () => {
		const {runId, http} = await startWithFailure();
		await http.close();
		expect((await svc('--request-timeout', '5', 'test', 'artifact', 'get', runId)).exitCode).toBe(10);
		expect(existsSync(here('.svc'))).toBe(false);
	});
});

describe('a dry run', () => {
	it.each([
		[['test', 'failure', 'get', 'tst_x'], {ok: true, action: 'dry-run', files: expect.arrayContaining(['meta.json'])}],
		[['test', 'artifact', 'get', 'run_x'], {action: 'dry-run', snapshotId: expect.any(String), meta: {runId: 'run_x'}}],
		[['test', 'failure', 'summary', 'tst_x'], {testId: 'tst_x', status: 'failed', failureKind: 'assertion'}],
		[['test', 'failure', 'get', 'tst_x', '--out', '-'], {testId: 'tst_x', result: {failedStepIndex: 5}}],
	])('of %j answers the sample and touches nothing', async (argv, answer) => {
		const {exitCode, stdout, stderr} = await svc('--dry-run', '--output', 'json', ...argv);
		expect({exitCode, data: json(stdout)}).toMatchObject({exitCode: 0, data: answer});
		expect(stderr).toMatch(/^\[dry-run\] sample data, nothing was sent\n/);
		expect(readdirSync(workplace.cwd)).toEqual([]);
	});

	it('says every file it would write, and only the neighbours with --failed-only', async () => {
		const {stderr} = await svc('--dry-run', 'test', 'artifact', 'get', 'run_x');
		expect(stderr).toContain('[dry-run] would write .svc/runs/run_x/steps/05-network-0.json\n');
		const {stdout} = await svc(
			'--dry-run',
			'--output',
			'json',
			'test',
			'failure',
			'get',
			'tst_x',
			'--out',
			'-',
			'--failed-only',
		);
		expect(failureContext.parse(JSON.parse(stdout)).steps.map(({stepIndex}) => stepIndex)).toEqual([4, 5]);
	});
});

describe('a test that passes again', () => {
	it('is told as such before its last failure is, by summary and get', async () => {
		const {http, testId, runId} = await startWithFailure();
		http.runner.script('Coupon', {status: 'passed'});
		const again = (await http.call(triggerRun, {params: {testId}})).body;
		await http.call(getRun, {params: {runId: again.runId}, query: {waitSeconds: 25, until: 'batch'}});
		const begins = new RegExp(`The latest run passed \\(\\d{4}-.*Z\\)\\. The last failure was ${runId}, \\d{4}-`);
		expect((await svc('test', 'failure', 'summary', testId)).stdout).toMatch(begins);
		expect((await svc('test', 'failure', 'get', testId, '--out', '-')).stdout).toMatch(begins);
	});
});
