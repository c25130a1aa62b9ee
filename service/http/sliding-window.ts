/** Counts events per key over the last `windowMs` milliseconds. Times come from a clock that never goes back. */
type SlidingWindow = {
	/**
	 * Counts one event of `key` at `now` unless the limit is reached; an event that is refused does not count.
	 *
	 * @returns 0 when it was counted, else the milliseconds until the next one would be
	 */
	hit(key: string, now: number): number;
};

type Times = {at: number[]; first: number};

/** Keys remembered at once; beyond that the one that came first is forgotten, so that no caller can fill the memory. */
const rememberedKeys = 10_000;

export function createSlidingWindow({limit, windowMs}: {limit: number; windowMs: number}): SlidingWindow {
	const keys = new Map<string, Times>();
	return {
		hit(key, now) {
			const times = keys.get(key) ?? remember(keys, key);
			forgetBefore(times, now - windowMs);
			if (times.at.length - times.first >= limit) return (times.at[times.first] ?? now) + windowMs - now;
			times.at.push(now);
			return 0;
		},
	};
}

function remember(keys: Map<string, Times>, key: string): Times {
	const oldest = keys.size >= rememberedKeys ? keys.keys().next().value : undefined;
	if (oldest !== undefined) keys.delete(oldest);
	const times = {at: [], first: 0};
	keys.set(key, times);
	return times;
}

function forgetBefore(times: Times, horizon: number): void {
	while (times.first < times.at.length && (times.at[times.first] ?? 0) <= horizon) times.first++;
	// Cutting the front off costs a copy, so it is done only when half of the list is dead.
	if (times.first * 2 > times.at.length) {
		times.at.splice(0, times.first);
		times.first = 0;
	}
}
