import {describe, expect, it} from 'vitest';
import {batch as batchShape, batchRunTicket, batchSummary} from '../../../contract/batch.ts';
import {runTicket} from '../../../contract/run.ts';
import {accountId, byName, forever, startEngine} from '../../helpers/start-engine.ts';

const firstPage = {pageSize: 25, after: null};

describe('what a trigger answers', () => {
	it('names the run, and no closure for a test without dependencies', async () => {
		const {addTest, engine} = await startEngine();
		const testId = await addTest('Alone');
		const ticket = await engine.triggerRun(accountId, testId, {source: 'mcp'});
		expect(runTicket.parse(ticket)).toMatchObject({
			status: 'queued',
			closure: null,
			codeVersion: 'v1',
			targetUrl: 'http://127.0.0.1:1',
		});
		expect(ticket.runId).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/);
		expect(ticket.batchId).toMatch(/^bat_[0-9a-hjkmnp-tv-z]{26}$/);
	});

	it('lists what was added to the selected test', async () => {
		const {addTest, engine} = await startEngine();
		const login = await addTest('Log in', {produces: ['token']});
		const create = await addTest('Create', {consumes: ['token'], produces: ['id']});
		const clean = await addTest('Clean', {category: 'teardown', consumes: ['id']});
		const tidy = await addTest('Tidy', {category: 'cleanup'});
		await addTest('Other clean', {category: 'teardown', consumes: ['other']});
		await addTest('Consumer', {consumes: ['id']});
		const {closure} = await engine.triggerRun(accountId, create, {source: 'cli'});
		expect(closure).toMatchObject({addedProducers: [login], addedConsumers: [], clearedCaptured: 0});
		expect(closure?.addedTeardowns.sort()).toEqual([clean, tidy].sort());
		expect(closure?.members.map(member => member.role)).toEqual(['producer', 'selected', 'teardown', 'teardown']);
	});

	it('sends the run to the target the trigger names', async () => {
		const {addTest, engine, runner} = await startEngine();
		const testId = await addTest('Alone');
		const ticket = await engine.triggerRun(accountId, testId, {source: 'cli', targetUrl: 'http://127.0.0.1:9'});
		await engine.waitForRun(ticket.runId, 'batch', 10_000, forever);
		expect(runner.jobs[0]?.targetUrl).toBe('http://127.0.0.1:9');
		expect(await engine.readResult(accountId, testId)).toMatchObject({
			targetUrl: 'http://127.0.0.1:9',
			targetUrlSource: 'run',
		});
	});

	it('refuses what cannot run, and says why', async () => {
		const {addTest, engine, projectId} = await startEngine();
		const empty = await addTest('Empty', {code: null, status: 'draft'});
		const frontend = await addTest('Page', {type: 'frontend'});
		const run = (testId: string, request = {}) => engine.triggerRun(accountId, testId, {source: 'cli', ...request});
		await expect(run(empty)).rejects.toMatchObject({code: 'NOT_FOUND', details: {reason: 'no_code'}});
		await expect(run('tst_none')).rejects.toMatchObject({code: 'NOT_FOUND', details: {resource: 'test'}});
		await expect(run(frontend)).rejects.toMatchObject({
			code: 'FEATURE_GATED',
			details: {feature: 'frontend_runner', reason: 'no_browser'},
		});
		await expect(run(empty, {environment: 'staging'})).rejects.toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field: 'environment', accepted: ['default']},
		});
		await expect(engine.triggerRun('usr_other', empty, {source: 'cli'})).rejects.toMatchObject({code: 'NOT_FOUND'});
		await expect(
			engine.triggerBatch('usr_other', {projectId, source: 'cli', trigger: 'run_all'}),
		).rejects.toMatchObject({code: 'NOT_FOUND', details: {resource: 'project'}});
	});

	it('of a batch tells what it left out', async () => {
		const {addTest, engine, projectId} = await startEngine();
		const good = await addTest('Good');
		const empty = await addTest('Empty', {code: null});
		const page = await addTest('Page', {type: 'frontend'});
		const ticket = await engine.triggerBatch(accountId, {
			projectId,
			testIds: [good, empty, page, 'tst_none', good],
			source: 'cli',
			trigger: 'run',
		});
		expect(batchRunTicket.parse(ticket)).toMatchObject({
			accepted: [{testId: good, role: 'selected'}],
			conflicts: [
				{testId: empty, reason: 'no_code'},
				{testId: page, reason: 'no_browser'},
				{testId: 'tst_none', reason: 'not_found'},
			],
			skippedFrontend: [],
			skippedIntegration: [],
			deferred: [],
			advisories: [],
		});
	});

	it('of a batch with nothing to run has no batch id', async () => {
		const {engine, projectId} = await startEngine();
		const ticket = await engine.triggerBatch(accountId, {projectId, source: 'cli', trigger: 'run_all'});
		expect(ticket).toMatchObject({batchId: null, accepted: []});
	});
});

