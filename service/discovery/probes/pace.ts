/** "Budget 200 calls, 60 s, 4 at a time, 10 per second … 429 or 503 halves the rate and honours Retry-After." */
type PaceLimits = {calls: number; ms: number; perSecond: number; longestPauseMs: number};

const usualPace: PaceLimits = {calls: 200, ms: 60_000, perSecond: 10, longestPauseMs: 30_000};

export type PaceClock = {
	/** Milliseconds that only grow. */
	elapsedMs(): number;
	wait(ms: number, signal: AbortSignal): Promise<void>;
};

/** Lets calls go one after the other at a rate, until the budget is used up. */
export function createPace({elapsedMs, wait}: PaceClock, limits: PaceLimits = usualPace) {
	const startedAt = elapsedMs();
	let gapMs = 1000 / limits.perSecond;
	let nextAt = startedAt;
	let calls = 0;
	let isOver = false;
	return {
		calls: () => calls,
		/** Waits for this call's turn. False: no further call may be made. */
		async turn(signal: AbortSignal): Promise<boolean> {
			if (isOver || calls >= limits.calls) return false;
			const at = Math.max(nextAt, elapsedMs());
			if (at - startedAt > limits.ms) return false;
			calls++;
			nextAt = at + gapMs;
			const ms = at - elapsedMs();
			if (ms > 0) await wait(ms, signal);
			return !isOver;
		},
		/** The API asks for fewer calls. @param retryAfter its header: seconds; null when it names none */
		slowDown(retryAfter: string | null): void {
			gapMs *= 2;
			const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter.trim()) ? Number(retryAfter) : 1;
			nextAt = Math.max(nextAt, elapsedMs() + Math.min(seconds * 1000, limits.longestPauseMs));
		},
		/** Ends it: nothing answers any more. */
		end(): void {
			isOver = true;
		},
	};
}
export type Pace = ReturnType<typeof createPace>;
