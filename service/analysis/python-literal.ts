import {readScalar} from './python-scalar.ts';

/** A Python value that has a JSON counterpart, containers included; boxed, because null is one of them. */
export type Literal = {value: unknown};

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
