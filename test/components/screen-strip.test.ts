import {describe, expect, it} from 'vitest';
import {stripSpans, type StripItem} from '../../components/screen-strip.tsx';

const item = (key: string, title: string, more: Partial<StripItem> = {}): StripItem => ({
	key,
	title,
	attention: 0,
	isCurrent: false,
	...more,
});
const items = [
	item('2', 'Tests'),
	item('3', 'Run'),
	item('4', 'Failures', {attention: 4}),
	item('7', 'Cleanup', {attention: 1}),
	item('g p', 'Plan', {isCurrent: true}),
];
const textOf = (width: number) =>
	stripSpans(items, width, '…')
		.map(({text}) => text)
		.join('');

describe('the strip of screens', () => {
	it('names each with its key, and how much of it needs a look', () => {
		expect(textOf(100)).toBe('  2 Tests  3 Run  4 Failures 4  7 Cleanup 1  gp Plan');
	});

	it('leaves out from the end what does not fit, never the shown one', () => {
		expect(textOf(45)).toBe('  2 Tests  3 Run  4 Failures 4  gp Plan  …');
		expect(textOf(22)).toBe('  2 Tests  gp Plan  …');
		expect(textOf(5)).toBe('  gp Plan  …');
	});
});
