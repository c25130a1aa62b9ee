import {describe, expect, it} from 'vitest';
import {Refusals} from '../../../service/engine/refusals.ts';

describe('a 401', () => {
	it('is believed at once while no fresh token was refused as well', () => {
		expect(new Refusals().isBelievable('GET /me', 0)).toBe(true);
	});

	it('of an endpoint that a fresh token did not help is believed of older and older tokens, four seconds at most', () => {
		const refusals = new Refusals();
		const least = [1, 2, 3, 4, 5, 6].map(() => {
			refusals.note('GET /orders/17?page=1');
			return [500, 1000, 2000, 4000].find(age => refusals.isBelievable('GET /orders/18', age));
		});
		expect(least).toEqual([500, 1000, 2000, 4000, 4000, 4000]);
		expect(refusals.isBelievable('GET /orders/18', 499)).toBe(false);
	});

	it('of other endpoints and methods is believed as before', () => {
		const refusals = new Refusals();
		refusals.note('GET /orders/17');
		for (const call of ['GET /orders', 'DELETE /orders/17', 'GET /orders/17/items'])
			expect(refusals.isBelievable(call, 0)).toBe(true);
	});
});
