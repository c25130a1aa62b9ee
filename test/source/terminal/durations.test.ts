import {describe, expect, it} from 'vitest';
import {formatAge, formatClock, formatDuration} from '../../../source/terminal/durations.ts';

describe('time in short', () => {
	it.each([
		[0, '0 ms'],
		[812.4, '812 ms'],
		[1000, '1.0 s'],
		[59_900, '59.9 s'],
		[59_990, '0:59'],
		[67_000, '1:07'],
		[7_389_000, '2:03:09'],
	])('%i ms is %s', (milliseconds, text) => {
		expect(formatDuration(milliseconds)).toBe(text);
	});

	it('counts as a clock', () => {
		expect([0, 59_999, 60_000, 3_600_000].map(formatClock)).toEqual(['0:00', '0:59', '1:00', '1:00:00']);
	});

	it.each([
		[30_000, 'now'],
		[5 * 60_000, '5 min'],
		[3 * 3_600_000, '3 h'],
		[12 * 86_400_000, '12 d'],
		[400 * 86_400_000, '2024-12-27'],
		[Number.NaN, ''],
	])('%i ms ago is %s', (ago, text) => {
		const now = Date.parse('2026-01-31T09:30:00.000Z');
		expect(formatAge(now - ago, now)).toBe(text);
	});
});
