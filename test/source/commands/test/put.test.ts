import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const at = '2026-01-31T09:30:13.000Z';

/** Runs a line in a directory that holds one file. */
async function withFile(name: string, content: string, argv: readonly string[], env: Record<string, string>) {
	const memory = new MemorySystem(argv, {env});
	writeFileSync(join(memory.system.cwd, name), content);
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text};
}

describe('test code put', () => {
	const put: Stub = {
		request: 'PUT /tests/t1/code',
		body: {code: 'x = 1\n'},
		answer: {testId: 't1', codeVersion: 'v4', updatedAt: at},
	};
	const line = ['test', 'code', 'put', 't1', '--code-file', 'a.py'];
	const run = (flags: readonly string[], env: Record<string, string>, code = 'x = 1\n') =>
		withFile('a.py', code, [...line, ...flags], env);

	it('replaces the expected version', async () => {
		const {env, received} = await startStrictService([put]);
		expect(await run(['--expected-version', 'v3'], env, '\uFEFFx = 1\n')).toEqual({
			exitCode: 0,
			stdout: `testId      t1\ncodeVersion v4\nupdatedAt   ${at}\n`,
			stderr: '',
		});
		expect(received[0]?.headers).toMatchObject({'if-match': 'v3'});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-code-put-0000/);
	});

	it('with --force replaces any version', async () => {
		const {env, received} = await startStrictService([{...put, body: {code: 'x = 1\n', language: 'python'}}]);
		expect((await run(['--force', '--language', 'python'], env)).exitCode).toBe(0);
		expect(received[0]?.headers['if-match']).toBe('*');
	});

	it.each([
		['v3', 'v3', '[info] replacing the stored version v3\n'],
		[null, '*', '[info] no version is stored yet\n'],
	])('asks for the stored version %s when none is named', async (codeVersion, header, note) => {
		const stored = {...samples.getTestCode({params: {testId: 't1'}}), codeVersion};
		const {env, received} = await startStrictService([{request: 'GET /tests/t1/code', answer: stored}, put]);
		const {exitCode, stderr} = await run([], env);
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: note});
		expect(received[1]?.headers['if-match']).toBe(header);
	});

	it('exits 6 when someone else was faster', async () => {
		const answer = errorAnswer('PRECONDITION_FAILED', {currentCodeVersion: 'v9'});
		const {env} = await startStrictService([{...put, status: 412, answer}]);
		const {exitCode, stderr} = await run(['--expected-version', 'v3', '--output', 'json'], env);
		expect(exitCode).toBe(6);
		expect(envelopeOf(stderr).details).toEqual({currentCodeVersion: 'v9'});
	});

	it('says what the service warns of', async () => {
		const answer = {...(put.answer as object), warnings: ['a literal credential in line 1']};
		const {env} = await startStrictService([{...put, answer}]);
		expect((await run(['--force'], env)).stderr).toBe('[warn] t1: a literal credential in line 1\n');
	});

	it.each([
		[['--expected-version', 'v3', '--force'], 'Flag `--force` cannot be combined with --expected-version.'],
		[['--language', 'ruby'], 'must be one of python'],
		[['--expected-version', 'v 3'], 'must be a version such as v3'],
		[['--dry-run-simulate-error', 'PRECONDITION_FAILED'], 'only allowed with --dry-run'],
		[['--code-file', 'a.rb'], 'Flag `--code-file` is invalid: must name a .py file.'],
		[['--code-file', 'none.py'], 'none.py cannot be read (no such file)'],
	])('with %j exits 5: %s', async (flags, text) => {
		const {env, received} = await startStrictService([]);
		const {exitCode, stderr} = await run(flags, env);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
		expect(received).toEqual([]);
	});

	it('refuses an empty and a too large file', async () => {
		const {env} = await startStrictService([]);
		expect((await run([], env, '\n')).stderr).toContain('a.py is empty');
		const {exitCode, stderr} = await run(['--output', 'json'], env, '#'.repeat(358_401));
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr)).toMatchObject({code: 'PAYLOAD_TOO_LARGE', details: {maxBytes: 358_400}});
	});

	it('without --code-file exits 5', async () => {
		const {exitCode, stderr} = await svc(['test', 'code', 'put', 't1']);
		expect({exitCode, stderr}).toMatchObject({exitCode: 5});
		expect(stderr).toContain('Flag `--code-file` is required.');
	});

	it('in a dry run reads no file', async () => {
		const {exitCode, stdout} = await svc(['--dry-run', '--output', 'json', ...line]);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({testId: 't1', codeVersion: 'v2'});
	});

	it('in a dry run can show the conflict of versions', async () => {
		const flags = ['--dry-run', '--dry-run-simulate-error', 'PRECONDITION_FAILED', '--output', 'json'];
		const {exitCode, stdout, stderr} = await svc([...line, ...flags]);
		expect({exitCode, stdout}).toEqual({exitCode: 6, stdout: ''});
		expect(envelopeOf(stderr)).toMatchObject({code: 'PRECONDITION_FAILED', details: {currentCodeVersion: 'v2'}});
	});
});

