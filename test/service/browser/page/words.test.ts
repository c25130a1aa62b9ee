import {describe, expect, it} from 'vitest';
import {addedHarm, areOpposite, bigramOverlap, fold, words} from '../../../../service/browser/page/words.ts';

describe('words of names', () => {
	it.each([
		['E-mail address', 'email address'],
		['DELETE EVERYTHING…', 'delete everything'],
		['Café "Ltd."', 'cafe ltd'],
		['9.00 €', '9.00 €'],
		["What's new?", 'whats new'],
	])('folds %s', (text, folded) => expect(fold(text)).toBe(folded));

	it.each([
		['Sign in', 'Log in'],
		['Add tasks', 'Create task'],
		['Deleting entries', 'Remove entry'],
		['Adding the items', 'Add item'],
		['E-mail', 'Mail'],
	])('says the same in %s and %s', (one, other) => expect(words(one)).toEqual(words(other)));

	it.each([
		['Sign in', 'Sign out'],
		['Accept all', 'Reject all'],
		['Next page', 'Previous page'],
		['Save', 'Cancel'],
		['Send me the weekly digest', 'Pause the weekly digest'],
		['Show archived', 'Do not show archived'],
		['Subscribe', 'Unsubscribe'],
	])('means the opposite in %s and %s', (one, other) => {
		expect(areOpposite(one, other)).toBe(true);
		expect(areOpposite(other, one)).toBe(true);
		expect(areOpposite(one, one)).toBe(false);
	});

	it.each([
		['Add to cart', 'Put into cart'],
		['Go to orders', 'Look into orders'],
	])('means no opposite in %s and %s', (one, other) => {
		expect(areOpposite(one, other)).toBe(false);
		expect(areOpposite(other, one)).toBe(false);
	});

	it('sees harm that only the new name does', () => {
		expect(addedHarm('Save', 'Delete')).toHaveLength(1);
		expect(addedHarm('Delete task', 'Remove the task')).toEqual([]);
	});

	it('measures how much of two texts is alike', () => {
		expect(bigramOverlap('Add task', 'Add task')).toBe(1);
		expect(bigramOverlap('Add task', 'Quit')).toBe(0);
	});
});
