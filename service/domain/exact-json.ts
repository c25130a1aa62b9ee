/** Texts, and numbers of so many digits that a JavaScript number may not hold them. */
const texts = /"(?:[^"\\]|\\.)*(?:"|\\?$)|(?<![\w.+-])-?\d{16,}(?![\d.eE])/gs;

/**
 * The value of a JSON text. An integer beyond what a JavaScript number holds, such as an identifier of 64 bits, becomes a
 * text of its digits instead of another number. Throws for what is no JSON.
 */
export function exactJson(json: string): unknown {
	if (!/\d{16}/.test(json)) return JSON.parse(json);
	return JSON.parse(
		json.replace(texts, token =>
			token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : JSON.stringify(token),
		),
	);
}

/** Whether a JSON text comes out of this process as the same value: not so for long integers and for `12.0`. */
export const survivesParsing = (json: string): boolean => JSON.stringify(JSON.parse(json)) === json;
