import type {Seeded} from './seeded.ts';

/** A part of a regular expression that a text can be made from. */
type Node =
	| {is: 'set'; characters: readonly string[]}
	| {is: 'sequence'; parts: readonly Node[]}
	| {is: 'choice'; options: readonly Node[]}
	| {is: 'repeat'; part: Node; min: number; max: number};

const longestPattern = 500;
const longestText = 256;
const tries = 50;

/**
 * A text that a pattern allows, within a length; null when the pattern uses what this generator does not know
 * (look-around, back references) or asks for more than `longestText` characters.
 */
export function textOfPattern(
	pattern: string,
	chance: Seeded,
	{min = 0, max = longestText}: {min?: number; max?: number} = {},
): string | null {
	const node = parsed(pattern);
	if (node === null) return null;
	const test = testOf(pattern, node);
	for (let round = 0; round < tries; round++) {
		const text = written(node, chance, Math.min(round, 8));
		if (text.length >= min && text.length <= max && (test === null || test(text))) return text;
	}
	return null;
}

/** Whether a text fits a pattern; null when that cannot be said: the pattern uses what is not known here. */
export function fitsPattern(pattern: string, text: string): boolean | null {
	const node = parsed(pattern);
	const test = node === null ? null : testOf(pattern, node);
	return test === null ? null : test(text);
}

function testOf(pattern: string, node: Node): ((text: string) => boolean) | null {
	// A repetition inside a repetition: trying every way to divide the text may take for ever.
	if (isNested(node, false)) return isExact(pattern) ? text => text.length <= longestText && isWhole(node, text) : null;
	try {
		const expression = new RegExp(pattern, 'u');
		return text => expression.test(text);
	} catch {
		try {
			const expression = new RegExp(pattern);
			return text => expression.test(text);
		} catch {
			return null;
		}
	}
}

/** A repetition without a close bound inside another one: testing may take for ever. */
function isNested(node: Node, inside: boolean): boolean {
	if (node.is === 'set') return false;
	if (node.is === 'repeat') {
		const isWide = node.max - node.min > 1;
		return (inside && isWide) || isNested(node.part, inside || isWide);
	}
	return (node.is === 'sequence' ? node.parts : node.options).some(one => isNested(one, inside));
}

/** Whether a pattern is about a whole text, and its sets are known by all their characters. */
const isExact = (pattern: string): boolean =>
	pattern.startsWith('^') && pattern.endsWith('$') && !/\\[DWS]/.test(pattern) && !isOpen(pattern);

/** Whether a dot or a bar in a pattern means more than itself: it is neither escaped nor in a set. */
function isOpen(pattern: string): boolean {
	let inSet = false;
	for (let at = 0; at < pattern.length; at++) {
		const character = pattern[at]!;
		if (character === '\\') at++;
		else if (inSet) inSet = character !== ']';
		else if (character === '[') inSet = true;
		else if (character === '.' || character === '|') return true;
	}
	return false;
}

/** Whether a whole text is one that a pattern allows, in a time that grows with both. */
const isWhole = (node: Node, text: string): boolean => reached(node, text, new Set([0])).has(text.length);

/** Places of a text behind a part of a pattern that begins at one of these. */
function reached(node: Node, text: string, from: ReadonlySet<number>): ReadonlySet<number> {
	if (node.is === 'set')
		return new Set([...from].filter(at => node.characters.includes(text[at] ?? '')).map(at => at + 1));
	if (node.is === 'sequence') return node.parts.reduce((places, part) => reached(part, text, places), from);
	if (node.is === 'choice') return new Set(node.options.flatMap(one => [...reached(one, text, from)]));
	let places = from;
	for (let round = 0; round < node.min; round++) places = reached(node.part, text, places);
	const all = new Set(places);
	for (let round = node.min; round < node.max && places.size > 0; round++) {
		places = new Set([...reached(node.part, text, places)].filter(at => !all.has(at)));
		for (const at of places) all.add(at);
	}
	return all;
}

function written(node: Node, chance: Seeded, more: number): string {
	if (node.is === 'set') return chance.pick(node.characters);
	if (node.is === 'sequence') return node.parts.map(part => written(part, chance, more)).join('');
	if (node.is === 'choice') return written(chance.pick(node.options), chance, more);
	const most = Math.min(node.max, Math.max(node.min, 4) + more);
	const count = node.min + chance.below(Math.max(0, most - node.min) + 1);
	let text = '';
	for (let round = 0; round < count && text.length < longestText; round++) text += written(node.part, chance, more);
	return text;
}

