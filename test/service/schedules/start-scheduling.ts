import {plainCredential} from '../../../service/domain/credentials.ts';
import {onTestFinished} from 'vitest';
import type {Schedule, ScheduleInput, ScheduleRun} from '../../../contract/schedule.ts';
import {createFailures} from '../../../service/analysis/failures.ts';
import {createEngine} from '../../../service/engine/create-engine.ts';
import type {Engine} from '../../../service/engine/engine.ts';
import {failureSteps} from '../../../service/engine/code-step-view.ts';
import {resultView} from '../../../service/engine/result-view.ts';
import {createScheduling, type Scheduling} from '../../../service/schedules/create-scheduling.ts';
import type {StartBatch} from '../../../service/schedules/fire.ts';
import type {Mailer} from '../../../service/schedules/mailer.ts';
import {createRunStore} from '../../../service/store/runs/run-store.ts';
import {type HandClock, handClock} from '../../helpers/hand-clock.ts';
import {type ScriptedRunner, scriptedRunner} from '../../helpers/scripted-runner.ts';
import {accountId, openStore, type StoreFixture} from '../../helpers/start-engine.ts';
import {testProtection} from '../../helpers/protection.ts';

export const owner = {accountId, plan: 'Pro'};

export type SchedulingFixture = StoreFixture & {
	clock: HandClock;
	engine: Engine;
	runner: ScriptedRunner;
	scheduling: Scheduling;
	/** What the service logged, as lines. */
	log: string[];
	/** A schedule of the project that fires every hour, unless the input says otherwise. */
	create(input?: Partial<ScheduleInput>): Promise<Schedule>;
	read(scheduleId: string): Promise<Schedule>;
	runs(scheduleId: string): Promise<ScheduleRun[]>;
	/** Lets time pass and everything that is due begin. */
	pass(ms: number): Promise<void>;
	/** Waits until the batches of all fires have ended and are completed. */
	ended(): Promise<void>;
	/** Another process on the same store. */
	beside(mailer?: Mailer | null): Promise<Scheduling>;
};

/** Schedules over a store and an engine with a scripted runner, by a clock that stands until it is moved. */
export async function startScheduling({
	start = '2026-03-02T08:30:00.000Z',
	plan = 'Pro',
	metered = false,
	path = ':memory:',
	mailer = null,
	started = true,
	startBatch = start => start,
}: {
	start?: string;
	plan?: string;
	metered?: boolean;
	path?: string;
	mailer?: Mailer | null;
	/** False: nothing fires before the test says so. */
	started?: boolean;
	/** Stands before what starts the batch of a fire. */
	startBatch?: (start: StartBatch) => StartBatch;
} = {}): Promise<SchedulingFixture> {
	const clock = handClock(start);
	const fixture = await openStore({path, now: clock.now});
	const {database, newId, projectId} = fixture;
	await database
		.updateTable('accounts')
		.set({plan, metered: metered ? 1 : 0})
		.execute();
	const runner = scriptedRunner(clock.now);
	const log: string[] = [];
	const write = (fields: object, message: string) => void log.push(`${message} ${JSON.stringify(fields)}`);
	const logger = {info: write, warn: write, error: write};
	const all: Scheduling[] = [];
	const engine = createEngine({
		store: createRunStore(database, newId, clock.now, testProtection()),
		runner,
		now: clock.now,
		workerId: 'worker-1',
		workers: 1,
		concurrency: 4,
		log: logger,
		onBatchDone: batchId => {
			for (const each of all) each.batchDone(batchId);
		},
	});
	const open = async (sender: Mailer | null) => {
		const scheduling = createScheduling({
			database,
			newId,
			startBatch: startBatch(engine.runSchedule),
			checkTarget: async () => {},
			failures: createFailures({
				database,
				readArtifact: async () => null,
				traitsOf: () => plainCredential,
				resultOf: run => resultView(run, null),
				...failureSteps,
			}),
			mailer: sender,
			clock,
			log: logger,
		});
		all.push(scheduling);
		onTestFinished(() => scheduling.stop());
		return scheduling;
	};
	await engine.start();
	onTestFinished(() => engine.stop({graceMs: 0, hurry: AbortSignal.abort()}));
	const scheduling = await open(mailer);
	if (started) await scheduling.start();
	const {schedules} = scheduling;
	return {
		...fixture,
		clock,
		engine,
		runner,
		scheduling,
		log,
		create: async (input = {}) => {
			const created = await schedules.create(owner, {
				name: 'Nightly',
				targetType: 'project',
				targetId: projectId,
				...(input.cron === undefined ? {cadence: {kind: 'hourly', every: 1, minute: 0}} : {}),
				...input,
			});
			await scheduling.settled();
			return created;
		},
		read: scheduleId => schedules.read(accountId, scheduleId),
		runs: async scheduleId => (await schedules.listRuns(accountId, scheduleId, {pageSize: 100, after: null})).runs,
		async pass(ms) {
			clock.pass(ms);
			for (const each of all) await each.settled();
		},
		async ended() {
			for (;;) {
				const rows = await database.selectFrom('batches').select('id').where('phase', '!=', 'done').execute();
				if (rows.length === 0) break;
				await engine.waitForBatch(rows[0]!.id, Number.MAX_SAFE_INTEGER, 1000, new AbortController().signal);
			}
			for (const each of all) await each.settled();
		},
		async beside(other = null) {
			const scheduling = await open(other);
			await scheduling.start();
			return scheduling;
		},
	};
}