describe('a batch as readers see it', () => {
	it('says whether it ran every test of its project, however it was asked for', async () => {
		const {addTest, engine, projectId, runAll, batchEnd, database} = await startEngine();
		const one = await addTest('One');
		const alone = await runAll([one]);
		await addTest('Empty', {code: null});
		await batchEnd(alone);
		expect(await engine.readBatch(accountId, alone, 0)).toMatchObject({trigger: 'run', wholeProject: true});
		const two = await addTest('Two');
		await database.updateTable('tests').set({created_at: Date.now()}).where('id', '=', two).execute();
		const part = await batchEnd(await runAll([two]));
		expect(part).toMatchObject({trigger: 'run', wholeProject: false});
		const both = await batchEnd(await runAll([one, two]));
		expect(both).toMatchObject({wholeProject: true});
		const {items} = await engine.listBatches(accountId, projectId, {pageSize: 10, after: null});
		expect(items.map(({batchId, wholeProject}) => [batchId, wholeProject])).toEqual([
			[both.batchId, true],
			[part.batchId, false],
			// A test that is younger does not make a part of it.
			[alone, true],
		]);
	});

	it('is no whole one when it had to leave out what was under way', async () => {
		const {addTest, engine, runner, runAll, batchEnd, projectId} = await startEngine();
		const one = await addTest('One');
		await addTest('Two');
		const held = runner.hold('One');
		const alone = await runAll([one]);
		await held.started;
		const {batchId, conflicts} = await engine.triggerBatch(accountId, {projectId, source: 'cli', trigger: 'run_all'});
		expect(conflicts).toMatchObject([{testId: one, reason: 'in_flight'}]);
		await batchEnd(batchId!);
		held.release({status: 'failed'});
		await batchEnd(alone);
		const whole = await batchEnd(await runAll());
		const {items} = await engine.listBatches(accountId, projectId, {pageSize: 10, after: null});
		expect(items.map(item => [item.batchId, item.wholeProject])).toEqual([
			[whole.batchId, true],
			[batchId, false],
			[alone, false],
		]);
	});

	it('has every key of the contract, while it runs and afterwards', async () => {
		const {addTest, engine, runner, runAll, batchEnd} = await startEngine();
		await addTest('One');
		const held = runner.hold('One');
		const batchId = await runAll();
		await held.started;
		const during = await engine.readBatch(accountId, batchId, 0);
		expect(batchShape.parse(during)).toMatchObject({
			status: 'running',
			outcome: null,
			finishedAt: null,
			currentWave: 1,
			cleanup: {state: 'waiting'},
			credits: {held: 0, charged: 0.2},
			waves: [{wave: 1, status: 'running', total: 1, finished: 0}],
		});
		held.release();
		const after = await batchEnd(batchId);
		expect(batchShape.parse(after)).toMatchObject({
			status: 'passed',
			cleanup: {state: 'none'},
			waves: [{status: 'done', finished: 1}],
			members: [{label: 'Pass', durationMs: expect.any(Number)}],
		});
	});

	it('with a known version has only what changed since, and everything for one it never had', async () => {
		const {addTest, engine, runner, runAll, batchUntil} = await startEngine();
		await addTest('Create', {produces: ['id']});
		await addTest('Use', {consumes: ['id']});
		await addTest('Slow');
		const slow = runner.hold('Slow');
		const create = runner.hold('Create');
		const use = runner.hold('Use');
		const batchId = await runAll();
		await Promise.all([slow.started, create.started]);
		const before = await engine.readBatch(accountId, batchId, 0);
		expect(before.delta).toBe(false);
		create.release({produces: {id: 1}});
		await use.started;
		await batchUntil(batchId, batch => byName(batch)['Use']?.status === 'running');
		const delta = await engine.readBatch(accountId, batchId, before.version);
		expect(delta.delta).toBe(true);
		expect(delta.members.map(member => member.name).sort()).toEqual(['Create', 'Use']);
		expect(delta.members.every(member => member.rev > before.version && member.rev <= delta.version)).toBe(true);
		expect(delta.summary).toMatchObject({total: 3, passed: 1, running: 2});
		const none = await engine.readBatch(accountId, batchId, delta.version);
		expect(none).toMatchObject({version: delta.version, delta: true, members: [], waves: []});
		const ahead = await engine.readBatch(accountId, batchId, delta.version + 100);
		expect(ahead).toMatchObject({delta: false});
		expect(ahead.members).toHaveLength(3);
		slow.release();
		use.release();
	});

	it('shows the consumer again when its producer ended, because it waits for less', async () => {
		const {addTest, engine, runner, runAll, batchUntil} = await startEngine();
		await addTest('One', {produces: ['one']});
		await addTest('Two', {produces: ['two']});
		await addTest('Both', {consumes: ['one', 'two']});
		const two = runner.hold('Two');
		runner.script('One', {produces: {one: 1}});
		const batchId = await runAll();
		await two.started;
		const {version} = await engine.readBatch(accountId, batchId, 0).then(async first => {
			await batchUntil(batchId, batch => batch.summary.passed === 1);
			return first;
		});
		const delta = await engine.readBatch(accountId, batchId, Math.max(1, version - 1));
		expect(byName(delta)['Both']?.waitingFor.map(({title}) => title)).toEqual(['Two']);
		two.release({produces: {two: 2}});
	});

	it('says which version of its code a member executed', async () => {
		const {addTest, engine, runAll, batchEnd} = await startEngine();
		await addTest('One');
		const batchId = await runAll();
		await batchEnd(batchId);
		const batch = await engine.readBatch(accountId, batchId, 0);
		expect(batch.members.map(({codeVersion}) => codeVersion)).toEqual(['v1']);
	});

	it('belongs to its account', async () => {
		const {addTest, engine, runAll} = await startEngine();
		await addTest('One');
		const batchId = await runAll();
		await expect(engine.readBatch('usr_other', batchId, 0)).rejects.toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'batch', id: batchId},
		});
	});

	it('says in a list how much of what went wrong its tests have not run again since', async () => {
		const {addTest, engine, projectId, runner, runAll, batchEnd} = await startEngine();
		const [one, two] = [await addTest('One'), await addTest('Two')];
		for (const name of ['One', 'Two']) runner.script(name, {status: 'failed'});
		await batchEnd(await runAll([one, two]));
		const unresolved = async () =>
			(await engine.listBatches(accountId, projectId, firstPage)).items.map(item => item.unresolved);
		expect(await unresolved()).toEqual([2]);
		runner.script('One', {status: 'passed'});
		await batchEnd(await runAll([one]));
		expect(await unresolved()).toEqual([0, 1]);
		runner.script('Two', {status: 'failed'});
		await batchEnd(await runAll([two]));
		expect(await unresolved()).toEqual([1, 0, 0]);
	});

	it('is listed newest first, page by page, by status and source', async () => {
		const {addTest, engine, projectId, runner, runAll, batchEnd} = await startEngine();
		await addTest('One');
		const passed = await runAll();
		await batchEnd(passed);
		runner.script('One', {status: 'failed'});
		const failed = await runAll();
		await batchEnd(failed);
		const held = runner.hold('One');
		const open = await runAll();
		await held.started;
		const list = async (query: object) =>
			(await engine.listBatches(accountId, projectId, {...firstPage, ...query})).items.map(item => item.batchId);
		expect(await list({})).toEqual([open, failed, passed]);
		expect(await list({status: ['running']})).toEqual([open]);
		expect(await list({status: ['passed', 'failed']})).toEqual([failed, passed]);
		expect(await list({source: ['schedule']})).toEqual([]);
		const page = await engine.listBatches(accountId, projectId, {pageSize: 2, after: null});
		expect(page.items.map(item => batchSummary.parse(item).batchId)).toEqual([open, failed]);
		expect(await list({pageSize: 2, after: page.nextToken})).toEqual([passed]);
		expect(page.items[0]).toMatchObject({previousBatchId: failed, trigger: 'run_all'});
		await expect(engine.listBatches(accountId, 'prj_none', firstPage)).rejects.toMatchObject({code: 'NOT_FOUND'});
		held.release();
	});
});

describe('the load', () => {
	it('counts what waits and what executes', async () => {
		const {addTest, engine, runner, runAll} = await startEngine({slots: 1});
		expect(await engine.load()).toEqual({queued: 0, running: 0, batches: 0, workers: 1, concurrency: 1});
		await addTest('One');
		await addTest('Two');
		const held = runner.hold('One');
		await runAll();
		await held.started;
		expect(await engine.load()).toMatchObject({queued: 1, running: 1, batches: 1});
		held.release();
	});
});
