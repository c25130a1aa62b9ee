import {describe, expect, it} from 'vitest';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {stripSpans, type StripItem} from '../../components/screen-strip.tsx';

const item = (key: string, title: string, more: Partial<StripItem> = {}): StripItem => ({
	key,
	title,
	attention: [],
	isCurrent: false,
	...more,
});
const items = [
	item('2', 'Tests'),
	item('3', 'Run'),
	item('4', 'Failures', {
		short: 'Fails',
		attention: [
			{kind: 'failed', count: 1},
			{kind: 'blocked', count: 3},
		],
	}),
	item('7', 'Cleanup', {attention: [{kind: 'blocked', count: 1}]}),
	item('g p', 'Plan', {isCurrent: true}),
];
const textOf = (width: number) =>
	stripSpans(items, width, glyphSets.unicode)
		.map(({text}) => text)
		.join('');

describe('the strip of screens', () => {
	it('names each with its key, and how much of it needs a look: blocked is not failed', () => {
		expect(textOf(100)).toBe('  2 Tests  3 Run  4 Failures ✗1 ◌3  7 Cleanup ◌1  gp Plan');
	});

	it('shortens names first, then leaves out what needs no look, from the end', () => {
		expect(textOf(54)).toBe('  2 Tests  3 Run  4 Fails ✗1 ◌3  7 Cleanup ◌1  gp Plan');
		expect(textOf(48)).toBe('  4 Fails ✗1 ◌3  7 Cleanup ◌1  gp Plan  …');
		expect(textOf(30)).toBe('  4 Fails ✗1 ◌3  gp Plan  …');
		expect(textOf(5)).toBe('  gp Plan  …');
	});
});
