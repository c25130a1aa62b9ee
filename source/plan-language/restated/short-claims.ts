import {predicatesOf, withoutContractions} from '../predicates.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, countOf, isVerb, ordinalOf} from '../words.ts';
import {claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';

const longest = 16;
/** What is said of something without `is`: `Inbox shown`, `Both boxes ticked`, `Price field read-only`. */
const participle =
	/^(?:shown|displayed|visible|present|hidden|gone|back|open|opened|closed|set|ticked|unticked|checked|unchecked|selected|enabled|disabled|empty|focused|required|expanded|collapsed|listed|removed|deleted|added|downloaded|loaded|prefilled|pre-filled|preselected|highlighted|sorted|marked|available|missing|absent|read-only|active|inactive|unchanged|correct|redirected|full|locked|saved)$/;
const adverb = /^(?:now|still|again|already|also|only|not|never|no)$/;
const particle = /^(?:in|on|at|from|to|by|with|as|under|below|above|for|of|after|before|out|up)$/;

/** How testers note what is to be seen, without a verb and mostly without articles. */
export const shortClaims: Restate = tokens => {
	if (tokens.length > longest || tokens.length < 2) return [];
	const commas = severalShort(tokens);
	if (commas) return [commas];
	if (predicatesOf(withoutContractions(tokens)).length > 0) return [];
	const found = withBe(tokens) ?? becomes(tokens);
	return found ? [found] : [];
};

/** `Inbox shown, 3 unread`: each half is noted like that. */
function severalShort(tokens: readonly Token[]): Restatement | null {
	const at = tokens.findIndex(token => isMark(token, /^,$/));
	const [left, right] = [tokens.slice(0, Math.max(at, 0)), tokens.slice(at + 1)];
	const isShort = predicatesOf(withoutContractions(left)).length === 0 && ending(left) !== null;
	return at > 1 && right.length > 1 && isShort ? {said: [claim(left), claim(right)]} : null;
}

/** Where the predicate begins: the first participle behind a name, or the adverb in front of it. */
function ending(tokens: readonly Token[]): number | null {
	for (let at = 1; at < tokens.length; at++) {
		const rest = tokens.slice(at + 1);
		const isEnd = rest.length === 0 || isWord(rest[0], particle) || isWord(rest[0], adverb);
		if (isWord(tokens[at], participle) && isEnd) return isWord(tokens[at - 1], adverb) && at > 1 ? at - 1 : at;
		if (isWord(tokens[at], /^(?:now|still|again)$/) && rest.length > 0 && rest.length <= 4)
			return isDataLike(rest[0]!) || isCapital(rest[0]) || isWord(rest[0], participle) ? at : null;
	}
	return null;
}

/** `Unread badge now 2` → `Unread badge is 2`; `Star still set` → `Star is still set`. */
function withBe(tokens: readonly Token[]): Restatement | null {
	const at = ending(tokens);
	if (at === null || (isVerb(tokens[0]) && !isSubject(tokens.slice(0, at)))) return null;
	const be = /^(?:both|all|two|three|four|five)$/.test(tokens[0]!.lower) ? 'are' : 'is';
	const rest =
		isWord(tokens[at], /^(?:now|still|again)$/) && !isWord(tokens[at + 1], participle)
			? tokens.slice(at + 1)
			: tokens.slice(at);
	return {said: [claim(tokens.slice(0, at), be, rest)]};
}

/** `Star` still set, `Sort arrow` shown: a verb that is a name here. */
const isSubject = (tokens: readonly Token[]): boolean => isCapital(tokens[0]) && tokens.length <= 3;

/** `First row: a@b.test, "Quarterly numbers"`: what a record says. */
export const rowSays: Restate = tokens => {
	const colon = tokens.findIndex(token => isMark(token, /^:$/));
	const head = tokens.slice(0, Math.max(colon, 0)).filter(({lower}) => !articles.has(lower));
	const isRow = head.length === 2 && ordinalOf(head[0]) !== null && isWord(head[1], /^(?:row|line|result|card)$/);
	const members = membersOf(tokens.slice(colon + 1));
	if (colon < 1 || !isRow || members.length === 0 || members.some(member => predicatesOf(member).length > 0)) return [];
	return [
		{said: members.map(member => claim('the', [{...head[0]!, text: head[0]!.lower}, head[1]!], 'contains', member))},
	];
};

/** `Trash count one more`: compared with what was before, which no page tells; `Cart: 2 items` does. */
function becomes(tokens: readonly Token[]): Restatement | null {
	const colon = tokens.findIndex(token => isMark(token, /^(?::|=|→|->)$/));
	const [head, rest] = [tokens.slice(0, Math.max(colon, 0)), tokens.slice(colon + 1)];
	const isValue =
		rest.length > 0 && rest.length <= 4 && (isDataLike(rest[0]!) || isCapital(rest[0]) || countOf(rest[0]) !== null);
	return colon > 0 && colon <= 4 && isValue && !isVerb(head[0]) ? {said: [claim(head, [word('is')], rest)]} : null;
}

/** What stands between commas and `and`. */
export function membersOf(tokens: readonly Token[]): Token[][] {
	const members: Token[][] = [[]];
	for (const token of tokens)
		if (isMark(token, /^,$/) || isWord(token, /^and$/)) members.push([]);
		else members.at(-1)!.push(token);
	return members.filter(({length}) => length > 0);
}
