import type {Token} from './tokens.ts';

/**
 * Forms of sentences over tokens. `(a|b c)` one of these words, `[a|b]` the same or nothing, `{name}` one token or more.
 * No regular expression sees a step as a whole, so that no text makes one slow: slots are few, steps short, and both are
 * bounded by the number of tokens.
 */
type Piece = {slot: string} | {words: string[][]};
type Parsed = {
	pieces: Piece[];
	/** Words of which one must stand first; null: anything may. */
	first: Set<string> | null;
	/** For each piece that cannot be left out, words of which one must stand somewhere. */
	needed: Array<Set<string>>;
};
/** Parsed when a sentence first meets it: who starts a service reads no plan yet. */
export type Pattern = {readonly form: string; parsed: Parsed | null};
export type Match = Record<string, Token[]>;

/** Most ways in which one form may fit one sentence. */
const maxMatches = 24;

/** Alternatives that many forms use: `<in>` stands for `(in|into|…)`. */
const named: Record<string, string> = {
	in: 'in|into|in to|inside|inside of|within|on|onto|at|to|under',
	the: 'the|a|an|this|that|my|your',
};

export const pattern = (form: string): Pattern => ({form, parsed: null});

function parse(form: string): Parsed {
	const pieces: Piece[] = [];
	for (const [, slot, words, maybe, name, word] of form.matchAll(/\{(\w+)\}|\(([^)]*)\)|\[([^\]]*)\]|<(\w+)>|(\S+)/g)) {
		if (slot) pieces.push({slot});
		else if (maybe !== undefined) pieces.push({words: [...alternatives(maybe), []]});
		// A bar that stands alone is itself: the column of a table.
		else pieces.push({words: word === '|' ? [['|']] : alternatives(words ?? (name ? named[name]! : word!))});
	}
	const needed = pieces.flatMap(piece =>
		'words' in piece && piece.words.every(words => words.length > 0)
			? [new Set(piece.words.map(([word]) => word!))]
			: [],
	);
	const [start] = pieces;
	const first =
		start && 'words' in start && needed[0] && start.words.every(words => words.length > 0) ? needed[0] : null;
	return {pieces, first, needed};
}

const alternatives = (text: string): string[][] =>
	text
		.split('|')
		.map(words => words.split(' ').filter(Boolean))
		.sort((one, other) => other.length - one.length);

/** Every way in which the form covers all of the tokens. */
export function matches(own: Pattern, tokens: readonly Token[]): Match[] {
	own.parsed ??= parse(own.form);
	const {pieces, first, needed} = own.parsed;
	if (first && !first.has(tokens[0]?.lower ?? '')) return [];
	for (const words of needed) if (!holdsOne(tokens, words)) return [];
	const found: Match[] = [];
	const slots: Array<[string, number, number]> = [];
	const walk = (piece: number, at: number): void => {
		if (found.length >= maxMatches) return;
		const one = pieces[piece];
		if (!one) {
			if (at === tokens.length)
				found.push(Object.fromEntries(slots.map(([name, start, end]) => [name, tokens.slice(start, end)])));
			return;
		}
		if ('slot' in one) {
			for (let end = at + 1; end <= tokens.length; end++) {
				if (piece === pieces.length - 1 && end < tokens.length) continue;
				slots.push([one.slot, at, end]);
				walk(piece + 1, end);
				slots.pop();
			}
			return;
		}
		for (const words of one.words) if (startsWith(tokens, at, words)) walk(piece + 1, at + words.length);
	};
	walk(0, 0);
	return found;
}

function holdsOne(tokens: readonly Token[], words: Set<string>): boolean {
	for (const {lower} of tokens) if (words.has(lower)) return true;
	return false;
}

export const startsWith = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
	words.every((word, index) => tokens[at + index]?.lower === word);

/** A row of a table of forms. */
export const form = <Result>(
	text: string,
	give: (match: Match) => Result[],
): readonly [Pattern, (match: Match) => Result[]] => [pattern(text), give];

/** A table of forms with what each gives; all matches of all forms, in their order. */
export function byForms<Result>(
	forms: ReadonlyArray<readonly [Pattern, (match: Match) => Result[]]>,
	tokens: readonly Token[],
): Result[] {
	const found: Result[] = [];
	for (const [form, give] of forms) for (const match of matches(form, tokens)) found.push(...give(match));
	return found;
}
