import {describe, expect, it} from 'vitest';
import {getBatch} from '../../../contract/routes/batches.ts';
import {rerunBatch, rerunTest} from '../../../contract/routes/reruns.ts';
import type {RecordedCall} from '../../../service/runners/runner.ts';
import {
	accountId,
	byName,
	type EngineFixture,
	insertDefaultEnvironment,
	labels,
	startEngine,
} from '../../helpers/start-engine.ts';

const call = (method: string, url: string, startedAt = Date.now()): RecordedCall => ({
	seq: 1,
	method,
	url,
	query: null,
	requestHeaders: {},
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	status: method === 'POST' ? 201 : 204,
	responseHeaders: {},
	responseBody: null,
	responseEncoding: null,
	responseBytes: null,
	truncated: false,
	latencyMs: 1,
	error: null,
	startedAt,
});

/** A shop whose first batch has run: log in → create order → pay order, and a lonely test. */
async function ranShop() {
	const fixture = await startEngine();
	const logIn = await fixture.addTest('log in', {produces: ['token']});
	const order = await fixture.addTest('create order', {consumes: ['token'], produces: ['order_id']});
	const pay = await fixture.addTest('pay order', {consumes: ['order_id']});
	const lonely = await fixture.addTest('lonely');
	fixture.runner.script('log in', {produces: {token: 't1'}});
	fixture.runner.script('create order', {produces: {order_id: 'o1'}, calls: [call('POST', 'http://api/orders')]});
	const firstBatch = await fixture.runAll();
	const first = await fixture.batchEnd(firstBatch);
	return {...fixture, logIn, order, pay, lonely, firstBatch, first, firstRuns: byName(first)};
}

const rerunOf = async (
	{engine}: Pick<EngineFixture, 'engine'>,
	testId: string,
	options: {skipDependencies?: boolean} = {},
) =>
	rerunTest.response.parse(
		await engine.rerunTest(accountId, testId, {source: 'cli', skipDependencies: false, ...options}),
	);

describe('what a run is compared with', () => {
	it('is the run of about the same tests, however often one of them was tried alone since', async () => {
		const shop = await ranShop();
		const alone = async (testId: string) => {
			const {batchId} = await rerunOf(shop, testId, {skipDependencies: true});
			await shop.batchEnd(batchId);
			return batchId;
		};
		const tried = await alone(shop.lonely);
		const other = await alone(shop.logIn);
		const all = await shop.runAll();
		const read = async (batchId: string) => (await shop.engine.readBatch(accountId, batchId, 0))?.previousBatchId;
		expect(await read(all)).toBe(shop.firstBatch);
		expect(await read(tried)).toBe(shop.firstBatch);
		expect(await read(other)).toBe(shop.firstBatch);
		await shop.batchEnd(all);
		expect(await read(await alone(shop.lonely))).toBe(all);
	});
});

