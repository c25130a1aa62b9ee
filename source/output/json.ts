const notEscaped = /[\u007F-\u009F]/g;

/**
 * The one JSON form of results and envelopes: two blanks, one final newline. JSON leaves DEL and the C1 codes as they
 * are; here they are escaped like the other control characters.
 */
export const jsonText = (value: unknown): string => `${escapeControls(JSON.stringify(value, null, 2))}\n`;

/** One JSON document on one line, for streams of lines. */
export const jsonLine = (value: unknown): string => `${escapeControls(JSON.stringify(value))}\n`;

const escapeControls = (json: string): string =>
	json.replace(notEscaped, character => `\\u00${character.charCodeAt(0).toString(16)}`);
