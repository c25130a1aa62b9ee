/** Milliseconds as `1m 5s`, `12s`; `-` when unknown. */
export function formatDuration(ms: number | null | undefined): string {
	if (ms === null || ms === undefined || Number.isNaN(ms)) return '-';
	const seconds = Math.max(0, Math.round(ms / 1000));
	return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

/** Time between two timestamps of the wire; `-` unless both are there. */
export const formatSpan = (from: string | null | undefined, to: string | null | undefined): string =>
	from && to ? formatDuration(Date.parse(to) - Date.parse(from)) : '-';
