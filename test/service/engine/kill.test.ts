import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createEngine} from '../../../service/engine/create-engine.ts';
import {openDatabase} from '../../../service/store/open-database.ts';
import {bundleProgram} from '../../helpers/bundle.ts';
import {amount} from '../../helpers/chance.ts';
import {killProgram, untilItSpeaks} from '../../helpers/killed-program.ts';
import {placeOfStore} from '../../helpers/open-new-store.ts';
import {scriptedRunner} from '../../helpers/scripted-runner.ts';
import {accountId, openStore} from '../../helpers/start-engine.ts';

const kills = amount(12, 24);
/** Tests that end at most before a kill, so that a kill never finds the batch done, however late it comes. */
const endsPerKill = 10;
const members = 600;

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
	program = await bundleProgram('test/service/engine/killed-service.ts');
});
afterAll(() => program.remove());

/** Starts the service on a store; resolves when it takes work, of which it may end so much. */
async function startService(path: string, ends: number): Promise<ChildProcess> {
	const child = spawn(process.execPath, [program.file, placeOfStore(path)], {stdio: ['pipe', 'pipe', 'inherit']});
	await untilItSpeaks(child);
	child.stdin!.write('.'.repeat(ends));
	return child;
}

/** Every stored verdict by run id. */
async function verdicts(path: string): Promise<Map<string, string>> {
	const database = await openDatabase(placeOfStore(path));
	const rows = await database
		.selectFrom('runs')
		.select(['id', 'status', 'attempt', 'finished_at', 'api_output'])
		.where('finished_at', 'is not', null)
		.execute();
	await database.destroy();
	return new Map(rows.map(row => [row.id, JSON.stringify(row)]));
}

/** A project of chains, fans and lonely tests, and its whole run waiting in a store on disk. */
async function storeWithWork(path: string): Promise<string> {
	const fixture = await openStore({path});
	for (let i = 0; i < members; i++) {
		const consumes = i % 5 === 0 ? [] : [`v${i - 1}`, ...(i % 7 === 0 ? [`v${i - 3}`] : [])];
		const category = i % 40 === 39 ? 'teardown' : null;
		await fixture.addTest(`test ${i}`, {category, produces: category ? [] : [`v${i}`], consumes});
	}
	const engine = createEngine({
		store: fixture.store,
		runner: scriptedRunner(),
		now: Date.now,
		workerId: 'none',
		workers: 1,
		concurrency: 0,
		log: {warn: console.error, error: console.error},
	});
	const ticket = await engine.triggerBatch(accountId, {
		projectId: fixture.projectId,
		source: 'cli',
		trigger: 'run_all',
	});
	return ticket.batchId!;
}

describe('a service killed with SIGKILL at any moment', () => {
	it(`${kills} times in one batch loses no verdict, reports none twice and never breaks the order`, async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-kill-'));
		const path = join(folder, 'svc.db');
		const batchId = await storeWithWork(path);
		let known = new Map<string, string>();
		let whileOpen = 0;
		for (let i = 0; i < kills; i++) {
			const child = await startService(path, endsPerKill);
			await delay(Math.random() * 60);
			await killProgram(child);
			const now = await verdicts(path);
			// What was acknowledged once stays as it is, whatever happens later.
			for (const [id, verdict] of known) expect(now.get(id)).toBe(verdict);
			if (now.size < members) whileOpen++;
			known = now;
		}
		expect(whileOpen).toBe(kills);

		const last = await startService(path, 2 * members);
		const database = await openDatabase(placeOfStore(path));
		const deadline = performance.now() + 120_000;
		let batch = {phase: '', finished_at: null as number | null};
		while (batch.finished_at === null && performance.now() < deadline) {
			await delay(20);
			batch = await database
				.selectFrom('batches')
				.select(['phase', 'finished_at'])
				.where('id', '=', batchId)
				.executeTakeFirstOrThrow();
		}
		await killProgram(last);
		expect(batch.phase).toBe('done');

		const runs = await database.selectFrom('runs').selectAll().where('batch_id', '=', batchId).execute();
		expect(runs).toHaveLength(members);
		for (const run of runs) {
			expect(['passed', 'failed', 'blocked']).toContain(run.status);
			expect(run.finished_at).not.toBeNull();
			// The only failures are those of tests that were lost twice.
			if (run.status === 'failed') expect(run).toMatchObject({failure_kind: 'infra', attempt: 2, trace: null});
			if (run.status === 'passed') expect(run.api_output).toBe(`${run.id}#${run.attempt}`);
		}
		const calls = await database.selectFrom('calls').select(['run_id', 'attempt']).execute();
		const passed = runs.filter(run => run.status === 'passed');
		expect(calls.map(call => `${call.run_id}#${call.attempt}`).sort()).toEqual(
			passed.map(run => `${run.id}#${run.attempt}`).sort(),
		);
		const byId = new Map(runs.map(run => [run.id, run]));
		const edges = await database.selectFrom('run_edges').selectAll().where('from_run_id', 'is not', null).execute();
		const lastTest = Math.max(...runs.filter(run => run.teardown === 0).map(run => run.finished_at!));
		for (const to of runs) {
			const producers = edges.filter(edge => edge.to_run_id === to.id).map(edge => byId.get(edge.from_run_id!)!);
			if (to.status === 'blocked') {
				const hasReason = producers.some(from => from.status !== 'passed');
				expect(hasReason || to.blocked_by?.includes('no_producer')).toBe(true);
				expect(to.attempt).toBe(0);
			} else
				for (const from of producers)
					expect({from: from.status, inOrder: to.started_at! >= from.finished_at!}).toEqual({
						from: 'passed',
						inOrder: true,
					});
		}
		for (const run of runs)
			if (run.teardown === 1 && run.started_at) expect(run.started_at).toBeGreaterThanOrEqual(lastTest);
		const waves = await database.selectFrom('waves').selectAll().where('batch_id', '=', batchId).execute();
		for (const status of ['passed', 'failed', 'blocked', 'queued', 'running'] as const)
			expect(waves.reduce((sum, wave) => sum + wave[status], 0)).toBe(
				runs.filter(run => run.status === status && run.skipped === 0).length,
			);
		await database.destroy();
		rmSync(folder, {recursive: true, force: true});
	});
});
