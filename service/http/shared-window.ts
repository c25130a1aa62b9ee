import type {Taken} from '../store/team/rate-windows.ts';

/** A sliding window that several processes share; as `SlidingWindow`, but it may have to ask. */
export type SharedWindow = {
	/** @returns 0 when it was counted, else the milliseconds until the next one would be */
	hit(key: string, now: number): number | Promise<number>;
};

type Key = {
	/** Events that are taken and not used, until when they count, and how many were taken with them. */
	left: number;
	until: number;
	size: number;
	/** Nothing is to be had before. */
	refusedUntil: number;
	asking: Promise<void> | null;
};

/** Events that were taken are used soon, or not at all: the window slides by when they were taken. */
const useWithinMs = 1000;
const rememberedKeys = 10_000;

/**
 * Takes events from the shared window ahead: one for a caller who comes now and then, and twice as many each time for one who
 * uses them up at once, so that a busy caller costs a statement for many requests and never gets more than the limit of all
 * processes together. What one process has taken and not used, another cannot give: the limit may be met a little early.
 *
 * @param take takes up to `wanted` events of the shared window
 */
export function createSharedWindow(
	{limit}: {limit: number},
	take: (key: string, wanted: number) => Promise<Taken>,
): SharedWindow {
	const largest = Math.max(1, Math.floor(limit / 12));
	const keys = new Map<string, Key>();

	async function refill(one: Key, key: string, now: number): Promise<void> {
		const isBusy = one.size > 0 && one.left === 0 && now < one.until;
		const wanted = isBusy ? Math.min(largest, one.size * 2) : 1;
		const answer = await take(key, wanted);
		if ('taken' in answer) Object.assign(one, {left: answer.taken, size: answer.taken, until: now + useWithinMs});
		else Object.assign(one, {left: 0, size: 0, refusedUntil: now + answer.waitMs});
	}

	async function asked(one: Key, key: string, now: number): Promise<number> {
		for (;;) {
			if (one.left > 0 && now < one.until) {
				one.left--;
				return 0;
			}
			if (now < one.refusedUntil) return one.refusedUntil - now;
			one.asking ??= refill(one, key, now).finally(() => {
				one.asking = null;
			});
			await one.asking;
		}
	}

	return {
		hit(key, now) {
			const one = keys.get(key) ?? remember(keys, key);
			if (one.asking === null && one.left > 0 && now < one.until) {
				one.left--;
				return 0;
			}
			if (now < one.refusedUntil) return one.refusedUntil - now;
			return asked(one, key, now);
		},
	};
}

function remember(keys: Map<string, Key>, key: string): Key {
	const oldest = keys.size >= rememberedKeys ? keys.keys().next().value : undefined;
	if (oldest !== undefined) keys.delete(oldest);
	const one = {left: 0, until: 0, size: 0, refusedUntil: 0, asking: null};
	keys.set(key, one);
	return one;
}
