import type {Cadence} from '../../contract/schedule.ts';
import {featuresOf} from '../domain/plan-features.ts';
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
import {nextFireWithin} from './timing-input.ts';

const minuteMs = 60_000;
/** An alarm sleeps by a clock that does not follow when the time of day is set; so it looks at least so often. */
const longestSleepMs = minuteMs;
/** A fire that comes later was missed: the machine slept, or its clock was put forward. As often as anything fires. */
const latestMs = 15 * minuteMs;
/** Time servers correct by less; a clock that goes back further was wrong before. */
const clockWasWrongMs = 60 * minuteMs;

type TickerParts = {
	database: Database;
	clock: Clock;
	/** Starts what a schedule runs. Its faults are its own. */
	fire(schedule: DueSchedule): Promise<void>;
	log: {info(fields: object, message: string): void; error(fields: object, message: string): void};
};

/**
 * Wakes at the next time at which a schedule is due, and never when none is active. A fire is taken by one update that
 * moves the schedule on, so of several processes one fires. What was missed while no process ran is not made up: at the
 * start every schedule whose time has passed gets its next one from now.
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
			await this.#fireDue();
			const next = await readNextFire(this.#parts.database);
			sleepMs = next === null ? null : Math.min(longestSleepMs, Math.max(0, next - clock.now()));
		} catch (error) {
			log.error({err: error}, 'schedules could not be read');
		}
		if (!this.#stopped && sleepMs !== null) this.#callOff = clock.after(sleepMs, () => this.wake());
	}

	async #fireDue(): Promise<void> {
		const {database, clock, fire, log} = this.#parts;
		for (const schedule of await listDue(database, clock.now())) {
			if (this.#stopped) return;
			const due = schedule.next_run_at!;
			const now = clock.now();
			if (!(await takeFire(database, {id: schedule.id, due, next: nextFireOf(schedule, now)}))) continue;
			if (now - due > latestMs) {
				log.info({scheduleId: schedule.id, due: timestamp(due)}, 'a schedule was missed');
				continue;
			}
			if (await this.#isGated(schedule)) continue;
			if (schedule.disabled_at !== null) {
				log.info({scheduleId: schedule.id}, 'a schedule of a disabled account does not fire');
				continue;
			}
			try {
				await fire(schedule);
			} catch (error) {
				log.error({err: error, scheduleId: schedule.id}, 'a schedule could not run');
			}
		}
	}

	/** Gives every schedule its next time from now on, unless it has one that can be right. */
	async #resetAll(): Promise<void> {
		const {database, clock} = this.#parts;
		for (const schedule of await listActive(database)) {
			if (await this.#isGated(schedule)) continue;
			const now = clock.now();
			const seen = schedule.next_run_at;
			const next = nextFireOf(schedule, now);
			if (seen === next || isPlausible(schedule, seen, next, now)) continue;
			await resetFire(database, {id: schedule.id, seen, next});
		}
	}

	/** "Plan loses schedules: all are paused." */
	async #isGated({id, plan}: DueSchedule): Promise<boolean> {
		if (featuresOf(plan).scheduleSlots !== 0) return false;
		await pauseSchedule(this.#parts.database, id, this.#parts.clock.now());
		return true;
	}
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
