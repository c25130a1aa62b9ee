import {performance} from 'node:perf_hooks';
import {tmpdir} from 'node:os';
import {startDatabase} from '../../demo/postgres-process.ts';
import {createSealing} from '../../service/auth/sealing.ts';
import type {AccountId, BatchId, RunId} from '../../contract/ids.ts';
import {newBatch} from '../../service/engine/trigger.ts';
import {planFreshRun} from '../../service/graph/plan-batch.ts';
import {createProtection} from '../../service/store/calls/secret-rules.ts';
import {createIds} from '../../service/store/ids.ts';
import {openDatabase} from '../../service/store/open-database.ts';
import {createRunStore} from '../../service/store/runs/run-store.ts';

export {simulateCrew} from './crew.ts';
export {idealMakespan} from './ideal.ts';
export {MemoryShelf} from './memory-shelf.ts';
export {simulatedProject} from './work.ts';

const accountId = 'usr_simulation' as AccountId;
const count = 2000;

/**
 * How long the store of a PostgreSQL of this machine needs for the end of a test together with the start of the next one, and for a
 * batch, in milliseconds; null: there is none here.
 */
export async function measureLock(): Promise<{lockMs: number; createMs: number} | null> {
	const server = await startDatabase(tmpdir(), new AbortController().signal).catch(() => null);
	if (server === null) return null;
	const database = await openDatabase(server.url);
	try {
		const newId = createIds(Date.now);
		const [projectId, at] = [newId('prj'), Date.now()];
		const url = 'http://127.0.0.1:1';
		await database.insertInto('accounts').values({id: accountId, plan: 'Free', metered: 0, created_at: at}).execute();
		const project = {id: projectId, account_id: accountId, name: 'Shop', type: 'backend' as const, target_url: url};
		await database
			.insertInto('projects')
			.values({...project, created_from: 'cli', created_at: at, updated_at: at})
			.execute();
		const place = {name: 'default', name_key: 'default', url, is_default: 1 as const, auth_mode: 'public' as const};
		const times = {created_at: at, updated_at: at};
		await database
			.insertInto('environments')
			.values({id: newId('env'), project_id: projectId, ...place, variable_keys: '[]', ...times})
			.execute();
		const none = {produces: '[]', consumes: '[]', wiring: null, after: '[]'};
		for (let first = 0; first < count; first += 100)
			await database
				.insertInto('tests')
				.values(
					Array.from({length: 100}, (_, n) => ({
						...{id: newId('tst'), project_id: projectId, name: `test ${first + n}`, code: `assert ${first + n} >= 0`},
						...{
							type: 'backend' as const,
							kind: 'endpoint' as const,
							created_from: 'cli' as const,
							status: 'ready' as const,
						},
						...{code_version: 1, phase: 'normal' as const, ...none, ...times},
					})),
				)
				.execute();
		const store = createRunStore(
			database,
			newId,
			Date.now,
			createProtection(createSealing(new Uint8Array(32).fill(7))),
		);
		const createdFrom = performance.now();
		await store.createBatch(
			{accountId, projects: [{projectId, testIds: null, environment: 'default'}], forRerun: false},
			([snapshot]) => ({
				parts: [{snapshot: snapshot!, plan: planFreshRun(snapshot!.tests, snapshot!.tests)}],
				batch: newBatch({source: 'cli'}, {trigger: 'run_all', advisories: []}),
				extra: null,
			}),
		);
		const createMs = performance.now() - createdFrom;
		const claim = {workerId: 'worker', limit: 1, leaseMs: 30_000};
		const taken: number[] = [];
		let {runs} = await store.finishAndClaim([], claim);
		while (runs.length > 0) {
			const [{id, batch_id: batchId}] = runs as [(typeof runs)[number]];
			const from = performance.now();
			({runs} = await store.finishAndClaim([endOf(id, batchId)], claim));
			taken.push(performance.now() - from);
		}
		if (taken.length !== count) throw new Error(`${taken.length} of ${count} tests were executed`);
		taken.sort((a, b) => a - b);
		return {lockMs: taken[count / 2]!, createMs};
	} finally {
		await database.destroy();
		await server.stop();
	}
}

const endOf = (runId: RunId, batchId: BatchId) => ({
	...{runId, batchId, attempt: 1, status: 'passed' as const, failureKind: null, error: null, trace: null},
	...{apiOutput: '', failedLine: null, captures: [], calls: [], advisories: []},
});
