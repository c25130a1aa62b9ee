const notEscaped = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/**
 * The one JSON form of results and envelopes: two blanks, one final newline. JSON leaves DEL, the C1 codes and
 * bidirectional overrides as they are; here they are escaped like the other control characters, because a document is
 * also read on a terminal.
 */
export const jsonText = (value: unknown): string => `${escapeControls(JSON.stringify(value, null, 2))}\n`;

/** One JSON document on one line, for streams of lines. */
export const jsonLine = (value: unknown): string => `${escapeControls(JSON.stringify(value))}\n`;

const escapeControls = (json: string): string =>
	json.replace(notEscaped, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