describe('the rerun of one test', () => {
	it('runs its producers, itself and its consumers, and says what it repeats', async () => {
		const shop = await ranShop();
		const ticket = await rerunOf(shop, shop.order);
		expect(ticket).toMatchObject({
			autoHeal: false,
			status: 'queued',
			closure: {
				addedProducers: [shop.logIn],
				addedConsumers: [shop.pay],
				addedTeardowns: [],
				clearedCaptured: 2,
			},
		});
		const batch = await shop.batchEnd(ticket.batchId);
		expect(getBatch.response.parse(batch)).toMatchObject({
			trigger: 'rerun',
			skipDependencies: false,
			previousBatchId: shop.firstBatch,
			outcome: 'passed',
		});
		expect(labels(batch)).toEqual({'log in': 'Pass', 'create order': 'Pass', 'pay order': 'Pass'});
		const run = await shop.engine.readRun(accountId, ticket.runId, {includeSteps: false});
		expect(run).toMatchObject({
			isRerun: true,
			createdFrom: `rerun:${shop.firstRuns['create order']!.runId}`,
			role: 'selected',
		});
		const before = await shop.engine.readBatch(accountId, shop.firstBatch, 0);
		expect(before.members).toEqual(shop.first.members);
	});

	it('has no closure when nothing depends on it', async () => {
		const shop = await ranShop();
		expect((await rerunOf(shop, shop.lonely)).closure).toBeNull();
	});

	it('that skips dependencies runs it alone with the values of the previous batch', async () => {
		const shop = await ranShop();
		const ticket = await rerunOf(shop, shop.order, {skipDependencies: true});
		const batch = await shop.batchEnd(ticket.batchId);
		expect(labels(batch)).toEqual({'create order': 'Pass'});
		expect(batch.skipDependencies).toBe(true);
		expect(shop.runner.jobs.at(-1)?.variables).toEqual({token: 't1'});
	});

	it('is refused before the first run, during a run, in a ring and for a frontend test', async () => {
		const shop = await ranShop();
		const never = await shop.addTest('never ran');
		await expect(rerunOf(shop, never)).rejects.toMatchObject({
			code: 'NOT_FOUND',
			details: {reason: 'no_replayable_run', id: never},
		});
		const held = shop.runner.hold('lonely');
		const ticket = await rerunOf(shop, shop.lonely);
		await held.started;
		await expect(rerunOf(shop, shop.lonely)).rejects.toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'run_in_flight', currentRunId: ticket.runId},
		});
		held.release();
		await shop.batchEnd(ticket.batchId);
		const frontend = await shop.addTest('page', {type: 'frontend', code: null});
		await expect(rerunOf(shop, frontend)).rejects.toMatchObject({
			code: 'FEATURE_GATED',
			details: {feature: 'frontend_runner', reason: 'no_browser'},
		});
		await shop.addTest('egg', {produces: ['egg'], consumes: ['hen']});
		const hen = await shop.addTest('hen', {produces: ['hen'], consumes: ['egg']});
		await shop.batchEnd(await shop.runAll([hen]));
		await expect(rerunOf(shop, hen)).rejects.toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'circular_dependency', testNames: ['egg', 'hen']},
		});
		await expect(rerunOf(shop, 'tst_unknown')).rejects.toMatchObject({code: 'NOT_FOUND'});
	});
});

