import {describe, expect, it} from 'vitest';
import {inParallel} from '../../contract/in-parallel.ts';

describe('work in parallel', () => {
	it('never does more at once than it may, and does all', async () => {
		let underWay = 0;
		let most = 0;
		const doubled = await inParallel([5, 1, 4, 2, 3], 2, async number => {
			most = Math.max(most, ++underWay);
			await new Promise(done => setTimeout(done, number));
			underWay--;
			return 2 * number;
		});
		expect(most).toBe(2);
		expect(doubled).toEqual([10, 2, 8, 4, 6]);
	});

	it('rejects at the first error', async () => {
		const failing = inParallel([1, 2], 2, async number => {
			if (number === 2) throw new Error('two');
		});
		await expect(failing).rejects.toThrow('two');
	});
});
