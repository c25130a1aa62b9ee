import type {Cadence} from '../../contract/schedule.ts';
import {featuresOf} from '../domain/plan-features.ts';
import {ServiceError} from '../domain/service-error.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {Database} from '../store/database.ts';
import {
	type DueSchedule,
	listActive,
	listDue,
	pauseSchedule,
	readNextFire,
	resetFire,
	takeFire,
} from '../store/schedules/schedules.ts';
import {FireTakenError} from '../store/schedules/schedule-runs.ts';
import type {Fire} from '../store/schedules/schedule-tables.ts';
import {listWorkers} from '../store/team/workers.ts';
import {nextFireWithin} from './timing-input.ts';

const minuteMs = 60_000;
/** An alarm sleeps by a clock that does not follow when the time of day is set; so it looks at least so often. */
const longestSleepMs = minuteMs;
/** A fire that comes later was missed: the machine slept, or its clock was put forward. As often as anything fires. */
const latestMs = 15 * minuteMs;
/** What could not be fired, because the store is away, is tried again. */
const retryMs = 5000;
/** Processes of a database say every 10 s that they live. */
const seenWithinMs = 15_000;
/** Time servers correct by less; a clock that goes back further was wrong before. */
const clockWasWrongMs = 60 * minuteMs;

type TickerParts = {
	database: Database;
	clock: Clock;
	/** Starts what a schedule runs, and takes the fire with it. */
	fire(schedule: DueSchedule, at: Fire): Promise<void>;
	/** Of how many at once due this process begins with which; absent: with the first, as nobody else fires. */
	beginAt?: ((count: number) => number) | undefined;
	log: {info(fields: object, message: string): void; error(fields: object, message: string): void};
};

/**
 * Wakes at the next time at which a schedule is due, and never when none is active. A fire is taken by one update that
 * moves the schedule on, in the transaction that stores what came of it: of several processes one fires, and what fails because
 * the store is away, or a process is killed, fires later. What was missed while no process ran is not made up: at the
 * start every schedule whose time has passed gets its next one from now, unless somebody else may be about to fire it.
 */
export class Ticker {
	readonly #parts: TickerParts;
	#callOff: (() => void) | null = null;
	#looking: Promise<void> = Promise.resolve();
	#lastSeen = Number.NEGATIVE_INFINITY;
	#stopped = false;

	constructor(parts: TickerParts) {
		this.#parts = parts;
	}

	async start(): Promise<void> {
		await this.#resetAll();
		this.wake();
	}

	/** Looks now, and again when the next one is due; called when a schedule was changed. */
	wake(): void {
		this.#looking = this.#looking.then(() => this.#look());
	}

	/** Resolves when everything that is due has been started. */
	settled(): Promise<void> {
		return this.#looking;
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.#callOff?.();
		await this.#looking;
	}

