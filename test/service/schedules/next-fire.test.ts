import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {cadenceText} from '../../../contract/cadence-text.ts';
import {type Cadence, type CadenceInput, weekdays} from '../../../contract/schedule.ts';
import {isTooFrequent, parseCron} from '../../../service/schedules/cron-pattern.ts';
import {anchorDayOf, nearestCron, nextFire, type Timing} from '../../../service/schedules/next-fire.ts';
import {isTimeZone, timeZone} from '../../../service/schedules/time-zone.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

function timingOf(cadence: Cadence | string, timezone: string, from: number): Timing {
	const kept: Cadence = typeof cadence === 'string' ? {kind: 'cron'} : cadence;
	const cron = typeof cadence === 'string' ? cadence : nearestCron(cadence as CadenceInput);
	return {cadence: kept, cron, timezone, anchorDay: anchorDayOf(kept, timezone, from)};
}

/** The first fires after a moment. */
function fires(cadence: Cadence | string, timezone: string, from: string, count: number): Array<string | null> {
	const timing = timingOf(cadence, timezone, at(from));
	const found: Array<string | null> = [];
	let after: number | null = at(from);
	while (found.length < count && after !== null) {
		after = nextFire(timing, after);
		found.push(iso(after)?.slice(0, 16) ?? null);
	}
	return found;
}

describe('a schedule fires', () => {
	it.each<[string, Cadence | string, string, string, Array<string | null>]>([
		[
			'every 6 hours from midnight',
			{kind: 'hourly', every: 6, minute: 10},
			'UTC',
			'2026-01-01T05:00:00Z',
			['2026-01-01T06:10', '2026-01-01T12:10', '2026-01-01T18:10', '2026-01-02T00:10'],
		],
		[
			'every 5 hours, beginning again at midnight',
			{kind: 'hourly', every: 5, minute: 0},
			'UTC',
			'2026-01-01T14:00:00Z',
			['2026-01-01T15:00', '2026-01-01T20:00', '2026-01-02T00:00', '2026-01-02T05:00'],
		],
		[
			'every day at its local time in winter and summer',
			{kind: 'daily', every: 1, at: '09:00'},
			'Europe/Berlin',
			'2026-03-28T00:00:00Z',
			['2026-03-28T08:00', '2026-03-29T07:00'],
		],
		[
			'every 3 days, counted on from the first over the end of a month',
			{kind: 'daily', every: 3, at: '09:00'},
			'UTC',
			'2026-01-29T10:00:00Z',
			['2026-01-30T09:00', '2026-02-02T09:00', '2026-02-05T09:00'],
		],
		[
			'on the days of the week it names',
			{kind: 'weekly', weekdays: ['fri', 'mon'], at: '23:30'},
			'America/New_York',
			'2026-01-01T00:00:00Z',
			['2026-01-03T04:30', '2026-01-06T04:30', '2026-01-10T04:30'],
		],
		[
			'on the last day of every month, leap years too',
			{kind: 'monthly', every: 1, day: 'last', at: '12:00'},
			'UTC',
			'2028-01-31T12:00:00Z',
			['2028-02-29T12:00', '2028-03-31T12:00', '2028-04-30T12:00'],
		],
		[
			'every 5 months, counted on from the first over the end of a year',
			{kind: 'monthly', every: 5, day: 15, at: '00:00'},
			'UTC',
			'2026-06-16T00:00:00Z',
			['2026-07-15T00:00', '2026-12-15T00:00', '2027-05-15T00:00'],
		],
		[
			'when either of two restricted day fields matches',
			'0 0 13 * 5',
			'UTC',
			'2026-01-09T12:00:00Z',
			['2026-01-13T00:00', '2026-01-16T00:00', '2026-01-23T00:00'],
		],
		['never on a day that is in no month', '0 0 30 2 *', 'UTC', '2026-01-01T00:00:00Z', [null]],
		[
			'at the next valid minute when clocks are put forward over its time',
			'30 2 * * *',
			'Europe/Berlin',
			'2026-03-28T12:00:00Z',
			['2026-03-29T01:00', '2026-03-30T00:30'],
		],
		[
			'once when clocks are put back over its time',
			'30 2 * * *',
			'Europe/Berlin',
			'2026-10-24T12:00:00Z',
			['2026-10-25T00:30', '2026-10-26T01:30'],
		],
		[
			'once for all the times that one gap leaves out',
			'*/15 * * * *',
			'Europe/Berlin',
			'2026-03-29T00:44:00Z',
			['2026-03-29T00:45', '2026-03-29T01:00', '2026-03-29T01:15'],
		],
		[
			'half an hour later where clocks move by half an hour',
			'15 2 * * *',
			'Australia/Lord_Howe',
			'2026-10-03T00:00:00Z',
			['2026-10-03T15:30', '2026-10-04T15:15'],
		],
		[
			'at the first minute after a day that a country has left out',
			{kind: 'daily', every: 1, at: '12:00'},
			'Pacific/Apia',
			'2011-12-29T23:00:00Z',
			['2011-12-30T10:00', '2011-12-30T22:00'],
		],
	])('%s', (_, cadence, timezone, from, expected) => {
		expect(fires(cadence, timezone, from, expected.length)).toEqual(expected);
	});
});

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo'];
const timeOfDay = fc
	.tuple(fc.integer({min: 0, max: 23}), fc.integer({min: 0, max: 59}))
	.map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'));
