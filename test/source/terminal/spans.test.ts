import {describe, expect, it} from 'vitest';
import {cutSpans, fillNames, fillSpans, spansWidth, spreadSpans} from '../../../source/terminal/spans.ts';

describe('spans', () => {
	it('are cut and filled to a width in cells', () => {
		const spans = [{text: '注文'}, {text: ' service', role: 'muted' as const}];
		expect(spansWidth(spans)).toBe(12);
		expect(cutSpans(spans, 7, '…').map(({text}) => text)).toEqual(['注文', ' s…']);
		expect(spansWidth(fillSpans(spans, 20, '…'))).toBe(20);
		expect(spansWidth(fillSpans(spans, 3, '…'))).toBe(3);
	});

	it('of a name that is too long lose the middle of the longest one', () => {
		const spans = [{text: '▸ '}, {text: 'GET /coupons/{couponId} answers 404', role: 'title' as const}, {text: ' new'}];
		const cell = fillNames(spans, 26, '…');
		expect(cell.map(({text}) => text)).toEqual(['▸ ', 'GET /co… answers 404', ' new']);
		expect(spansWidth(cell)).toBe(26);
	});

	it('are marked as cut where what is left out begins with a span of its own', () => {
		const spans = [{text: 'key: '}, {text: 'value', role: 'title' as const}];
		const text = (width: number) =>
			cutSpans(spans, width, '…')
				.map(({text}) => text)
				.join('');
		expect(text(10)).toBe('key: value');
		expect(text(6)).toBe('key: …');
		expect(text(5)).toBe('key:…');
		expect(text(0)).toBe('');
		// Blanks that do not fit are no loss.
		expect(cutSpans([{text: 'end'}, {text: '  '}], 3, '…')).toEqual([{text: 'end'}]);
	});

	it('of a line with two ends fill it, and the right end wins', () => {
		const line = spreadSpans([{text: 'a long breadcrumb'}], [{text: '3 tests'}], 14, '…');
		expect(line.map(({text}) => text).join('')).toBe('a lon… 3 tests');
	});
});
