import {describe, expect, it} from 'vitest';
import {fitsPattern} from '../../../../service/plans/data/pattern.ts';

describe('whether a text fits a pattern', () => {
	const slug = '^[a-z0-9]+(-[a-z0-9]+)*$';
	it.each([
		['of groups that repeat what repeats', slug, 'night-trains', true],
		['of groups that repeat what repeats', slug, 'night--trains', false],
		['of groups that repeat what repeats', slug, 'night-trains-', false],
		['of parts of a path', '^([a-z]+/)*[a-z]+$', 'a/b/c', true],
		['of parts of a path', '^([a-z]+/)*[a-z]+$', 'a//c', false],
		['of bounded groups', '^(\\d{2,4}-){1,2}[A-Z]+$', '2026-11-X', true],
		['of bounded groups', '^(\\d{2,4}-){1,2}[A-Z]+$', '2026-11-22-X', false],
		['of names of hosts', '^([a-z0-9-]+\\.)+[a-z]{2,}$', 'opal-1.example.com', true],
		['of names of hosts', '^([a-z0-9-]+\\.)+[a-z]{2,}$', 'opal-1_example_com', false],
		['of sets with a dot', '^([a-z.]+@)+[a-z|]{2,}$', 'a.b@c|', true],
		['of digits', '^\\d{3}$', '123', true],
	])('%s: %s, %s', (_, pattern, text, isFit) => {
		expect(fitsPattern(pattern, text)).toBe(isFit);
	});

	it('is told at once for a text that a search would try for ever', () => {
		const text = `${'a'.repeat(200)}!`;
		expect(fitsPattern('^(a+)+$', text)).toBe(false);
		expect(fitsPattern('^([a-z]+)*-([a-z]+)*$', text)).toBe(false);
	});

	it('is not told of a part of a text, nor where characters are not known one by one', () => {
		expect(fitsPattern('([a-z]+-)+', 'a-b-')).toBeNull();
		expect(fitsPattern('^(.+-)+$', 'a-b-')).toBeNull();
		expect(fitsPattern('^(a+)+|(b+)+$', 'a')).toBeNull();
	});
});
