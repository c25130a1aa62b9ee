import {existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import type {Test} from '../../../../contract/test.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../../helpers/strict-service.ts';

const sample = samples.getTest({});
const test = (id: string, fields: Partial<Test> = {}): Test => ({...sample, id, ...fields});
const page = (items: Test[], nextToken: string | null = null) => ({items, nextToken});

describe('test list', () => {
	it('asks with the filters of the service and applies --filter itself', async () => {
		const {env} = await startStrictService([
			{
				request: 'GET /tests?projectId=p&type=backend&createdFrom=cli&status=failed%2Cblocked&pageSize=100',
				answer: page([test('t1', {name: 'Pay'}), test('t2', {name: 'rePAYment'}), test('t3', {name: 'List'})]),
			},
		]);
		const flags = ['--type', 'backend', '--created-from', 'cli', '--status', 'failed,blocked', '--filter', 'pay'];
		const {stdout} = await svc(['test', 'list', '--project', 'p', ...flags], {env});
		expect(stdout).toBe(
			`ID  NAME       TYPE     FROM  STATUS  UPDATED\nt1  Pay        backend  cli   failed  ${sample.updatedAt}\nt2  rePAYment  backend  cli   failed  ${sample.updatedAt}\n`,
		);
	});

	it.each([
		['SVC_PROJECT_ID', {SVC_PROJECT_ID: 'p'}, []],
		['--project before the variable', {SVC_PROJECT_ID: 'other'}, ['--project', 'p']],
	])('takes the project from %s', async (_, variables, flags) => {
		const {env} = await startStrictService([{request: 'GET /tests?projectId=p&pageSize=100', answer: page([])}]);
		const {stdout} = await svc(['test', 'list', ...flags], {env: {...env, ...variables}});
		expect(stdout).toBe('No tests.\n');
	});

	it('takes --cursor for --starting-token', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests?projectId=p&pageSize=5&cursor=c', answer: page([test('t1')], 'd')},
		]);
		const line = ['test', 'list', '--project', 'p', '--cursor', 'c', '--page-size', '5', '--output', 'json'];
		expect(JSON.parse((await svc(line, {env})).stdout)).toEqual(page([test('t1')], 'd'));
	});

	it('without a project says where one can be set', async () => {
		const {exitCode, stderr} = await svc(['test', 'list'], {env: {SVC_API_KEY: 'k'}});
		expect(exitCode).toBe(5);
		expect(stderr).toContain('Flag `--project` is required (or set SVC_PROJECT_ID');
	});

	it('a project that nobody has typed and that is not there: the error says where its id stands', async () => {
		const missing = {
			request: 'GET /tests?projectId=p&pageSize=100',
			status: 404,
			answer: errorAnswer('NOT_FOUND', {resource: 'project', id: 'p', reason: 'not_found'}),
		};
		const {env} = await startStrictService([missing, missing, missing]);
		const list = async (flags: string[], variables: Record<string, string>, cwd?: string) =>
			(await svc(['test', 'list', ...flags], {env: {...env, ...variables}, ...(cwd ? {cwd} : {})})).stderr;
		expect(await list([], {SVC_PROJECT_ID: 'p'})).toContain('The id comes from SVC_PROJECT_ID.');
		const folder = mkdtempSync(join(tmpdir(), 'svc-list-'));
		mkdirSync(join(folder, '.svc'));
		const file = join(folder, '.svc', 'config.json');
		writeFileSync(file, '{"projectId": "p"}');
		expect(await list([], {}, folder)).toContain(`The id comes from ${file}; name another there with svc init`);
		expect(await list(['--project', 'p'], {}, folder)).not.toContain('The id comes from');
	});

	it('shows declarations when asked for, and - for what is missing', async () => {
		const {env} = await startStrictService([
			{
				request: 'GET /tests?projectId=p&pageSize=100',
				answer: page([test('t1', {produces: ['a', 'b'], consumes: null, category: undefined})]),
			},
		]);
		const line = ['test', 'list', '--project', 'p', '--columns', 'produces,consumes,category,priority,id'];
		expect((await svc(line, {env})).stdout).toBe(
			'PRODUCES  CONSUMES  CATEGORY  PRIORITY  ID\na, b      -         -         p1        t1\n',
		);
	});
});

