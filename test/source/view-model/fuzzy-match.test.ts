import {describe, expect, it} from 'vitest';
import {fuzzyFilter, fuzzyScore} from '../../../source/view-model/fuzzy-match.ts';

describe('finding by letters', () => {
	it('needs every letter in its order', () => {
		expect(fuzzyScore('rua', 'run all tests')).toBeGreaterThan(0);
		expect(fuzzyScore('aur', 'run all tests')).toBe(0);
		expect(fuzzyScore('st', 'test s')).toBeGreaterThan(0);
	});

	it('takes no letters from the middles of words', () => {
		expect(fuzzyScore('curl', 'screen: compare runs compare runs global compareRuns')).toBe(0);
		expect(fuzzyScore('curl', 'copy the failing request as a curl line')).toBeGreaterThan(0);
		expect(fuzzyScore('cr', 'screen: compare runs')).toBeGreaterThan(0);
	});

	it('puts the best match first and keeps the order among equals', () => {
		const items = ['show only tests of a status', 'run all tests of the project', 'read the code'];
		expect(fuzzyFilter(items, 'run all', item => item)[0]).toBe('run all tests of the project');
		expect(fuzzyFilter(items, '', item => item)).toEqual(items);
		expect(fuzzyFilter(items, 'xyz', item => item)).toEqual([]);
	});
});
