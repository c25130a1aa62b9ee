/**
 * "C0 and C1 codes except newline and tab are replaced by `?`": no control sequence of foreign text reaches the terminal.
 * Bidirectional overrides and isolates too: they would reorder what stands beside them.
 */
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
const breaks = /[\n\t]/g;

/** Foreign text of several lines. */
export const clean = (text: string): string => text.replaceAll('\r\n', '\n').replace(controls, '?');

/** Foreign text in one line of a table or label block: line breaks and tabs become blanks. */
export const cleanLine = (text: string): string => clean(text).replace(breaks, ' ');

/** At most so many characters of a text, with an ellipsis where it is longer. */
export function shortened(text: string, maxLength: number): string {
	const characters = [...text];
	return characters.length <= maxLength
		? text
		: `${characters
				.slice(0, maxLength - 1)
				.join('')
				.trimEnd()}…`;
}

/** Whether words were left out of an error: at its end, or before what was compared, as `long te… (expected 201, got 422)`. */
export function isCutError(error: string): boolean {
	if (error.endsWith('…')) return true;
	const compared = error.slice(error.lastIndexOf('…') + 1);
	return (
		compared.length < error.length &&
		/^ \(expected /.test(compared) &&
		compared.endsWith(')') &&
		!compared.includes('\n')
	);
}
