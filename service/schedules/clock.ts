/** The time of day and an alarm. Tests set both by hand. */
export type Clock = {
	/** Epoch milliseconds of the system's clock, which people and time servers may set. */
	now(): number;
	/** Calls `run` once after `ms`; what it answers calls it off. */
	after(ms: number, run: () => void): () => void;
};

/** @param now epoch milliseconds */
export const systemClock = (now: () => number): Clock => ({
	now,
	after(ms, run) {
		const timer = setTimeout(run, ms).unref();
		return () => clearTimeout(timer);
	},
});
