/** A Python value that has a JSON counterpart; boxed, because null is one of them. */
export type Scalar = {value: string | number | boolean | null};

const words: Record<string, boolean | null> = {True: true, False: false, None: null};
const escapes: Record<string, string> = {n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"'};

/** Reads what `repr()` writes for text, numbers, `True`, `False` and `None`; null for everything else or cut text. */
export function readScalar(repr: string): Scalar | null {
	const text = repr.trim();
	if (Object.hasOwn(words, text)) return {value: words[text] ?? null};
	if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return {value: Number(text)};
	const quoted = /^(['"])(.*)\1$/su.exec(text);
	if (!quoted || text.length < 2) return null;
	const [, quote, inner] = quoted as unknown as [string, string, string];
	// reprlib writes an ellipsis into the middle of what it cuts.
	if (inner.includes('...') && inner.length >= 190) return null;
	if (new RegExp(`(?<!\\\\)(\\\\\\\\)*${quote}`).test(inner)) return null;
	return {
		value: inner.replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|.)/gis, (_, code: string) =>
			/^[xuU]/.test(code) && code.length > 1
				? String.fromCodePoint(Number.parseInt(code.slice(1), 16))
				: (escapes[code] ?? code),
		),
	};
}
