import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {samples} from '../../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../../helpers/strict-service.ts';
import {ticket, member, batchOf, accepted, ofTest1, start} from '../run-answers.ts';

describe('test run of several tests', () => {
	it('is one batch of the project of the tests', async () => {
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, accepted('1', '2')),
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'run', 't1', 't2', 't1'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: '[hint] svc batch watch b1\n'});
		expect(stdout).toBe(
			`batchId     b1\naccepted    2\nconflicts   0\ndeferred    0\nskippedFE   0\nskippedIntegr 0\nt1 runId: r1 enqueuedAt: ${ticket.enqueuedAt}\nt2 runId: r2 enqueuedAt: ${ticket.enqueuedAt}\n`,
		);
	});

	it('with --all runs the whole project', async () => {
		const {env, received} = await startStrictService([start({projectId: 'p'}, accepted('1'))]);
		const {exitCode, stderr} = await svc(['--output', 'json', 'test', 'run', '--all', '--project', 'p'], {env});
		expect(exitCode).toBe(0);
		expect(stderr).toBe('[hint] svc batch watch b1\n');
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-batch-run-fresh-/);
	});

	it('with a filter lists the tests first and sends their ids', async () => {
		const items = [
			{...samples.getTest({}), id: 't1', name: 'Pay'},
			{...samples.getTest({}), id: 't2', name: 'List'},
		];
		const {env} = await startStrictService([
			{request: 'GET /tests?projectId=p&status=failed&pageSize=100', answer: {items, nextToken: null}},
			start({projectId: 'p', testIds: ['t1']}, accepted('1')),
		]);
		const flags = ['--all', '--project', 'p', '--filter', 'PAY', '--status', 'failed'];
		expect((await svc(['test', 'run', ...flags], {env})).exitCode).toBe(0);
	});

	it('finding nothing exits 5, or 0 with --allow-empty', async () => {
		const empty: Stub = {request: 'GET /tests?projectId=p&pageSize=100', answer: {items: [], nextToken: null}};
		const {env} = await startStrictService([empty, empty]);
		const line = ['--output', 'json', 'test', 'run', '--all', '--project', 'p', '--filter', 'x'];
		const refused = await svc(line, {env});
		expect(refused).toMatchObject({exitCode: 5, stdout: ''});
		expect(refused.stderr).toContain('Flag `--filter` is invalid: no test matches');
		const allowed = await svc([...line, '--allow-empty'], {env});
		expect(allowed.exitCode).toBe(0);
		expect(JSON.parse(allowed.stdout)).toMatchObject({batchId: null, accepted: [], conflicts: [], deferred: []});
	});

	it('finding nothing with --allow-empty has the result of a wait under --wait', async () => {
		const empty: Stub = {request: 'GET /tests?projectId=p&pageSize=100', answer: {items: [], nextToken: null}};
		const {env} = await startStrictService([empty]);
		const line = ['test', 'run', '--all', '--project', 'p', '--filter', 'x', '--allow-empty', '--wait'];
		const {exitCode, stdout} = await svc(['--output', 'json', ...line], {env});
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({accepted: [], summary: {passed: 0, total: 0}, cleanup: {state: 'none'}});
	});

	const skipping = {...accepted(), batchId: null, skippedFrontend: ['t1', 't2']};

	it.each([
		[[], 'it selects frontend tests only, and this service runs none of them'],
		[['--wait'], 'it selects frontend tests only, and this service runs none of them'],
	])('of a project whose tests were all skipped lists them and exits 5 %j', async (flags, reason) => {
		const {env} = await startStrictService([start({projectId: 'p'}, skipping)]);
		const line = ['--output', 'json', 'test', 'run', '--all', '--project', 'p', ...flags];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(5);
		expect(JSON.parse(stdout)).toMatchObject({accepted: [], skippedFrontend: ['t1', 't2']});
		expect(stderr).toContain('[advisory] 2 frontend tests were skipped by this service\n');
		expect(envelopeOf(stderr).nextAction).toContain(reason);
	});

	it('says once that frontend tests were skipped', async () => {
		const advisories = [{feature: 'frontend_runner', message: '1 frontend test was skipped: no browser.'}];
		const {env} = await startStrictService([
			start({projectId: 'p'}, {...accepted('1'), skippedFrontend: ['t2'], advisories}),
		]);
		const {exitCode, stderr} = await svc(['test', 'run', '--all', '--project', 'p'], {env});
		expect(exitCode).toBe(0);
		expect(stderr).toBe('[advisory] 1 frontend test was skipped: no browser.\n[hint] svc batch watch b1\n');
	});

	it('of which one does not exist runs the others, names it and exits 4', async () => {
		const conflicts = [{testId: 't9', reason: 'not_found', message: 'The project has no test with id t9.'}];
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't9']}, {...accepted('1'), conflicts}),
		]);
		const {exitCode, stdout, stderr} = await svc(['test', 'run', 't1', 't9'], {env});
		expect(exitCode).toBe(4);
		expect(stdout).toContain('t1 runId: r1');
		expect(stdout).toContain('\nt9 conflict: The project has no test with id t9.\n');
		expect(stderr).toContain('Error: Test t9 was not started: The project has no test with id t9.\n');
		expect(stderr).toContain('svc test list --project p\n');
	});

	it('of which the first does not exist runs the others as well', async () => {
		const conflicts = [{testId: 't9', reason: 'not_found', message: 'The project has no test with id t9.'}];
		const gone = errorAnswer('NOT_FOUND', {resource: 'test', id: 't9', reason: 'not_found'});
		const {env} = await startStrictService([
			{request: 'GET /tests/t9', status: 404, answer: gone},
			ofTest1,
			start({projectId: 'p', testIds: ['t9', 't1']}, {...accepted('1'), conflicts}),
		]);
		const {exitCode, stdout} = await svc(['test', 'run', 't9', 't1'], {env});
		expect(exitCode).toBe(4);
		expect(stdout).toContain('t1 runId: r1');
	});

	it('of which none exists exits 4 and names them all', async () => {
		const gone = (id: string): Stub => ({
			request: `GET /tests/${id}`,
			status: 404,
			answer: errorAnswer('NOT_FOUND', {resource: 'test', id, reason: 'not_found'}),
		});
		const {env} = await startStrictService([gone('t8'), gone('t9')]);
		const {exitCode, stderr} = await svc(['test', 'run', 't8', 't9'], {env});
		expect(exitCode).toBe(4);
		expect(stderr).toContain('Error: None of these 2 tests was found: t8, t9.\n');
	});

	it('waited for, of which one does not exist and one fails, says both, also in the report', async () => {
		const conflicts = ['t8', 't9'].map(testId => ({testId, reason: 'not_found', message: `There is no ${testId}.`}));
		const done = batchOf([member({testId: 't1', runId: 'r1', name: 'a', status: 'failed', label: 'Failed'})], {
			status: 'failed',
			outcome: 'failed',
		});
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't8', 't9']}, {...accepted('1'), conflicts}),
			{request: 'GET /batches/b1', answer: done},
			{request: 'GET /runs/r1/failure', status: 404, answer: errorAnswer('NOT_FOUND')},
		]);
		const line = ['test', 'run', 't1', 't8', 't9', '--wait', '--report', 'junit', '--report-file', 'out.xml'];
		const memory = new MemorySystem(line, {env});
		expect(await memory.run()).toBe(4);
		expect(memory.stderr.text).toContain(
			'Error: Test t8 was not started: There is no t8. 1 more was not started. 1 failed, 0 blocked, 0 cancelled of 3.\n' +
				'See what there is: svc test list --project p\nsvc test artifact get r1\nsvc test failure summary t1\n',
		);
		const report = readFileSync(join(memory.system.cwd, 'out.xml'), 'utf8');
		expect(report).toContain('<skipped message="There is no t8."/>');
	});

	it('of which one has a run in flight starts the others and says which one stands in the way', async () => {
		const conflicts = [{testId: 't2', currentRunId: 'r9', reason: 'in_flight', message: '"pay" has a run in flight.'}];
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, {...accepted('1'), conflicts}),
		]);
		const {exitCode, stdout} = await svc(['test', 'run', 't1', 't2'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toContain('\nt2 conflict: "pay" has a run in flight.\n');
	});

	it('of which none could start is a conflict', async () => {
		const conflicts = [{testId: 't1', currentRunId: 'r9', reason: 'in_flight', message: 'already running'}];
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, {...accepted(), batchId: null, conflicts}),
		]);
		const {exitCode, stdout, stderr} = await svc(['--output', 'json', 'test', 'run', 't1', 't2'], {env});
		expect(exitCode).toBe(6);
		expect(JSON.parse(stdout).conflicts).toEqual(conflicts);
		expect(envelopeOf(stderr)).toMatchObject({code: 'CONFLICT', details: {currentRunId: 'r9'}});
	});

	it('of which some stay deferred exits 7', async () => {
		const deferred = [{testId: 't2', reason: 'rate_limited'}];
		const {env} = await startStrictService([
			ofTest1,
			start({projectId: 'p', testIds: ['t1', 't2']}, {...accepted('1'), deferred}),
		]);
		const {exitCode, stderr} = await svc(['--output', 'json', 'test', 'run', 't1', 't2'], {env});
		expect(exitCode).toBe(7);
		expect(envelopeOf(stderr).details).toEqual({deferredTestIds: ['t2']});
	});
});