describe('test plan put', () => {
	const planSteps = [
		{type: 'action', description: 'Open the page', target: '/'},
		{type: 'assertion', description: '"Welcome" is visible'},
	];
	const hash = `sha256:${'a'.repeat(64)}`;
	const put: Stub = {
		request: 'PUT /tests/t1/plan-steps',
		body: {planSteps},
		answer: {testId: 't1', planStepsHash: hash, stepCount: 2, updatedAt: at},
	};
	const line = ['test', 'plan', 'put', 't1', '--steps', 'steps.json'];
	const run = (content: unknown, flags: readonly string[], env: Record<string, string>) =>
		withFile('steps.json', JSON.stringify(content), [...line, ...flags], env);

	it.each([
		['an object', {planSteps: planSteps.map(step => ({...step, note: 'not sent'})), extra: 1}],
		['the array alone', planSteps],
	])('takes %s', async (_, content) => {
		const {env, received} = await startStrictService([put]);
		expect(await run(content, [], env)).toEqual({
			exitCode: 0,
			stdout: `testId      t1\nplanStepsHash ${hash}\nstepCount   2\nupdatedAt   ${at}\n`,
			stderr: '',
		});
		expect(received[0]?.headers).not.toHaveProperty('if-match-step-count');
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-plan-put-0000/);
	});

	it('reads steps from stdin', async () => {
		const {env} = await startStrictService([put]);
		const {exitCode} = await svc(['test', 'plan', 'put', 't1', '--steps', '-'], {
			env,
			stdin: JSON.stringify(planSteps),
		});
		expect(exitCode).toBe(0);
	});

	it('guards the number of steps it replaces', async () => {
		const answer = errorAnswer('PRECONDITION_FAILED', {currentStepCount: 7});
		const {env, received} = await startStrictService([{...put, status: 412, answer}]);
		const {exitCode, stderr} = await run(planSteps, ['--expected-step-count', '0', '--output', 'json'], env);
		expect(exitCode).toBe(6);
		expect(envelopeOf(stderr).details).toEqual({currentStepCount: 7});
		expect(received[0]?.headers['if-match-step-count']).toBe('0');
	});

	it('of a backend test exits 5 and names the command that replaces its code', async () => {
		const answer = errorAnswer('VALIDATION_ERROR', {field: 'testId', reason: 'frontend_only'});
		const {env} = await startStrictService([{...put, status: 400, answer}]);
		const {exitCode, stderr} = await run(planSteps, ['--output', 'json'], env);
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr).nextAction).toBe(
			'svc test code put t1 --code-file <python-file> (<python-file>: the code of the test)',
		);
	});

	it.each([
		[{planSteps: []}, 'Field `planSteps` is invalid: must hold at least one step.'],
		[[{type: 'click', description: 'x'}], 'Field `planSteps[0].type` is invalid: must be one of action, assertion.'],
		['text', 'Field `file` is invalid'],
	])('stops at the first problem of %j', async (content, text) => {
		const {env, received} = await startStrictService([]);
		const {exitCode, stderr} = await run(content, [], env);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
		expect(received).toEqual([]);
	});

	it('in a dry run reads no file, and can show the conflict', async () => {
		expect((await svc([...line, '--dry-run'])).exitCode).toBe(0);
		const {exitCode, stderr} = await svc([...line, '--dry-run', '--dry-run-simulate-error', 'PRECONDITION_FAILED']);
		expect(exitCode).toBe(6);
		expect(stderr).toContain('Error: The test has 3 steps');
	});
});
