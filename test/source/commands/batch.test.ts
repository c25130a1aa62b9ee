import {describe, expect, it} from 'vitest';
import type {Batch, BatchMember} from '../../../contract/batch.ts';
import {samples} from '../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../helpers/strict-service.ts';

const sample = samples.getBatch({});
const member = (fields: Partial<BatchMember>): BatchMember => ({...sample.members[1]!, ...fields});
const batch = (fields: Partial<Batch>): Batch => ({...sample, batchId: 'b1', ...fields});

describe('batch list', () => {
	it('asks with its filters and shows counts and duration', async () => {
		const {version, delta, waves, currentWave, members, cleanup, auth, advisories, ...summary} = batch({});
		const {env} = await startStrictService([
			{
				request: 'GET /projects/p/batches?status=failed%2Cpassed&source=cli&pageSize=100',
				answer: {items: [summary, {...summary, batchId: 'b2', startedAt: null}], nextToken: null},
			},
		]);
		const flags = ['--project', 'p', '--status', 'failed,passed', '--source', 'cli'];
		const {exitCode, stdout} = await svc(['batch', 'list', ...flags], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe(
			`ID  STATUS  PHASE  SOURCE  PASS  FAIL  BLOCK  CANCEL  SKIP  TOTAL  CREATED                   DURATION\nb1  passed  done   cli     3     0     0      0       0     3      ${sample.createdAt}  14s\nb2  passed  done   cli     3     0     0      0       0     3      ${sample.createdAt}  -\n`,
		);
	});

	it('says so when there is none', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/p/batches?pageSize=100', answer: {items: [], nextToken: null}},
		]);
		expect((await svc(['batch', 'list', '--project', 'p'], {env})).stdout).toBe('No batches.\n');
	});
});

describe('batch get', () => {
	const members = [
		member({testId: 't2', wave: 2, name: 'b', label: 'Blocked', status: 'blocked', durationMs: null, note: null}),
		member({testId: 't1', wave: 1, name: 'z'}),
		member({testId: 't3', wave: 1, name: 'a', note: 'healed 1 step'}),
	];
	members[0]!.blockedBy = {variable: 'order_id', reason: 'producer_failed', producer: null, didYouMean: null};
	members[0]!.startedAt = null;

	it('shows the batch, then members by wave and name', async () => {
		const {env} = await startStrictService([{request: 'GET /batches/b1', answer: batch({members})}]);
		const {stdout} = await svc(['batch', 'get', 'b1', '--columns', 'wave,test,status,duration,note'], {env});
		expect(stdout).toBe(
			`batchId: b1\nproject: Sample shop API (${sample.projectId})\nstatus: passed\nphase: done\nsource: cli\nwave: 3/3\ntests: 2 passed, 0 failed, 1 blocked, 0 cancelled, 0 timed out, 0 skipped of 3\ncleanup: done (1 of 1)\ncreatedAt: ${sample.createdAt}\nfinishedAt: ${sample.finishedAt}\n\nWAVE  TEST ID  STATUS   DURATION  NOTE\n1     t3       Pass     12s       healed 1 step\n1     t1       Pass     12s       -\n2     t2       Blocked  -         variable "order_id" not available\n`,
		);
	});

	it('notes the first line of why a member failed', async () => {
		const error = `AssertionError: ${'x'.repeat(100)}\n  second line`;
		const failed = member({testId: 't4', status: 'failed', label: 'Failed', note: null, error});
		const {env} = await startStrictService([{request: 'GET /batches/b1', answer: batch({members: [failed]})}]);
		const {stdout} = await svc(['batch', 'get', 'b1', '--columns', 'test,note', '--no-header'], {env});
		expect(stdout).toContain(`\nt4  AssertionError: ${'x'.repeat(83)}…\n`);
	});

	it('says below the table all of an error that the answer has the beginning of', async () => {
		const whole = `ModuleNotFoundError: ${'x'.repeat(200)}: put what it uses into the test itself`;
		const failed = ['t4', 't5'].map(testId =>
			member({
				testId,
				runId: `run_${testId}`,
				name: `imports ${testId}`,
				status: 'failed',
				label: 'Failed',
				note: null,
				error: `${whole.slice(0, 199)}…`,
			}),
		);
		const run = {...samples.getRun({}), status: 'failed', error: whole};
		const {env} = await startStrictService([
			{request: 'GET /batches/b1', answer: batch({members: failed})},
			{request: 'GET /runs/run_t4', answer: run},
			{request: 'GET /runs/run_t5', answer: run},
		]);
		const {stdout} = await svc(['batch', 'get', 'b1'], {env});
		expect(stdout).toContain(`\n\nimports t4 and 1 more: ${whole}\n`);
	});

	it('notes why a member made no verdict of its own', async () => {
		const error = 'step 1: /members answered 401: it asks for a login that is no page';
		const blocked = member({testId: 't5', status: 'blocked', label: 'Blocked', note: null, error});
		const {env} = await startStrictService([{request: 'GET /batches/b1', answer: batch({members: [blocked]})}]);
		const {stdout} = await svc(['batch', 'get', 'b1', '--columns', 'test,note', '--no-header'], {env});
		expect(stdout).toContain(`\nt5  ${error}\n`);
	});

	it('counts only records that were to be cleaned, as batch cleanup does', async () => {
		const cleanup = {...sample.cleanup, captured: 5, cleaned: 2, orphaned: 0, kept: 2, dismissed: 1};
		const {env} = await startStrictService([{request: 'GET /batches/b1', answer: batch({members, cleanup})}]);
		expect((await svc(['batch', 'get', 'b1'], {env})).stdout).toContain('cleanup: done (2 of 2)');
	});

	it('keeps only members of the wanted states, in JSON too', async () => {
		const {env} = await startStrictService([{request: 'GET /batches/b1', answer: batch({members})}]);
		const {stdout} = await svc(['--output', 'json', 'batch', 'get', 'b1', '--status', 'blocked,failed'], {env});
		expect(JSON.parse(stdout)).toEqual(batch({members: [members[0]!]}));
	});
});

