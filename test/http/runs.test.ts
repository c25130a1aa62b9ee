import {describe, expect, it} from 'vitest';
import {cancelBatch, getBatch, listBatches, runBatch} from '../../contract/routes/batches.ts';
import {listEnvironments} from '../../contract/routes/environments.ts';
import {createProject, deleteProject, getProject, updateProject} from '../../contract/routes/projects.ts';
import {cancelRun, getRun, listTestRuns, triggerRun} from '../../contract/routes/runs.ts';
import {getTestResult, listTestSteps} from '../../contract/routes/results.ts';
import {createTest, deleteTest, getTest, listTests} from '../../contract/routes/tests.ts';
import {type HttpUnderTest, startHttp, type StartOptions} from './start-http.ts';

async function startWithTests(names: string[], options: StartOptions = {}) {
	const http = await startHttp(options);
	const {body: project} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: 'http://93.184.216.34'},
	});
	const testIds: string[] = [];
	for (const name of names) {
		const {body} = await http.call(createTest, {
			body: {projectId: project.id, type: 'backend', name, code: 'assert 1'},
		});
		testIds.push(body.testId);
	}
	return {http, projectId: project.id, testIds, testId: testIds[0] ?? ''};
}

const wait = (http: HttpUnderTest, runId: string, until: 'run' | 'batch' = 'batch') =>
	http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until}});

describe('triggering a run', () => {
	it('answers 202 with a ticket; the run passes and shows in result, history and steps', async () => {
		const {http, testId, projectId} = await startWithTests(['a']);
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		expect(ticket).toMatchObject({status: 'queued', codeVersion: 'v1'});
		const {body: run} = await wait(http, ticket.runId);
		expect(run).toMatchObject({status: 'passed', label: 'Pass', batchPhase: 'done', source: 'cli', testId});
		expect((await http.call(getTestResult, {params: {testId}})).body.verdict).toBe('passed');
		expect((await http.call(getTest, {params: {testId}})).body).toMatchObject({
			status: 'passed',
			lastRunId: ticket.runId,
			details: {testStatus: 'passed'},
		});
		const {body: tests} = await http.call(listTests, {query: {projectId}});
		const durationMs = Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? '');
		expect(tests.items[0]?.lastRun).toEqual({status: 'passed', finishedAt: run.finishedAt, durationMs});
		expect((await http.call(listTestRuns, {params: {testId}})).body.runs).toHaveLength(1);
		expect((await http.call(listTestSteps, {params: {testId}})).body.items).toEqual([]);
		expect((await http.call(getProject, {params: {projectId}})).body.lastBatchId).toBe(ticket.batchId);
	});

	it('keeps the rules of targets and sources', async () => {
		const {http, testId} = await startWithTests(['a'], {settings: {targetPolicy: 'public'}});
		const params = {testId};
		const target = await http.fail(triggerRun, {params, body: {targetUrl: 'http://127.0.0.1/'}});
		expect(target.body.details).toEqual({field: 'targetUrl', reason: 'private_address'});
		const source = await http.fail(triggerRun, {params, body: {source: 'schedule'}});
		expect(source.body.details).toMatchObject({field: 'source', reason: 'enum'});
		expect(source.body.details['accepted']).not.toContain('schedule');
		const {body} = await http.call(triggerRun, {
			params,
			body: {source: 'github_action', targetUrl: 'http://93.184.216.34/b'},
		});
		expect((await wait(http, body.runId)).body).toMatchObject({
			source: 'github_action',
			targetUrl: 'http://93.184.216.34/b',
		});
	});

	it('checks the stored target again, because its name may point elsewhere by now', async () => {
		let address = '93.184.216.34';
		const http = await startHttp({settings: {targetPolicy: 'public'}, resolve: async () => [{address}]});
		const {body: project} = await http.call(createProject, {
			body: {type: 'backend', name: 'Shop', targetUrl: 'http://shop.example/'},
		});
		const {body: test} = await http.call(createTest, {
			body: {projectId: project.id, type: 'backend', name: 'a', code: 'assert 1'},
		});
		address = '127.0.0.1';
		for (const answer of [
			await http.fail(triggerRun, {params: {testId: test.testId}}),
			await http.fail(runBatch, {body: {projectId: project.id}}),
		])
			expect(answer.body.details).toEqual({field: 'targetUrl', reason: 'private_address', stored: true});
		expect(http.runner.jobs).toEqual([]);
	});

	it('of an address that an older version stored with an account says what to type, and shows no secret', async () => {
		const {http, testId} = await startWithTests(['a']);
		const {projectId} = (await http.call(getTest, {params: {testId}})).body;
		const params = {projectId};
		const old = 'https://ada:s3cret@shop.example';
		await http.database.updateTable('projects').set({target_url: old}).execute();
		await http.database.updateTable('environments').set({url: old}).execute();
		const shown = [
			(await http.call(getProject, {params})).body,
			(await http.call(listEnvironments, {params})).body,
			(await http.fail(triggerRun, {params: {testId}})).body,
			(await http.fail(runBatch, {body: {projectId}})).body,
		];
		expect(JSON.stringify(shown)).not.toContain('s3cret');
		expect(shown[0]).toMatchObject({targetUrl: 'https://shop.example'});
		for (const refused of shown.slice(2))
			expect(refused).toMatchObject({
				code: 'VALIDATION_ERROR',
				nextAction: expect.stringMatching(/project update|PATCH .*projects/),
				details: {reason: 'credentials', stored: true},
			});
		await http.call(updateProject, {params, body: {targetUrl: old}});
		const {body} = await http.call(triggerRun, {params: {testId}});
		expect((await wait(http, body.runId)).body).toMatchObject({status: 'passed', targetUrl: 'https://shop.example'});
	});

	it('of a test in flight is a conflict that names the run', async () => {
		const {http, testId} = await startWithTests(['a']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		await held.started;
		const {body} = await http.fail(triggerRun, {params: {testId}});
		expect(body).toMatchObject({code: 'CONFLICT', details: {reason: 'run_in_flight', currentRunId: ticket.runId}});
		held.release();
		await wait(http, ticket.runId);
	});

	it('is refused beyond 60 triggers a minute', async () => {
		const {http, testId} = await startWithTests(['a'], {settings: {limits: {triggers: 2}}});
		for (let n = 0; n < 2; n++) {
			const {body} = await http.call(triggerRun, {params: {testId}});
			await wait(http, body.runId);
		}
		const {body, headers} = await http.fail(triggerRun, {params: {testId}, idempotencyKey: 'k'});
		expect(body).toMatchObject({code: 'RATE_LIMITED', details: {scope: 'triggers', limit: 2}});
		expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		http.advance(60_000);
		await http.call(triggerRun, {params: {testId}, idempotencyKey: 'k'});
	});

	it('of an unknown test, or one of another account, is not found', async () => {
		const {http, testId} = await startWithTests(['a']);
		const {key} = await http.newAccount();
		for (const answer of [
			await http.fail(triggerRun, {params: {testId: 'tst_none'}}),
			await http.fail(triggerRun, {params: {testId}, key}),
		])
			expect(answer.body).toMatchObject({code: 'NOT_FOUND', details: {resource: 'test', reason: 'not_found'}});
		expect(http.runner.jobs).toEqual([]);
	});
});

