import type {Cadence, CadenceInput} from '../../contract/schedule.ts';
import {invalid} from '../domain/service-error.ts';
import {isTooFrequent, minimumMinutes, parseCron} from './cron-pattern.ts';
import {anchorDayOf, nearestCron, nextFire, type Timing} from './next-fire.ts';
import {isTimeZone} from './time-zone.ts';

/** When a schedule fires, and between which moments. Epoch milliseconds. */
type Window = {startAt: number | null; endAt: number | null};

/** What a request says about time; undefined: nothing. */
type TimingInput = {
	cron?: string | undefined;
	cadence?: CadenceInput | undefined;
	timezone?: string | undefined;
	startAt?: string | null | undefined;
	endAt?: string | null | undefined;
};

/** The cadence of a request; null: it names none. Throws VALIDATION_ERROR for two of them and for one that cannot be. */
export function readCadence({cron, cadence}: TimingInput): {cadence: Cadence; cron: string} | null {
	if (cron !== undefined && cadence !== undefined)
		throw invalid('cadence', 'exclusive', 'A schedule has either `cron` or `cadence`.');
	if (cadence) return {cadence, cron: nearestCron(cadence)};
	if (cron === undefined) return null;
	const pattern = parseCron(cron);
	if (typeof pattern === 'string') throw invalid('cron', 'invalid', `Field \`cron\` is invalid: it ${pattern}.`);
	if (pattern.next(0) === null)
		throw invalid('cron', 'never_fires', 'Field `cron` is invalid: it names no date that exists.');
	if (isTooFrequent(pattern, cron))
		throw invalid(
			'cron',
			'too_frequent',
			`Field \`cron\` is invalid: it fires twice within ${minimumMinutes} minutes.`,
		);
	return {cadence: {kind: 'cron'}, cron: cron.split(/\s+/).join(' ')};
}

/** Throws VALIDATION_ERROR for what is no IANA name. */
export function requireTimeZone(timezone: string): string {
	if (!isTimeZone(timezone))
		throw invalid('timezone', 'invalid', 'Field `timezone` is invalid: it must be an IANA name such as Europe/Berlin.');
	return timezone;
}

/** The window of a request over the one that is kept. "A past start means now; `endAt` after `startAt`." */
export function readWindow(input: Pick<TimingInput, 'startAt' | 'endAt'>, kept: Window, now: number): Window {
	const startAt = input.startAt === undefined ? kept.startAt : instant('startAt', input.startAt);
	const endAt = input.endAt === undefined ? kept.endAt : instant('endAt', input.endAt);
	if (input.startAt === undefined && input.endAt === undefined) return kept;
	if (endAt !== null && startAt !== null && endAt <= startAt)
		throw invalid('endAt', 'before_start', 'Field `endAt` is invalid: it must be after `startAt`.');
	if (input.endAt !== undefined && endAt !== null && endAt <= now)
		throw invalid('endAt', 'past', 'Field `endAt` is invalid: it must be in the future.');
	return {startAt, endAt};
}

function instant(field: string, value: string | null): number | null {
	if (value === null) return null;
	const at = Date.parse(value);
	if (Number.isNaN(at)) throw invalid(field, 'invalid', `Field \`${field}\` is invalid: there is no such time.`);
	return at;
}

/** The day from which a cadence counts, given when it may fire first. */
export const anchorOf = (cadence: Cadence, timezone: string, startAt: number | null, now: number): string | null =>
	anchorDayOf(cadence, timezone, Math.max(now, startAt ?? now));

/** The next fire within the window, strictly after `now` unless the window begins there; null: there is none. */
export function nextFireWithin(timing: Timing, {startAt, endAt}: Window, now: number): number | null {
	const next = nextFire(timing, startAt !== null && startAt > now ? startAt - 1 : now);
	return next !== null && (endAt === null || next <= endAt) ? next : null;
}
