import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {
	cellWidth,
	fitCells,
	takeCells,
	truncateCells,
	truncateName,
	wrapCells,
	graphemesOf,
} from '../../../source/terminal/cell-text.ts';
import {cleanLine} from '../../../source/terminal/clean-text.ts';

const anyText = fc.oneof(
	fc.string(),
	fc.string({unit: 'grapheme'}),
	fc.constantFrom('注文サービス', '🚀 launch', 'e\u0301te\u0301', 'ﾊﾝｶｸ', '한국어', '✓ ok'),
);

describe('cells', () => {
	it.each([
		['abc', 3],
		['', 0],
		['注文', 4],
		['🚀', 2],
		['e\u0301', 1],
		['✓ passed', 8],
		['ﾊﾝ', 2],
	])('%j takes %i', (text, width) => {
		expect(cellWidth(text)).toBe(width);
	});

	it('are never exceeded, and a wide character is not cut in half', () => {
		expect(takeCells('注文', 3)).toBe('注');
		expect(takeCells('ae\u0301b', 2)).toBe('ae\u0301');
		expect(takeCells('abc', 0)).toBe('');
	});
});

describe('a name made to fit', () => {
	it('keeps what tells it apart from names that begin alike', () => {
		const names = [
			'refuses callers without a credential',
			'refuses ids that name no coupon',
			'answers 404 for an unknown coupon',
		];
		const cut = names.map(name => truncateName(`DELETE /coupons/{couponId} ${name}`, 30, '…'));
		expect(cut).toEqual([
			'DELETE /cou…thout a credential',
			'DELETE /cou…hat name no coupon',
			'DELETE /cou… an unknown coupon',
		]);
		expect(new Set(cut).size).toBe(3);
	});

	it('is cut at its end where two parts would say nothing', () => {
		expect(truncateName('DELETE /coupons', 14, '…')).toBe('DELETE /coupo…');
	});

	it('takes no more cells than there are', () => {
		fc.assert(
			fc.property(anyText.map(cleanLine), fc.nat({max: 40}), (text, width) => {
				expect(cellWidth(truncateName(text, width, '…'))).toBeLessThanOrEqual(Math.max(0, width));
			}),
		);
	});
});

describe('a text made to fit', () => {
	it.each([
		['short', 8, 'left', 'short   '],
		['short', 8, 'right', '   short'],
		['too long to fit', 8, 'left', 'too lon…'],
		['注文サービス', 6, 'left', '注文… '],
		['x', 0, 'left', ''],
		['abc', 1, 'left', '…'],
	] as const)('%j in %i cells, %s', (text, width, align, expected) => {
		expect(fitCells(text, width, '…', align)).toBe(expected);
	});

	it('has exactly that many cells, whatever it was', () => {
		fc.assert(
			fc.property(anyText, fc.integer({min: 1, max: 40}), (text, width) => {
				expect(cellWidth(fitCells(text, width, '…'))).toBe(width);
			}),
		);
	});

	it('stays as it is when it fits', () => {
		expect(truncateCells('exactly', 7, '…')).toBe('exactly');
	});
});

describe('folding', () => {
	it.each([
		['breaks at blanks', 'one two three', 8, ['one two', 'three']],
		['breaks words that are too long', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
		[
			'begins a word that no line holds beside what is before it',
			'GET /aaaa/bbbb/cccc/dddd is',
			14,
			['GET /aaaa/bbbb', '/cccc/dddd is'],
		],
		[
			'begins none at the very end of a line',
			'answered GET /aaaa/bbbb/cccc',
			14,
			['answered GET', '/aaaa/bbbb/ccc', 'c'],
		],
		['keeps an empty line', '', 5, ['']],
		['respects wide characters', '注文サービス', 5, ['注文', 'サー', 'ビス']],
		['goes on after a character wider than the line', '注ab cd', 1, ['注', 'a', 'b', 'c', 'd']],
		['drops the blank after such a character', '𝅘𝅥𝅮 ', 2, ['𝅘𝅥𝅮']],
	])('%s', (_what, text, width, lines) => {
		expect(wrapCells(text, width)).toEqual(lines);
	});

	it('makes no line wider than asked, and loses no letter', () => {
		fc.assert(
			fc.property(anyText.map(cleanLine), fc.integer({min: 2, max: 30}), (text, width) => {
				const lines = wrapCells(text, width);
				// A single character that is wider than the line stands alone: it cannot be cut.
				for (const line of lines) if (graphemesOf(line).length > 1) expect(cellWidth(line)).toBeLessThanOrEqual(width);
				// Blanks of any kind may end at a break.
				expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
			}),
		);
	});
});
