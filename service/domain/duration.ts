/** Milliseconds from start to end; null while one is missing. Never negative: a clock may be set back meanwhile. */
export const durationMs = (startedAt: number | null, finishedAt: number | null): number | null =>
	startedAt === null || finishedAt === null ? null : Math.max(0, finishedAt - startedAt);
