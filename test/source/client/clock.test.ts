import {expect, it} from 'vitest';
import {sleep} from '../../../source/client/clock.ts';

it('sleep resolves after its time', async () => {
	const startedAt = performance.now();
	await sleep(30);
	expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29);
});

it('sleep rejects with the reason as soon as the signal fires', async () => {
	const abort = new AbortController();
	const sleeping = sleep(600_000, abort.signal);
	abort.abort('woken');
	await expect(sleeping).rejects.toBe('woken');
	await expect(sleep(600_000, abort.signal)).rejects.toBe('woken');
});
