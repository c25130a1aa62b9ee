import {describe, expect, it} from 'vitest';
import {cellWidth, graphemesOf, truncateName} from '../../../source/terminal/cell-text.ts';
import {cleanLine} from '../../../source/terminal/clean-text.ts';
import {tellApart, truncateApart} from '../../../source/terminal/tell-apart.ts';
import fc from '../../helpers/properties.ts';

const cutAll = (texts: readonly string[], width: number) => {
	const names = texts.map(text => ({text, width}));
	const kept = tellApart(names, '…');
	return names.map(name => truncateApart(name, kept.get(name.text), '…'));
};

describe('names that begin and end alike', () => {
	it('keep what differs between them', () => {
		const names = ['7', '12', '130'].map(
			number => `the customer journey, step ${number}, from the basket to the invoice`,
		);
		const cut = cutAll(names, 30);
		expect(cut).toEqual([
			'the custom…7…et to the invoice',
			'the custom…12…t to the invoice',
			'the custom…130… to the invoice',
		]);
	});

	it('are told apart in groups where some are nearer to each other', () => {
		const names = ['red small', 'red large', 'blue small', 'blue large'].map(
			kind => `orders a ${kind} parcel for a customer of the shop in another country`,
		);
		expect(new Set(cutAll(names, 34)).size).toBe(4);
	});

	it('are cut as always where they look different, whatever they have in common', () => {
		const names = ['answers 404 for an unknown coupon', 'refuses ids that name no coupon'].map(
			name => `DELETE /coupons/{couponId} ${name}`,
		);
		expect(
			tellApart(
				names.map(text => ({text, width: 30})),
				'…',
			).size,
		).toBe(0);
		expect(cutAll(names, 30)).toEqual(names.map(name => truncateName(name, 30, '…')));
	});

	it('that are the same name stay the same, and one that fits stays whole', () => {
		const name = 'a name that stands in the list twice, as two records may';
		expect(cutAll([name, name], 24)).toEqual([truncateName(name, 24, '…'), truncateName(name, 24, '…')]);
		expect(cutAll(['short', 'short too'], 24)).toEqual(['short', 'short too']);
	});

	it('are told apart by a number wherever it stands, and never take more cells than there are', () => {
		const ends = fc.string({unit: 'grapheme', minLength: 0, maxLength: 60}).map(cleanLine);
		fc.assert(
			fc.property(ends, ends, fc.integer({min: 20, max: 60}), (before, after, width) => {
				const names = ['100', '205', '317'].map(number => `${before} ${number} ${after}`);
				const cut = cutAll(names, width);
				for (const text of cut) expect(cellWidth(text)).toBeLessThanOrEqual(width);
				expect(new Set(cut).size).toBe(3);
				// Nothing is made up: without the ellipsis every part stands in the name.
				for (const [index, text] of cut.entries())
					if (!graphemesOf(names[index]!).includes('…'))
						for (const part of text.split('…')) expect(names[index]).toContain(part);
			}),
		);
	});
});
