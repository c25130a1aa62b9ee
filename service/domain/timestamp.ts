/** Epoch milliseconds as they travel: RFC 3339 UTC with milliseconds. */
export const timestamp = (at: number): string => new Date(at).toISOString();

export const nullableTimestamp = (at: number | null): string | null => (at === null ? null : timestamp(at));

/** Milliseconds from start to end; null while one is missing. Never negative: a clock may be set back meanwhile. */
export const durationMs = (startedAt: number | null, finishedAt: number | null): number | null =>
	startedAt === null || finishedAt === null ? null : Math.max(0, finishedAt - startedAt);
