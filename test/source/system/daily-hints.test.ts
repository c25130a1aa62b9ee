import {mkdirSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {samples} from '../../../contract/samples/index.ts';
import {systemClock} from '../../../source/client/clock.ts';
import {MemorySystem} from '../../helpers/memory-system.ts';
import {type Stub, startStrictService} from '../../helpers/strict-service.ts';

const run: Stub = {
	request: 'POST /tests/t1/runs',
	status: 202,
	answer: {...samples.triggerRun({}), runId: 'r1', batchId: 'b1', dashboardUrl: null},
};
const rerun = (runId: string): Stub[] => [
	{
		request: 'POST /tests/t1/runs/rerun',
		status: 202,
		answer: {...samples.rerunTest({}), runId, batchId: `b-${runId}`, dashboardUrl: null},
	},
	{
		request: `GET /runs/${runId}?until=batch&waitSeconds=25`,
		answer: {...samples.getRun({}), runId, testId: 't1', status: 'passed', failureKind: null},
	},
];
const hint = '[hint] svc batch watch b1\n';

/** What one process says on stderr, some hours after the first. */
async function say(home: string, hours: number, line: string[], stubs: Stub[]) {
	const {env} = await startStrictService(stubs);
	const clock = {...systemClock, now: () => 1_800_000_000_000 + hours * 3_600_000};
	const memory = new MemorySystem(line, {env: {...env, SVC_HOME: home}, clock});
	expect(await memory.run()).toBe(0);
	return memory.stderr.text;
}

const newHome = () => mkdtempSync(join(tmpdir(), 'svc-hints-'));

it('how to watch what was started is said once a day, in whatever process', async () => {
	const home = newHome();
	const told = [0, 1, 23, 25].map(hours => () => say(home, hours, ['test', 'run', 't1'], [run]));
	const texts: string[] = [];
	for (const tell of told) texts.push(await tell());
	expect(texts).toEqual([hint, '', '', hint]);
});

const credential = samples.putCredential({params: {projectId: 'p1'}});
const saving: Stub = {request: 'PUT /projects/p1/credential', answer: credential};

it.each([
	[{}, 1],
	[{env: {CI: 'true'}}, 0],
	[{flags: ['--output', 'json']}, 0],
	[{terminals: {}}, 0],
	[{flags: ['--dry-run']}, 0],
])('a secret on the command line of a person is named once, with the way around it: %j', async (other, times) => {
	const {
		env: more = {},
		flags = [],
		terminals = {stdin: true, stdout: true, stderr: true},
	} = other as {
		env?: Record<string, string>;
		flags?: string[];
		terminals?: object;
	};
	const home = newHome();
	let said = '';
	for (const again of [1, 2]) {
		const {env} = await startStrictService(flags.includes('--dry-run') ? [] : [saving]);
		const line = [
			'project',
			'credential',
			'p1',
			'--type',
			'Bearer token',
			'--credential',
			`sk-canary-${again}`,
			...flags,
		];
		const memory = new MemorySystem(line, {env: {...env, CI: '', ...more, SVC_HOME: home}, terminals});
		expect(await memory.run()).toBe(0);
		said += memory.stderr.text;
	}
	expect(said.match(/\[hint\] --credential stays in the history/g) ?? []).toHaveLength(times);
	expect(said.match(/--credential-file <path>/g) ?? []).toHaveLength(times);
	expect(said).not.toContain('sk-canary');
});

it('a home that takes no file is no error, and one process still says it once', async () => {
	const home = newHome();
	mkdirSync(join(home, 'hints.json'));
	expect(await say(home, 0, ['test', 'run', 't1'], [run])).toBe(hint);
	const test: Stub = {request: 'GET /tests/t1', answer: {...samples.getTest({}), id: 't1', type: 'frontend'}};
	const flaky = await say(
		home,
		0,
		['test', 'flaky', 't1', '--runs', '3'],
		[test, ...['r1', 'r2', 'r3'].flatMap(rerun)],
	);
	expect(flaky.match(/batch watch/g)).toHaveLength(1);
});
