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

/** A Python value that has a JSON counterpart, containers included; boxed, because null is one of them. */
type Literal = {value: unknown};

const deepest = 50;

/** Reads what `repr()` writes for lists, tuples, dicts and scalars in them; null for everything else or cut text. */
export function readLiteral(repr: string): Literal | null {
	const reader = new LiteralReader(repr.trim());
	const value = reader.value(0);
	return value && reader.isAtEnd() ? value : null;
}

class LiteralReader {
	#at = 0;

	constructor(private readonly text: string) {}

	isAtEnd(): boolean {
		return this.#at === this.text.length;
	}

	value(depth: number): Literal | null {
		if (depth > deepest) return null;
		if (this.#take(/\[\s*/y)) return this.#list(depth, /\]/y);
		if (this.#take(/\(\s*/y)) return this.#list(depth, /\)/y);
		if (this.#take(/\{\s*/y)) return this.#dict(depth);
		const token = this.#take(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.+-]+/suy);
		return token === null ? null : readScalar(token);
	}

	#list(depth: number, end: RegExp): Literal | null {
		const items: unknown[] = [];
		while (this.#take(end) === null) {
			if (items.length > 0 && this.#take(/,\s*/y) === null) return null;
			// `(1,)`
			if (items.length > 0 && this.#take(end) !== null) break;
			const item = this.value(depth + 1);
			if (!item) return null;
			items.push(item.value);
		}
		return {value: items};
	}

	#dict(depth: number): Literal | null {
		const entries: Array<[string, unknown]> = [];
		while (this.#take(/\}/y) === null) {
			if (entries.length > 0 && this.#take(/,\s*/y) === null) return null;
			const key = this.value(depth + 1);
			if (typeof key?.value !== 'string' || this.#take(/\s*:\s*/y) === null) return null;
			const item = this.value(depth + 1);
			if (!item) return null;
			entries.push([key.value, item.value]);
		}
		return {value: Object.fromEntries(entries)};
	}

	/** What stands here, when it fits the sticky pattern. */
	#take(pattern: RegExp): string | null {
		pattern.lastIndex = this.#at;
		const [found] = pattern.exec(this.text) ?? [];
		if (found === undefined) return null;
		this.#at += found.length;
		return found;
	}
}
