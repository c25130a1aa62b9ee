import type {Cadence, CadenceInput} from '../../contract/schedule.ts';
import {parseCron} from './cron-pattern.ts';
import {timeZone} from './time-zone.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** When a schedule fires. */
export type Timing = {
	cadence: Cadence;
	/** Decides for the cadence `cron`. */
	cron: string;
	timezone: string;
	/** Local day `2026-01-31` from which every n-th day or month is counted; null: the cadence counts none. */
	anchorDay: string | null;
};

/**
 * The next instant at which it fires, strictly after `after`; null: never.
 *
 * Fires are counted on the clocks of its time zone, so that 09:00 stays 09:00 all year. Where clocks are put forward a
 * time that is left out fires at the first minute after the gap, where they are put back only the first of two is used.
 *
 * @param after epoch milliseconds
 */
export function nextFire(timing: Timing, after: number): number | null {
	const zone = timeZone(timing.timezone);
	const next = localFires(timing);
	for (let local = next(zone.localOf(after)); local !== null; local = next(local)) {
		const instant = zone.instantOf(local);
		// In the hour that comes twice the clocks show times that have fired already.
		if (instant > after) return instant;
	}
	return null;
}

/** The day from which a cadence counts: that of its first fire at or after `from`. Null: it counts none. */
export function anchorDayOf(cadence: Cadence, timezone: string, from: number): string | null {
	if (cadence.kind !== 'daily' && cadence.kind !== 'monthly') return null;
	const local = timeZone(timezone).localOf(from) - 1;
	const first = localFires({cadence: {...cadence, every: 1}, cron: '', timezone, anchorDay: dayText(local)})(local);
	return dayText(first ?? local);
}

/** The nearest cron expression of a cadence: exact but for the counting of days and months, and for the last day. */
export function nearestCron(cadence: CadenceInput): string {
	switch (cadence.kind) {
		case 'hourly':
			return `${cadence.minute} ${step(cadence.every)} * * *`;
		case 'daily':
			return `${minuteHour(cadence.at)} ${step(cadence.every)} * *`;
		case 'weekly':
			return `${minuteHour(cadence.at)} * * ${weekdayNumbers(cadence.weekdays)}`;
		case 'monthly':
			return `${minuteHour(cadence.at)} ${cadence.day === 'last' ? 28 : cadence.day} ${step(cadence.every)} *`;
	}
}

/** The next local time that fires, strictly after a local time. */
function localFires({cadence, cron, anchorDay}: Timing): (local: number) => number | null {
	switch (cadence.kind) {
		case 'daily':
			return everyDays(cadence.every, timeOf(cadence.at), dayOf(anchorDay));
		case 'monthly':
			return everyMonths(cadence.every, cadence.day, timeOf(cadence.at), dayOf(anchorDay));
		default: {
			const pattern = parseCron(cadence.kind === 'cron' ? cron : nearestCron(cadence));
			if (typeof pattern === 'string') throw new RangeError(`The cron expression ${pattern}.`);
			return pattern.next;
		}
	}
}

const everyDays = (every: number, time: number, anchor: number) => (local: number) => {
	const days = Math.max(0, Math.floor((local - time - anchor) / dayMs) + 1);
	return anchor + Math.ceil(days / every) * every * dayMs + time;
};

const everyMonths = (every: number, day: number | 'last', time: number, anchor: number) => (local: number) => {
	const first = monthOf(anchor);
	const fire = (count: number) => {
		const month = first + count * every;
		return Date.UTC(0, month + (day === 'last' ? 1 : 0), day === 'last' ? 0 : day) + time;
	};
	let count = Math.max(0, Math.floor((monthOf(local) - first) / every));
	while (fire(count) <= local) count++;
	return fire(count);
};

/** Months since the year 1900, whose digits are those `Date.UTC` takes for the years 0 to 99. */
const monthOf = (local: number) => {
	const date = new Date(local);
	return (date.getUTCFullYear() - 1900) * 12 + date.getUTCMonth();
};

const dayOf = (anchorDay: string | null): number => (anchorDay === null ? 0 : Date.parse(`${anchorDay}T00:00:00Z`));
const dayText = (local: number): string => new Date(local).toISOString().slice(0, 10);

/** `HH:MM` as milliseconds since midnight. */
function timeOf(at: string): number {
	const [hour = 0, minute = 0] = at.split(':').map(Number);
	return (hour * 60 + minute) * minuteMs;
}

const step = (every: number) => (every === 1 ? '*' : `*/${every}`);

function minuteHour(at: string): string {
	const [hour = 0, minute = 0] = at.split(':').map(Number);
	return `${minute} ${hour}`;
}

const weekdayNumbers = (days: readonly string[]): string =>
	['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
		.flatMap((day, number) => (days.includes(day) ? [number] : []))
		.join(',');