describe('batch cancel', () => {
	const answer = {
		batchId: 'b1',
		status: 'cancelled',
		cancelled: ['r1', 'r2'],
		alreadyFinished: ['r3'],
		alreadyCancelled: false,
	};

	it('says what was stopped, and sends no idempotency key', async () => {
		const {env, received} = await startStrictService([{request: 'POST /batches/b1/cancel', answer}]);
		const {exitCode, stdout} = await svc(['batch', 'cancel', 'b1'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe('batchId     b1\nstatus      cancelled\ncancelled   2\nalready finished 1\n');
		expect(received[0]?.body).toBe('');
		expect(received[0]?.headers['idempotency-key']).toBeUndefined();
	});

	it('can leave the cleanup out; a cancelled batch is a success', async () => {
		const {env} = await startStrictService([
			{
				request: 'POST /batches/b1/cancel',
				body: {skipCleanup: true},
				answer: {...answer, alreadyCancelled: true},
			},
		]);
		const {exitCode, stderr} = await svc(['batch', 'cancel', 'b1', '--skip-cleanup'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: '[advisory] batch b1 was already cancelled\n'});
	});

	it('of a finished batch exits 6', async () => {
		const finished = errorAnswer('CONFLICT', {reason: 'batch_finished', status: 'passed'});
		const {env} = await startStrictService([{request: 'POST /batches/b1/cancel', status: 409, answer: finished}]);
		expect((await svc(['batch', 'cancel', 'b1'], {env})).exitCode).toBe(6);
	});
});

describe('batch watch', () => {
	const queued = member({testId: 't1', runId: 'r1', name: 'pay', wave: 1, status: 'running', label: 'Running'});
	const ended = {...queued, status: 'failed' as const, label: 'Failed' as const};
	const first = batch({version: 1, phase: 'tests', status: 'running', outcome: null, members: [queued]});
	const last = batch({
		version: 2,
		delta: true,
		status: 'failed',
		outcome: 'failed',
		members: [ended],
		waves: [],
		summary: {...sample.summary, total: 1, passed: 0, failed: 1},
	});
	const stubs: Stub[] = [
		{request: 'GET /batches/b1', answer: first},
		{request: 'GET /batches/b1?since=1&waitSeconds=25', answer: last},
	];

	it('tells every change on stderr and prints the whole batch at the end', async () => {
		const {env} = await startStrictService(stubs);
		const {exitCode, stdout, stderr} = await svc(['batch', 'watch', 'b1'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toMatch(/^batchId: b1\n[\s\S]*\n\nWAVE {2}TEST ID[\s\S]*Failed/);
		const [running, failed, verdict, hint] = stderr.split('\n');
		expect(running).toMatch(/^\d{4}-\S+Z {2}wave 1 {2}pay {2}- -> Running$/);
		expect(failed).toMatch(/ {2}wave 1 {2}pay {2}Running -> Failed$/);
		expect(verdict).toBe('Batch b1 finished: failed (1 failed, 0 blocked, 0 cancelled of 1).');
		expect(hint).toBe('[hint] svc test artifact get r1');
	});

	it('as JSON is the merged batch, complete', async () => {
		const {env} = await startStrictService(stubs);
		const {stdout} = await svc(['--output', 'json', 'batch', 'watch', 'b1'], {env});
		expect(JSON.parse(stdout)).toEqual({...last, delta: false, waves: first.waves, members: [ended]});
	});

	it('as a stream is one object per change, the last one done', async () => {
		const {env} = await startStrictService(stubs);
		const {exitCode, stdout, stderr} = await svc(['--output', 'json', 'batch', 'watch', 'b1', '--stream'], {env});
		expect(exitCode).toBe(1);
		const [one, two, ...none] = stdout
			.trim()
			.split('\n')
			.map(line => JSON.parse(line));
		expect(none).toEqual([]);
		expect(one).toMatchObject({version: 1, batch: {batchId: 'b1', status: 'running'}, members: [{runId: 'r1'}]});
		expect(one.done).toBeUndefined();
		expect(two).toEqual({
			version: 2,
			batch: {phase: 'done', status: 'failed', outcome: 'failed', summary: last.summary},
			members: [ended],
			done: true,
		});
		expect(envelopeOf(stderr).code).toBe('NEGATIVE_RESULT');
	});

	it('as a stream needs JSON', async () => {
		const {exitCode, stderr} = await svc(['batch', 'watch', 'b1', '--stream']);
		expect(exitCode).toBe(5);
		expect(stderr).toContain('Flag `--stream` is only allowed with --output json.');
	});

	it('goes on without the one who stops watching', async () => {
		let markAsked: () => void = () => undefined;
		const asked = new Promise<void>(resolve => {
			markAsked = resolve;
		});
		const {env} = await startStrictService([
			stubs[0]!,
			{
				...stubs[1]!,
				answer: () => {
					markAsked();
					return new Promise(() => undefined);
				},
			},
		]);
		const memory = new MemorySystem(['batch', 'watch', 'b1', '--output', 'json'], {env});
		const code = memory.run();
		await asked;
		memory.raise('SIGINT');
		expect(await code).toBe(130);
		expect(JSON.parse(memory.stdout.text)).toEqual(first);
		expect(envelopeOf(memory.stderr.text)).toMatchObject({
			nextAction: 'svc batch watch b1',
			details: {runIds: ['r1'], batchId: 'b1'},
		});
	});

	it('on a service without batches is not supported', async () => {
		const {env} = await startStrictService([
			{request: 'GET /batches/b1', status: 501, answer: errorAnswer('UNSUPPORTED', {feature: 'batches'})},
		]);
		expect((await svc(['batch', 'watch', 'b1'], {env})).exitCode).toBe(7);
	});
});
