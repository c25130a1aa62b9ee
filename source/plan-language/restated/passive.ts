import {type Token, textOf, word} from '../tokens.ts';
import {articles, verbOf} from '../words.ts';
import {act, claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';

/** Nobody says so of a page that has come to be so by itself. */
const gestures = new Set(
	'click double-click right-click press tap hit push type enter input write choose pick upload attach dismiss hover drag scroll paste'.split(
		' ',
	),
);

/** What may as well be what has come of something: it is done where it is said by what means. */
const deeds = new Set(
	'open close select tick untick check uncheck confirm submit accept decline reject add remove delete cancel save apply clear empty reset move rename edit change set switch replace create copy duplicate archive restore send share expand collapse enable disable activate deactivate sort filter mark repeat reply rate order book pay'.split(
		' ',
	),
);

const means = /^(?:with|by|via|using|through)$/;
const irregular: Record<string, string> = {written: 'write', sent: 'send', paid: 'pay'};

type Passive = {subject: readonly Token[]; verb: string; rest: readonly Token[]};

/** `The address "12 Harbour Road" is entered in the address field`; null: it is no such clause. */
function passiveOf(tokens: readonly Token[]): Passive | null {
	const at = tokens.findIndex(token => isWord(token, /^(?:is|are)$/));
	const isAdverb = isWord(tokens[at + 1], /^(?:then|now|also|first|next|finally)$/);
	const participle = tokens[at + (isAdverb ? 2 : 1)];
	if (at < 1 || participle?.kind !== 'word' || participle.text !== participle.lower) return null;
	const verb = irregular[participle.lower] ?? verbOf(participle);
	if (verb === null || verb === participle.lower) return null;
	return {subject: tokens.slice(0, at), verb, rest: tokens.slice(at + (isAdverb ? 3 : 2))};
}

/** Where another clause begins: behind a mark or an `and`, with somebody or something that is or does. */
function nextClause(tokens: readonly Token[], from: number): number {
	return tokens.findIndex(
		(token, at) =>
			at >= from &&
			(isMark(token, /^[,;]$/) || isWord(token, /^(?:and|then)$/)) &&
			(articles.has(tokens[at + 1]?.lower ?? '') || isWord(tokens[at + 1], /^(?:then|and)$/)) &&
			tokens.slice(at + 1).some(one => isWord(one, /^(?:is|are|has|have|shows?|contains?|says|reads|appears?)$/)),
	);
}

/**
 * `The button "Save" is clicked`, `The size "L" is chosen and the order is placed with "Buy"`: what is done, in the
 * passive. What may be meant as an outcome (`The dish is added`) is one, unless it says by what means.
 */
export const passive: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	const first = passiveOf(tokens);
	if (first === null) return [];
	const start = tokens.length - first.rest.length;
	const cut = nextClause(tokens, start);
	const own = {...first, rest: first.rest.slice(0, cut < 0 ? undefined : cut - start)};
	const at = own.rest.findIndex(token => isWord(token, means));
	if (!gestures.has(own.verb) && !(deeds.has(own.verb) && at >= 0)) return [];
	const later = cut < 0 ? [] : laterOf(tokens.slice(cut + 1));
	const subject = articles.has(own.subject[0]!.lower)
		? [{...own.subject[0]!, text: own.subject[0]!.lower}, ...own.subject.slice(1)]
		: own.subject;
	const plain: Restatement = {said: [act([word(own.verb)], subject, own.rest), ...later]};
	const typed = own.subject.find(({kind}) => kind === 'quoted');
	// `The address "12 Harbour Road" is entered in the address field`
	const filled: Restatement[] =
		typed && own.rest.length > 0 && /^(?:enter|type|input|write|paste)$/.test(own.verb)
			? [{said: [act([word(own.verb)], [typed], own.rest), ...later]}]
			: [];
	const control = at < 0 ? [] : own.rest.slice(at + 1);
	// `The dish is confirmed with "Add to order"`: what is pressed, and what for is told.
	const pressed = control.length > 0 && control.length <= 5 && own.rest.slice(at).some(isControl);
	return pressed
		? [...filled, plain, {said: [act('click', control), ...later], leaves: textOf(tokens.slice(0, start))}]
		: [...filled, plain];
};

const isControl = (token: Token): boolean =>
	token.kind === 'quoted' || isWord(token, /^(?:button|link|icon|cross|checkbox)$/);

/** What follows is done where only a person does so, and else has come of it. */
function laterOf(tokens: readonly Token[]): Restatement['said'] {
	const rest = isWord(tokens[0], /^(?:and|then)$/) ? tokens.slice(1) : tokens;
	const next = passiveOf(rest);
	const isDone =
		next !== null &&
		(gestures.has(next.verb) || (deeds.has(next.verb) && next.rest.some(token => isWord(token, means))));
	return [isDone ? {type: 'action', tokens: rest} : claim(rest)];
}
