import {describe, expect, it} from 'vitest';
import {
	clockWords,
	dueWords,
	momentWords,
	relativeWords,
	untilWords,
	zonedWords,
} from '../../../source/terminal/moment-words.ts';

const now = Date.parse('2026-01-31T09:30:00.000Z');
const at = (iso: string) => Date.parse(iso);

describe('a moment in words', () => {
	it.each([
		['2026-01-31T09:29:40.000Z', 'just now'],
		['2026-01-31T09:25:00.000Z', '5 min ago'],
		['2026-01-31T07:30:00.000Z', '2 h ago'],
		['2026-01-28T09:30:00.000Z', '3 d ago'],
		['2025-01-28T09:30:00.000Z', '2025-01-28'],
		['2026-01-31T09:30:20.000Z', 'in 1 min'],
		['2026-01-31T12:30:00.000Z', 'in 3 h'],
		['2026-02-12T09:30:00.000Z', 'in 12 d'],
	])('%s is %s', (iso, words) => {
		expect(relativeWords(at(iso), now)).toBe(words);
	});

	it('that is over is never ahead, also where the time that is shown stands before it', () => {
		expect(momentWords('2026-01-31T09:30:40.000Z', now)).toBe('just now, 01-31 09:30 UTC');
		expect(dueWords('2026-01-31T09:30:40.000Z', now)).toBe('in 1 min, 01-31 09:30 UTC');
	});

	it('that is due is now', () => {
		expect(untilWords(now - 5000, now)).toBe('now');
	});

	it('stands on the clock of its zone, with the year only where it is another one', () => {
		expect(clockWords(at('2026-02-01T08:00:00.000Z'), now, 'Europe/Berlin')).toBe('02-01 09:00');
		expect(clockWords(at('2027-02-01T08:00:00.000Z'), now)).toBe('2027-02-01 08:00');
		expect(zonedWords('2026-01-31T12:30:00.000Z', now, 'Europe/Berlin')).toBe('in 3 h, 01-31 13:30 Europe/Berlin');
	});

	it('of a zone that is unknown here is UTC, and says so', () => {
		expect(clockWords(at('2026-02-01T08:00:00.000Z'), now, 'Mars/Olympus')).toBe('02-01 08:00 UTC');
	});

	it('that is no time stays what it is', () => {
		expect(momentWords('soon', now)).toBe('soon');
		expect(momentWords(null, now)).toBeNull();
	});
});
