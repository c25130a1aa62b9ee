import {Client} from 'pg';
import {describe, expect, inject, it, onTestFinished, vi} from 'vitest';
import {createEngine} from '../../../service/engine/create-engine.ts';
import {storageOf} from '../../../service/store/dialect/storage.ts';
import type {Finish} from '../../../service/store/runs/finish.ts';
import {scriptedRunner} from '../../helpers/scripted-runner.ts';
import {accountId, openStore, type StoreFixture} from '../../helpers/start-engine.ts';

const worker = (workerId: string, limit = 10) => ({workerId, limit, leaseMs: 30_000});

/** A store whose clock the test moves, with a waiting batch of the given tests. */
async function waitingBatch(tests: Record<string, Parameters<StoreFixture['addTest']>[1]>) {
	const clock = {now: 1_800_000_000_000};
	const fixture = await openStore({now: () => clock.now});
	for (const [name, test] of Object.entries(tests)) await fixture.addTest(name, test);
	const engine = createEngine({
		store: fixture.store,
		runner: scriptedRunner(),
		now: () => clock.now,
		workerId: 'never',
		workers: 1,
		concurrency: 0,
		log: {warn() {}, error() {}},
	});
	const {batchId} = await engine.triggerBatch(accountId, {
		projectId: fixture.projectId,
		source: 'cli',
		trigger: 'run_all',
	});
	const trigger = (testIds: string[]) =>
		engine.triggerBatch(accountId, {projectId: fixture.projectId, source: 'cli', trigger: 'run', testIds});
	const claim = async (workerId: string, limit?: number) =>
		(await fixture.store.finishAndClaim([], worker(workerId, limit))).runs;
	const finish = (run: {id: string; attempt: number}, more: Partial<Finish> = {}): Finish => ({
		runId: run.id,
		attempt: run.attempt,
		status: 'passed',
		failureKind: null,
		error: null,
		trace: null,
		apiOutput: '',
		failedLine: null,
		captures: [],
		calls: [],
		advisories: [],
		...more,
	});
	const row = (name: string) =>
		fixture.database.selectFrom('runs').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
	return {...fixture, batchId: batchId!, clock, trigger, claim, finish, row};
}

describe('claim', () => {
	it('hands out each run once, however many workers ask at the same time', async () => {
		const {claim} = await waitingBatch(Object.fromEntries(Array.from({length: 30}, (_, i) => [`test ${i}`, {}])));
		const taken = (await Promise.all(Array.from({length: 8}, (_, i) => claim(`w${i}`, 5)))).flat();
		expect(taken).toHaveLength(30);
		expect(new Set(taken.map(run => run.id)).size).toBe(30);
		expect(await claim('late')).toEqual([]);
	});

	it('lets a small batch start in turn with a large one of slow tests that was there before it', async () => {
		const {claim, store, finish, clock, trigger, addTest} = await waitingBatch(
			Object.fromEntries(Array.from({length: 40}, (_, i) => [`large ${i}`, {}])),
		);
		let [last] = await claim('w', 1);
		/** The name of the test that starts when the present one has taken a minute. */
		const next = async () => {
			clock.now += 60_000;
			[last] = (await store.finishAndClaim([finish(last!)], worker('w', 1))).runs;
			return last!.name.split(' ')[0];
		};
		for (let n = 0; n < 20; n++) expect(await next()).toBe('large');
		const small = await Promise.all([0, 1, 2].map(n => addTest(`small ${n}`)));
		await trigger(small);
		const started: string[] = [];
		for (let n = 0; n < 6; n++) started.push((await next())!);
		expect(started.filter(name => name === 'small')).toHaveLength(3);
		// The large one has its turns meanwhile.
		expect(started.filter(name => name === 'large')).toHaveLength(3);
	});

	it('does not let a large batch that comes later go before one that waits for a slot', async () => {
		const {claim, trigger, addTest, clock} = await waitingBatch({'first 0': {}, 'first 1': {}, 'first 2': {}});
		clock.now += 600_000;
		await trigger(await Promise.all(Array.from({length: 20}, (_, n) => addTest(`later ${n}`))));
		const names = (await claim('w', 6)).map(({name}) => name.split(' ')[0]);
		expect(names.filter(name => name === 'first')).toHaveLength(3);
	});

	it('leases the run to the worker and counts the attempt', async () => {
		const {claim, row, clock} = await waitingBatch({Test: {timeout_seconds: 7}});
		const [run] = await claim('w');
		expect(run).toMatchObject({name: 'Test', attempt: 1, timeout_seconds: 7, code: '# Test', variables: {}});
		expect(await row('Test')).toMatchObject({
			status: 'running',
			worker_id: 'w',
			attempt: 1,
			ready: 0,
			started_at: clock.now,
			lease_until: clock.now + 30_000,
		});
	});
});

