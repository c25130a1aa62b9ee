import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {openDatabase} from '../../../service/store/open-database.ts';
import {bundleProgram} from '../../helpers/bundle.ts';
import {placeOfStore} from '../../helpers/open-new-store.ts';
import {accountId, openStore} from '../../helpers/start-engine.ts';

const hour = 3_600_000;
const firstFire = Date.parse('2026-03-02T09:00:00.000Z');

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
	program = await bundleProgram('test/service/schedules/killed-scheduler.ts');
});
afterAll(() => program.remove());

type Service = {
	/** Resolves when it has said the word. */
	until(word: string): Promise<void>;
	kill(): Promise<void>;
};

function startService(path: string, startAt: number, mode = 'run'): Service {
	const child: ChildProcess = spawn(process.execPath, [program.file, placeOfStore(path), String(startAt), mode], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let said = '';
	child.stdout!.on('data', (text: Buffer) => {
		said += text.toString();
	});
	const exited = once(child, 'exit');
	let hasEnded = false;
	const ended = once(child, 'close').then(() => {
		hasEnded = true;
	});
	const kill = async () => {
		child.kill('SIGKILL');
		await exited;
	};
	onTestFinished(kill);
	return {
		async until(word) {
			while (!said.split('\n').includes(word)) {
				if (hasEnded) throw new Error(`The service ended and has not said ${word}:\n${said}`);
				await Promise.race([once(child.stdout!, 'data'), ended]);
			}
		},
		kill,
	};
}

/** A store with a project of three tests and a schedule that fires every hour. */
async function storeWithSchedule(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'svc-schedule-kill-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const path = join(folder, 'svc.db');
	const {database, addTest, projectId} = await openStore({path, now: () => firstFire - hour});
	await database.updateTable('accounts').set({plan: 'Pro'}).execute();
	for (const name of ['one', 'two', 'three']) await addTest(name);
	await database
		.insertInto('schedules')
		.values({
			...{id: 'sch_1', account_id: accountId, name: 'Hourly', status: 'active', target_type: 'project'},
			...{target_id: projectId, cron: '0 * * * *', cadence: '{"kind":"cron"}', anchor_day: null, timezone: 'UTC'},
			...{start_at: null, end_at: null, send_to: null, skip_dependencies: 0, auto_heal: 1, environment: null},
			...{next_run_at: firstFire, last_run_id: null, auto_paused_at: null, runs_without_pass: 0},
			...{created_at: 0, updated_at: 0},
		})
		.execute();
	return path;
}

async function read(path: string) {
	const database = await openDatabase(placeOfStore(path));
	const schedule = await database.selectFrom('schedules').selectAll().executeTakeFirstOrThrow();
	const runs = await database.selectFrom('schedule_runs').selectAll().orderBy('id').execute();
	const batches = await database.selectFrom('batches').select(['id', 'schedule_id', 'phase']).orderBy('id').execute();
	await database.destroy();
	return {schedule, runs, batches};
}

/** Ids of the batches of which a run was lost with its service two times. */
async function batchesThatLostARun(path: string) {
	const database = await openDatabase(placeOfStore(path));
	const runs = await database.selectFrom('runs').select('batch_id').where('failure_kind', '=', 'infra').execute();
	await database.destroy();
	return runs.map(({batch_id}) => batch_id);
}

/** Reads until the newest run has completed. */
async function completed(path: string, count: number) {
	const deadline = performance.now() + 120_000;
	for (;;) {
		const state = await read(path);
		if (state.runs.length >= count && state.runs.every(({completed_at}) => completed_at !== null)) return state;
		if (performance.now() > deadline) throw new Error(`not completed: ${JSON.stringify(state)}`);
		await delay(20);
	}
}

describe('a service killed around the fire of a schedule', () => {
	it('before the batch was stored has missed it where nobody else was there, and fires at its next time', async () => {
		const path = await storeWithSchedule();
		const first = startService(path, firstFire - 200, 'stop-before');
		await first.until('claimed');
		await first.kill();
		expect(await read(path)).toMatchObject({
			schedule: {status: 'active', next_run_at: firstFire},
			runs: [],
			batches: [],
		});
		const second = startService(path, firstFire + 300);
		await second.until('ready');
		await second.kill();
		expect(await read(path)).toMatchObject({schedule: {next_run_at: firstFire + hour}, runs: []});
		startService(path, firstFire + hour - 200);
		const {runs, batches} = await completed(path, 1);
		expect(runs).toMatchObject([{outcome: 'passed', batch_id: batches[0]?.id}]);
		expect(batches).toHaveLength(1);
	});

	it('before the batch was stored leaves the fire to another one', async () => {
		const path = await storeWithSchedule();
		const [first, second] = [
			startService(path, firstFire - 200, 'stop-before'),
			startService(path, firstFire - 200, 'stop-before'),
		];
		await Promise.all([first.until('claimed'), second.until('claimed')]);
		await Promise.all([first.kill(), startService(path, firstFire - 500).until('ready')]);
		const {runs, batches, schedule} = await completed(path, 1);
		expect(runs).toMatchObject([{outcome: 'passed', batch_id: batches[0]?.id}]);
		expect(batches).toHaveLength(1);
		expect(schedule).toMatchObject({next_run_at: firstFire + hour});
	});

	it('right after its batch was stored has it finished by the next one, once', async () => {
		const path = await storeWithSchedule();
		const first = startService(path, firstFire - 200, 'stop-after');
		await first.until('stored');
		await first.kill();
		startService(path, firstFire + 1000);
		const {runs, batches, schedule} = await completed(path, 1);
		expect(runs).toMatchObject([{outcome: 'passed', schedule_id: 'sch_1', batch_id: batches[0]?.id}]);
		expect(batches).toMatchObject([{phase: 'done', schedule_id: 'sch_1'}]);
		expect(schedule).toMatchObject({last_run_id: runs[0]?.id, next_run_at: firstFire + hour});
	});

	it('at any moment, hour after hour, and two at once, fires at most once an hour and tells of every batch', async () => {
		const path = await storeWithSchedule();
		const hours = 12;
		for (let count = 0; count < hours; count++) {
			const at = firstFire + count * hour - 150;
			const services = [startService(path, at), startService(path, at)];
			await Promise.all(services.map(service => service.until('ready')));
			// The first two hours end well, however slow the machine is; the fire of the others is at 150 ms.
			if (count < 2) await completed(path, count + 1);
			else await delay(60 + Math.random() * 150);
			await Promise.all(services.map(service => service.kill()));
		}
		const before = (await read(path)).runs.length;
		startService(path, firstFire + hours * hour - 200);
		const {runs, batches, schedule} = await completed(path, before + 1);
		const fired = runs.map(({created_at}) => Math.floor(created_at / hour));
		expect(new Set(fired).size).toBe(fired.length);
		// A batch that a kill has left open keeps the next fire from starting another one.
		const started = runs.filter(({skipped_reason}) => skipped_reason !== 'previous_run_in_flight');
		expect(started.map(({batch_id}) => batch_id)).toEqual(batches.map(({id}) => id));
		// Kills that met one run twice make it a failed one.
		const lost = started.filter(({outcome}) => outcome !== 'passed').map(({batch_id}) => batch_id);
		expect(await batchesThatLostARun(path)).toEqual(expect.arrayContaining(lost));
		expect(started.every(({outcome}) => outcome !== null)).toBe(true);
		expect(started.length).toBeGreaterThan(1);
		expect(schedule).toMatchObject({status: 'active', next_run_at: firstFire + (hours + 1) * hour});
	});
});
