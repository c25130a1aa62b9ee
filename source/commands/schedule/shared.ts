import type {Context} from '../../context.ts';
import {cadenceText} from '../../../contract/cadence-text.ts';
import {type CadenceInput, type ScheduleInput, type Weekday, weekdays} from '../../../contract/schedule.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {integer, refuseTogether, text, toggle} from '../flag.ts';

export const scheduleArgument = (summary: string) => id('schedule-id', summary);

const timeOfDay = '([01]\\d|2[0-3]):[0-5]\\d';
const weekday = `(${weekdays.join('|')})`;

/** When it fires, and what it runs with: the same for a new schedule and for a change. */
export const timingFlags = {
	cron: text('Five fields: minute hour day-of-month month day-of-week', {
		placeholder: '<fields>',
		max: 200,
		pattern: /^\s*\S+(\s+\S+){4}\s*$/,
		patternText: 'must have five fields: minute, hour, day of month, month, day of week',
	}),
	hourly: integer('Every so many hours from midnight, 1 to 24', {min: 1, max: 24}),
	daily: text('Every day at that time', {
		placeholder: '<HH:MM>',
		pattern: new RegExp(`^${timeOfDay}$`),
		patternText: 'must be a time such as 09:00',
	}),
	weekly: text('On those days: mon,thu@09:00', {
		placeholder: '<days@HH:MM>',
		pattern: new RegExp(`^${weekday}(,${weekday})*@${timeOfDay}$`, 'i'),
		patternText: 'must be like mon,thu@09:00',
	}),
	monthly: text('On that day of the month, 1 to 28 or last: 1@09:00', {
		placeholder: '<day@HH:MM>',
		pattern: new RegExp(`^([1-9]|1\\d|2[0-8]|last)@${timeOfDay}$`),
		patternText: 'must be like 1@09:00 or last@09:00, the day at most 28',
	}),
	timezone: text('IANA time zone of the times', {placeholder: '<zone>', max: 64}),
	start: text('Not before that time (ISO)', {placeholder: '<time>'}),
	end: text('Not after that time (ISO)', {placeholder: '<time>'}),
};

export const runFlags = {
	sendTo: text('Mail addresses that get the result, comma-separated', {placeholder: '<list>'}),
	env: text('Environment of the project', {placeholder: '<name>', max: 64}),
	skipDependencies: toggle('Run the tests alone, with earlier values'),
	noAutoHeal: toggle('Do not repair broken steps of frontend tests'),
};

type Timing = {
	cron: string | undefined;
	hourly: number | undefined;
	daily: string | undefined;
	weekly: string | undefined;
	monthly: string | undefined;
	start: string | undefined;
	end: string | undefined;
};

const cadenceFlags = ['cron', 'hourly', 'daily', 'weekly', 'monthly'] as const;

/** Refuses two cadences and a window that is none; answers whether there is a cadence. */
export function checkTiming(options: Timing): boolean {
	const given = cadenceFlags.filter(flag => options[flag] !== undefined);
	const [first, second] = given;
	if (first !== undefined && second !== undefined) refuseTogether(first, true, second, true);
	const start = isoTime('start', options.start);
	const end = isoTime('end', options.end);
	if (start !== undefined && end !== undefined && end <= start)
		throw refusedFlag('end', {reason: 'before_start', text: 'must be after --start'});
	if (options.cron !== undefined && isTooFrequent(options.cron))
		throw refusedFlag('cron', {
			reason: 'too_frequent',
			text: `must leave at least ${minimumMinutes} minutes between fires`,
		});
	return given.length > 0;
}

const minimumMinutes = 15;

/**
 * Whether the minutes of a cron expression alone bring two fires of an hour too close, so that this is said before
 * anything is sent. What only the service can tell is left to it.
 */
function isTooFrequent(cron: string): boolean {
	const [field = ''] = cron.trim().split(/\s+/);
	const minutes = new Set<number>();
	for (const part of field.split(',')) {
		const [, from, to, step] = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [null];
		if (from === undefined && !part.startsWith('*')) return false;
		const first = Number(from ?? 0);
		const last = to !== undefined ? Number(to) : from === undefined || step !== undefined ? 59 : first;
		if (last > 59 || step === '0' || step === '00') return false;
		for (let minute = first; minute <= last; minute += Number(step ?? 1)) minutes.add(minute);
	}
	const sorted = [...minutes].sort((a, b) => a - b);
	return sorted.some((minute, index) => index > 0 && minute - sorted[index - 1]! < minimumMinutes);
}

/** The fields of a request that say when it fires; none when no flag does. */
export function timingOf(options: Timing & {timezone: string | undefined}) {
	const cadence = cadenceOf(options);
	const startAt = isoTime('start', options.start);
	const endAt = isoTime('end', options.end);
	return {
		...(options.cron === undefined ? {} : {cron: options.cron.trim()}),
		...(cadence ? {cadence} : {}),
		...(options.timezone === undefined ? {} : {timezone: options.timezone}),
		...(startAt === undefined ? {} : {startAt}),
		...(endAt === undefined ? {} : {endAt}),
	};
}

function cadenceOf({hourly, daily, weekly, monthly}: Timing): CadenceInput | null {
	if (hourly !== undefined) return {kind: 'hourly', every: hourly, minute: 0};
	if (daily !== undefined) return {kind: 'daily', every: 1, at: daily};
	if (weekly !== undefined) {
		const [days = '', at = ''] = weekly.toLowerCase().split('@');
		return {kind: 'weekly', weekdays: [...new Set(days.split(','))] as Weekday[], at};
	}
	if (monthly === undefined) return null;
	const [day = '', at = ''] = monthly.split('@');
	return {kind: 'monthly', every: 1, day: day === 'last' ? 'last' : Number(day), at};
}

/** "The cadence is explained in words on stderr before the request." Nothing to say without one. */
export function explainCadence(
	{cadence, cron, timezone}: Pick<ScheduleInput, 'cadence' | 'cron' | 'timezone'>,
	{notes}: Pick<Context, 'notes'>,
): void {
	if (cadence || cron !== undefined)
		notes.say(
			'info',
			`fires ${cadenceText(cadence ?? {kind: 'cron'}, cron ?? '', timezone ?? 'its time zone unchanged')}`,
		);
}

/** A date, or a time with its offset, as the service takes it. */
function isoTime(flag: string, given: string | undefined): string | undefined {
	if (given === undefined) return undefined;
	const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;
	const at = form.test(given.trim()) ? Date.parse(given.trim()) : Number.NaN;
	if (Number.isNaN(at))
		throw refusedFlag(flag, {reason: 'time', text: 'must be like 2026-01-31 or 2026-01-31T09:30:00Z'});
	return new Date(at).toISOString();
}

/** The time zone of this machine: what people mean by a time of day when they name none. */
export const hostTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