describe('an earlier value', () => {
	const jwtUntil = (seconds: number) => `e30.${Buffer.from(JSON.stringify({exp: seconds})).toString('base64url')}.c2ln`;

	/** Reruns one test alone and answers what became of it. */
	async function rerunAlone(shop: Awaited<ReturnType<typeof ranShop>>, name: 'create order' | 'pay order') {
		const ticket = await rerunOf(shop, name === 'pay order' ? shop.pay : shop.order, {skipDependencies: true});
		return byName(await shop.batchEnd(ticket.batchId))[name]!;
	}

	it('is stale once its producer has failed', async () => {
		const shop = await ranShop();
		shop.runner.script('log in', {status: 'failed'});
		await shop.batchEnd(await shop.runAll([shop.logIn]));
		const member = await rerunAlone(shop, 'create order');
		expect(member).toMatchObject({
			label: 'Blocked',
			blockedBy: {variable: 'token', reason: 'stale_capture', producer: {testId: shop.logIn}},
		});
		expect(member.error).toContain('variable "token" was not found');
		expect(member.error).toContain('rerun without skipping dependencies');
		expect(shop.runner.started.filter(name => name === 'create order')).toHaveLength(1);
	});

	it('survives a cancelled run of its producer, which says nothing about it', async () => {
		const shop = await ranShop();
		const held = shop.runner.hold('log in');
		const batchId = await shop.runAll([shop.logIn]);
		await held.started;
		await shop.engine.cancelBatch(accountId, batchId, {skipCleanup: false});
		expect((await rerunAlone(shop, 'create order')).label).toBe('Pass');
	});

	it('is stale once the source of its producer has changed', async () => {
		const shop = await ranShop();
		await shop.database.updateTable('tests').set({code_version: 2}).where('id', '=', shop.logIn).execute();
		expect(await rerunAlone(shop, 'create order')).toMatchObject({blockedBy: {reason: 'stale_capture'}});
	});

	it('is stale when it is older than the limit of the project', async () => {
		const shop = await ranShop();
		await shop.database.updateTable('projects').set({capture_max_age_hours: 1}).execute();
		expect((await rerunAlone(shop, 'create order')).label).toBe('Pass');
		await shop.database
			.updateTable('captures')
			.set({created_at: Date.now() - 3_600_001})
			.execute();
		expect(await rerunAlone(shop, 'create order')).toMatchObject({blockedBy: {reason: 'stale_capture'}});
	});

	it('is stale once its record was deleted', async () => {
		const shop = await ranShop();
		shop.runner.script('lonely', {calls: [call('DELETE', 'http://api/orders/o1')]});
		await shop.batchEnd(await shop.runAll([shop.lonely]));
		expect(await rerunAlone(shop, 'pay order')).toMatchObject({blockedBy: {variable: 'order_id'}});
		// The token is no record.
		expect((await rerunAlone(shop, 'create order')).label).toBe('Pass');
	});

	it.each(['test', 'auto', 'dismissed'] as const)('is stale once its record is off the list as %s', async outcome => {
		const shop = await ranShop();
		// The sweep of the first batch has found the order already; its standing is all that matters here.
		await shop.database
			.insertInto('cleanup_resources')
			.values({
				id: 'res_1',
				batch_id: shop.firstBatch,
				project_id: shop.projectId,
				run_id: shop.firstRuns['create order']!.runId,
				test_id: shop.order,
				attempt: 1,
				call_id: 'cal_1',
				key: 'o1',
				variable: 'order_id',
				handle: 'o1',
				family: '/orders',
				source_method: 'POST',
				source_path: '/orders',
				parents: '[]',
				headers: '{}',
				place: 0,
				is_last: 0,
				outcome,
				rev: 1,
				created_at: 1,
			})
			.onConflict(conflict => conflict.columns(['batch_id', 'key']).doUpdateSet({outcome}))
			.execute();
		expect(await rerunAlone(shop, 'pay order')).toMatchObject({blockedBy: {variable: 'order_id'}});
		expect((await rerunAlone(shop, 'create order')).label).toBe('Pass');
	});

	it('is stale when it is a token past its expiry', async () => {
		const shop = await ranShop();
		const seconds = Math.floor(Date.now() / 1000);
		shop.runner.script('log in', {produces: {token: jwtUntil(seconds + 3600)}});
		await shop.batchEnd(await shop.runAll([shop.logIn]));
		expect((await rerunAlone(shop, 'create order')).label).toBe('Pass');
		shop.runner.script('log in', {produces: {token: jwtUntil(seconds - 1)}});
		await shop.batchEnd(await shop.runAll([shop.logIn]));
		expect(await rerunAlone(shop, 'create order')).toMatchObject({blockedBy: {reason: 'stale_capture'}});
	});
});