describe('test get', () => {
	it('shows labels in order, then numbered plan steps', async () => {
		const answer = test('t1', {
			planStepCount: 2,
			planSteps: [
				{type: 'action', description: 'open\nthe page'},
				{type: 'assertion', description: 'it is there'},
			],
		});
		const {env} = await startStrictService([{request: 'GET /tests/t1', answer}]);
		expect((await svc(['test', 'get', 't1'], {env})).stdout).toBe(
			`id: t1\nproject: Sample shop API (${sample.projectId})\nname: an order can be paid\ntype: backend\ncreatedFrom: cli\nstatus: failed\npriority: p1\nplanSteps: 2\nproduces: payment_id\nconsumes: order_id\ncreatedAt: ${sample.createdAt}\nupdatedAt: ${sample.updatedAt}\n\n1. [action] open the page\n2. [assertion] it is there\n`,
		);
	});

	it('shows the project id where the name is unknown', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/t1', answer: test('t1', {projectName: null, priority: null})},
		]);
		const {stdout} = await svc(['test', 'get', 't1'], {env});
		expect(stdout).toContain(`\nprojectId: ${sample.projectId}\n`);
		expect(stdout).not.toContain('priority');
	});
});

describe('test code get', () => {
	const stored = samples.getTestCode({params: {testId: 't1'}});
	const code = 'print("a\u001B[31m")\r\nx = 1';
	const serve = (fields: object) =>
		startStrictService([{request: 'GET /tests/t1/code', answer: {...stored, ...fields}}]);

	it('prints the bytes of the source, without a byte order mark', async () => {
		const {env} = await serve({code: `\uFEFF${code}`});
		expect(await svc(['test', 'code', 'get', 't1'], {env})).toEqual({exitCode: 0, stdout: code, stderr: ''});
	});

	it('on a terminal shows no control sequence', async () => {
		const {env} = await serve({code});
		const {stdout} = await svc(['test', 'code', 'get', 't1'], {env, terminals: {stdout: true}});
		expect(stdout).toBe('print("a?[31m")\nx = 1');
	});

	it('writes a file and says so beside the result', async () => {
		const {env} = await serve({code});
		const memory = new MemorySystem(['test', 'code', 'get', 't1', '--out', 'a.py'], {env});
		expect(await memory.run()).toBe(0);
		const path = join(memory.system.cwd, 'a.py');
		expect(readFileSync(path, 'utf8')).toBe(code);
		expect(memory.stdout.text).toBe('');
		expect(memory.stderr.text).toBe(`wrote ${path} (${code.length} bytes, v1)\n`);
	});

	it('adds the path to the JSON when it writes', async () => {
		const {env} = await serve({code});
		const memory = new MemorySystem(['--output', 'json', 'test', 'code', 'get', 't1', '--out', 'a.py'], {env});
		await memory.run();
		expect(JSON.parse(memory.stdout.text)).toEqual({...stored, code, path: join(memory.system.cwd, 'a.py')});
	});

	it('of a test without code is not found', async () => {
		const {env} = await serve({code: null, codeVersion: null});
		const {exitCode, stderr} = await svc(['test', 'code', 'get', 't1', '--output', 'json'], {env});
		expect(exitCode).toBe(4);
		expect(envelopeOf(stderr).details).toEqual({resource: 'test', id: 't1', reason: 'no_code'});
	});

	it.each([
		['none/a.py', 'does not exist'],
		['.', 'is a directory'],
	])('refuses --out %s', async (out, text) => {
		const {env} = await serve({code});
		const {exitCode, stderr} = await svc(['test', 'code', 'get', 't1', '--out', out], {env});
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('fetches a signed address without the key, and does not repeat its secret', async () => {
		const {env, received} = await serve({code: 'https://127.0.0.1:1/assets/a?sig=canary'});
		const {exitCode, stderr} = await svc(['test', 'code', 'get', 't1', '--debug'], {env});
		expect(exitCode).toBe(10);
		expect(stderr).toContain('The source could not be fetched');
		expect(stderr).not.toContain('canary');
		expect(received).toHaveLength(1);
	});

	it('in a dry run says what it would write', async () => {
		const memory = new MemorySystem(['test', 'code', 'get', 't1', '--out', 'a.py', '--dry-run']);
		expect(await memory.run()).toBe(0);
		const path = join(memory.system.cwd, 'a.py');
		expect(memory.stderr.text).toBe(`[dry-run] sample data, nothing was sent\n[dry-run] would write ${path}\n`);
		expect(existsSync(path)).toBe(false);
	});

	it('in a dry run says in JSON that nothing was written', async () => {
		const line = ['--output', 'json', 'test', 'code', 'get', 't1', '--out', 'a.py', '--dry-run'];
		expect(JSON.parse((await svc(line)).stdout)).toMatchObject({
			action: 'dry-run',
			path: expect.stringMatching(/a\.py$/),
		});
	});
});

describe('test result', () => {
	const result = samples.getTestResult({params: {testId: 't1'}});

	it('shows what is known, then the tails of output and trace', async () => {
		const lines = Array.from({length: 30}, (_, index) => `line ${index + 1}`);
		const apiOutput = `${lines.join('\n')}\n`;
		const {env} = await startStrictService([{request: 'GET /tests/t1/result', answer: {...result, apiOutput}}]);
		const {exitCode, stdout} = await svc(['test', 'result', 't1'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toMatch(/^verdict: failed\nexecutionStatus: completed\ntestId: t1\nfailureKind: assertion\n/);
		expect(stdout).not.toContain('videoUrl');
		const [, tail = ''] = stdout.split(`--- apiOutput (last 20 of 30 lines, ${apiOutput.length} bytes) ---\n`);
		expect(tail.split('\n')[0]).toBe('line 11');
		expect(tail).toContain('line 30\n--- trace (last 1 of 1 lines, 38 bytes) ---\nAssertionError');
	});

	it('prints both in full as JSON', async () => {
		const answer = {...result, apiOutput: 'x\n'.repeat(100)};
		const {env} = await startStrictService([{request: 'GET /tests/t1/result', answer}]);
		expect(JSON.parse((await svc(['--output', 'json', 'test', 'result', 't1'], {env})).stdout)).toEqual(answer);
	});

	it('with --include-analysis adds cause and fix', async () => {
		const answer = samples.getTestResult({params: {testId: 't1'}, query: {includeAnalysis: 'true'}});
		const {env} = await startStrictService([{request: 'GET /tests/t1/result?includeAnalysis=true', answer}]);
		const {stdout} = await svc(['test', 'result', 't1', '--include-analysis'], {env});
		expect(stdout).toContain(
			'\n\nrootCause: POST /orders/{id}/payment answers 500 for an order that exists.\nrecommendedFix: kind=code reference=POST /orders/{id}/payment\n  The request is valid.\n',
		);
	});

	it('with --history lists runs', async () => {
		const history = samples.listTestRuns({});
		const [fresh, rerun] = history.runs;
		const answer = {
			...history,
			runs: [
				{...fresh, targetUrl: 'http://x/', targetUrlSource: 'run'},
				{...rerun, startedAt: null},
			],
			nextCursor: 'more',
		};
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/runs?source=cli&since=2026-01-01T00%3A00%3A00.000Z&rerun=false&pageSize=20', answer},
		]);
		const flags = ['--history', '--source', 'cli', '--since', '2026-01-01', '--no-rerun'];
		const {stdout} = await svc(['test', 'result', 't1', ...flags], {env});
		const [head, dashes, first, url, second, blank, next] = stdout.split('\n');
		expect(head).toBe(
			`RUN ID${' '.repeat(32)}STATUS${' '.repeat(6)}SOURCE${' '.repeat(14)}RERUN?  WHEN${' '.repeat(23)}DURATION`,
		);
		expect(dashes).toMatch(/^-{36} {2}-{10} {2}-{18} {2}-{6} {2}-{25} {2}-{8}$/);
		expect(first).toMatch(/ failed .* no .* 12s$/);
		expect(url).toBe('  targetUrl: http://x/');
		expect(second).toMatch(/ passed .* yes .* -$/);
		expect([blank, next]).toEqual(['', 'Next page: --cursor more']);
	});

	it('counts --since back from now', async () => {
		const {env, received} = await startStrictService([]);
		const line = ['test', 'result', 't1', '--history', '--since', '2d', '--dry-run', '--debug'];
		const memory = new MemorySystem(line, {env});
		memory.system.clock = {...memory.system.clock, now: () => Date.parse('2026-03-03T12:00:00.000Z')};
		expect(await memory.run()).toBe(0);
		expect(memory.stderr.text).toContain('since=2026-03-01T12%3A00%3A00.000Z');
		expect(received).toEqual([]);
	});

	it.each([
		[['--since', '2d'], 'Flag `--since` is only allowed with --history.'],
		[['--rerun'], 'Flag `--rerun` is only allowed with --history.'],
		[['--history', '--include-analysis'], 'cannot be combined with --history'],
		[['--history', '--rerun', '--no-rerun'], 'Flag `--no-rerun` cannot be combined with --rerun.'],
		[['--history', '--since', 'yesterday'], 'Flag `--since` is invalid: must be like 12h'],
		[['--history', '--source', 'me'], 'must be one of cli, portal, mcp, schedule, github_action'],
	])('%j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc(['test', 'result', 't1', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('of a snapshot in flight is asked for once more', async () => {
		const inFlight = errorAnswer('CONFLICT', {reason: 'snapshot_in_flight'});
		const {env} = await startStrictService([
			{request: 'GET /tests/t1/result', status: 409, answer: inFlight},
			{request: 'GET /tests/t1/result', answer: result},
		]);
		expect((await svc(['test', 'result', 't1'], {env})).exitCode).toBe(0);
	});
});