const cadences: fc.Arbitrary<CadenceInput> = fc.oneof(
	fc.record({
		kind: fc.constant('hourly' as const),
		every: fc.integer({min: 1, max: 24}),
		minute: fc.integer({min: 0, max: 59}),
	}),
	fc.record({kind: fc.constant('daily' as const), every: fc.integer({min: 1, max: 31}), at: timeOfDay}),
	fc.record({
		kind: fc.constant('weekly' as const),
		weekdays: fc.uniqueArray(fc.constantFrom(...weekdays), {minLength: 1}),
		at: timeOfDay,
	}),
	fc.record({
		kind: fc.constant('monthly' as const),
		every: fc.integer({min: 1, max: 12}),
		day: fc.oneof(fc.integer({min: 1, max: 28}), fc.constant('last' as const)),
		at: timeOfDay,
	}),
);
const moments = fc.integer({min: at('2024-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z')});

describe('whatever the cadence, time zone and moment', () => {
	it('the next fire is later, on a whole minute, and nothing fires between', () => {
		fc.assert(
			fc.property(
				cadences,
				fc.constantFrom(...zones),
				moments,
				fc.double({min: 0, max: 1, noNaN: true}),
				(...given) => {
					const [cadence, zone, from, part] = given;
					const timing = timingOf(cadence, zone, from);
					const next = nextFire(timing, from)!;
					expect(next).toBeGreaterThan(from);
					expect(next % 60_000).toBe(0);
					// Asked at any moment before it, the answer is the same: a restart changes nothing.
					const between = Math.floor(from + (next - 1 - from) * part);
					expect(nextFire(timing, between)).toBe(next);
				},
			),
			{numRuns: 300},
		);
	});

	it('the clocks show its time of day, or have just been put forward over it', () => {
		fc.assert(
			fc.property(cadences, fc.constantFrom(...zones), moments, (cadence, zoneName, from) => {
				if (cadence.kind === 'hourly') return;
				const zone = timeZone(zoneName);
				const next = nextFire(timingOf(cadence, zoneName, from), from)!;
				const shown = new Date(zone.localOf(next)).toISOString().slice(11, 16);
				if (shown === cadence.at) return;
				const jumped = zone.localOf(next) - zone.localOf(next - 60_000);
				expect(jumped).toBeGreaterThan(60_000);
			}),
			{numRuns: 300},
		);
	});
});

describe('a local time', () => {
	it('is the one its instant shows, unless clocks left it out', () => {
		fc.assert(
			fc.property(fc.constantFrom(...zones), moments, (name, instant) => {
				const zone = timeZone(name);
				const local = zone.localOf(instant);
				const back = zone.instantOf(local);
				expect(zone.localOf(back)).toBe(local);
				expect(back).toBeLessThanOrEqual(instant);
			}),
		);
	});

	it('is of a time zone with a name', () => {
		expect(['Europe/Berlin', 'UTC', 'Etc/GMT+5'].map(isTimeZone)).toEqual([true, true, true]);
		expect(['+01:00', '', 'Mars/Olympus', ' UTC', 'Europe/Berlin\n'].map(isTimeZone)).toEqual(
			Array.from({length: 5}, () => false),
		);
	});
});

