/**
 * A word of a shell. GitHub replaces `${{ … }}` in the whole script before a shell sees it, quoted or not; a pair of
 * quotes between `$` and `{{` means the same to the shell and nothing to GitHub.
 */
export function quoted(value: string): string {
	if (/^[\w./:@%+,=-]+$/.test(value)) return value;
	return `'${value.replaceAll("'", () => String.raw`'\''`).replaceAll('${{', () => "$''{{")}'`;
}

/** "A value that starts with `-` needs `=`." */
export const flag = (name: string, value: string): string =>
	`${name}${value.startsWith('-') ? '=' : ' '}${quoted(value)}`;
