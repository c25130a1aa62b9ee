/**
 * A secret within a stored text: encrypted, and the same secret always the same text, so that what compares, counts and
 * links values does so without knowing them. Made of letters, digits, `-`, `_`, `.` and `~`, which a path, a query and
 * JSON hold as they are.
 */
export const sealedPattern = /~~sealed\.[\w-]*(?:~~)?/g;
export const sealedStart = '~~sealed.';
export const sealedEnd = '~~';

/** What people see instead of a secret. */
export const masked = '•••';

/** The text as people may see it. */
export const hideSealed = (text: string): string =>
	text.includes(sealedStart) ? text.replace(sealedPattern, masked) : text;

/** Seals and opens secrets within stored texts. */
export type Sealing = {
	/** One secret as a text. */
	seal(value: string | number): string;
	/** Whether every secret within the text can be opened; false where the key was lost or changed since. */
	isReadable(text: string): boolean;
	/** JSON text with its secrets, as a test or a request needs it. */
	openJson(json: string): string;
	/** An address with its secrets, encoded. */
	openUrl(url: string): string;
	/** Any other text, such as the value of a header. */
	openText(text: string): string;
};
