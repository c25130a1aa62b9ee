/** A line without its texts: of those with expressions in them the expressions stay. */
const namesOf = (line: string): string =>
	line.replace(/(f?)"((?:[^"\\]|\\.)*)"/g, (_, isFormat: string, inside: string) =>
		isFormat ? [...inside.matchAll(/\{([^{}]*)\}/g)].map(([, code]) => code!.replace(/'[^']*'/g, '')).join(' ') : '',
	);

/**
 * Lines without the names that nothing reads: an answer that is only made, a message that no check uses. Which ones these
 * are is known when the last line is written.
 */
export function dropUnused(lines: readonly string[]): string[] {
	const text = lines.map(namesOf).join('\n');
	return lines.flatMap(line => {
		const [, space = '', name, value = ''] = /^( +)([a-z_]\w*) = (.*)$/.exec(line) ?? [];
		if (name === 'got') return lines.some(one => one.includes('{got}')) ? [line] : [];
		if (name === undefined || (text.match(new RegExp(`(?<![.\\w])${name}\\b`, 'g'))?.length ?? 0) > 1) return [line];
		if (value.startsWith('call(')) return [space + value];
		return /^(?:json_of\(|\w+\.json\(\))/.test(value) ? [] : [line];
	});
}
