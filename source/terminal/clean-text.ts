/**
 * Foreign text (names, bodies, traces, output of tests) may carry sequences that move the cursor, change the clipboard
 * or turn the writing direction. Nothing of that reaches the terminal: these functions leave printable characters only.
 */

const plain = /^[\x20-\x7E]*$/;
/** CSI, OSC / DCS / APC / PM / SOS with their payload, and two-character escapes; 7-bit and 8-bit forms. */
const sequences =
	/(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u0090\u0098\u009C-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/g;
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;
/** Bidirectional controls, invisible operators, tags, byte order mark, separators that some terminals break lines at. */
const invisible =
	/[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu;
/**
 * Joiners, variation selectors and skin tones change how wide an emoji is drawn, and terminals disagree by how much.
 * Without them every terminal draws each part two cells wide, and columns stay aligned.
 */
const widthChangers = /[\u200D\uFE00-\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu;
const loneSurrogates = /\p{Surrogate}/gu;

function stripUnprintable(text: string): string {
	return text
		.replace(sequences, '')
		.replace(controls, '')
		.replace(invisible, '')
		.replace(widthChangers, '')
		.replace(loneSurrogates, '\uFFFD');
}

/** One printable line: line breaks and tabs become single spaces. */
export function cleanLine(text: string): string {
	if (plain.test(text)) return text;
	return stripUnprintable(text.replace(/\r\n?|[\n\t\u0085\u2028\u2029]/g, ' '));
}

/** Printable lines: every kind of line break ends a line, tabs reach the next multiple of four. */
export function cleanLines(text: string): string[] {
	return text
		.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
		.split('\n')
		.map(line => (plain.test(line) ? line : stripUnprintable(expandTabs(line))));
}

function expandTabs(line: string): string {
	if (!line.includes('\t')) return line;
	let expanded = '';
	for (const part of line.split(/(\t)/)) expanded += part === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : part;
	return expanded;
}
