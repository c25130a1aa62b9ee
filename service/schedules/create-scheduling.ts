import type {BatchId} from '../../contract/ids.ts';
import type {Others} from '../domain/ownership.ts';
import type {Schedules} from '../domain/schedules.ts';
import {completeScheduleRuns} from '../store/schedules/complete-schedule-runs.ts';
import {listOpenBatches} from '../store/schedules/schedule-runs.ts';
import type {Fire, ScheduleTable} from '../store/schedules/schedule-tables.ts';
import {fire, type Fired, type FireParts} from './fire.ts';
import {manageSchedules} from './manage-schedules.ts';
import {Postman, type PostmanParts} from './postman.ts';
import {Ticker} from './ticker.ts';

type SchedulingParts = Omit<FireParts, 'now'> &
	PostmanParts & {
		/** Other processes that fire; absent: none. */
		others?: Others | undefined;
	};

/** Schedules of one process: what people do with them, the clock that fires them, and what follows their batches. */
export type Scheduling = {
	schedules: Schedules;
	/** Completes what an earlier process left, and fires from now on. */
	start(): Promise<void>;
	/** Told of every batch that has ended with its cleanup. */
	batchDone(batchId: BatchId): void;
	/** Completes what has ended while nobody was told. */
	lookAgain(): void;
	/** Resolves when everything that is due and everything that was told so far has been dealt with; mails may be under way. */
	settled(): Promise<void>;
	stop(): Promise<void>;
};

/** Under which processes tell each other of schedules. */
const topic = 'schedules';

export function createScheduling(parts: SchedulingParts): Scheduling {
	const {database, clock, log, mailer, others} = parts;
	const fireParts = {...parts, now: clock.now};
	const postman = new Postman(parts);
	/** Batches of fires that are under way; most batches are no fire, and for those nothing is asked. */
	const open = new Set<string>();
	let following: Promise<void> = Promise.resolve();
	let isStopped = false;

	async function fireBy(schedule: ScheduleTable, by: Fire | 'hand'): Promise<Fired> {
		const fired = await fire(fireParts, schedule, by);
		if (fired.batchId !== null) {
			open.add(fired.batchId);
			// It may have ended before anybody asked for it.
			follow(fired.batchId);
		}
		return fired;
	}

	/** Completes the fire of a batch when it has ended; null: of every one that has. */
	function follow(batchId: BatchId | null): void {
		following = following.then(async () => {
			try {
				const completed = await completeScheduleRuns(database, batchId, {now: clock.now(), hasMail: mailer !== null});
				if (completed.length > 0 && batchId !== null) open.delete(batchId);
				for (const {scheduleId, paused} of completed)
					if (paused) log.info({scheduleId}, 'a schedule has paused itself');
				if (completed.some(({mail}) => mail === 'due')) await postman.collect();
			} catch (error) {
				log.error({err: error, batchId}, 'a run of a schedule could not be completed');
			}
		});
	}

	const ticker = new Ticker({
		database,
		clock,
		log,
		beginAt: others && (count => Math.floor(Math.random() * count)),
		async fire(schedule, at) {
			const {runId, batchId, skipped} = await fireBy(schedule, at);
			log.info({scheduleId: schedule.id, scheduleRunId: runId, batchId, skipped}, 'a schedule fired');
		},
	});

	return {
		schedules: manageSchedules({
			...fireParts,
			fire: schedule => fireBy(schedule, 'hand'),
			changed() {
				ticker.wake();
				others?.wire.tell(topic, '');
			},
		}),
		async start() {
			for (const batchId of await listOpenBatches(database)) open.add(batchId);
			follow(null);
			await following;
			await postman.collect();
			await ticker.start();
			others?.wire.listen(topic, () => ticker.wake());
		},
		batchDone(batchId) {
			// What ends while the engine stops is completed by the next start: the store may be closed by now.
			if (!isStopped && open.has(batchId)) follow(batchId);
		},
		lookAgain() {
			if (isStopped) return;
			follow(null);
			void postman.collect().catch((error: unknown) => log.error({err: error}, 'mails that are due could not be read'));
		},
		async settled() {
			await ticker.settled();
			await following;
		},
		async stop() {
			await ticker.stop();
			isStopped = true;
			await following;
			await postman.stop();
		},
	};
}
