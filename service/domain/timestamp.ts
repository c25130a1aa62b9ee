/** Epoch milliseconds as they travel: RFC 3339 UTC with milliseconds. */
export const timestamp = (at: number): string => new Date(at).toISOString();

export const nullableTimestamp = (at: number | null): string | null => (at === null ? null : timestamp(at));
