import {describe, expect, it} from 'vitest';
import {runsCovered} from '../../contract/ledger.ts';
import {samples} from '../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../helpers/strict-service.ts';

const me = samples.getMe({});

describe('an answer of the service', () => {
	it('is one JSON document on stdout, unknown fields kept', async () => {
		const answer = {...me, later: {field: true}};
		const {env} = await startStrictService([{request: 'GET /me', answer}]);
		const {exitCode, stdout, stderr} = await svc(['--output', 'json', 'usage'], {env, isLaterService: true});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(stdout).toBe(`${JSON.stringify({...answer, canTrigger: runsCovered(me)}, null, 2)}\n`);
	});

	it('that is an error is told in text with request id and scopes', async () => {
		const details = {requiredScopes: ['read:me'], grantedScopes: ['read:tests', 'run:tests']};
		const {env} = await startStrictService([
			{request: 'GET /me', status: 403, answer: errorAnswer('AUTH_FORBIDDEN', details)},
		]);
		const {exitCode, stdout, stderr} = await svc(['usage'], {env});
		expect({exitCode, stdout}).toEqual({exitCode: 3, stdout: ''});
		expect(stderr).toBe(
			'Error: AUTH_FORBIDDEN for the test\ndo this next\nrequestId: req_server\nrequired scopes: read:me\ngranted scopes: read:tests, run:tests\n',
		);
	});

	it('that is an error is the envelope of the service in JSON mode', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/prj_1', status: 404, answer: errorAnswer('NOT_FOUND', {resource: 'project'})},
		]);
		const {exitCode, stdout, stderr} = await svc(['project', 'get', 'prj_1', '--output=json'], {env});
		expect({exitCode, stdout}).toEqual({exitCode: 4, stdout: ''});
		expect(stderr).toBe(`${JSON.stringify(errorAnswer('NOT_FOUND', {resource: 'project'}), null, 2)}\n`);
	});

	it('cannot move the cursor: control characters become question marks in text', async () => {
		const project = {...samples.getProject({}), name: 'a\u001B[2Jb\u009Bc\u0007'};
		const {env} = await startStrictService([
			{request: 'GET /projects/p', answer: project},
			{request: 'GET /projects/p', answer: project},
		]);
		const text = await svc(['project', 'get', 'p'], {env});
		expect(text.stdout).toContain('name: a?[2Jb?c?\n');
		const json = await svc(['--output', 'json', 'project', 'get', 'p'], {env});
		expect(JSON.parse(json.stdout)).toEqual(project);
		expect(json.stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
	});

	it('that is an error stays the last word, also of a command with two requests under way', async () => {
		const {env} = await startStrictService([
			{request: 'GET /runs/a?includeSteps=true', status: 403, answer: errorAnswer('AUTH_FORBIDDEN')},
			{request: 'GET /runs/b?includeSteps=true', answer: () => new Promise(() => undefined)},
		]);
		const {exitCode, stderr} = await svc(['test', 'diff', 'a', 'b', '--debug', '--output', 'json'], {env});
		expect(exitCode).toBe(3);
		expect(JSON.parse(stderr.slice(stderr.indexOf('\n{\n'))).error.code).toBe('AUTH_FORBIDDEN');
	});

	it('is logged by --debug without key, headers and bodies', async () => {
		const {env} = await startStrictService([{request: 'GET /me', answer: me}]);
		const {stderr} = await svc(['usage', '--debug'], {env});
		const lines = stderr.trim().split('\n');
		expect(lines).toHaveLength(2);
		expect(JSON.parse(lines[0]!.replace(/^\[debug [^\]]+\] /, ''))).toMatchObject({
			kind: 'request',
			method: 'GET',
			url: '/api/cli/v1/me',
			attempt: 1,
		});
		expect(stderr).not.toContain('sk-user-test');
		expect(stderr).not.toContain(me.email);
	});
});

