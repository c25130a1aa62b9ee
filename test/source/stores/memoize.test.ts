import {describe, expect, it} from 'vitest';
import {memoizeBy, memoizeLast} from '../../../source/stores/memoize.ts';

describe('a remembered selection', () => {
	it('is made once for the same arguments', () => {
		let made = 0;
		const select = memoizeLast((rows: readonly number[], factor: number) => {
			made++;
			return rows.map(row => row * factor);
		});
		const rows = [1, 2];
		expect(select(rows, 2)).toBe(select(rows, 2));
		expect(made).toBe(1);
		expect(select(rows, 3)).toEqual([3, 6]);
		expect(select([1, 2], 3)).toEqual([3, 6]);
		expect(made).toBe(3);
	});

	it('can look at less than its arguments', () => {
		let made = 0;
		const select = memoizeBy(
			(rows: readonly number[]) => [rows.length],
			rows => {
				made++;
				return rows[0];
			},
		);
		expect([select([1, 2]), select([9, 9]), select([5])]).toEqual([1, 1, 5]);
		expect(made).toBe(2);
	});
});