describe('beat', () => {
	it('extends the leases of its worker only, and tells which runs were cancelled', async () => {
		const {claim, store, row, clock} = await waitingBatch({Mine: {}, 'Also mine': {}, Other: {}});
		const mine = await claim('w', 2);
		await claim('other');
		await store.cancelRun(accountId, mine[1]!.id);
		clock.now += 20_000;
		const held = await store.beat({workerId: 'w', leaseMs: 30_000});
		expect(held.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
			{id: mine[0]!.id, attempt: 1, cancelRequested: false},
			{id: mine[1]!.id, attempt: 1, cancelRequested: true},
		]);
		expect((await row('Mine')).lease_until).toBe(clock.now + 30_000);
		expect((await row('Other')).lease_until).toBe(clock.now + 10_000);
	});
});

describe('finish', () => {
	it('of a run that comes twice in one transaction counts once, also while its batch goes on', async () => {
		const {claim, store, finish, row} = await waitingBatch({A: {}, B: {}});
		const [run] = await claim('w', 1);
		const ends = [finish(run!), finish(run!, {status: 'failed'})];
		const {ended, changed} = await store.finishAndClaim(ends, worker('w', 0));
		expect([ended, changed[0]?.ended]).toEqual([[true, false], [run!.id]]);
		expect(await row('A')).toMatchObject({status: 'passed', worker_id: null});
	});

	it.skipIf(inject('emptyDatabase') === null)(
		'asks a server twice for the end of a test and the next one',
		async () => {
			const {claim, store, finish} = await waitingBatch({One: {}, Two: {}, Three: {}, Four: {}, Open: {}});
			let runs = await claim('w', 1);
			const ways = vi.spyOn(Client.prototype, 'query');
			onTestFinished(() => ways.mockRestore());
			const asked: number[] = [];
			for (let round = 0; round < 3; round++) {
				ways.mockClear();
				const [run] = runs;
				({runs} = await store.finishAndClaim([{...finish(run!), batchId: run!.batch_id}], worker('w', 1)));
				expect(runs).toHaveLength(1);
				asked.push(ways.mock.calls.length);
			}
			// The first time it also reads what the project wants.
			expect(asked.slice(1)).toEqual([2, 2]);
		},
	);

	it('sends other processes to look for work only where something may start now', async () => {
		const tests = {
			Create: {produces: ['id']},
			Use: {consumes: ['id']},
			Alone: {},
			Twice: {},
			Limited: {},
			Last: {phase: 'late' as const},
			Open: {},
		};
		const {claim, store, finish, database, projectId} = await waitingBatch(tests);
		const runs = new Map((await claim('w', 9)).map(run => [run.name, run]));
		const spy = vi.spyOn(storageOf(database), 'writeTogether');
		onTestFinished(() => spy.mockRestore());
		/** What others are told of the end of a run. */
		const told = async (name: string) => {
			await store.finishAndClaim([finish(runs.get(name)!, {captures: []})], worker('w', 0));
			return spy.mock.calls.flatMap(([, , news]) => (news?.kind === 'batch' ? news.work : [])).at(-1);
		};
		expect(await told('Alone')).toBe(false);
		expect(await told('Create')).toBe(true);
		const twice = await database.selectFrom('runs').selectAll().where('name', '=', 'Twice').executeTakeFirstOrThrow();
		await database
			.insertInto('runs')
			.values({...twice, id: `${twice.id}x`, batch_id: twice.batch_id, status: 'queued', ready: 1, attempt: 0})
			.execute();
		expect(await told('Twice')).toBe(true);
		await database.updateTable('projects').set({max_parallel: 3}).where('id', '=', projectId).execute();
		expect(await told('Limited')).toBe(true);
		await database.updateTable('projects').set({max_parallel: null}).where('id', '=', projectId).execute();
		// The last one before those that come late.
		expect(await told('Open')).toBe(true);
	});

	it('counts only once, and only for the present attempt', async () => {
		const {claim, store, finish, row, database} = await waitingBatch({Test: {produces: ['x']}});
		const [lost] = await claim('dead');
		await store.reap('all');
		const [again] = await claim('alive');
		expect(again).toMatchObject({id: lost!.id, attempt: 2});
		const capture = {name: 'x', value: 1, declared: true, at: 1};
		const late = await store.finishAndClaim([finish(lost!, {status: 'failed', captures: [capture]})], worker('dead'));
		expect(late.ended).toEqual([false]);
		expect(await row('Test')).toMatchObject({status: 'running', attempt: 2});
		const ends = [finish(again!, {captures: [capture]}), finish(again!, {status: 'failed'})];
		const {ended, changed} = await store.finishAndClaim(ends, worker('alive'));
		expect(ended).toEqual([true, false]);
		expect(changed).toMatchObject([{ended: [again!.id], done: true}]);
		expect(await row('Test')).toMatchObject({status: 'passed', worker_id: null, lease_until: null});
		expect(await database.selectFrom('captures').select(['run_id', 'attempt']).execute()).toEqual([
			{run_id: again!.id, attempt: 2},
		]);
	});

	it('never starts a consumer before its producer ended, whatever waited for the store in between', async () => {
		const {claim, store, finish, row, clock} = await waitingBatch({
			Create: {produces: ['id']},
			Other: {},
			Use: {consumes: ['id']},
		});
		const taken = await claim('w', 2);
		const create = taken.find(run => run.name === 'Create')!;
		const other = taken.find(run => run.name === 'Other')!;
		const captures = [{name: 'id', value: 1, declared: true, at: 1}];
		const first = store.finishAndClaim([finish(create, {captures})], worker('w', 0));
		clock.now += 50;
		const second = store.finishAndClaim([finish(other)], worker('w'));
		clock.now += 50;
		await Promise.all([first, second]);
		expect((await row('Use')).started_at).toBeGreaterThanOrEqual((await row('Create')).finished_at!);
	});

	it('is one new version of the batch together with what starts in its place', async () => {
		const {claim, store, finish, database} = await waitingBatch({A: {}, B: {}, C: {}, D: {}});
		const taken = await claim('w', 2);
		const version = async () =>
			(await database.selectFrom('batches').select('version').executeTakeFirstOrThrow()).version;
		const before = await version();
		const {ended, runs, changed} = await store.finishAndClaim(
			taken.map(run => finish(run)),
			worker('w', 2),
		);
		expect(ended).toEqual([true, true]);
		expect(changed).toMatchObject([{version: before + 1, ended: taken.map(({id}) => id), done: false}]);
		expect(await version()).toBe(before + 1);
		const revs = await database
			.selectFrom('runs')
			.select(['id', 'rev'])
			.where('rev', '=', before + 1)
			.execute();
		expect(revs.map(({id}) => id).sort()).toEqual([...taken, ...runs].map(({id}) => id).sort());
		expect(await database.selectFrom('waves').select(['running', 'passed', 'rev']).execute()).toEqual([
			{running: 2, passed: 2, rev: before + 1},
		]);
	});

	it('keeps the counts of the waves in step with the rows', async () => {
		const {claim, store, finish, database} = await waitingBatch({
			A: {produces: ['a']},
			B: {consumes: ['a']},
			C: {category: 'teardown', consumes: ['a']},
			D: {},
		});
		for (let runs = await claim('w', 1); runs.length > 0; ) {
			({runs} = await store.finishAndClaim([finish(runs[0]!)], worker('w', 1)));
			const rows = await database.selectFrom('runs').select(['wave', 'status', 'skipped']).execute();
			for (const wave of await database.selectFrom('waves').selectAll().execute())
				for (const status of ['queued', 'running', 'passed', 'failed', 'blocked', 'skipped'] as const)
					expect(wave[status]).toBe(
						rows.filter(
							row => row.wave === wave.wave && (row.skipped === 1 ? status === 'skipped' : row.status === status),
						).length,
					);
		}
		expect(await database.selectFrom('batches').select(['phase', 'outcome', 'credits_held']).execute()).toEqual([
			{phase: 'done', outcome: 'blocked', credits_held: 0},
		]);
	});
});

