/** A text in one line of at most `length` characters. */
export function excerpt(text: string, length = 200): string {
	const line = text.replace(/\s+/g, ' ').trim();
	const characters = [...line];
	return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}

/**
 * Two texts in one line each of at most `length` characters, cut so that the first difference stands in both: where
 * what they begin with alike is long, its beginning is left out.
 */
export function differingExcerpts(one: string, other: string, length = 100): [string, string] {
	const [first, second] = [one, other].map(text => [...text.replace(/\s+/g, ' ').trim()]) as [string[], string[]];
	const alike = first.findIndex((character, index) => character !== second[index]);
	const same = alike === -1 ? first.length : alike;
	const left = Math.max(first.length, second.length) <= length ? 0 : Math.max(0, same - Math.floor(length / 3));
	const cut = (text: string[]) =>
		left === 0 ? excerpt(text.join(''), length) : `…${excerpt(text.slice(left).join(''), length - 1)}`;
	return [cut(first), cut(second)];
}

/** A JSON value in one line, cut. */
export const valueText = (value: unknown, length = 80): string => excerpt(JSON.stringify(value) ?? 'nothing', length);

/** A number of things: `1 call`, `3 calls`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Names in backquotes: `` `a`, `b` and 3 more ``. */
export function nameList(names: readonly string[], most = 6): string {
	const shown = names.slice(0, most).map(name => `\`${excerpt(name, 40)}\``);
	const rest = names.length - shown.length;
	return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** Milliseconds as people say them: `850 ms`, `1.2 s`, `62 s`. */
export function durationText(ms: number): string {
	if (ms < 1000) return `${Math.round(ms)} ms`;
	return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** How long ago something was, as people say it: `moments`, `5 minutes`, `3 hours`, `2 days`. */
export function ageText(ms: number): string {
	for (const [unit, size] of ages) {
		const count = Math.floor(ms / size);
		if (count >= 1) return counted(count, unit);
	}
	return 'moments';
}

const ages: ReadonlyArray<[unit: string, ms: number]> = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
];