describe('a long poll of a run', () => {
	it('is held until the run ends', async () => {
		const {http, testId} = await startWithTests(['a']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		await held.started;
		const waiting = wait(http, ticket.runId, 'run');
		// Without waitSeconds the answer comes at once.
		expect((await http.call(getRun, {params: {runId: ticket.runId}})).body.status).toBe('running');
		held.release({status: 'failed'});
		expect((await waiting).body).toMatchObject({status: 'failed', failureKind: 'assertion'});
	});

	it('is answered with the run as it is when the time has passed', async () => {
		const {http, testId} = await startWithTests(['a']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		await held.started;
		const begun = performance.now();
		const {body} = await http.call(getRun, {params: {runId: ticket.runId}, query: {waitSeconds: 1}});
		expect(body.status).toBe('running');
		expect(performance.now() - begun).toBeGreaterThanOrEqual(950);
	});

	it('lets go when the caller hangs up, and then holds others', async () => {
		const {http, testId} = await startWithTests(['a']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		await held.started;
		const leaving = new AbortController();
		const polls = Array.from({length: 200}, () =>
			http.send('GET', `/runs/${ticket.runId}?waitSeconds=25`, {signal: leaving.signal}).catch(() => 'gone'),
		);
		// The 201st is answered at once: that tells that 200 are held.
		await expect
			.poll(async () => {
				const begun = performance.now();
				await http.call(getRun, {params: {runId: ticket.runId}, query: {waitSeconds: 1}});
				return performance.now() - begun;
			})
			.toBeLessThan(500);
		const other = await http.newKey();
		const begun = performance.now();
		await http.call(getRun, {params: {runId: ticket.runId}, query: {waitSeconds: 1}, key: other});
		expect(performance.now() - begun).toBeGreaterThan(900);
		leaving.abort();
		expect(new Set(await Promise.all(polls))).toEqual(new Set(['gone']));
		await expect
			.poll(async () => {
				const start = performance.now();
				await http.call(getRun, {params: {runId: ticket.runId}, query: {waitSeconds: 1}});
				return performance.now() - start;
			})
			.toBeGreaterThan(900);
	});

	it('is answered when the service stops', async () => {
		const {http, testId} = await startWithTests(['a']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(triggerRun, {params: {testId}});
		await held.started;
		const waiting = wait(http, ticket.runId);
		// The poll is under way when the service has logged nothing of it yet but counts it; a second one proves the order.
		await http.call(getRun, {params: {runId: ticket.runId}});
		await http.close();
		const {body} = await waiting;
		expect(body.runId).toBe(ticket.runId);
	});

	it.each(['0', '26', '1.5', 'x', '-1'])('waitSeconds=%s is out of range', async waitSeconds => {
		const http = await startHttp();
		const {body} = await http.fail(getRun, {params: {runId: 'run_x'}, query: {waitSeconds}});
		expect(body.details).toMatchObject({field: 'waitSeconds', reason: 'out_of_range'});
	});
});

describe('a batch', () => {
	it('runs the whole project, is listed, and is followed by version', async () => {
		const {http, projectId, testIds} = await startWithTests(['a', 'b']);
		const held = http.runner.hold('b');
		const {body: ticket} = await http.call(runBatch, {body: {projectId}});
		expect(ticket.accepted.map(({testId}) => testId).sort()).toEqual([...testIds].sort());
		const batchId = ticket.batchId ?? '';
		await held.started;
		const params = {batchId};
		const first = (await http.call(getBatch, {params})).body;
		expect(first).toMatchObject({delta: false, trigger: 'run_all', phase: 'tests'});
		expect(first.members).toHaveLength(2);
		const following = http.call(getBatch, {params, query: {since: first.version, waitSeconds: 25}});
		held.release();
		let batch = (await following).body;
		expect(batch.delta).toBe(true);
		while (batch.phase !== 'done')
			batch = (await http.call(getBatch, {params, query: {since: batch.version, waitSeconds: 25}})).body;
		expect(batch).toMatchObject({status: 'passed', outcome: 'passed', summary: {total: 2, passed: 2}});
		const listed = (await http.call(listBatches, {params: {projectId}, query: {status: 'passed', source: 'cli'}})).body;
		expect(listed.items.map(item => item.batchId)).toEqual([batchId]);
		expect((await http.call(listBatches, {params: {projectId}, query: {status: 'failed'}})).body.items).toEqual([]);
	});

	it('with a version of its own is held for the time, then answers that version and no rows', async () => {
		const {http, projectId} = await startWithTests(['a']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(runBatch, {body: {projectId}});
		await held.started;
		const params = {batchId: ticket.batchId ?? ''};
		const {version} = (await http.call(getBatch, {params})).body;
		const {body} = await http.call(getBatch, {params, query: {since: version, waitSeconds: 1}});
		expect(body).toMatchObject({version, delta: true, members: [], waves: []});
		const ahead = await http.call(getBatch, {params, query: {since: version + 50, waitSeconds: 25}});
		expect(ahead.body).toMatchObject({version, delta: false});
		expect(ahead.body.members).toHaveLength(1);
	});

	it('pages through the batches of a project', async () => {
		const {http, projectId, testId} = await startWithTests(['a']);
		const ids: string[] = [];
		for (let n = 0; n < 3; n++) {
			const {body} = await http.call(triggerRun, {params: {testId}});
			await wait(http, body.runId);
			ids.unshift(body.batchId);
		}
		const params = {projectId};
		const first = (await http.call(listBatches, {params, query: {pageSize: 2}})).body;
		const second = (await http.call(listBatches, {params, query: {pageSize: 2, cursor: first.nextToken ?? ''}})).body;
		expect([...first.items, ...second.items].map(item => item.batchId)).toEqual(ids);
		expect(second.nextToken).toBeNull();
		const history = (await http.call(listTestRuns, {params: {testId}, query: {pageSize: 2}})).body;
		const rest = (await http.call(listTestRuns, {params: {testId}, query: {cursor: history.nextCursor ?? ''}})).body;
		expect([...history.runs, ...rest.runs].map(run => run.batchId)).toEqual(ids);
		const since = '2999-01-01T00:00:00.000Z';
		const recent = (await http.call(listTestRuns, {params: {testId}, query: {pageSize: 2, since}})).body;
		expect(recent).toMatchObject({runs: [], nextCursor: null});
		const foreign = await http.fail(listBatches, {params, query: {cursor: history.nextCursor ?? ''}});
		expect(foreign.body.details).toEqual({field: 'cursor', reason: 'invalid'});
	});

	it.each<[Record<string, unknown>, string, string]>([
		[{}, 'projectId', 'required'],
		[{projectId: 'p', testIds: []}, 'testIds', 'empty'],
		[{projectId: 'p', testIds: Array(1001).fill('tst_1')}, 'testIds', 'too_long'],
		[{projectId: 'p', testIds: [1]}, 'testIds[0]', 'type'],
		[{projectId: 'p', source: 'schedule'}, 'source', 'enum'],
		[{projectId: 'p', targetUrl: 'x'}, 'targetUrl', 'invalid'],
	])('%j is refused: %s is %s', async (body, field, reason) => {
		const http = await startHttp();
		expect((await http.fail(runBatch, {body})).body.details).toMatchObject({field, reason});
	});

	it('of an unknown project is not found', async () => {
		const http = await startHttp();
		const {body} = await http.fail(runBatch, {body: {projectId: 'prj_none'}});
		expect(body.details).toMatchObject({resource: 'project', id: 'prj_none'});
		const listed = await http.fail(listBatches, {params: {projectId: 'prj_none'}});
		expect(listed.body.details).toMatchObject({resource: 'project', id: 'prj_none'});
	});
});

describe('cancelling', () => {
	it('a run stops it; again is success, and a finished run is a conflict', async () => {
		const {http, testIds} = await startWithTests(['a', 'b']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(triggerRun, {params: {testId: testIds[0] ?? ''}});
		await held.started;
		const params = {runId: ticket.runId};
		expect((await http.call(cancelRun, {params})).body).toMatchObject({status: 'cancelled', alreadyCancelled: false});
		expect((await http.call(cancelRun, {params})).body.alreadyCancelled).toBe(true);
		const {body: other} = await http.call(triggerRun, {params: {testId: testIds[1] ?? ''}});
		await wait(http, other.runId);
		const {body} = await http.fail(cancelRun, {params: {runId: other.runId}});
		expect(body).toMatchObject({code: 'CONFLICT', details: {reason: 'run_finished', status: 'passed'}});
	});

	it('a batch stops its open members', async () => {
		const {http, projectId} = await startWithTests(['a']);
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(runBatch, {body: {projectId}});
		await held.started;
		const params = {batchId: ticket.batchId ?? ''};
		const {body} = await http.call(cancelBatch, {params, body: {skipCleanup: true}});
		expect(body).toMatchObject({status: 'cancelled', alreadyFinished: [], alreadyCancelled: false});
		expect(body.cancelled).toHaveLength(1);
		expect((await http.call(cancelBatch, {params})).body.alreadyCancelled).toBe(true);
	});
});

describe('deleting', () => {
	it('a test cancels its run and takes its history along, not that of others', async () => {
		const {http, projectId, testIds} = await startWithTests(['a', 'b']);
		const [testId = '', otherId = ''] = testIds;
		const {body: finished} = await http.call(triggerRun, {params: {testId}});
		await wait(http, finished.runId);
		const {body: both} = await http.call(runBatch, {body: {projectId}});
		const ofA = both.accepted.find(member => member.testId === testId)?.runId ?? '';
		await wait(http, ofA);
		const held = http.runner.hold('a');
		const {body: running} = await http.call(triggerRun, {params: {testId}});
		await held.started;
		await http.call(deleteTest, {params: {testId}});
		expect(http.runner.executing.size).toBe(0);
		for (const runId of [finished.runId, ofA, running.runId])
			expect((await http.fail(getRun, {params: {runId}})).body.code).toBe('NOT_FOUND');
		expect((await http.fail(getBatch, {params: {batchId: finished.batchId}})).body.code).toBe('NOT_FOUND');
		const {body: batch} = await http.call(getBatch, {params: {batchId: both.batchId ?? ''}});
		expect(batch.members.map(member => member.testId)).toEqual([otherId]);
		expect(batch.summary).toMatchObject({total: 1, selected: 1, closure: 0, passed: 1});
		expect((await http.call(getProject, {params: {projectId}})).body.lastBatchId).toBe(both.batchId);
		expect((await http.call(getTest, {params: {testId: otherId}})).body.status).toBe('passed');
	});

	it('a project cancels its runs and leaves nothing behind', async () => {
		const {http, projectId} = await startWithTests(['a', 'b']);
		http.runner.script('b', {produces: {x: 1}});
		const held = http.runner.hold('a');
		const {body: ticket} = await http.call(runBatch, {body: {projectId}});
		await held.started;
		await http.call(deleteProject, {params: {projectId}});
		expect(http.runner.executing.size).toBe(0);
		expect((await http.fail(getBatch, {params: {batchId: ticket.batchId ?? ''}})).body.code).toBe('NOT_FOUND');
		for (const table of [
			'projects',
			'tests',
			'batches',
			'waves',
			'runs',
			'run_edges',
			'captures',
			'calls',
			'codes',
		] as const)
			expect(await http.database.selectFrom(table).selectAll().execute()).toEqual([]);
	});
});
