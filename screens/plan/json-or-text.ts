/** A value as it was typed: JSON where it is JSON, else the text itself. */
export function jsonOrText(typed: string): unknown {
	try {
		return JSON.parse(typed);
	} catch {
		return typed;
	}
}
