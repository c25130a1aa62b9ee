/** Texts of a JSON text, keys among them. */
const texts = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;

/**
 * JSON text, without spaces before its colons, with each of its texts changed; its keys and numbers stay as they are, with
 * every digit.
 */
export const inStrings = (json: string, change: (text: string) => string): string =>
	json.replace(texts, (token: string, at: number) => {
		if (json[at + token.length] === ':') return token;
		const text = JSON.parse(token) as string;
		const other = change(text);
		return other === text ? token : JSON.stringify(other);
	});
