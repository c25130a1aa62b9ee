import {formatAgo} from './durations.ts';

const minuteMs = 60_000;

/** How far away a moment (epoch ms) is: `2 h ago`, `just now`, `in 5 min`, `in 3 h`, `in 12 d`. */
export function relativeWords(moment: number, now: number): string {
	return moment <= now ? formatAgo(moment, now) : `in ${untilWords(moment, now)}`;
}

/** Time until a moment that lies ahead, for narrow columns: `now`, `5 min`, `3 h`, `12 d`. */
export function untilWords(moment: number, now: number): string {
	const minutes = Math.ceil((moment - now) / minuteMs);
	if (minutes < 1) return 'now';
	if (minutes < 60) return `${minutes} min`;
	if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
	return `${Math.round(minutes / 1440)} d`;
}

/**
 * A moment on the clock of a time zone: `02-01 10:00`, and with its year where that is not the one of `now`. A zone this
 * machine does not know is UTC.
 */
export const clockWords = (moment: number, now: number, timezone = 'UTC'): string =>
	clockOf(moment, now, timezone) ?? zonedClock(moment, now, 'UTC');

/** The same with the zone beside it: `02-01 10:00 Europe/Berlin`. */
function zonedClock(moment: number, now: number, timezone: string): string {
	const words = clockOf(moment, now, timezone);
	return words === null ? zonedClock(moment, now, 'UTC') : `${words} ${timezone}`;
}

/** Null: this machine does not know the zone. */
function clockOf(moment: number, now: number, timezone: string): string | null {
	const format = formatIn(timezone);
	if (format === null) return null;
	const words = format.format(moment);
	return words.slice(0, 4) === format.format(now).slice(0, 4) ? words.slice(5) : words;
}

function formatIn(timezone: string): Intl.DateTimeFormat | null {
	try {
		// The Swedish form is the ISO one.
		return new Intl.DateTimeFormat('sv-SE', {dateStyle: 'short', timeStyle: 'short', timeZone: timezone});
	} catch (error) {
		if (!(error instanceof RangeError) || timezone === 'UTC') throw error;
		return null;
	}
}

/**
 * A moment of the wire (ISO) that is over, as relative and absolute: `2 h ago, 01-31 07:30 UTC`; null stays null. It is
 * never ahead: `now` may stand, or be the beginning of the minute in which it was.
 */
export function momentWords(at: string | null, now: number): string | null {
	return at === null ? null : bothWords(at, now, 'UTC', formatAgo);
}

/** The same of a moment that may lie ahead: `in 2 h, 01-31 11:30 UTC`. */
export function dueWords(at: string | null, now: number): string | null {
	return zonedWords(at, now, 'UTC');
}

/** A moment that may lie ahead, on the clock of a time zone: `in 3 h, 02-01 09:00 Europe/Berlin`. */
export function zonedWords(at: string | null, now: number, timezone: string): string | null {
	return at === null ? null : bothWords(at, now, timezone);
}

function bothWords(at: string, now: number, timezone: string, words = relativeWords): string {
	const moment = Date.parse(at);
	return Number.isNaN(moment) ? at : `${words(moment, now)}, ${zonedClock(moment, now, timezone)}`;
}
