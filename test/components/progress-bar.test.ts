import fc from '../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {barSpans, sparkText} from '../../components/progress-bar.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';

const glyphs = glyphSets.ascii;
const bar = (passed: number, failed: number, total: number, width: number) =>
	barSpans(
		[
			{count: passed, role: 'passed'},
			{count: failed, role: 'failed'},
		],
		total,
		width,
		glyphs,
	);
const cells = (spans: ReturnType<typeof bar>, role: string) => spans.find(span => span.role === role)?.text.length ?? 0;

describe('a progress bar', () => {
	it.each([
		[0, 0, 10, '----------'],
		[5, 0, 10, '=====-----'],
		[10, 0, 10, '=========='],
		[5, 5, 10, '=========='],
		[0, 0, 0, '----------'],
	])('of %i passed and %i failed of %i', (passed, failed, total, drawn) => {
		expect(
			bar(passed, failed, total, 10)
				.map(({text}) => text)
				.join(''),
		).toBe(drawn);
	});

	it('shows one failure among thousands', () => {
		expect(cells(bar(4999, 1, 5000, 20), 'failed')).toBe(1);
	});

	it('is not full before everything is done', () => {
		expect(cells(bar(9999, 0, 10_000, 20), 'muted')).toBe(1);
	});

	it('always has its width, and shows every part there is', () => {
		fc.assert(
			fc.property(
				fc.nat(500),
				fc.nat(500),
				fc.nat(500),
				fc.integer({min: 4, max: 200}),
				(passed, failed, open, width) => {
					const spans = bar(passed, failed, passed + failed + open, width);
					expect(spans.reduce((sum, {text}) => sum + text.length, 0)).toBe(width);
					expect(cells(spans, 'passed') > 0).toBe(passed > 0);
					expect(cells(spans, 'failed') > 0).toBe(failed > 0);
					expect(cells(spans, 'muted') > 0).toBe(open > 0 || passed + failed + open === 0);
				},
			),
		);
	});
});

describe('a history in small columns', () => {
	it('goes from low to high', () => {
		expect(sparkText([0, 0.5, 1], 1, glyphSets.unicode)).toBe('▁▅█');
		expect(sparkText([], 1, glyphs)).toBe('');
		expect(sparkText([0, 0], 0, glyphs)).toBe('__');
	});
});
