import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const line = ['test', 'create', '--project', 'p', '--type', 'backend', '--name', 'Pay', '--code-file', 'pay.py'];
const created = {testId: 't1', type: 'backend', codeVersion: 'v1', createdAt: '2026-01-31T09:00:00.000Z'};
const noSameName: Stub = {
	request: 'GET /tests?projectId=p&pageSize=100',
	answer: {items: [], nextToken: null},
};
const body = {projectId: 'p', type: 'backend', name: 'Pay', code: 'x = 1\n'};
const create: Stub = {request: 'POST /tests', status: 201, body, answer: created};
const ticket = {...samples.triggerRun({}), runId: 'r1', batchId: 'b1', dashboardUrl: null};
const trigger: Stub = {request: 'POST /tests/t1/runs', status: 202, body: {source: 'cli'}, answer: ticket};

/** A directory with pay.py in it. */
async function run(argv: readonly string[], env: Record<string, string>, content: string | Uint8Array = 'x = 1\n') {
	const memory = new MemorySystem(argv, {env});
	writeFileSync(join(memory.system.cwd, 'pay.py'), content);
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text};
}

describe('test create', () => {
	it('sends the source and prints what was made', async () => {
		const {env, received} = await startStrictService([noSameName, create]);
		const {exitCode, stdout, stderr} = await run(line, env, '\uFEFFx = 1\n');
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(stdout).toBe('testId      t1\ntype        backend\ncodeVersion v1\ncreatedAt   2026-01-31T09:00:00.000Z\n');
		expect(received[1]?.headers['idempotency-key']).toMatch(/^cli-create-0000/);
	});

	it('sends declarations and limits under their wire names', async () => {
		const full = {
			...body,
			description: 'why',
			priority: 'p0',
			produces: ['a', 'b'],
			consumes: ['c'],
			category: 'teardown',
			timeoutSeconds: 5,
		};
		const {env} = await startStrictService([noSameName, {...create, body: full}]);
		const flags = ['--description', 'why', '--priority', 'p0', '--produces', 'a', '--produces', 'b', '--needs', 'c'];
		const {exitCode} = await run([...line, ...flags, '--category', 'teardown', '--test-timeout', '5'], env);
		expect(exitCode).toBe(0);
	});

	it('advises when the project has a test of that name, and creates it all the same', async () => {
		const items = [{...samples.getTest({}), id: 't0', name: 'PAY'}];
		const {env} = await startStrictService([{...noSameName, answer: {items, nextToken: null}}, create]);
		const {exitCode, stderr} = await run(line, env);
		expect({exitCode, stderr}).toEqual({
			exitCode: 0,
			stderr: '[advisory] the project has a test of that name already: t0\n',
		});
	});

	it('is not kept from its work when the look for that name fails', async () => {
		const {env} = await startStrictService([{...noSameName, answer: errorAnswer('VALIDATION_ERROR')}, create]);
		expect((await run(line, env)).exitCode).toBe(0);
	});

	it('passes warnings and the dashboard link on', async () => {
		const answer = {...created, warnings: ['nothing is checked'], dashboardUrl: 'https://portal/t1'};
		const {env} = await startStrictService([noSameName, {...create, answer}]);
		const {stderr} = await run(line, env);
		expect(stderr).toBe('[warn] Pay: nothing is checked\ndashboard: https://portal/t1\n');
	});

	it('with --run adds the ticket of the run, whose key derives from its own', async () => {
		const {env, received} = await startStrictService([noSameName, create, trigger]);
		const {exitCode, stdout} = await run([...line, '--run', '--idempotency-key', 'k'], env);
		expect(exitCode).toBe(0);
		expect(stdout).toContain('\n\nrunId       r1\nstatus      queued\n');
		expect(received.map(({headers}) => headers['idempotency-key'])).toEqual([undefined, 'k', 'k:run']);
	});

	it('with --run --wait is the creation with the finished run, and the verdict decides', async () => {
		const failed = {...samples.getRun({}), runId: 'r1', testId: 't1', status: 'failed', dashboardUrl: null};
		const {env} = await startStrictService([
			noSameName,
			create,
			trigger,
			{request: 'GET /runs/r1?until=batch&waitSeconds=25', answer: failed},
		]);
		const {exitCode, stdout, stderr} = await run([...line, '--run', '--wait', '--output', 'json'], env);
		expect(exitCode).toBe(1);
		expect(JSON.parse(stdout)).toEqual({...created, run: failed});
		expect(envelopeOf(stderr).code).toBe('NEGATIVE_RESULT');
	});

	it('that worked is told although its run could not be started', async () => {
		const {env} = await startStrictService([
			noSameName,
			create,
			{...trigger, status: 402, answer: errorAnswer('INSUFFICIENT_CREDITS', {required: 1, balance: 0})},
		]);
		const {exitCode, stdout, stderr} = await run([...line, '--run', '--output', 'json'], env);
		expect(exitCode).toBe(12);
		expect(JSON.parse(stdout)).toEqual(created);
		expect(envelopeOf(stderr).code).toBe('INSUFFICIENT_CREDITS');
	});

	it.each<[string[], string | Uint8Array, string]>([
		[[], ' \n', 'pay.py is empty'],
		[[], new Uint8Array([0xff, 0xfe, 0x41]), 'pay.py is not UTF-8 text'],
		[['--code-file', 'pay.txt'], 'x', 'Flag `--code-file` is invalid: must name a .py file.'],
		[['--produces', '1a'], 'x', 'Flag `--produces` is invalid: must be an identifier'],
		[['--type', 'frontend', '--needs', 'a'], 'x', 'Flag `--needs` is only allowed with --type backend.'],
		[['--wait'], 'x', 'Flag `--wait` is only allowed with --run.'],
		[['--run', '--timeout', '5'], 'x', 'Flag `--timeout` is only allowed with --run --wait.'],
		[['--target-url', 'https://example.com'], 'x', 'only allowed with --run.'],
		[['--run', '--idempotency-key', 'k'.repeat(253)], 'x', 'must be at most 252 characters with --run'],
		[['--test-timeout', '0'], 'x', 'must be between 1 and 3600'],
	])('%j exits 5', async (flags, content, text) => {
		const {exitCode, stderr} = await run([...line, ...flags], {SVC_API_KEY: 'k'}, content);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('of a file that is too large exits 5 and says by how much', async () => {
		const {exitCode, stderr} = await run([...line, '--output', 'json'], {SVC_API_KEY: 'k'}, 'x'.repeat(358_401));
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'PAYLOAD_TOO_LARGE',
			details: {field: 'code-file', sizeBytes: 358_401, maxBytes: 358_400},
		});
	});

	it('in a dry run reads no file and shows the finished run at once', async () => {
		const {exitCode, stdout} = await svc([...line, '--run', '--wait', '--dry-run', '--output', 'json']);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({type: 'backend', run: {status: 'passed'}});
	});
});
