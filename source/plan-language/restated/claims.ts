import {roleAtEnd} from '../names.ts';
import {matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {predicatesOf} from '../predicates.ts';
import {textOf, type Token, word} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, countOf, isVerb} from '../words.ts';
import {claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';
import {heldIn, of as saysOf} from './complements.ts';
import {membersOf} from './short-claims.ts';

const one = (...said: Restatement['said']): Restatement[] => [{said}];

/** `the list is shown and that it has 3 rows`: a claim behind each `that`. */
export const eachThat: Restate = tokens => {
	const at = tokens.findIndex(
		(token, place) => place > 2 && isWord(token, /^that$/) && isWord(tokens[place - 1], /^(?:and|but)$/),
	);
	if (at < 0 || at > tokens.length - 3) return [];
	const end = isMark(tokens[at - 2], /^,$/) ? at - 2 : at - 1;
	return one(claim(tokens.slice(0, end)), claim(tokens.slice(at + 1)));
};

const modal = /^(?:should|must|shall|will|would|may|can)$/;
const adverb = /^(?:now|also|still|then|again|already|immediately|only|just)$/;

/** `The total should drop to 7` → `The total drops to 7`; of several it is `drop` as it stands. */
export const withoutModal: Restate = tokens => {
	const plain = plainClaim(tokens);
	const at = plain.findIndex((token, place) => place > 0 && isWord(token, modal));
	if (at < 0) return [];
	let verb = at + 1;
	let isNegated = false;
	while (isWord(plain[verb], adverb) || isWord(plain[verb], /^(?:not|no|longer|never)$/)) {
		isNegated ||= !isWord(plain[verb], adverb);
		verb++;
	}
	const said = plain[verb];
	if (!isWord(said, /^\p{Ll}{2,}$/u) || isWord(said, /^(?:be|have)$/) || verb === plain.length - 1) {
		if (verb !== plain.length - 1 || !isWord(said, /^\p{Ll}{3,}$/u)) return [];
	}
	const subject = plain.slice(0, at);
	const rest = plain.slice(verb + 1);
	return isNegated
		? one(claim(subject, 'does not', [said!], rest))
		: one(claim(subject, [word(thirdPerson(said!.lower))], rest));
};

const thirdPerson = (verb: string): string =>
	/[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : /(?:s|sh|ch|x|z|o)$/.test(verb) ? `${verb}es` : `${verb}s`;

const turns =
	'(goes up|goes down|went up|went down|goes|went|rises|rose|drops|dropped|falls|fell|grows|grew|increases|increased|decreases|decreased|jumps|jumped|changes|changed|has changed|has gone up|has gone down|has risen|has dropped|has increased|has decreased|is updated|was updated|is reduced|is raised|climbs|sinks|shrinks|counts up|counts down|moves up|is back|turns|switches|updates|is recalculated|is adjusted|adjusts|resets|is reset|amounts|adds up|comes|sums up)';
const turned = [
	`{thing} [now|then|again] ${turns} [by {by}] [from {before}] to {value}`,
	`{thing} [now|then|again] ${turns} from {before} to {value}`,
].map(pattern);

/** `The counter went up from 2 to 3`: what is so now. */
export const becomes: Restate = tokens =>
	turned
		.flatMap(form => matches(form, plainClaim(tokens)))
		.filter(
			({thing, before, value}) => isName(thing!) && isValue(value!) && (before === undefined || before.length <= 4),
		)
		.slice(0, 1)
		.flatMap(({thing, value}) => one(claim(thing!, 'is', value!)));

const isValue = (tokens: readonly Token[]): boolean =>
	tokens.length <= 5 &&
	(isDataLike(tokens[0]!) || isCapital(tokens[0]) || (tokens.length === 1 && countOf(tokens[0]) !== null));
const isName = (tokens: readonly Token[]): boolean =>
	tokens.length <= 8 &&
	!tokens.some(token => isMark(token, /./) || isWord(token, /^(?:is|are|was|were|has|have|that|which)$/));

const neither = pattern('{subject} {verb} neither {one} nor {other}');
/** `X is neither A nor B`. */
export const neitherNor: Restate = tokens =>
	matches(neither, plainClaim(tokens))
		.filter(({verb, subject}) => verb!.length <= 2 && subject!.length <= 8)
		.slice(0, 1)
		.flatMap(({subject, verb, one: first, other}) => {
			const denied = isWord(verb![0], /^(?:is|are|has|have|can|should|must|was|were)$/)
				? [verb!, [word('not')]]
				: ['does not', [word(verb![0]!.lower.replace(/(?:es|s)$/, ''))]];
			const said = (rest: readonly Token[]) => claim(subject!, denied[0]!, denied[1]!, verb!.slice(1), rest);
			return one(said(first!), said(other!));
		});

const shows =
	/^(?:shows?|lists?|displays?|offers?|contains?|includes?|has|have|presents?|provides?|holds?|features?|names?)$/;
const kindsOfMany = /^\p{Ll}[\p{Ll}-]+s$/u;

/**
 * `The page shows the author, the ISBN and the price`, `the tree lists the spaces "A", "B" and "C" in this order`, `four
 * tiles – A, B, C and D`: each of what is named, how many where that is said, and in which order.
 */
export const listsEach: Restate = tokens => listed(tokens, false);
/** The same where the order is said, or how many they are: as one text it would be read as something else. */
export const listsInOrder: Restate = tokens => listed(tokens, true);

function listed(tokens: readonly Token[], isSure: boolean): Restatement[] {
	const plain = plainClaim(tokens);
	const at = plain.findIndex(
		(token, place) =>
			place > 0 &&
			isWord(token, shows) &&
			!isWord(plain[place - 1], /^(?:not|to)$/) &&
			!articles.has(plain[place - 1]!.lower),
	);
	if (at < 1) return [];
	const subject = plain.slice(0, isWord(plain[at - 1], /^(?:should|must|will|now|also)$/) ? at - 1 : at);
	let rest = [...plain.slice(at + 1)];
	if (isWord(rest[0], /^not$/) || subject.length > 7 || subject.some(token => isMark(token, /^,$/))) return [];
	// `Each row has a name and a price`: more than that there is a name somewhere.
	if (/^(?:each|every|all|both|no|none|most|some|neither|any)$/.test(subject[0]!.lower)) return [];
	const order = orderAtEnd(rest);
	if (order > 0) rest = rest.slice(0, -order);
	const {count, kind, members} = kindAndMembers(rest);
	if (isSure && order === 0 && count === null) return [];
	if (members.length < 2 || !members.every(isMember)) return [];
	const place = placeOf(subject);
	const leaves = place.length > 0 || isPageItself(subject) ? {} : {leaves: textOf(subject)};
	const facts = members.map(heldIn);
	if (facts.some(fact => fact !== null && 'label' in fact))
		return [
			{
				said: members.map((member, index) =>
					facts[index] ? saysOf(facts[index], place) : claim(member, 'is visible', place),
				),
				...leaves,
			},
		];
	const counted = count === null || kind.length === 0 ? [] : [claim(subject, 'has', [count], kind)];
	const seen = members.map(member => claim(named(member), 'is visible', place));
	const ordered =
		order > 0 ? members.slice(1).map((member, index) => claim(members[index]!, 'comes before', member)) : [];
	return [{said: [...counted, ...seen, ...ordered], ...(counted.length > 0 ? {} : leaves)}];
}

/** Nothing is left out where the page, or whoever looks at it, is the subject. */
const isPageItself = (subject: readonly Token[]): boolean =>
	/^(?:page|screen|view|site|website|app|application|window|it|this|that|there|we|i|you|user|users)$/.test(
		subject.at(-1)!.lower,
	) || /^(?:every|each|all|both)$/.test(subject[0]!.lower);

const orders = [
	'in this order',
	'in that order',
	'in exactly this order',
	'in the given order',
	'in this exact order',
].map(words => words.split(' '));
const orderAtEnd = (tokens: readonly Token[]): number => {
	const end = orders.find(words => words.every((text, at) => tokens[tokens.length - words.length + at]?.text === text));
	return end?.length ?? 0;
};

/** `four KPI tiles – A, B and C`, `the spaces "A" and "B"`, `the columns: A, B`, `the author, the ISBN`. */
function kindAndMembers(tokens: readonly Token[]): {count: Token | null; kind: Token[]; members: Token[][]} {
	const mark = tokens.findIndex(token => isMark(token, /^[:–—-]$/));
	const first = tokens.findIndex(token => token.kind === 'quoted' || isCapital(token));
	const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0;
	const count =
		countOf(tokens[start]) !== null && tokens[start]!.kind === 'word' && tokens[start]!.lower !== 'no'
			? tokens[start]!
			: null;
	if (mark > 0 && mark <= 5) {
		const head = tokens.slice(count ? start + 1 : start, mark);
		const end = tokens.findIndex((token, at) => at > mark && isMark(token, /^[–—-]$/));
		return {count, kind: [...head], members: membersOf(tokens.slice(mark + 1, end < 0 ? undefined : end))};
	}
	const kindEnd = first > start ? first : 0;
	const head = tokens.slice(count ? start + 1 : start, kindEnd);
	const isKind =
		head.length > 0 &&
		head.length <= 3 &&
		kindsOfMany.test(head.at(-1)!.text) &&
		head.every(({kind, lower, text}) => kind === 'word' && lower === text);
	return isKind
		? {count, kind: [...head], members: membersOf(tokens.slice(kindEnd))}
		: {count: null, kind: [], members: membersOf(tokens)};
}

const isMember = (member: readonly Token[]): boolean =>
	member.length <= 6 &&
	predicatesOf(member).length === 0 &&
	!isVerbPhrase(member) &&
	(member[0]!.kind === 'quoted'
		? member.length <= 2
		: labelledFact(member) || isCapital(member[0]) || isDataLike(member[0]!) || articles.has(member[0]!.lower));
/** `amount £450.75`, `a balance of £2,000.00`. */
const labelledFact = (member: readonly Token[]): boolean => {
	const fact = heldIn(member);
	return fact !== null && 'label' in fact;
};
const isVerbPhrase = (tokens: readonly Token[]): boolean => isVerb(tokens[0]) && tokens[0]!.text === tokens[0]!.lower;

/** `the ISBN` is what something is called, or a name without its article. */
const named = (member: readonly Token[]): readonly Token[] => member;

/** In which area, where the subject is called one; whatever is listed by anything else is on the page. */
function placeOf(subject: readonly Token[]): readonly Token[] {
	const role = roleAtEnd(subject)?.role;
	const isArea =
		role &&
		['table', 'list', 'section', 'menu', 'header', 'footer', 'dialog', 'form', 'card', 'dropdown'].includes(role);
	return isArea
		? [
				word('in'),
				...(articles.has(subject[0]!.lower) ? [word(subject[0]!.lower)] : [word('the'), subject[0]!]),
				...subject.slice(1),
			]
		: [];
}

const first = /^(?:topmost|uppermost|top|upper)$/;
const last = /^(?:bottommost|bottom|lowest|lowermost)$/;
const rowNoun =
	/^(?:row|entry|item|line|result|card|record|message|one|version|post|comment|order|task|ticket|hit|product|book|article|event|booking)$/;

/** `the topmost entry`, `the bottom row`: by its place. */
export const byPlace: Restate = (tokens, type) => {
	const at = tokens.findIndex(
		(token, place) => (isWord(token, first) || isWord(token, last)) && isWord(tokens[place + 1], rowNoun),
	);
	if (at < 0) return [];
	const ordinal = word(isWord(tokens[at], first) ? 'first' : 'last');
	return [
		{
			said: [
				{type, tokens: [...tokens.slice(0, at), {...ordinal, isSpaced: tokens[at]!.isSpaced}, ...tokens.slice(at + 1)]},
			],
		},
	];
};

const several = pattern('{lead} {n} {things} and {rest}');
/** `There are 8 versions and the first one says …`: one of what was counted. */
export const oneOfThem: Restate = tokens => {
	const plain = plainClaim(tokens);
	const at = plain.findIndex(
		(token, place) =>
			place > 0 && isWord(token, /^one$/) && isWord(plain[place - 1], /^(?:first|second|third|last|fourth)$/),
	);
	if (at < 0) return [];
	const [match] = matches(several, plain.slice(0, at + 1)).filter(
		({n, things}) =>
			n!.length === 1 && countOf(n![0]) !== null && things!.length <= 3 && kindsOfMany.test(things!.at(-1)!.text),
	);
	if (!match) return [];
	const thing = match['things']!.at(-1)!;
	const cut = plain.findIndex(token => isWord(token, /^and$/));
	const singular = word(thing.text.replace(/ies$/, 'y').replace(/s$/, ''));
	return one(claim(plain.slice(0, cut)), claim(plain.slice(cut + 1, at), [singular], plain.slice(at + 1)));
};

/** What a record has when it does so. */
const measures: Record<string, string> = {
	costs: 'price',
	weighs: 'weight',
	lasts: 'duration',
	'is priced at': 'price',
	'is priced': 'price',
};
const measured = Object.keys(measures).map(
	verb => [pattern(`{thing} [now|still] ${verb} [only|just|exactly] {value}`), measures[verb]!] as const,
);

/** `Salt and Thyme costs 21` → `the price of Salt and Thyme is 21`. */
export const measuredBy: Restate = tokens =>
	measured
		.flatMap(([form, noun]) => matches(form, plainClaim(tokens)).map(found => ({found, noun})))
		.filter(
			({found: {thing, value}}) => isName(thing!) && value!.length <= 3 && value!.some(token => /\d/.test(token.text)),
		)
		.slice(0, 1)
		.flatMap(({found: {thing, value}, noun}) => one(claim(`the ${noun} of`, thing!, 'is', value!)));
