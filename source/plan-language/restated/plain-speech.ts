import {startsWith} from '../pattern.ts';
import {withoutContractions} from '../predicates.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {articles, isVerb} from '../words.ts';
import {claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';
import {type Saying, sayings} from './speech-table.ts';

type Known = {words: string[]; to: string[]; kind: Saying['kind']; isLate: boolean};

let known: Map<string, Known[]> | null = null;

/** By the first of their words, the longest first; made when a sentence first asks for them. */
function knownSayings(): Map<string, Known[]> {
	if (known) return known;
	const all = new Map<string, Known[]>();
	for (const saying of sayings)
		for (const one of spelt(saying)) {
			const [first] = one.words;
			all.set(first!, [...(all.get(first!) ?? []), one]);
		}
	for (const list of all.values()) list.sort((one, other) => other.words.length - one.words.length);
	known = all;
	return all;
}

/** `(a|b) [c]` → each of the four; `*1` is what the first group was. */
function spelt({from, to, kind, isLate}: Saying): Known[] {
	let all: string[][] = [[]];
	for (const [, one, maybe, plain] of from.matchAll(/\(([^)]*)\)|\[([^\]]*)\]|(\S+)/g)) {
		const choices = one !== undefined ? one.split('|') : maybe !== undefined ? ['', ...maybe.split('|')] : [plain!];
		all = all.flatMap(before => choices.map(choice => [...before, choice]));
	}
	return all.map(groups => ({
		words: groups.join(' ').split(' ').filter(Boolean),
		to: to
			.replace(/\*(\d)/g, (_, place: string) => groups[Number(place) - 1]!)
			.split(' ')
			.filter(Boolean),
		kind,
		isLate: isLate === true,
	}));
}

/** What may stand behind a verb that needs nothing more: where, how, what it says, or the next claim. */
const behind =
	/^(?:and|but|with|in|on|at|below|under|above|next|near|beside|inside|within|among|between|to|from|as|by|again|now|saying|reading|asking|telling|stating|showing|containing|that|which|when|after|before|once|while|here|there|where|right|just|over|up|down|on|behind|across|along|any|yet|too|also|called|titled|named|headed)$/;
const says = /^(?:shows?|says?|reads?|contains?|displays?|states?|called|named|titled)$/;

/** `reads Sorry, we are closed`: from there on, words are data. */
function dataBegin(tokens: readonly Token[]): number {
	const at = tokens.findIndex(
		(token, place) => isWord(token, says) && isCapital(tokens[place + 1]) && !/\p{L}'/u.test(tokens[place + 1]!.text),
	);
	return at < 0 ? tokens.length : at + 1;
}

const isPlain = (token: Token, at: number): boolean =>
	token.kind === 'word' && (token.text === token.lower || (at === 0 && token.text.slice(1) === token.lower.slice(1)));

function fits({words, kind}: Known, tokens: readonly Token[], at: number, isLate: boolean): boolean {
	if (!startsWith(tokens, at, words) || !words.every((_, place) => isPlain(tokens[at + place]!, at + place)))
		return false;
	const [before, next] = [tokens[at - 1], tokens[at + words.length]];
	if (kind === 'phrase') return true;
	if (kind === 'end')
		return at > 1 && (next === undefined || isMark(next, /./) || isWord(next, /^(?:in|on|at|and|but)$/));
	if (!before || articles.has(before.lower) || isWord(before, /^(?:to|of|and|a|an|into)$/) || isMark(before, /./))
		return false;
	if (kind === 'says') return next !== undefined;
	return (
		next === undefined ||
		isMark(next, /./) ||
		next.kind === 'quoted' ||
		(isWord(next, behind) && (isLate || next.lower !== 'with'))
	);
}

/** `the word Login` → `"Login"`. */
function withQuotedWords(tokens: readonly Token[]): readonly Token[] {
	const at = tokens.findIndex(
		(token, place) =>
			isWord(token, /^(?:word|phrase|wording)$/) && tokens[place - 1]?.lower === 'the' && isCapital(tokens[place + 1]),
	);
	if (at < 0) return tokens;
	let end = at + 1;
	while (isCapital(tokens[end])) end++;
	const text = tokens
		.slice(at + 1, end)
		.map(token => token.text)
		.join(' ');
	return [...tokens.slice(0, at - 1), {text, lower: '', kind: 'quoted', isSpaced: true}, ...tokens.slice(end)];
}

/** The sentence in plainer words; the same one where it has none of those. */
export function inPlainWords(all: readonly Token[], isLate: boolean): readonly Token[] {
	let tokens: readonly Token[] = withQuotedWords(withoutContractions(all));
	for (let turn = 0; turn < 3; turn++) {
		const again = once(tokens, isLate);
		if (again === null) return tokens;
		tokens = again;
	}
	return tokens;
}

function once(tokens: readonly Token[], isLate: boolean): Token[] | null {
	const end = dataBegin(tokens);
	const found: Token[] = [];
	let isChanged = false;
	for (let at = 0; at < tokens.length; ) {
		const token = tokens[at]!;
		const saying =
			at < end && token.kind === 'word'
				? knownSayings()
						.get(token.lower)
						?.find(one => (isLate || !one.isLate) && fits(one, tokens, at, isLate))
				: undefined;
		const length = saying?.words.length ?? 0;
		// Nothing is left of a sentence that is only this, and a name may begin with it.
		if (!saying || length === tokens.length || (at === 0 && saying.to.length === 0 && isVerb(tokens[length]))) {
			found.push(token);
			at++;
			continue;
		}
		found.push(...saying.to.map(word));
		at += length;
		isChanged = true;
		if (saying.to.length === 0 && isMark(tokens[at], /^,$/) && (found.length === 0 || isMark(found.at(-1), /^,$/)))
			at++;
	}
	while (isMark(found.at(-1), /^,$/)) found.pop();
	return isChanged && found.length > 1 ? found : null;
}

/** `A toast has popped up`, `Straight away a warning turns up`: in the words that the families know. */
export const plainSpeech: Restate = tokens => saidAgain(tokens, inPlainWords(tokens, false));
/** The same with verbs that may say more: `A badge sits next to Inbox`. */
export const plainerSpeech: Restate = tokens => saidAgain(tokens, inPlainWords(tokens, true));

const saidAgain = (tokens: readonly Token[], plain: readonly Token[]): Restatement[] =>
	plain.map(({text}) => text).join(' ') === tokens.map(({text}) => text).join(' ') ? [] : [{said: [claim(plain)]}];