describe('a cron expression', () => {
	const tooFrequent = (expression: string) => {
		const pattern = parseCron(expression);
		if (typeof pattern === 'string') throw new Error(pattern);
		return isTooFrequent(pattern, expression);
	};

	it.each([
		['*/15 * * * *', false],
		['*/14 * * * *', true],
		['* * * * *', true],
		['0,14 9 * * *', true],
		['0,15 9 * * *', false],
		['5,50 * * * *', false],
		['5,51 * * * *', true],
		['0,50 0,23 * * *', true],
		['0,50 0,23 1 * *', false],
		['0,50 0,23 */2 * *', true],
		['0,50 0,23 * * 1,3,5', false],
		['0,50 0,23 * * 1,2', true],
		['0 0 30 2 *', false],
	])('%s comes too often: %s', (expression, expected) => {
		expect(tooFrequent(expression)).toBe(expected);
	});

	it.each([
		'',
		'* * * *',
		'* * * * * *',
		'@daily',
		'60 * * * *',
		'0 0 L * *',
		'0 0 * * 1#2',
		'0 ? * * *',
		'0 9 * MON *',
	])('%j is refused in words', expression => {
		expect(parseCron(expression)).toEqual(expect.stringMatching(/^(must|has|is) /));
	});

	it.each(['0 9 * * mon-fri', '0 9 1 JAN *', '0 9 * * 7', '5-20/15 */2 1,15 1-6 *'])('%s is understood', expression => {
		expect(parseCron(expression)).toEqual({next: expect.any(Function)});
	});
});

describe('a cadence in words', () => {
	it.each<[Cadence | string, string]>([
		[{kind: 'hourly', every: 1, minute: 5}, 'every hour at minute 05, UTC'],
		[{kind: 'hourly', every: 8, minute: 0}, 'every day at 00:00, 08:00 and 16:00, UTC'],
		[{kind: 'daily', every: 1, at: '09:00'}, 'every day at 09:00, UTC'],
		[{kind: 'daily', every: 3, at: '09:00'}, 'every 3 days at 09:00, UTC'],
		[{kind: 'weekly', weekdays: ['fri', 'mon'], at: '07:30'}, 'every Monday and Friday at 07:30, UTC'],
		[{kind: 'monthly', every: 1, day: 'last', at: '00:00'}, 'on the last day of every month at 00:00, UTC'],
		[{kind: 'monthly', every: 3, day: 2, at: '00:00'}, 'on day 2 of every 3rd month at 00:00, UTC'],
		['0 9 * * 1-5', 'at 09:00 on Monday to Friday, UTC'],
		['*/20 * * * *', 'every 20 minutes of every hour every day, UTC'],
		['15 */6 * * *', 'at minute 15 of every 6th hour every day, UTC'],
		['0 0 13 * fri', 'at 00:00 on day 13 of the month or on Friday, UTC'],
		['0 9,17 * jan,7 *', 'at 09:00 and 17:00 every day in January and July, UTC'],
	])('%j', (cadence, words) => {
		const kept: Cadence = typeof cadence === 'string' ? {kind: 'cron'} : cadence;
		expect(cadenceText(kept, typeof cadence === 'string' ? cadence : '', 'UTC')).toBe(words);
	});

	it('has a nearest cron expression', () => {
		expect(nearestCron({kind: 'hourly', every: 1, minute: 5})).toBe('5 * * * *');
		expect(nearestCron({kind: 'daily', every: 3, at: '09:05'})).toBe('5 9 */3 * *');
		expect(nearestCron({kind: 'weekly', weekdays: ['sun', 'mon'], at: '00:00'})).toBe('0 0 * * 0,1');
		expect(nearestCron({kind: 'monthly', every: 2, day: 'last', at: '00:00'})).toBe('0 0 28 */2 *');
	});
});
