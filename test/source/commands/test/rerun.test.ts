import {describe, expect, it} from 'vitest';
import type {Batch, BatchMember} from '../../../../contract/batch.ts';
import type {BatchRerunTicket, RerunTicket} from '../../../../contract/rerun.ts';
import type {Run} from '../../../../contract/run.ts';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const sampleRun = samples.getRun({});
const run = (fields: Partial<Run> = {}): Run => ({
	...sampleRun,
	runId: 'r1',
	testId: 't1',
	batchId: 'b1',
	stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
	dashboardUrl: null,
	...fields,
});
const sampleBatch = samples.getBatch({});
const member = (fields: Partial<BatchMember>): BatchMember => ({...sampleBatch.members[1]!, ...fields});
const batchOf = (members: BatchMember[], fields: Partial<Batch> = {}): Batch => ({
	...sampleBatch,
	batchId: 'b1',
	members,
	...fields,
});
const closure: NonNullable<RerunTicket['closure']> = {
	members: [
		{testId: 't0', runId: 'r0', role: 'producer'},
		{testId: 't1', runId: 'r1', role: 'selected'},
		{testId: 't2', runId: 'r2', role: 'teardown'},
	],
	addedProducers: ['t0'],
	addedConsumers: [],
	addedTeardowns: ['t2'],
	clearedCaptured: 1,
};
const ticket: RerunTicket = {
	runId: 'r1',
	batchId: 'b1',
	status: 'queued',
	enqueuedAt: '2026-01-31T09:30:00.000Z',
	codeVersion: 'v3',
	targetUrl: 'https://api.example.com',
	autoHeal: false,
	closure,
	dashboardUrl: null,
};
const rerunOf = (body: object, answer: object, status = 202): Stub => ({
	request: 'POST /tests/t1/runs/rerun',
	status,
	body: {source: 'cli', autoHeal: true, ...body},
	answer,
});

