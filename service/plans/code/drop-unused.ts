/** A line without its texts: of those with expressions in them the expressions stay. */
const namesOf = (line: string): string =>
	line.includes('"')
		? line.replace(/(f?)"((?:[^"\\]|\\.)*)"/g, (_, isFormat: string, inside: string) =>
				isFormat
					? [...inside.matchAll(/\{([^{}]*)\}/g)].map(([, code]) => code!.replace(/'[^']*'/g, '')).join(' ')
					: '',
			)
		: line;

/** How often each name stands in the lines. */
function countNames(lines: readonly string[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const line of lines)
		for (const name of namesOf(line).match(/(?<![.\w])[A-Za-z_]\w*/g) ?? [])
			counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

const isAnswer = /^\w+\.json\(\)|^read_json\(\w+\)$/;

/** Whether a line may be left out when the last one is written. */
export const mayBeDropped = (line: string): boolean => {
	const [, name, value = ''] = /^ +([a-z_]\w*) = (.*)$/.exec(line) ?? [];
	return name === 'got' || isAnswer.test(value);
};

/**
 * Lines without the names that nothing reads: an answer that is only made, a message that no check uses. Which ones these
 * are is known when the last line is written.
 */
export function dropUnused(lines: readonly string[]): string[] {
	const counts = countNames(lines);
	/** Where the call begins whose answer nothing reads, when it goes over several lines. */
	let unread: string | null = null;
	return lines.flatMap(line => {
		const [, space = '', name, value = ''] = /^( +)([a-z_]\w*) = (.*)$/.exec(line) ?? [];
		if (name === undefined && unread !== null && line.startsWith(`${unread}).json()`)) {
			const end = `${unread})`;
			unread = null;
			return [end];
		}
		if (name === 'got') return lines.some(one => one.includes('{got}')) ? [line] : [];
		if (name === undefined || (counts.get(name) ?? 0) > 1) return [line];
		if (value.startsWith('call(')) {
			if (value === 'call(') unread = space;
			const read = value.lastIndexOf(').json()');
			return [space + (read < 0 ? value : value.slice(0, read + 1))];
		}
		return isAnswer.test(value) ? [] : [line];
	});
}