describe('the rerun of a batch', () => {
	const batchRerun = async (
		{engine}: Pick<EngineFixture, 'engine'>,
		request: {projectId?: string; testIds?: string[]; skipDependencies?: boolean},
	) =>
		rerunBatch.response.parse(await engine.rerunBatch(accountId, {source: 'cli', skipDependencies: false, ...request}));

	it('of the whole project repeats every test', async () => {
		const shop = await ranShop();
		const ticket = await batchRerun(shop, {projectId: shop.projectId});
		expect(ticket.accepted).toHaveLength(4);
		expect(ticket.closure.byProject).toEqual([
			expect.objectContaining({projectId: shop.projectId, addedProducers: [], clearedCaptured: 2}),
		]);
		expect((await shop.batchEnd(ticket.batchId!)).trigger).toBe('rerun_all');
	});

	it('of the whole project that skips dependencies leaves out producers with valid values', async () => {
		const shop = await ranShop();
		const ticket = await batchRerun(shop, {projectId: shop.projectId, skipDependencies: true});
		expect(labels(await shop.batchEnd(ticket.batchId!))).toEqual({'pay order': 'Pass', lonely: 'Pass'});
		expect(shop.runner.jobs.find(job => job.runId === ticket.accepted[0]?.runId)?.variables).toEqual({order_id: 'o1'});
	});

	it('names unknown tests, and tests that cannot run with the reason', async () => {
		const shop = await ranShop();
		const page = await shop.addTest('page', {type: 'frontend', code: null});
		const held = shop.runner.hold('lonely');
		const running = await rerunOf(shop, shop.lonely);
		await held.started;
		const ticket = await batchRerun(shop, {testIds: [shop.pay, 'tst_unknown', shop.lonely, page, shop.pay]});
		expect(ticket.notFound).toEqual(['tst_unknown']);
		expect(ticket.conflicts).toEqual([
			expect.objectContaining({testId: shop.lonely, reason: 'in_flight', currentRunId: running.runId}),
			expect.objectContaining({testId: page, reason: 'no_browser'}),
		]);
		expect(ticket.advisories).toEqual([]);
		expect(ticket.accepted.map(({role}) => role).sort()).toEqual(['producer', 'producer', 'selected']);
		held.release();
		await shop.batchEnd(ticket.batchId!);
		await shop.batchEnd(running.batchId);
	});

	it('of frontend tests alone is not supported', async () => {
		const shop = await ranShop();
		const page = await shop.addTest('page', {type: 'frontend', code: null});
		await expect(batchRerun(shop, {testIds: [page]})).rejects.toMatchObject({code: 'FEATURE_GATED'});
	});

	it('without a test that can run stores nothing', async () => {
		const shop = await ranShop();
		await expect(batchRerun(shop, {testIds: ['tst_a', 'tst_b']})).rejects.toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'test', ids: ['tst_a', 'tst_b']},
		});
		expect(await shop.database.selectFrom('batches').select('id').execute()).toHaveLength(1);
		await expect(batchRerun(shop, {projectId: 'prj_unknown'})).rejects.toMatchObject({code: 'NOT_FOUND'});
	});

	it('over two projects is one batch that both list', async () => {
		const shop = await ranShop();
		const other = shop.newId('prj');
		await shop.database
			.insertInto('projects')
			.values({
				id: other,
				account_id: accountId,
				name: 'Bank',
				type: 'backend',
				created_from: 'cli',
				target_url: 'http://bank',
				created_at: 1,
				updated_at: 1,
			})
			.execute();
		await insertDefaultEnvironment(shop.database, other, 'http://bank');
		const deposit = await shop.addTest('deposit', {produces: ['token']});
		const withdraw = await shop.addTest('withdraw', {category: 'teardown', consumes: ['token']});
		await shop.database.updateTable('tests').set({project_id: other}).where('id', 'in', [deposit, withdraw]).execute();
		shop.runner.script('deposit', {produces: {token: 'other'}});
		const ticket = await batchRerun(shop, {testIds: [shop.pay, deposit]});
		const batch = getBatch.response.parse(await shop.batchEnd(ticket.batchId!));
		expect(batch).toMatchObject({projectId: null, projectIds: [shop.projectId, other], previousBatchId: null});
		// Three waves of the shop; the teardown test of the bank comes after all of them.
		expect(batch.waves.map(wave => wave.kind)).toEqual(['tests', 'tests', 'tests', 'cleanup']);
		expect(byName(batch)['withdraw']).toMatchObject({wave: 4, label: 'Pass'});
		expect(shop.runner.jobs.find(job => job.testName === 'deposit')?.targetUrl).toBe('http://bank');
		// A name means the value of the own project.
		expect(shop.runner.jobs.findLast(job => job.testName === 'create order')?.variables).toEqual({token: 't1'});
		for (const projectId of [shop.projectId, other]) {
			const {items} = await shop.engine.listBatches(accountId, projectId, {pageSize: 1, after: null});
			expect(items.map(item => item.batchId)).toEqual([ticket.batchId]);
		}
	});
});
