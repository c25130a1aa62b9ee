import {describe, expect, it} from 'vitest';
import {isBeginOf, isWordTyped, wordLines} from '../../components/confirm-dialog.tsx';
import {textField} from '../../source/view-model/text-field.ts';

describe('the word of a deletion', () => {
	const word = `Shop of ${'many '.repeat(30)}things`;

	it('is shown to its last character', () => {
		const lines = wordLines(word, 40);
		expect(lines.join('')).toBe(word);
		expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(40);
	});

	it('counts as it can be seen', () => {
		expect(isWordTyped(textField('Shop'), 'Shop')).toBe(true);
		expect(isWordTyped(textField('Shop'), 'Shop\u202E')).toBe(true);
		expect(isWordTyped(textField('shop'), 'Shop')).toBe(false);
	});

	it('is told from one that it cannot become any more', () => {
		expect(isBeginOf(textField(''), 'Shop')).toBe(true);
		expect(isBeginOf(textField('Sho'), 'Shop')).toBe(true);
		expect(isBeginOf(textField('Shop '), 'Shop')).toBe(false);
		expect(isBeginOf(textField('throw away'), 'Shop')).toBe(false);
	});
});
