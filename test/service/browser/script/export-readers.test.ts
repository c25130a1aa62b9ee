import {transformWithOxc} from 'vite';
import {expect, it} from 'vitest';
import {numberOf} from '../../../../service/browser/resolve/compare.ts';
import {readerLines} from '../../../../service/browser/script/export-readers.ts';

const texts = [
	'46.50 €',
	'1,234.50',
	'1.234,50 €',
	'$1,234',
	'-3',
	'1 234',
	'1,00,000',
	'1.234.567',
	'1.0.0',
	'1.10.0',
];

it('an exported file reads numbers as a run does', async () => {
	const {code} = await transformWithOxc(readerLines('numberIn(').join('\n'), 'readers.ts');
	const numberIn = new Function(`${code}; return numberIn;`)() as (text: string) => number;
	for (const text of texts) expect(numberIn(text), text).toBe(numberOf(text) ?? Number.NaN);
});