describe('reap', () => {
	it('takes back only what nobody has beaten for', async () => {
		const {claim, store, row, clock} = await waitingBatch({Dead: {}, Alive: {}});
		const [dead] = await claim('dead', 1);
		clock.now += 20_000;
		await claim('alive', 1);
		clock.now += 15_000;
		const changed = await store.reap('expired');
		expect(changed).toHaveLength(1);
		expect(await row(dead!.name)).toMatchObject({status: 'queued', ready: 1, worker_id: null, started_at: null});
		expect(await store.reap('expired')).toEqual([]);
	});

	it('gives back only the attempt the worker speaks of', async () => {
		const {claim, store, row} = await waitingBatch({Test: {}});
		const [run] = await claim('w');
		expect(await store.reap([{id: run!.id, attempt: 7}])).toEqual([]);
		expect(await row('Test')).toMatchObject({status: 'running'});
		await store.reap([{id: run!.id, attempt: 1}]);
		expect(await row('Test')).toMatchObject({status: 'queued'});
	});
});

describe('a batch that is stored', () => {
	it('keeps one copy of a source however many runs use it', async () => {
		const {database} = await waitingBatch({A: {code: 'same'}, B: {code: 'same'}, C: {code: 'other'}});
		expect((await database.selectFrom('codes').selectAll().execute()).map(row => row.code).sort()).toEqual([
			'other',
			'same',
		]);
	});

	it('runs the source it was triggered with, also when the test changes meanwhile', async () => {
		const {database, claim} = await waitingBatch({Test: {code: 'before'}});
		await database.updateTable('tests').set({code: 'after', code_version: 2}).execute();
		expect(await claim('w')).toMatchObject([{code: 'before'}]);
	});

	it('of a thousand tests is stored whole', async () => {
		const tests = Object.fromEntries(
			Array.from({length: 1000}, (_, i) => [
				`test ${i}`,
				{produces: [`v${i}`], consumes: i % 10 === 0 ? [] : [`v${i - 1}`]},
			]),
		);
		const {database, batchId} = await waitingBatch(tests);
		const count = async (table: 'runs' | 'run_edges') =>
			(
				await database
					.selectFrom(table)
					.select(({fn}) => fn.countAll<number>().as('count'))
					.where('batch_id', '=', batchId)
					.executeTakeFirstOrThrow()
			).count;
		expect(await count('runs')).toBe(1000);
		expect(await count('run_edges')).toBe(900);
	});

	it('defers what does not fit into the queue of the account', async () => {
		const fixture = await openStore();
		for (let i = 0; i < 2010; i++) await fixture.addTest(`test ${i}`);
		const engine = createEngine({
			store: fixture.store,
			runner: scriptedRunner(),
			now: Date.now,
			workerId: 'never',
			workers: 1,
			concurrency: 0,
			log: {warn() {}, error() {}},
		});
		const ticket = await engine.triggerBatch(accountId, {
			projectId: fixture.projectId,
			source: 'cli',
			trigger: 'run_all',
		});
		expect(ticket.accepted).toHaveLength(2000);
		expect(ticket.deferred).toHaveLength(10);
		expect(ticket.deferred[0]).toMatchObject({reason: 'rate_limited'});
		const refused = engine.triggerRun(accountId, ticket.deferred[0]!.testId, {source: 'cli'});
		await expect(refused).rejects.toMatchObject({code: 'RATE_LIMITED', details: {limit: 2000, retryAfterSec: 60}});
	});
});