describe('test rerun of one test', () => {
	it('prints the ticket with the size of the closure', async () => {
		const {env, received} = await startStrictService([rerunOf({}, ticket)]);
		const {exitCode, stdout, stderr} = await svc(['test', 'rerun', 't1'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: '[hint] svc batch watch b1\n'});
		expect(stdout).toBe(
			`runId       r1\nstatus      queued\nenqueuedAt  ${ticket.enqueuedAt}\ncodeVersion v3\nautoHeal    false\nclosure     3 members (1 producers, 0 consumers, 1 teardowns added)\nbatchId     b1\n`,
		);
		expect(received[0]?.headers['idempotency-key']).toBe('cli-rerun-00000000-0000-4000-8000-000000000000');
	});

	it('in JSON is the answer as received, and tells its key only when asked to', async () => {
		const {env} = await startStrictService([rerunOf({}, ticket), rerunOf({}, ticket)]);
		const line = ['--output', 'json', 'test', 'rerun', 't1'];
		const {stdout, stderr} = await svc(line, {env});
		expect(JSON.parse(stdout)).toEqual(ticket);
		expect(stderr).toBe('[hint] svc batch watch b1\n');
		expect((await svc([...line, '--verbose'], {env})).stderr).toContain('idempotency-key: cli-rerun-');
	});

	it('sends every flag, and warns that a frontend test has no dependencies', async () => {
		const {env} = await startStrictService([
			{request: 'GET /tests/t1', answer: {...samples.getTest({}), type: 'frontend'}},
			rerunOf({autoHeal: false, skipDependencies: true, environment: 'staging'}, {...ticket, closure: null}),
		]);
		const flags = ['--no-auto-heal', '--skip-dependencies', '--env', 'staging', '--idempotency-key', 'mine'];
		const {exitCode, stderr} = await svc(['test', 'rerun', 't1', ...flags], {env});
		expect(exitCode).toBe(0);
		expect(stderr).toContain('[warn] --skip-dependencies is ignored: frontend tests have no dependencies\n');
	});

	it('in flight already is a conflict that names the command that waits', async () => {
		const inFlight = errorAnswer('CONFLICT', {reason: 'run_in_flight', currentRunId: 'r9'});
		const {env} = await startStrictService([rerunOf({}, inFlight, 409)]);
		const {exitCode, stderr} = await svc(['--output', 'json', 'test', 'rerun', 't1', '--wait'], {env});
		expect(exitCode).toBe(6);
		expect(envelopeOf(stderr).nextAction).toBe('svc test wait r9');
	});

	it('that never ran exits 4', async () => {
		const never = errorAnswer('NOT_FOUND', {reason: 'no_replayable_run'});
		const {env} = await startStrictService([rerunOf({}, never, 404)]);
		expect((await svc(['test', 'rerun', 't1'], {env})).exitCode).toBe(4);
	});

	it('without a closure is waited for like any run, and has the fields of one with a closure', async () => {
		const {env} = await startStrictService([
			rerunOf({}, {...ticket, closure: null}),
			{request: 'GET /runs/r1?until=batch&waitSeconds=25', answer: run()},
		]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'test', 'rerun', 't1', '--wait'], {env});
		expect(exitCode).toBe(0);
		const {autoHeal} = ticket;
		expect(JSON.parse(stdout)).toEqual({...run(), autoHeal, closure: null, namedStatus: 'passed'});
	});

	it('with a closure shows the named run, then every member', async () => {
		const members = [
			member({testId: 't0', runId: 'r0', role: 'producer'}),
			member({testId: 't1', runId: 'r1', role: 'selected'}),
			member({testId: 't2', runId: 'r2', role: 'teardown', status: 'failed', label: 'Failed'}),
		];
		const {env} = await startStrictService([
			rerunOf({}, ticket),
			{request: 'GET /batches/b1', answer: batchOf(members)},
			{request: 'GET /runs/r1', answer: run()},
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'rerun', 't1', '--wait'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toMatch(/^runId {7}r1\ntestId {6}t1\ntest {8}an order can be paid\nstatus {6}passed\n/);
		expect(stdout).toMatch(
			/\nclosure\nproducer {2}t0 {2}r0 {2}passed\nselected {2}t1 {2}r1 {2}passed\nteardown {2}t2 {2}r2 {2}failed\n$/,
		);
		expect(stderr).toContain('[warn] teardown t2 (r2) finished: failed\n');
	});

	it('calls a teardown test skipped whose record was never made, as the batch does', async () => {
		const members = [
			member({testId: 't0', runId: 'r0', role: 'producer', status: 'failed', label: 'Failed'}),
			member({testId: 't1', runId: 'r1', role: 'selected', status: 'blocked', label: 'Blocked'}),
			member({testId: 't2', runId: 'r2', role: 'teardown', status: 'blocked', label: 'Skipped'}),
		];
		const {env} = await startStrictService([
			rerunOf({}, ticket),
			{request: 'GET /batches/b1', answer: batchOf(members)},
			{request: 'GET /runs/r1', answer: run({status: 'blocked'})},
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'rerun', 't1', '--wait'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toContain('selected  t1  r1  blocked\nteardown  t2  r2  skipped\n');
		expect(stderr).not.toContain('teardown t2');
	});

	const named = (namedFields: Partial<BatchMember>, other: Partial<BatchMember>, fields: Partial<Batch> = {}) =>
		batchOf(
			[
				member({testId: 't1', runId: 'r1', ...namedFields}),
				member({testId: 't0', runId: 'r0', role: 'producer', ...other}),
				member({testId: 't2', runId: 'r2', role: 'teardown'}),
			],
			fields,
		);
	const open = {phase: 'tests', status: 'running', version: 8} as const;

	it.each([
		['every run passed', named({}, {}), 0, 'passed'],
		['another member failed', named({}, {status: 'failed', label: 'Failed'}), 0, 'passed'],
		['the named run failed', named({status: 'failed'}, {}), 1, 'failed'],
		['the named run was blocked', named({status: 'blocked'}, {status: 'failed', label: 'Failed'}), 1, 'blocked'],
		['the named run is not over', named({status: 'running'}, {}, open), 7, 'running'],
		['another member is not over', named({}, {status: 'running'}, open), 7, 'passed'],
		['the named run failed and another is not over', named({status: 'failed'}, {status: 'running'}, open), 1, 'failed'],
	])('when %s ends as the table says', async (_, batch, exit, status) => {
		const {env} = await startStrictService([
			rerunOf({}, ticket),
			{request: 'GET /batches/b1', answer: batch},
			{request: 'GET /batches/b1?since=8&waitSeconds=1', answer: batch, isOptional: true},
			{request: 'GET /batches/b1?since=8', answer: batch, isOptional: true},
		]);
		const line = ['--output', 'json', 'test', 'rerun', 't1', '--wait', '--timeout', '1'];
		const {exitCode, stdout} = await svc(line, {env});
		expect(exitCode).toBe(exit);
		expect(JSON.parse(stdout)).toMatchObject({runId: 'r1', testId: 't1', namedStatus: status, batchId: 'b1', closure});
		const failed = batch.members.filter(one => one.runId !== 'r1' && one.status === 'failed');
		expect(JSON.parse(stdout).closureFailures ?? []).toHaveLength(failed.length);
	});
});

const accepted = (batchId: string | null, ...ids: string[]): BatchRerunTicket => ({
	batchId,
	accepted: ids.map(id => ({testId: `t${id}`, runId: `r${id}`, enqueuedAt: ticket.enqueuedAt, role: 'selected'})),
	conflicts: [],
	deferred: [],
	closure: {byProject: []},
	notFound: [],
});
const several = (body: object, answer: object, status = 202): Stub => ({
	request: 'POST /tests/batch/rerun',
	status,
	body: {autoHeal: true, source: 'cli', ...body},
	answer,
});

describe('test rerun of several tests', () => {
	it('is one batch', async () => {
		const {env} = await startStrictService([several({testIds: ['t1', 't2']}, accepted('b1', '1', '2'))]);
		const {exitCode, stdout} = await svc(['test', 'rerun', 't1', 't2', 't1'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe(
			`batchId     b1\naccepted    2\nconflicts   0\ndeferred    0\nskippedFE   0\nskippedIntegr 0\nnot found   0\nt1 runId: r1 enqueuedAt: ${ticket.enqueuedAt}\nt2 runId: r2 enqueuedAt: ${ticket.enqueuedAt}\n`,
		);
	});

	it('in JSON without a wait is the answer as received', async () => {
		const answer = accepted('b1', '1', '2');
		const {env} = await startStrictService([several({testIds: ['t1', 't2']}, answer)]);
		const {stdout} = await svc(['--output', 'json', 'test', 'rerun', 't1', 't2'], {env});
		expect(JSON.parse(stdout)).toEqual(answer);
	});

	it('goes out in chunks of 50, each with a key of its own', async () => {
		const ids = Array.from({length: 120}, (_, index) => `t${index}`);
		const {env, received} = await startStrictService([
			several(
				{testIds: ids.slice(0, 50)},
				{
					...accepted('b1', '0'),
					closure: {
						byProject: [
							{
								projectId: 'p',
								testIds: ['t0'],
								addedProducers: [],
								addedConsumers: [],
								addedTeardowns: [],
								clearedCaptured: 0,
							},
						],
					},
				},
			),
			several({testIds: ids.slice(50, 100)}, accepted('b2', '50')),
			several({testIds: ids.slice(100)}, {...accepted('b3', '100'), notFound: ['t119']}),
		]);
		const line = ['--output', 'json', 'test', 'rerun', ...ids, '--idempotency-key', 'k'.repeat(256)];
		const {exitCode, stdout} = await svc(line, {env});
		expect(exitCode).toBe(4);
		expect(JSON.parse(stdout)).toMatchObject({
			batchId: 'b1',
			batchIds: ['b1', 'b2', 'b3'],
			accepted: [{testId: 't0'}, {testId: 't50'}, {testId: 't100'}],
			notFound: ['t119'],
			closure: {byProject: [{projectId: 'p'}]},
		});
		expect(received.map(({headers}) => headers['idempotency-key'])).toEqual(
			[1, 2, 3].map(chunk => `${'k'.repeat(249)}:chunk${chunk}`),
		);
	});

	it('keeps what was started when a later chunk is refused', async () => {
		const ids = Array.from({length: 51}, (_, index) => `t${index}`);
		const {env} = await startStrictService([
			several({testIds: ids.slice(0, 50)}, accepted('b1', '0')),
			several({testIds: ids.slice(50)}, errorAnswer('INSUFFICIENT_CREDITS', {required: 1, balance: 0}), 402),
		]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'test', 'rerun', ...ids], {env});
		expect(exitCode).toBe(12);
		expect(JSON.parse(stdout)).toMatchObject({batchId: 'b1', accepted: [{testId: 't0'}]});
	});

	it('waited for has counts, closure and what was not found', async () => {
		const {env} = await startStrictService([
			several({testIds: ['t1', 't2']}, {...accepted('b1', '1'), notFound: ['t2']}),
			{request: 'GET /batches/b1', answer: batchOf([member({testId: 't1', runId: 'r1', status: 'failed'})])},
		]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'test', 'rerun', 't1', 't2', '--wait'], {env});
		expect(exitCode).toBe(4);
		expect(JSON.parse(stdout)).toMatchObject({
			accepted: [{testId: 't1', runId: 'r1', status: 'failed'}],
			skippedFrontend: [],
			notFound: ['t2'],
			closure: {byProject: []},
			summary: {failed: 1, skipped: 1, total: 2},
			cleanup: {state: 'done'},
		});
	});

	it('with --all is one request for the project', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/p', answer: samples.getProject({})},
			several({projectId: 'p', all: true, skipDependencies: true}, accepted('b1', '1')),
		]);
		const line = ['test', 'rerun', '--all', '--project', 'p', '--skip-dependencies'];
		expect(await svc(line, {env})).toMatchObject({exitCode: 0, stderr: '[hint] svc batch watch b1\n'});
	});

	it('with filters lists the tests first', async () => {
		const named = (id: string, name: string) => ({...samples.getTest({}), id, name});
		const {env} = await startStrictService([
			{
				request: 'GET /tests?projectId=p&status=ready&pageSize=100',
				answer: {items: [named('t1', 'Pay'), named('t2', 'List')], nextToken: null},
			},
			several({testIds: ['t1']}, accepted('b1', '1')),
		]);
		const flags = ['--filter', 'pay', '--status', 'ready,failed', '--skip-terminal'];
		expect((await svc(['test', 'rerun', '--all', '--project', 'p', ...flags], {env})).exitCode).toBe(0);
	});

	it('finding nothing exits 5, or 0 with --allow-empty', async () => {
		const {env} = await startStrictService([]);
		const line = [
			'--output',
			'json',
			'test',
			'rerun',
			'--all',
			'--project',
			'p',
			'--skip-terminal',
			'--status',
			'failed',
		];
		expect(await svc(line, {env})).toMatchObject({exitCode: 5, stdout: ''});
		const allowed = await svc([...line, '--allow-empty'], {env});
		expect(allowed.exitCode).toBe(0);
		expect(JSON.parse(allowed.stdout)).toEqual({
			batchId: null,
			accepted: [],
			deferred: [],
			conflicts: [],
			closure: {byProject: []},
			notFound: [],
		});
	});

	it.each([
		[[], 'Argument `<test-id>` is required, or `--all` for every test of the project.'],
		[['t1', '--all'], 'cannot be combined with test ids'],
		[['t1', '--skip-terminal'], 'Flag `--skip-terminal` is only allowed with --all.'],
		[['t1', '--status', 'failed'], 'Flag `--status` is only allowed with --all.'],
		[['t1', '--filter', 'x'], 'Flag `--filter` is only allowed with --all.'],
		[['t1', '--max-concurrency', '0'], 'must be between 1 and 100'],
		[['t1', '--report', 'junit', '--report-file', 'x.xml'], 'only allowed with --wait'],
	])('with %j exits 5: %s', async (argv, text) => {
		const {exitCode, stderr} = await svc(['test', 'rerun', ...argv]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});

/**
 * "3, 14 · 12, 13 · 4, 5, 6 (in this order) · 11, 10 (in this order) · 7 (timeout or left deferred) · 1 · 0": every cause
 * stands beside a failed run, which it beats, and beside the cause that follows it in the table.
 */
describe('of several things that went wrong', () => {
	const failed = batchOf([member({testId: 't1', runId: 'r1', status: 'failed', label: 'Failed'})]);
	const followed: Stub[] = [{request: 'GET /batches/b1', answer: failed}];
	const refused = (code: string, status: number): Stub[] => [
		{request: 'GET /batches/b1', status, answer: errorAnswer(code)},
	];
	const conflict = (reason: string) => ({conflicts: [{testId: 't2', reason, message: 'why'}]});
	const deferred = {deferred: [{testId: 't2', reason: 'rate_limited'}]};
	const notFound = {notFound: ['t2']};

	it.each<[number, string, object, Stub[]]>([
		[3, 'the key is refused while waiting, before a test not found', notFound, refused('AUTH_INVALID', 401)],
		[14, 'the client is too old, before a test not found', notFound, refused('CLIENT_TOO_OLD', 426)],
		[12, 'the credits are used up, before a test not found', notFound, refused('INSUFFICIENT_CREDITS', 402)],
		[13, 'the plan does not include it, before a test not found', notFound, refused('FEATURE_GATED', 403)],
		[4, 'a test was not found, before a conflict', {...notFound, ...conflict('in_flight')}, followed],
		[5, 'a target is refused', conflict('local_address'), followed],
		[6, 'a test is in flight elsewhere, before one left deferred', {...deferred, ...conflict('in_flight')}, followed],
		[4, 'a test has no code, before one left deferred', {...deferred, ...conflict('no_code')}, followed],
		[
			11,
			'polls are limited, before a test left deferred',
			deferred,
			[...Array.from({length: 3}, () => refused('RATE_LIMITED', 429)[0]!)],
		],
		[7, 'a test stays deferred, before a run that failed', deferred, followed],
		[1, 'a run failed', {}, followed],
	])('%i decides when %s', async (exit, _, changes, stubs) => {
		const {env} = await startStrictService([
			several({testIds: ['t1', 't2']}, {...accepted('b1', '1'), ...changes}),
			...stubs,
		]);
		const line = ['--output', 'json', 'test', 'rerun', 't1', 't2', '--wait', '--timeout', '5'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect({exitCode, stderr}).toMatchObject({exitCode: exit});
		expect(JSON.parse(stdout).accepted).toHaveLength(1);
		expect(envelopeOf(stderr).code).toBeTruthy();
	});

	it('5 beats 6, whichever came first', async () => {
		const {env} = await startStrictService([
			several(
				{testIds: ['t1', 't2']},
				{
					...accepted('b1', '1'),
					conflicts: [
						{testId: 't2', reason: 'in_flight', message: 'why'},
						{testId: 't3', reason: 'local_address', message: 'why'},
					],
				},
			),
			...followed,
		]);
		expect((await svc(['test', 'rerun', 't1', 't2', '--wait'], {env})).exitCode).toBe(5);
	});
});

it('a rerun that is interrupted leaves the known states behind', async () => {
	let markAsked: () => void = () => undefined;
	const asked = new Promise<void>(resolve => {
		markAsked = resolve;
	});
	const {env} = await startStrictService([
		rerunOf({}, ticket),
		{
			request: 'GET /batches/b1',
			answer: batchOf([member({testId: 't1', runId: 'r1', status: 'running'})], {phase: 'tests', version: 3}),
		},
		{
			request: 'GET /batches/b1?since=3&waitSeconds=25',
			answer: () => {
				markAsked();
				return new Promise(() => undefined);
			},
		},
	]);
	const memory = new MemorySystem(['--output', 'json', 'test', 'rerun', 't1', '--wait'], {env});
	const code = memory.run();
	await asked;
	memory.raise('SIGINT');
	expect(await code).toBe(130);
	expect(JSON.parse(memory.stdout.text)).toMatchObject({runId: 'r1', namedStatus: 'running'});
	expect(envelopeOf(memory.stderr.text)).toMatchObject({code: 'INTERRUPTED', nextAction: 'svc batch watch b1'});
});
