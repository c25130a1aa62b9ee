/** `key = value` of a trimmed line; the value is everything after the first `=`. Null: not such a line. */
export function parseKeyValue(line: string): {key: string; value: string} | null {
	const equals = line.indexOf('=');
	const key = equals < 0 ? '' : line.slice(0, equals).trim();
	return key === '' ? null : {key, value: line.slice(equals + 1).trim()};
}

/** Some editors begin a UTF-8 file with U+FEFF; it belongs to no line. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Keys of one profile in the order of the file, unknown ones included. */
export type Section = Map<string, string>;
/** Profiles by name. */
export type Profiles = Map<string, Section>;

/**
 * Reads the INI text of a credentials file; never fails. "Lines trimmed; `#` and `;` start a comment line; value =
 * everything after the first `=`, trimmed; a repeated section merges, the later key wins; text before the first section
 * is ignored."
 */
export function parseCredentials(text: string): Profiles {
	const profiles: Profiles = new Map();
	let section: Section | undefined;
	for (const rawLine of withoutByteOrderMark(text).split(/\r\n|\n|\r/)) {
		const line = rawLine.trim();
		if (line.startsWith('#') || line.startsWith(';')) continue;
		const header = /^\[(.*)\]$/.exec(line);
		if (header) {
			const name = (header[1] ?? '').trim();
			section = profiles.get(name) ?? new Map();
			profiles.set(name, section);
			continue;
		}
		const pair = parseKeyValue(line);
		if (section && pair) section.set(pair.key, pair.value);
	}
	return profiles;
}

/**
 * The text of a credentials file: "`default` first, others alphabetical, one blank line between, one newline at the
 * end"; empty values are left out; no profile at all is an empty file.
 */
export function formatCredentials(profiles: Profiles): string {
	const names = [...profiles.keys()].filter(name => name !== 'default').sort();
	if (profiles.has('default')) names.unshift('default');
	return names.map(name => formatSection(name, profiles.get(name) ?? new Map())).join('\n');
}

function formatSection(name: string, section: Section): string {
	const pairs = [...section].filter(([, value]) => value !== '');
	return `${[`[${name}]`, ...pairs.map(([key, value]) => `${key} = ${value}`)].join('\n')}\n`;
}
