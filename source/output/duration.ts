/** Milliseconds as `1m 5s`, `12s`; `-` when unknown. */
export function formatDuration(ms: number | null | undefined): string {
	if (ms === null || ms === undefined || Number.isNaN(ms)) return '-';
	const seconds = Math.max(0, Math.round(ms / 1000));
	return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

/** The same with tenths below ten seconds, where a test usually ends: `0.2s`, `9.9s`, `12s`, `1m 5s`. */
export function formatShortDuration(ms: number | null | undefined): string {
	if (ms === null || ms === undefined || Number.isNaN(ms)) return '-';
	const tenths = Math.max(0, Math.round(ms / 100));
	if (tenths >= 100) return formatDuration(ms);
	return tenths === 0 ? '<0.1s' : `${(tenths / 10).toFixed(1)}s`;
}

/** Time between two timestamps of the wire; `-` unless both are there. */
export const formatSpan = (from: string | null | undefined, to: string | null | undefined): string =>
	from && to ? spanText(Date.parse(to) - Date.parse(from)) : '-';

/** What takes less than a second has taken some time all the same. */
const spanText = (ms: number): string => (ms < 1000 ? formatShortDuration(ms) : formatDuration(ms));