describe('an exception', () => {
	const failing = async (argv: string[], broken = new Error('first line\nsecond line')) => {
		const memory = new MemorySystem(argv);
		memory.system.clock = {
			...memory.system.clock,
			elapsed() {
				throw broken;
			},
		};
		return {exitCode: await memory.run(), stderr: memory.stderr.text};
	};

	it('is INTERNAL, exit 1, with its first line', async () => {
		const {exitCode, stderr} = await failing(['test', 'wait', 'r', '--dry-run', '--output', 'json']);
		expect(exitCode).toBe(1);
		expect(envelopeOf(stderr)).toMatchObject({code: 'INTERNAL', message: 'first line', requestId: 'local'});
		expect(stderr).not.toContain('at ');
	});

	it('for a part of svc that is not there names the installation', async () => {
		const gone = Object.assign(new Error("Cannot find module '/opt/svc/a.js'"), {code: 'ERR_MODULE_NOT_FOUND'});
		const {exitCode, stderr} = await failing(['test', 'wait', 'r', '--dry-run'], gone);
		expect(exitCode).toBe(1);
		expect(stderr).toContain('A file of svc is missing: it was replaced a moment ago, or is installed in part.');
		expect(stderr).toContain('install svc again');
	});

	it('shows its stack with --debug only, before the envelope', async () => {
		const {stderr} = await failing(['test', 'wait', 'r', '--dry-run', '--output', 'json', '--debug']);
		expect(stderr.indexOf('second line')).toBeGreaterThan(0);
		expect(stderr.indexOf('second line')).toBeLessThan(stderr.indexOf('\n{\n'));
	});
});

describe('a signal', () => {
	/** A service that holds its answer until the test ends. */
	const held = async (argv: string[]) => {
		let answerNow: () => void = () => undefined;
		const asked = new Promise<void>(resolveAsked => {
			answerNow = resolveAsked;
		});
		const {env} = await startStrictService([
			{
				request: 'GET /me',
				answer: () => {
					answerNow();
					return new Promise(() => undefined);
				},
			},
		]);
		const memory = new MemorySystem(argv, {env});
		const code = memory.run();
		await asked;
		return {memory, code};
	};

	it.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
	] as const)('%s ends a command with %i and one note', async (signal, expected) => {
		const {memory, code} = await held(['usage']);
		memory.raise(signal);
		expect(await code).toBe(expected);
		expect(memory.stdout.text).toBe('');
		expect(memory.stderr.text).toBe(`[info] Interrupted by ${signal}.\n`);
	});

	it('is an INTERRUPTED envelope in JSON mode', async () => {
		const {memory, code} = await held(['usage', '--output', 'json']);
		memory.raise('SIGINT');
		expect(await code).toBe(130);
		expect(envelopeOf(memory.stderr.text)).toMatchObject({
			code: 'INTERRUPTED',
			details: {signal: 'SIGINT', runIds: []},
		});
	});

	it('is listened to until the error is written: without a listener it would end the process at once', async () => {
		const {env} = await startStrictService([{request: 'GET /me', status: 404, answer: errorAnswer('NOT_FOUND')}]);
		const memory = new MemorySystem(['usage', '--output', 'json'], {env});
		const happened: string[] = [];
		const {onSignal} = memory.system;
		memory.system.onSignal = listener => {
			const stop = onSignal(listener);
			return () => {
				happened.push('nobody listens');
				stop();
			};
		};
		const write = memory.stderr.write.bind(memory.stderr);
		memory.stderr.write = (text, done) => {
			if (text.startsWith('{')) happened.push('envelope');
			return write(text, done);
		};
		expect(await memory.run()).toBe(4);
		expect(happened).toEqual(['envelope', 'nobody listens']);
	});

	it('that comes twice ends the process at once', async () => {
		const {memory, code} = await held(['usage']);
		memory.raise('SIGINT');
		memory.raise('SIGINT');
		expect(memory.endedBy).toEqual(['SIGINT']);
		await code;
	});
});

describe('a closed output', () => {
	it('is no failure', async () => {
		const memory = new MemorySystem(['test', 'get', 'tst_1', '--dry-run']);
		memory.stdout.isBroken = true;
		expect(await memory.run()).toBe(0);
	});

	it('keeps a failure that is known already', async () => {
		const memory = new MemorySystem(['tset']);
		memory.stdout.isBroken = true;
		expect(await memory.run()).toBe(5);
	});
});
