import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {BatchMember} from '../../contract/batch.ts';
import type {CliLatestResult} from '../../contract/result.ts';
import {createDataDirectory, eventually, type RealService, startRealService} from './real-service.ts';
import {startDrippingTarget, startTarget, type Target} from './target.ts';

/** Of this file alone: other copies of it may run on the same machine. */
const nap = `time.sleep(654.${process.pid})`;

/** What a test may do to the service that runs it, and what becomes of it. */
const tests = (drippingUrl: string) => ({
	'a syntax error': {code: 'import requests\nassert requests.get(BASE_URL, timeout=120).ok\nif True\n    pass\n'},
	'an endless loop': {code: 'while True:\n    pass\n', timeoutSeconds: 2},
	'a child that leaves its group': {
		timeoutSeconds: 900,
		code: [
			'import os, subprocess, sys, urllib.request',
			'urllib.request.urlopen(BASE_URL, timeout=120)',
			`subprocess.Popen([sys.executable, "-c", "import time; ${nap}"], start_new_session=True)`,
			'if os.fork() == 0:',
			'    os.setsid()',
			'    if os.fork() == 0:',
			'        import time',
			`        ${nap}`,
			'    os._exit(0)',
			'assert True',
		].join('\n'),
	},
	'100 MB of output': {
		code: 'line = "x" * 1023\nfor _ in range(102400):\n    print(line)\nassert True, "ends"\nprint("the very end")\n',
		timeoutSeconds: 900,
	},
	'a value that is not JSON': {
		code: 'import urllib.request\nurllib.request.urlopen(BASE_URL, timeout=120)\nproduce("thing", object())\n',
		produces: ['thing'],
	},
	'a dead target': {code: 'import urllib.request\nurllib.request.urlopen("http://127.0.0.1:9/", timeout=120)\n'},
	'a target that drips bytes': {
		code: `import urllib.request\nurllib.request.urlopen("${drippingUrl}", timeout=60).read()\n`,
		timeoutSeconds: 3,
	},
	'a healthy test': {
		code: 'import urllib.request\nassert urllib.request.urlopen(BASE_URL, timeout=120).status == 200\n',
	},
});

const data = createDataDirectory();
let service: RealService;
let target: Target;
let dripping: Awaited<ReturnType<typeof startDrippingTarget>>;
let members: Record<string, BatchMember>;
let testIds: Record<string, string>;

beforeAll(async () => {
	[target, dripping] = await Promise.all([startTarget(), startDrippingTarget()]);
	service = await startRealService(data);
	const list = Object.entries(tests(dripping.url)).map(([name, test]) => ({name, ...test}));
	const project = await service.project(target.url, list);
	testIds = project.testIds;
	const batch = await service.batchEnd(await service.runAll(project.projectId));
	members = Object.fromEntries(batch.members.map(member => [member.name, member]));
});

afterAll(async () => {
	await service?.kill('SIGTERM');
	await Promise.all([target?.close(), dripping?.close()]);
	data.remove();
});

const resultOf = (name: string): Promise<CliLatestResult> => service.result(testIds[name] ?? '');

describe('a batch of hostile tests', () => {
	it.each([
		['a syntax error', 'failed', 'unknown', /SyntaxError/],
		['an endless loop', 'failed', 'timeout', /2 s/],
		['a value that is not JSON', 'failed', 'unknown', /thing.*object/],
		['a dead target', 'failed', 'network', /refused/i],
		['a target that drips bytes', 'failed', 'timeout', /3 s/],
	])('ends %s as %s, %s', async (name, status, failureKind, error) => {
		expect(members[name]).toMatchObject({status, failureKind});
		expect(members[name]?.error).toMatch(error);
	});

	it('names the line of a syntax error', async () => {
		const {trace} = await resultOf('a syntax error');
		expect(trace).toMatch(/a syntax error\.py", line 3/);
	});

	it('keeps the end of 100 MB of output and not more than 51,200 bytes of it', async () => {
		expect(members['100 MB of output']?.status).toBe('passed');
		const {apiOutput} = await resultOf('100 MB of output');
		expect(apiOutput?.endsWith('the very end\n')).toBe(true);
		expect(Buffer.byteLength(apiOutput ?? '')).toBeLessThanOrEqual(51_200);
		const resident = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]);
		expect(resident).toBeLessThan(300_000);
	});

	it('leaves no process of a test behind, also when it left its group', async () => {
		expect(members['a child that leaves its group']?.status).toBe('passed');
		const {execFileSync} = await import('node:child_process');
		await eventually(() => {
			const all = execFileSync('ps', ['-eo', 'args'], {encoding: 'utf8'});
			expect(all).not.toContain(nap);
		});
	});

	it('runs the tests beside and after them', () => {
		expect(members['a healthy test']).toMatchObject({status: 'passed'});
	});
});
