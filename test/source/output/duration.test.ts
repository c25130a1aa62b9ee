import {describe, expect, it} from 'vitest';
import {formatDuration, formatSpan, formatShortDuration} from '../../../source/output/duration.ts';

describe('a duration', () => {
	it.each([
		[0, '<0.1s'],
		[12, '<0.1s'],
		[50, '0.1s'],
		[240, '0.2s'],
		[2000, '2.0s'],
		[9949, '9.9s'],
		[9950, '10s'],
		[12_400, '12s'],
		[65_000, '1m 5s'],
		[null, '-'],
		[Number.NaN, '-'],
	])('of a member of %j ms reads %s', (ms, text) => {
		expect(formatShortDuration(ms)).toBe(text);
	});

	it.each([
		[24, '<0.1s'],
		[200, '0.2s'],
		[999, '1.0s'],
		[1400, '1s'],
	])('of a run of %j ms reads %s', (ms, text) => {
		expect(formatSpan(new Date(0).toISOString(), new Date(ms).toISOString())).toBe(text);
	});

	it('of a whole list of runs has no tenths', () => {
		expect([formatDuration(2400), formatDuration(65_000)]).toEqual(['2s', '1m 5s']);
	});
});
