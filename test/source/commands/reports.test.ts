import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Batch, BatchMember} from '../../../contract/batch.ts';
import {samples} from '../../../contract/samples/index.ts';
import {type Clock, systemClock} from '../../../source/client/clock.ts';
import {envelopeOf, MemorySystem, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../helpers/strict-service.ts';

const sampleRun = samples.getRun({});
const run = (runId: string, fields: object = {}) => ({
	...sampleRun,
	runId,
	testId: `t-${runId}`,
	projectId: 'p',
	batchId: 'b1',
	testTitle: `Test of ${runId}`,
	dashboardUrl: null,
	...fields,
});
const look = (runId: string, fields: object = {}): Stub => ({
	request: `GET /runs/${runId}?until=batch&waitSeconds=25`,
	answer: run(runId, fields),
});
const trace = Array.from({length: 30}, (_, index) => `line ${index + 1}`).join('\n');
const failureOf = (runId: string): Stub => {
	const failure = samples.getRunFailure({params: {runId}});
	return {request: `GET /runs/${runId}/failure`, answer: {...failure, failure: {...failure.failure, trace}}};
};

/** A command with both report files, in a folder of its own. */
function reporting(argv: readonly string[], env: Record<string, string>, clock: Clock = systemClock) {
	const files = ['--report', 'junit', '--report-file', 'junit.xml', '--summary-file', 'summary.json'];
	const memory = new MemorySystem([...argv, ...files], {env, clock});
	const read = (name: string) => readFileSync(join(memory.system.cwd, name), 'utf8');
	return {memory, xml: () => read('junit.xml'), summary: () => JSON.parse(read('summary.json')), read};
}

describe('reports of a wait', () => {
	it('name every run, with the tail of the traceback of one that failed', async () => {
		const {env} = await startStrictService([
			look('r1'),
			look('r2', {status: 'failed', failureKind: 'assertion', error: 'expected 201\nmore'}),
			look('r3', {status: 'blocked', error: 'variable "x"'}),
			failureOf('r2'),
		]);
		const {memory, xml, summary} = reporting(['test', 'wait', 'r1', 'r2', 'r3'], env);
		expect(await memory.run()).toBe(1);
		expect(xml()).toContain('<testsuite name="svc:p" tests="3" failures="1" errors="1" skipped="0"');
		expect(xml()).toContain('<testcase classname="p" name="Test of r1" time="12.000">');
		expect(xml()).toContain('<failure type="assertion" message="expected 201">');
		expect(xml()).toContain('line 11\n');
		expect(xml()).not.toContain('line 10\n');
		expect(xml()).toContain('<error type="blocked" message="variable &quot;x&quot;">');
		expect(summary()).toEqual({
			total: 3,
			passed: 1,
			...{selected: 3, closure: 0, failed: 1, blocked: 1, cancelled: 0, skipped: 0, timedOut: 0, errors: 0},
			runs: [
				{testId: 't-r1', name: 'Test of r1', runId: 'r1', status: 'passed'},
				{testId: 't-r2', name: 'Test of r2', runId: 'r2', status: 'failed', error: 'expected 201\nmore'},
				{testId: 't-r3', name: 'Test of r3', runId: 'r3', status: 'blocked', error: 'variable "x"'},
			],
		});
	});

	it('have the suite name that was asked for, and no trace where the service has none', async () => {
		const {env} = await startStrictService([
			look('r1', {status: 'failed', error: 'boom'}),
			{request: 'GET /runs/r1/failure', status: 404, answer: errorAnswer('NOT_FOUND')},
			{request: 'GET /batches/b1', status: 404, answer: errorAnswer('NOT_FOUND')},
		]);
		const {memory, xml, summary} = reporting(['test', 'wait', 'r1', '--report-suite-name', 'night & day'], env);
		expect(await memory.run()).toBe(1);
		expect(summary()).not.toHaveProperty('cleanup');
		expect(xml()).toContain('<testsuite name="night &amp; day"');
		expect(xml()).toMatch(/<failure type="unknown" message="boom">boom<\/failure>/);
	});

	it('tell what became of the records of a single run', async () => {
		const cleanup = {state: 'failed', captured: 4, cleaned: 2, orphaned: 1, pending: 0, kept: 1, dismissed: 0} as const;
		const {env} = await startStrictService([
			look('r1'),
			{request: 'GET /batches/b1', answer: {...batch, cleanup: {...batch.cleanup, ...cleanup}}},
		]);
		const {memory, xml, summary} = reporting(['test', 'wait', 'r1'], env);
		expect(await memory.run()).toBe(0);
		expect(summary().cleanup).toEqual(cleanup);
		expect(xml()).toContain('<property name="cleanup.cleaned" value="2"/>');
	});

	it('tell a run that is not over in time', async () => {
		let elapsed = 0;
		const {env} = await startStrictService([
			{
				request: 'GET /runs/r1?until=batch&waitSeconds=1',
				answer: () => {
					elapsed += 1000;
					return run('r1', {status: 'running', batchPhase: 'tests'});
				},
			},
		]);
		const clock = {...systemClock, elapsed: () => elapsed};
		const {memory, xml, summary} = reporting(['test', 'wait', 'r1', '--timeout', '1'], env, clock);
		expect(await memory.run()).toBe(7);
		expect(xml()).toContain('<error type="timeout"');
		expect(summary()).toMatchObject({timedOut: 1, runs: [{runId: 'r1', status: 'timeout'}]});
	});

	it('tell a poll that failed, although the wait ends with its error', async () => {
		const {env} = await startStrictService([
			{...look('r1'), status: 404, answer: errorAnswer('NOT_FOUND', {reason: 'not_found'}, 'no such run')},
		]);
		const {memory, xml, summary} = reporting(['test', 'wait', 'r1'], env);
		expect(await memory.run()).toBe(4);
		expect(xml()).toContain('<error type="NOT_FOUND" message="no such run">');
		expect(summary().runs).toEqual([{testId: 'r1', runId: 'r1', status: 'error:NOT_FOUND', error: 'no such run'}]);
	});

	it('are there when the key is refused half-way: known states, the rest skipped', async () => {
		const {env} = await startStrictService([
			look('r1'),
			{...look('r2'), status: 401, answer: errorAnswer('AUTH_INVALID')},
		]);
		const {memory, summary} = reporting(['test', 'wait', 'r1', 'r2', '--max-concurrency', '1'], env);
		expect(await memory.run()).toBe(3);
		expect(summary().runs).toMatchObject([
			{runId: 'r1', status: 'passed'},
			{runId: 'r2', status: 'skipped'},
		]);
	});

	it('are there after Ctrl-C, before the error envelope', async () => {
		let markAsked: () => void = () => undefined;
		const asked = new Promise<void>(resolve => {
			markAsked = resolve;
		});
		const {env} = await startStrictService([
			look('r1'),
			{
				request: 'GET /runs/r2?until=batch&waitSeconds=25',
				answer: () => {
					markAsked();
					return new Promise(() => undefined);
				},
			},
		]);
		const line = ['--output', 'json', 'test', 'wait', 'r1', 'r2', '--max-concurrency', '1'];
		const {memory, xml, summary} = reporting(line, {...env, GITHUB_ACTIONS: 'true'});
		const code = memory.run();
		await asked;
		memory.raise('SIGINT');
		expect(await code).toBe(130);
		expect(summary()).toMatchObject({total: 2, passed: 1, failed: 0});
		expect(xml()).toContain('<skipped/>');
		expect(envelopeOf(memory.stderr.text).code).toBe('INTERRUPTED');
	});

	it('name the tests of a trigger that was refused', async () => {
		const {env} = await startStrictService([
			{request: 'POST /tests/t1/runs', status: 402, answer: errorAnswer('INSUFFICIENT_CREDITS')},
		]);
		const {memory, summary} = reporting(['test', 'run', 't1', '--wait'], env);
		expect(await memory.run()).toBe(12);
		expect(summary()).toMatchObject({
			total: 1,
			passed: 0,
			failed: 0,
			skipped: 1,
			runs: [{testId: 't1', status: 'skipped'}],
		});
	});
});

const batch = samples.getBatch({});
const member = (fields: Partial<BatchMember>): BatchMember => ({...batch.members[1]!, projectId: 'p', ...fields});
const batchOf = (members: BatchMember[], fields: Partial<Batch> = {}): Batch => ({
	...batch,
	batchId: 'b1',
	projectId: 'p',
	members,
	...fields,
});
const failed = batchOf(
	[
		member({testId: 't1', runId: 'r1', name: 'pays'}),
		member({testId: 't2', runId: 'r2', name: 'ships', status: 'failed', label: 'Failed', error: 'boom, 100%\nx'}),
		member({testId: 't3', runId: 'r3', name: 'cleans', role: 'teardown', status: 'blocked', label: 'Skipped'}),
	],
	{status: 'failed'},
);

describe('reports of a batch', () => {
	it('skip what was not started', async () => {
		const {env} = await startStrictService([
			{
				request: 'POST /tests/batch/run',
				status: 202,
				answer: {
					batchId: 'b1',
					accepted: ['1', '2', '3'].map(id => ({
						testId: `t${id}`,
						runId: `r${id}`,
						enqueuedAt: batch.createdAt,
						role: 'selected',
					})),
					conflicts: [{testId: 't4', reason: 'no_code', message: 'has no code'}],
					deferred: [{testId: 't5', reason: 'rate_limited'}],
					skippedFrontend: ['t6'],
					skippedIntegration: [],
				},
			},
			{request: 'GET /batches/b1', answer: failed},
			failureOf('r2'),
		]);
		const line = ['test', 'run', '--all', '--project', 'p', '--wait', '--timeout', '60'];
		const {memory, xml, summary} = reporting(line, env);
		expect(await memory.run()).toBe(4);
		expect(summary()).toMatchObject({
			total: 6,
			passed: 1,
			failed: 1,
			runs: [
				{testId: 't1', runId: 'r1', status: 'passed'},
				{testId: 't2', runId: 'r2', status: 'failed'},
				{testId: 't3', runId: 'r3', status: 'skipped'},
				{testId: 't4', status: 'skipped', error: 'has no code'},
				{testId: 't5', status: 'skipped'},
				{testId: 't6', status: 'skipped'},
			],
		});
		expect(xml()).toContain('<testsuite name="svc:p" tests="6" failures="1" errors="0" skipped="4"');
		expect(xml()).toContain('classname="p" name="ships"');
	});

	it('come from batch watch, streamed or not', async () => {
		const {env} = await startStrictService([
			{request: 'GET /batches/b1', answer: failed},
			failureOf('r2'),
			{request: 'GET /batches/b1', answer: failed},
			failureOf('r2'),
		]);
		for (const flags of [[], ['--stream', '--output', 'json']]) {
			const {memory, summary} = reporting(['batch', 'watch', 'b1', ...flags], env);
			expect(await memory.run()).toBe(1);
			expect(summary()).toMatchObject({total: 3, passed: 1, failed: 1});
		}
	});

	it('come from a rerun and from a test list', async () => {
		const started = {
			batchId: 'b1',
			accepted: [{testId: 't2', runId: 'r2', enqueuedAt: batch.createdAt, role: 'selected'}],
			conflicts: [],
			deferred: [],
			notFound: ['t9'],
		};
		const {env} = await startStrictService([
			{request: 'POST /tests/batch/rerun', status: 202, answer: {...started, closure: {byProject: []}}},
			{request: 'GET /batches/b1', answer: failed},
			failureOf('r2'),
			{request: 'POST /testlist/l1/run', status: 202, answer: started},
			{request: 'GET /batches/b1', answer: failed},
			failureOf('r2'),
		]);
		for (const argv of [
			['test', 'rerun', 't2', 't9', '--wait'],
			['testlist', 'run', 'l1', '--case', 't2', '--case', 't9', '--wait'],
		]) {
			const {memory, summary} = reporting(argv, env);
			expect(await memory.run()).toBe(4);
			const {runs} = summary();
			expect(runs).toHaveLength(2);
			expect(runs).toContainEqual(expect.objectContaining({testId: 't2', runId: 'r2', status: 'failed'}));
			expect(runs).toContainEqual(expect.objectContaining({testId: 't9', status: 'skipped'}));
		}
	});
});

describe('in a GitHub workflow', () => {
	it('tests that did not pass are annotated, counts and summary appended', async () => {
		const {env} = await startStrictService([{request: 'GET /batches/b1', answer: failed}, failureOf('r2')]);
		const memory = new MemorySystem(['--output', 'json', 'batch', 'watch', 'b1', '--gh-output'], {
			env: {...env, GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary.md'},
		});
		const path = (name: string) => join(memory.system.cwd, name);
		writeFileSync(path('output'), 'earlier=1\n');
		expect(await memory.run()).toBe(1);
		expect(readFileSync(path('output'), 'utf8')).toBe(
			'earlier=1\ntotal=3\nselected=2\nclosure=1\npassed=1\nfailed=1\nblocked=0\ncancelled=0\nskipped=1\nerrors=0\ntimed_out=0\ncleanup_state=done\ncleanup_captured=1\n' +
				'cleanup_cleaned=1\ncleanup_orphaned=0\ncleanup_pending=0\ncleanup_kept=0\ncleanup_dismissed=0\n' +
				'batch_id=b1\nerror_code=NEGATIVE_RESULT\n',
		);
		expect(readFileSync(path('summary.md'), 'utf8')).toContain('| ships | failed | r2 | boom, 100% |');
		expect(memory.stderr.text).toMatch(/^::error title=svc ships failed::boom, 100%25%0Ax\n\{/);
		expect(envelopeOf(memory.stderr.text).code).toBe('NEGATIVE_RESULT');
	});

	it('get the folder that they name', async () => {
		const {env} = await startStrictService([look('r1'), {request: 'GET /batches/b1', answer: batch}]);
		const files = ['--report', 'junit', '--report-file', 'out/xml/junit.xml', '--summary-file', 'out/summary.json'];
		const memory = new MemorySystem(['test', 'wait', 'r1', ...files], {env});
		expect(await memory.run()).toBe(0);
		for (const name of ['out/xml/junit.xml', 'out/summary.json'])
			expect(existsSync(join(memory.system.cwd, name))).toBe(true);
	});

	it('a file that cannot be written is a warning and changes nothing else', async () => {
		const taken = () => {
			mkdirSync(join(memory.system.cwd, 'taken'));
			return run('r1');
		};
		const {env} = await startStrictService([
			{...look('r1'), answer: taken},
			{request: 'GET /batches/b1', answer: batch},
		]);
		const memory = new MemorySystem(['test', 'wait', 'r1', '--gh-output', '--summary-file', 'taken'], {
			env: {...env, GITHUB_OUTPUT: 'none/output'},
		});
		expect(await memory.run()).toBe(0);
		expect(memory.stderr.text).toContain('[warn] summary-file was not written: ');
		const output = join(memory.system.cwd, 'none/output');
		expect(memory.stderr.text).toContain(`[warn] gh-output was not written: ${output}: no such file\n`);
	});

	it('nothing is annotated elsewhere', async () => {
		const {env} = await startStrictService([{request: 'GET /batches/b1', answer: failed}]);
		expect((await svc(['batch', 'watch', 'b1'], {env})).stderr).not.toContain('::error');
	});
});

/** What stands where a report is to be written, and the words about it. */
const places = {
	folder: 'is a directory',
	link: 'cannot be written (it is a symbolic link)',
	pipe: 'cannot be written (it is not a regular file)',
	'/dev/full': 'cannot be written (it is not a regular file)',
};

describe('report flags', () => {
	it.each([
		[['--report', 'junit'], '`--report-file` is required with --report'],
		[['--report-file', 'x.xml'], '`--report-file` is only allowed with --report junit'],
		[['--report', 'html', '--report-file', 'x'], 'must be one of junit'],
		[['--report-suite-name', 'x'], '`--report-suite-name` is only allowed with --report'],
		[['--report', 'junit', '--report-file', '/dev/null/x.xml'], 'the directory /dev/null cannot be made'],
		[['--summary-file', '/dev/null/x/y.json'], 'the directory /dev/null/x cannot be made'],
	])('%j exit 5: %s', async (flags, text) => {
		const {env} = await startStrictService([]);
		const {exitCode, stderr} = await svc(['test', 'wait', 'r1', ...flags], {env});
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('name a place that takes no file: exit 5 before anything is asked', async () => {
		const {env} = await startStrictService([]);
		for (const flag of ['--summary-file', '--report-file']) {
			const more = flag === '--report-file' ? ['--report', 'junit'] : [];
			for (const [name, text] of Object.entries(places)) {
				const memory = new MemorySystem(['test', 'run', 't1', '--wait', ...more, flag, name], {env});
				const at = join(memory.system.cwd, name);
				if (name === 'folder') mkdirSync(at);
				if (name === 'link') symlinkSync('elsewhere', at);
				if (name === 'pipe') spawnSync('mkfifo', [at]);
				expect(await memory.run()).toBe(5);
				expect(memory.stderr.text).toContain(
					`Flag \`${flag}\` is invalid: ${resolve(memory.system.cwd, name)} ${text}`,
				);
			}
		}
	});

	it.each([
		[['test', 'run', 't1'], 'wait'],
		[['test', 'rerun', 't1'], 'wait'],
		[['testlist', 'run', 'l1'], 'wait'],
	])('%j takes them only with --%s', async argv => {
		for (const flags of [['--report', 'junit', '--report-file', 'x.xml'], ['--summary-file', 'x'], ['--gh-output']])
			expect((await svc([...argv, ...flags])).exitCode).toBe(5);
	});

	it('write nothing in a dry run, and say what they would write', async () => {
		const {memory} = reporting(['test', 'run', 't1', '--wait', '--dry-run', '--gh-output'], {
			GITHUB_ACTIONS: 'true',
			GITHUB_OUTPUT: 'output',
			GITHUB_STEP_SUMMARY: 'summary.md',
		});
		const {cwd} = memory.system;
		expect(await memory.run()).toBe(0);
		for (const name of ['junit.xml', 'summary.json', 'output'])
			expect(memory.stderr.text).toMatch(new RegExp(`\\[dry-run\\] would write .*${name}\n`));
		for (const name of ['junit.xml', 'summary.json', 'output', 'summary.md'])
			expect(existsSync(join(cwd, name))).toBe(false);
	});
});
