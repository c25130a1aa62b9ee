/** Short forms of time for narrow columns. */

/** `0 ms`, `812 ms`, `4.2 s`, `1:07`, `2:03:09`. */
export function formatDuration(milliseconds: number): string {
	if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
	if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
	return formatClock(milliseconds);
}

/** Time that runs: `0:07`, `12:40`, `2:03:09`. */
export function formatClock(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor(seconds / 60) % 60;
	const two = (value: number) => String(value).padStart(2, '0');
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The same as words of a sentence: `just now`, `5 min ago`, then the day. */
export function formatAgo(moment: number, now: number): string {
	const age = formatAge(moment, now);
	if (age === 'now') return 'just now';
	return /\d (?:min|h|d)$/.test(age) ? `${age} ago` : age;
}

/** How long ago a moment (epoch ms) was: `now`, `5 min`, `3 h`, `12 d`, then the day. */
export function formatAge(moment: number, now: number): string {
	const minutes = Math.floor((now - moment) / 60_000);
	if (Number.isNaN(minutes)) return '';
	if (minutes < 1) return 'now';
	if (minutes < 60) return `${minutes} min`;
	if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
	if (minutes < 90 * 24 * 60) return `${Math.floor(minutes / 1440)} d`;
	return new Date(moment).toISOString().slice(0, 10);
}
