import {Buffer} from 'node:buffer';

/** Every spelling in which a secret may appear in a text: as it is, in JSON, in a URL, in Python, in base64. */
export function spellings(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const base64 = bytes.toString('base64');
	const inJson = [inQuotes(secret), ascii(inQuotes(secret))];
	return [
		secret,
		...inJson,
		// JSON within JSON, as a target that reports what it received sends it.
		...inJson.map(inQuotes),
		// UTF-8 in a header, which is read byte by byte.
		...[bytes.toString('latin1')].flatMap(text => [text, inQuotes(text)]),
		...urlSpellings(secret),
		// How Python writes a text in quotes.
		secret.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n'),
		// A short value in base64 is a few letters that stand everywhere.
		...(secret.length >= 8 ? [base64, base64.replace(/(?<!=)=+$/, '')] : []),
	];
}

const inQuotes = (text: string) => JSON.stringify(text).slice(1, -1);
const ascii = (text: string) =>
	text.replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As part of a path, a query or a form, and as HTTP libraries correct what was put into a URL by hand. */
function urlSpellings(secret: string): string[] {
	try {
		const strict = encodeURIComponent(secret).replace(
			/[!'()*]/g,
			sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
		);
		return [
			strict,
			strict.replaceAll('%2F', '/'),
			strict.replaceAll('%20', '+'),
			encodeURIComponent(secret),
			encodeURI(secret),
		];
	} catch {
		// Half a surrogate pair has no place in a URL.
		return [];
	}
}

/** Every secret of what an execution is given: those that are named, its credential, and its headers with and without scheme. */
export function secretValues({
	secrets,
	auth,
}: {
	secrets: readonly string[];
	auth: {credential: string; headers: Record<string, string>};
}): string[] {
	const headerValues = Object.values(auth.headers);
	// `Bearer abc`: a test may print the token without its scheme.
	const withoutScheme = headerValues.map(value => value.replace(/^[A-Za-z-]+ +/, ''));
	return [...new Set([...secrets, auth.credential, ...headerValues, ...withoutScheme].filter(Boolean))];
}