const digits = [...'0123456789'];
const lower = [...'abcdefghijklmnopqrstuvwxyz'];
const upper = lower.map(one => one.toUpperCase());
const wordly = [...lower, ...upper, ...digits];
const printable = Array.from({length: 95}, (_, place) => String.fromCharCode(32 + place));
const classes: Record<string, readonly string[]> = {
	d: digits,
	w: [...wordly, '_'],
	s: [' '],
	D: lower,
	W: ['-'],
	S: wordly,
	t: ['\t'],
	n: ['\n'],
	r: ['\r'],
};

class Unknown extends Error {}

function parsed(pattern: string): Node | null {
	if (pattern.length > longestPattern) return null;
	try {
		return new Parser(pattern).whole();
	} catch (error) {
		if (error instanceof Unknown) return null;
		throw error;
	}
}

class Parser {
	#at = 0;
	#depth = 0;
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	whole(): Node {
		const node = this.#choice();
		if (this.#at < this.#text.length) throw new Unknown();
		return node;
	}

	#choice(): Node {
		if (++this.#depth > 20) throw new Unknown();
		const options: Node[] = [this.#sequence()];
		while (this.#text[this.#at] === '|') {
			this.#at++;
			options.push(this.#sequence());
		}
		this.#depth--;
		return options.length === 1 ? options[0]! : {is: 'choice', options};
	}

	#sequence(): Node {
		const parts: Node[] = [];
		while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at]!)) {
			const one = this.#one();
			if (one !== null) parts.push(this.#repeated(one));
		}
		return {is: 'sequence', parts};
	}

	/** One character, set or group; null for `^` and `$`. */
	#one(): Node | null {
		const character = this.#text[this.#at++]!;
		if (character === '^' || character === '$') return null;
		if (character === '.') return {is: 'set', characters: wordly};
		if (character === '[') return this.#set();
		if (character === '(') return this.#group();
		if (character === '\\') return {is: 'set', characters: this.#escaped()};
		if ('*+?{'.includes(character)) throw new Unknown();
		return {is: 'set', characters: [character]};
	}

	#group(): Node {
		const rest = this.#text.slice(this.#at);
		const opening = /^\?(?::|<[A-Za-z]\w*>)/.exec(rest);
		if (opening) this.#at += opening[0].length;
		else if (rest.startsWith('?')) throw new Unknown();
		const node = this.#choice();
		if (this.#text[this.#at++] !== ')') throw new Unknown();
		return node;
	}

	#escaped(): readonly string[] {
		const character = this.#text[this.#at++];
		if (character === undefined) throw new Unknown();
		if (classes[character]) return classes[character]!;
		const code = /^(?:u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(this.#text.slice(this.#at - 1));
		if (code) {
			this.#at += code[0].length - 1;
			return [String.fromCharCode(Number.parseInt(code[1] ?? code[2]!, 16))];
		}
		// Boundaries, back references and properties of characters.
		if (/[bBkpP1-9]/.test(character)) throw new Unknown();
		return [character];
	}

	#set(): Node {
		const isInverse = this.#text[this.#at] === '^';
		if (isInverse) this.#at++;
		const members = new Set<string>();
		let before: string | null = null;
		for (;;) {
			const character = this.#text[this.#at++];
			if (character === undefined) throw new Unknown();
			if (character === ']') break;
			if (character === '-' && before !== null && this.#text[this.#at] !== ']' && this.#at < this.#text.length) {
				const [end, ...others] = this.#text[this.#at] === '\\' ? this.#skipped() : [this.#text[this.#at++]!];
				if (end === undefined || others.length > 0) throw new Unknown();
				for (let code = before.charCodeAt(0); code <= Math.min(end.charCodeAt(0), 0x24f); code++)
					members.add(String.fromCharCode(code));
				before = null;
				continue;
			}
			const own: readonly string[] = character === '\\' ? this.#escaped() : [character];
			for (const one of own) members.add(one);
			before = own.length === 1 ? own[0]! : null;
		}
		const characters = isInverse ? printable.filter(one => !members.has(one) && one !== ' ') : [...members];
		if (characters.length === 0) throw new Unknown();
		return {is: 'set', characters};
	}

	#skipped(): readonly string[] {
		this.#at++;
		return this.#escaped();
	}

	#repeated(part: Node): Node {
		const match = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/.exec(this.#text.slice(this.#at));
		if (!match) return part;
		this.#at += match[0].length;
		const [, sign, least, comma, most] = match;
		if (sign !== undefined) return {is: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : longestText};
		const min = Number(least);
		const max = comma === undefined ? min : most === '' ? longestText : Number(most);
		if (min > longestText || max < min) throw new Unknown();
		return {is: 'repeat', part, min, max};
	}
}
