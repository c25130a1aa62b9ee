import fc from '../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {createSlidingWindow} from '../../service/http/sliding-window.ts';

describe('a sliding window', () => {
	it('says how long until the next event fits', () => {
		const window = createSlidingWindow({limit: 2, windowMs: 1000});
		expect([window.hit('a', 0), window.hit('a', 400), window.hit('a', 600), window.hit('b', 600)]).toEqual([
			0, 0, 400, 0,
		]);
		expect([window.hit('a', 999), window.hit('a', 1000), window.hit('a', 1001), window.hit('a', 1400)]).toEqual([
			1, 0, 399, 0,
		]);
	});

	it('never lets more than the limit through in any span of its length, and never less than it could', () => {
		fc.assert(
			fc.property(
				fc.integer({min: 1, max: 5}),
				fc.array(fc.integer({min: 0, max: 300}), {maxLength: 200}),
				(limit, gaps) => {
					const window = createSlidingWindow({limit, windowMs: 1000});
					const passed: number[] = [];
					let now = 0;
					for (const gap of gaps) {
						now += gap;
						const recent = passed.filter(at => at > now - 1000).length;
						const waitMs = window.hit('k', now);
						expect(waitMs === 0).toBe(recent < limit);
						if (waitMs === 0) passed.push(now);
					}
				},
			),
		);
	});

	it('forgets the oldest key when callers invent ever new ones', () => {
		const window = createSlidingWindow({limit: 1, windowMs: 1e9});
		for (let n = 0; n < 10_000; n++) window.hit(`k${n}`, 0);
		expect(window.hit('k0', 1)).toBeGreaterThan(0);
		window.hit('one more', 2);
		expect(window.hit('k0', 3)).toBe(0);
	});
});
