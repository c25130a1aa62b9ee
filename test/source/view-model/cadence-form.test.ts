import {describe, expect, it} from 'vitest';
import type {CadenceInput} from '../../../contract/schedule.ts';
import {
	type CadenceKind,
	cadenceFields,
	cadenceKinds,
	shortCadence,
	timingOf,
} from '../../../source/view-model/cadence-form.ts';

const valuesOf = (kind: CadenceKind, known: Parameters<typeof cadenceFields>[1] = null) =>
	Object.fromEntries(cadenceFields(kind, known).map(({name, value}) => [name, value]));

describe('the form of a cadence', () => {
	it.each(cadenceKinds)('begins with a %s one that can be sent as it is', kind => {
		expect(() => timingOf(kind, valuesOf(kind))).not.toThrow();
	});

	it.each<[CadenceKind, CadenceInput]>([
		['hourly', {kind: 'hourly', every: 3, minute: 15}],
		['daily', {kind: 'daily', every: 2, at: '06:30'}],
		['weekly', {kind: 'weekly', weekdays: ['tue', 'sun'], at: '06:30'}],
		['monthly', {kind: 'monthly', every: 2, day: 'last', at: '06:30'}],
	])('gives a known %s one back as it was', (kind, cadence) => {
		const known = {cadence, cron: ''};
		expect(timingOf(kind, valuesOf(kind, known))).toEqual({cadence});
	});

	it('keeps a cron expression', () => {
		expect(timingOf('cron', valuesOf('cron', {cadence: {kind: 'cron'}, cron: '5 4 * * 1'}))).toEqual({
			cron: '5 4 * * 1',
		});
	});

	it('takes days as people write them, in the order of the week', () => {
		expect(timingOf('weekly', {weekdays: 'Friday, mon  Tues', at: '09:00'})).toEqual({
			cadence: {kind: 'weekly', weekdays: ['mon', 'tue', 'fri'], at: '09:00'},
		});
	});

	it.each([
		['hourly', {every: '25', minute: '0'}, 'Hours must be a whole number from 1 to 24.'],
		['hourly', {every: '1', minute: 'x'}, 'The minute must be a whole number from 0 to 59.'],
		['daily', {every: '', at: '09:00'}, 'Days must be a whole number from 1 to 31.'],
		['daily', {every: '1', at: '9:00'}, 'The time must be like 09:00.'],
		['weekly', {weekdays: 'mon someday', at: '09:00'}, '"someday" is no day'],
		['weekly', {weekdays: ' ', at: '09:00'}, 'Name at least one day'],
		['monthly', {day: '31', every: '1', at: '09:00'}, 'The day must be a whole number from 1 to 28.'],
		['cron', {cron: '* * *'}, 'Cron must have five fields'],
	] as const)('says what is wrong with a %s one: %o', (kind, values, message) => {
		expect(() => timingOf(kind, values)).toThrow(message);
	});
});

describe('a cadence in few words', () => {
	it.each([
		[{kind: 'hourly', every: 1, minute: 5}, 'hourly at :05'],
		[{kind: 'hourly', every: 6, minute: 0}, 'every 6 h at :00'],
		[{kind: 'daily', every: 1, at: '09:00'}, 'daily 09:00'],
		[{kind: 'daily', every: 3, at: '09:00'}, 'every 3 days 09:00'],
		[{kind: 'weekly', weekdays: ['mon', 'thu'], at: '09:00'}, 'Mon, Thu 09:00'],
		[{kind: 'monthly', every: 1, day: 1, at: '09:00'}, 'day 1 09:00'],
		[{kind: 'monthly', every: 2, day: 'last', at: '09:00'}, 'last day, every 2 months 09:00'],
		[{kind: 'cron'}, '0 9 * * *'],
		[{kind: 'yearly'}, '0 9 * * *'],
	])('%o is %s', (cadence, words) => {
		expect(shortCadence({cadence, cron: '0 9 * * *'})).toBe(words);
	});
});
