/** `key = value` of a trimmed line; the value is everything after the first `=`. Null: not such a line. */
export function parseKeyValue(line: string): {key: string; value: string} | null {
	const equals = line.indexOf('=');
	const key = equals < 0 ? '' : line.slice(0, equals).trim();
	return key === '' ? null : {key, value: line.slice(equals + 1).trim()};
}

/** Some editors begin a UTF-8 file with U+FEFF; it belongs to no line. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);