	async #look(): Promise<void> {
		if (this.#stopped) return;
		this.#callOff?.();
		this.#callOff = null;
		const {clock, log} = this.#parts;
		let sleepMs: number | null = longestSleepMs;
		try {
			if (clock.now() < this.#lastSeen - clockWasWrongMs) await this.#resetAll();
			this.#lastSeen = clock.now();
			const isLeft = await this.#fireDue();
			const next = await readNextFire(this.#parts.database);
			if (isLeft) sleepMs = retryMs;
			else sleepMs = next === null ? null : Math.min(longestSleepMs, Math.max(0, next - clock.now()));
		} catch (error) {
			log.error({err: error}, 'schedules could not be read');
			sleepMs = retryMs;
		}
		if (!this.#stopped && sleepMs !== null) this.#callOff = clock.after(sleepMs, () => this.wake());
	}

	/** True: some could not be fired yet. */
	async #fireDue(): Promise<boolean> {
		const {database, clock, fire, log} = this.#parts;
		let isLeft = false;
		for (const schedule of this.#inTurn(await listDue(database, clock.now()))) {
			if (this.#stopped) return false;
			const due = schedule.next_run_at!;
			const now = clock.now();
			const at: Fire = {due, next: nextFireOf(schedule, now)};
			if (await this.#isGated(schedule)) continue;
			const why = whyNot(schedule, now - due);
			if (why !== null) {
				if (await takeFire(database, {id: schedule.id, ...at}))
					log.info({scheduleId: schedule.id, due: timestamp(due)}, why);
				continue;
			}
			try {
				await fire(schedule, at);
			} catch (error) {
				if (error instanceof FireTakenError) continue;
				log.error({err: error, scheduleId: schedule.id}, 'a schedule could not run');
				// What is refused once is refused again; what went wrong may go right.
				if (error instanceof ServiceError && error.code !== 'UNAVAILABLE')
					await takeFire(database, {id: schedule.id, ...at});
				else isLeft = true;
			}
		}
		return isLeft;
	}

	/** What is due at once, begun at different places by different processes, so that they do not all try the same. */
	#inTurn(due: readonly DueSchedule[]): DueSchedule[] {
		const first = this.#parts.beginAt?.(due.length) ?? 0;
		return [...due.slice(first), ...due.slice(0, first)];
	}

	/** Gives every schedule its next time from now on, unless it has one that can be right. */
	async #resetAll(): Promise<void> {
		const {database, clock} = this.#parts;
		const oldest = await this.#othersSince();
		for (const schedule of await listActive(database)) {
			if (await this.#isGated(schedule)) continue;
			const now = clock.now();
			const seen = schedule.next_run_at;
			const next = nextFireOf(schedule, now);
			if (seen === next || isPlausible(schedule, seen, next, now)) continue;
			if (seen !== null && seen <= now && seen >= oldest) continue;
			await resetFire(database, {id: schedule.id, seen, next});
		}
	}

	/** Since when a process has been there that fires, too; what has become due since then was not missed. */
	async #othersSince(): Promise<number> {
		const {database, clock} = this.#parts;
		const others = await listWorkers(database, clock.now() - seenWithinMs);
		return Math.min(...others.filter(({serves}) => serves === 1).map(({started_at}) => started_at));
	}

	/** "Plan loses schedules: all are paused." */
	async #isGated({id, plan}: DueSchedule): Promise<boolean> {
		if (featuresOf(plan).scheduleSlots !== 0) return false;
		await pauseSchedule(this.#parts.database, id, this.#parts.clock.now());
		return true;
	}
}

/** Why a schedule does not fire though it is due; null: it does. */
function whyNot({disabled_at}: DueSchedule, lateMs: number): string | null {
	if (lateMs > latestMs) return 'a schedule was missed';
	return disabled_at === null ? null : 'a schedule of a disabled account does not fire';
}

/**
 * A time still to come may be one fire ahead: the fire before was taken by a process whose clock is ahead of this one,
 * or just before a clock was corrected. Setting it back would fire twice. Further ahead it comes from a wrong clock.
 */
function isPlausible(schedule: DueSchedule, seen: number | null, next: number | null, now: number): boolean {
	if (seen === null || next === null || seen <= now) return false;
	const second = nextFireOf(schedule, next);
	return seen > next && (second === null || seen <= second);
}

const nextFireOf = (schedule: DueSchedule, now: number): number | null =>
	nextFireWithin(
		{
			cadence: JSON.parse(schedule.cadence) as Cadence,
			cron: schedule.cron,
			timezone: schedule.timezone,
			anchorDay: schedule.anchor_day,
		},
		{startAt: schedule.start_at, endAt: schedule.end_at},
		now,
	);

/** The time of day and an alarm. Tests set both by hand. */
export type Clock = {
	/** Epoch milliseconds of the system's clock, which people and time servers may set. */
	now(): number;
	/** Calls `run` once after `ms`; what it answers calls it off. */
	after(ms: number, run: () => void): () => void;
};

/** @param now epoch milliseconds */
export const systemClock = (now: () => number): Clock => ({
	now,
	after(ms, run) {
		const timer = setTimeout(run, ms).unref();
		return () => clearTimeout(timer);
	},
});
