import {onTestFinished} from 'vitest';
import type {Batch, BatchMember} from '../../contract/batch.ts';
import type {ArtifactPlace} from '../../service/domain/artifacts.ts';
import {createEngine} from '../../service/engine/create-engine.ts';
import type {Engine} from '../../service/engine/engine.ts';
import type {Frontend} from '../../service/engine/plan-execution.ts';
import type {TargetWatch} from '../../service/engine/target-watch.ts';
import type {Runner} from '../../service/runners/runner.ts';
import type {Database} from '../../service/store/database.ts';
import {createIds, type NewId} from '../../service/store/ids.ts';
import {createRunStore, type RunStore} from '../../service/store/runs/run-store.ts';
import type {TestTable} from '../../service/store/tests/test-tables.ts';
import {openNewStore} from './open-new-store.ts';
import {type ScriptedRunner, scriptedRunner} from './scripted-runner.ts';
import {testProtection} from './protection.ts';

export const accountId = 'usr_owner';

/** What a test of a fixture may say of itself. */
export type FixtureTest = Partial<
	Pick<
		TestTable,
		'type' | 'phase' | 'priority' | 'category' | 'code' | 'timeout_seconds' | 'status' | 'kind' | 'plan_steps'
	>
> & {produces?: string[]; consumes?: string[]; wiring?: Record<string, string>; after?: string[]};

export type StoreFixture = {
	database: Database;
	store: RunStore;
	newId: NewId;
	projectId: string;
	/** Adds a test of that name to the project; answers its id. Later ones are younger. */
	addTest(name: string, test?: FixtureTest): Promise<string>;
};

/** What every project has from its start. */
export async function insertDefaultEnvironment(database: Database, projectId: string, url: string): Promise<void> {
	await database
		.insertInto('environments')
		.values({
			id: projectId.replace('prj', 'env'),
			project_id: projectId,
			name: 'default',
			name_key: 'default',
			url,
			is_default: 1,
			auth_mode: 'public',
			variable_keys: '[]',
			created_at: 1,
			updated_at: 1,
		})
		.execute();
}

/** A store in memory (or at `path`) with one account and one project. */
export async function openStore({
	path = ':memory:',
	now = Date.now,
	type = 'backend' as TestTable['type'],
} = {}): Promise<StoreFixture> {
	const database = await openNewStore(path);
	onTestFinished(() => database.destroy());
	const newId = createIds(now);
	const projectId = newId('prj');
	await database.insertInto('accounts').values({id: accountId, plan: 'Free', metered: 0, created_at: now()}).execute();
	await database
		.insertInto('projects')
		.values({
			id: projectId,
			account_id: accountId,
			name: 'Shop',
			type,
			created_from: 'cli',
			target_url: 'http://127.0.0.1:1',
			created_at: now(),
			updated_at: now(),
		})
		.execute();
	await insertDefaultEnvironment(database, projectId, 'http://127.0.0.1:1');
	let age = 0;
	return {
		database,
		store: createRunStore(database, newId, now, testProtection()),
		newId,
		projectId,
		async addTest(name, {produces = [], consumes = [], wiring, after = [], ...columns} = {}) {
			const id = newId('tst');
			await database
				.insertInto('tests')
				.values({
					id,
					project_id: projectId,
					name,
					type,
					kind: 'endpoint',
					created_from: 'cli',
					status: 'ready',
					code: columns.plan_steps ? null : `# ${name}`,
					code_version: 1,
					phase: 'normal',
					created_at: 1_700_000_000_000 + age++,
					updated_at: now(),
					...columns,
					produces: JSON.stringify(produces),
					consumes: JSON.stringify(consumes),
					wiring: wiring ? JSON.stringify(wiring) : null,
					after: JSON.stringify(after),
				})
				.execute();
			return id;
		},
	};
}

export type EngineFixture<R extends Runner = ScriptedRunner> = StoreFixture & {
	engine: Engine;
	runner: R;
	/** Runs the whole project, or the named tests, and answers the batch id. */
	runAll(testIds?: string[]): Promise<string>;
	/** Waits until a batch has ended with its cleanup. */
	batchEnd(batchId: string): Promise<Batch>;
	/** Waits until a batch looks like that. */
	batchUntil(batchId: string, isReached: (batch: Batch) => boolean): Promise<Batch>;
};

export const forever = new AbortController().signal;
const patienceMs = 120_000;

type EngineOptions = {
	slots?: number;
	store?: StoreFixture;
	target?: TargetWatch;
	frontend?: Frontend;
	artifacts?: ArtifactPlace;
};

/** An engine that takes work, over a store of its own and a scripted runner. */
export async function startEngine(options: EngineOptions = {}): Promise<EngineFixture> {
	return startEngineWith(scriptedRunner(), options);
}

export async function startEngineWith<R extends Runner>(
	runner: R,
	{slots = 4, store, workerId = 'worker-1', target, frontend, artifacts}: EngineOptions & {workerId?: string} = {},
): Promise<EngineFixture<R>> {
	const fixture = store ?? (await openStore());
	const engine = createEngine({
		store: fixture.store,
		runner,
		now: Date.now,
		workerId,
		workers: 1,
		concurrency: slots,
		...(target ? {target} : {}),
		...(frontend ? {frontend} : {}),
		...(artifacts ? {artifacts} : {}),
		log: {
			warn() {},
			error(fields, message) {
				throw new Error(`${message}: ${JSON.stringify(fields)}`);
			},
		},
	});
	await engine.start();
	onTestFinished(() => engine.stop({graceMs: 0, hurry: AbortSignal.abort()}));
	const batchUntil: EngineFixture['batchUntil'] = async (batchId, isReached) => {
		const deadline = performance.now() + patienceMs;
		for (let since = 0; ; ) {
			const batch = await engine.readBatch(accountId, batchId, 0);
			if (isReached(batch)) return batch;
			if (performance.now() > deadline) throw new Error(`Not reached in time: ${JSON.stringify(batch, null, 1)}`);
			since = batch.version;
			await engine.waitForBatch(batchId, since, 1000, forever);
		}
	};
	return {
		...fixture,
		engine,
		runner,
		async runAll(testIds) {
			const ticket = await engine.triggerBatch(accountId, {
				projectId: fixture.projectId,
				testIds,
				source: 'cli',
				trigger: testIds ? 'run' : 'run_all',
			});
			if (ticket.batchId === null) throw new Error(`Nothing was accepted: ${JSON.stringify(ticket)}`);
			return ticket.batchId;
		},
		batchUntil,
		batchEnd: batchId => batchUntil(batchId, batch => batch.phase === 'done'),
	};
}

/** Member rows of a batch by test name. */
export function byName(batch: Batch): Record<string, BatchMember> {
	return Object.fromEntries(batch.members.map(member => [member.name, member]));
}

/** Labels of a batch by test name. */
export const labels = (batch: Batch): Record<string, string> =>
	Object.fromEntries(batch.members.map(member => [member.name, member.label]));
