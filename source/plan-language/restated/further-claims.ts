import {roleAtEnd} from '../names.ts';
import {type Match, matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {areaRoles, articles, countOf, ordinalOf} from '../words.ts';
import {verbsIn} from './main-verb.ts';
import {claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';
import {membersOf} from './short-claims.ts';

type Said = Restatement['said'][number];

/** Most words of a thing that something further is said of, and of what is said. */
const longest = 8;

const isName = (tokens: readonly Token[]): boolean =>
	tokens.length <= longest - 2 &&
	(tokens[0]!.kind === 'quoted'
		? tokens.length === 1 || roleAtEnd(tokens) !== null
		: isCapital(tokens[0]) || isDataLike(tokens[0]!) || (articles.has(tokens[0]!.lower) && tokens.length > 1)) &&
	!tokens.some(token => isMark(token, /./) || isWord(token, /^(?:and|or|that|which|is|are)$/));
const isThing = (tokens: readonly Token[]): boolean =>
	tokens.length <= longest &&
	verbsIn(tokens).length === 0 &&
	!tokens.some(token => isMark(token, /./) || isWord(token, /^(?:and|or|but|that|if|not|no)$/));

const bare = (tokens: readonly Token[]): readonly Token[] =>
	articles.has(tokens[0]?.lower ?? '') && tokens.length > 1 ? tokens.slice(1) : tokens;
/** `a pop-up titled X` → `the pop-up titled X`. */
const definite = (tokens: readonly Token[]): readonly Token[] =>
	/^(?:a|an|another|one)$/.test(tokens[0]?.lower ?? '') ? [word('the'), ...tokens.slice(1)] : tokens;

/** The thing as a place, where it holds others; empty: it does not. */
export function placeIn(thing: readonly Token[]): readonly Token[] {
	const own = bare(thing);
	const named = own.findIndex(token => isWord(token, /^(?:titled|called|named|headed|of|for|labelled)$/));
	const role = roleAtEnd(named > 0 ? own.slice(0, named) : own)?.role;
	return role && areaRoles.has(role) && role !== 'page' && role !== 'message' && role !== 'tab'
		? [word('in'), word('the'), ...own]
		: [];
}

const states =
	'(selected|active|highlighted|ticked|checked|unticked|unchecked|chosen|preselected|pre-selected|disabled|greyed out|enabled|focused|expanded|collapsed|empty)';
const furthers: Array<[ReturnType<typeof pattern>, (match: Match, place: readonly Token[]) => Said[] | null]> = [
	[
		pattern('{x} (as|being) [the|its] (active|selected|current|open|chosen|highlighted) {kind}'),
		({x, kind}, place) =>
			isName(x!) && kind!.length <= 2
				? [claim('the', bare(x!), roleAtEnd(x!) || isWord(kind![0], /^one$/) ? [] : kind!, place, 'is selected')]
				: null,
	],
	[
		pattern(`{x} [being|already|now|still] ${states}`),
		(match, place) => {
			const said = match['x']!;
			return isName(said) ? [claim(said, place, 'is', stateOf(match))] : null;
		},
	],
	[
		pattern('{x} (in it|inside it|on it|inside|on offer|to choose from|in there|in them)'),
		({x}, place) => eachOf(x!)?.map(name => claim(name, 'is visible', place)) ?? null,
	],
	[
		pattern(
			'{x} (at the top|at the very top|on top|first|up top|leading|in first place|as the first one|as the first entry|as the first item)',
		),
		({x}, place) => (isName(x!) ? [claim('the first item', place, 'is', x!)] : null),
	],
	[
		pattern('{x} (at the bottom|at the very bottom|at the end|last|as the last one|as the last entry)'),
		({x}, place) => (isName(x!) ? [claim('the last item', place, 'is', x!)] : null),
	],
	[pattern('the (cursor|focus|caret) in {x}'), ({x}) => (isThing(x!) ? [claim(x!, 'is focused')] : null)],
];

/** The words of the state, which stand at the end of what was matched. */
function stateOf(match: Match): string {
	const all = match['said']!;
	return all.at(-1)!.lower === 'out'
		? 'greyed out'
		: all.at(-1)!.lower.replace('pre-selected', 'selected').replace('preselected', 'selected');
}

function eachOf(tokens: readonly Token[]): Token[][] | null {
	const all = membersOf(tokens[0] && isWord(tokens[0], /^(?:both|the)$/) ? tokens.slice(1) : tokens);
	return all.length > 0 && all.every(isName) ? all : null;
}

/** What is said of a thing behind `with`, each a claim of its own; null: in none of the forms. */
function furtherOf(said: readonly Token[], place: readonly Token[]): Said[] | null {
	for (const [form, give] of furthers)
		for (const match of matches(form, said)) {
			const found = give({...match, said: [...said]}, place);
			if (found) return found;
		}
	return null;
}

const shownWords = /^(?:visible|shown|displayed|open|there|up|present|here|active|listed|opened|in view)$/;

/** `A pop-up titled A comes up with B as the active tab`, `The list is open, with "Paris" at the top`. */
export const withFurther: Restate = tokens => {
	const plain = plainClaim(tokens);
	const at = plain.findIndex((token, place) => place > 1 && isWord(token, /^with$/));
	if (at < 0 || at > plain.length - 2) return [];
	const left = isMark(plain[at - 1], /^,$/) ? plain.slice(0, at - 1) : plain.slice(0, at);
	const [own] = verbsIn(left);
	if (own && own.subject.length > 0) {
		const isShown =
			/^(?:appear|open)$/.test(own.verb) || (own.verb === 'be' && own.rest.every(({lower}) => shownWords.test(lower)));
		const said =
			isShown && !own.isNegated && isThing(own.subject) ? furtherOf(plain.slice(at + 1), placeIn(own.subject)) : null;
		return said ? [{said: [claim(left), ...said]}] : [];
	}
	// `A menu with A and B in it has opened`
	for (let end = at + 2; end < plain.length; end++) {
		const [verb] = verbsIn(plain.slice(end));
		if (!verb || verb.isNegated || verb.subject.length > 0 || !isThing(left)) continue;
		const said = furtherOf(plain.slice(at + 1, end), placeIn(left));
		if (said) return [{said: [claim(left, plain.slice(end)), ...said]}];
	}
	return [];
};

const places: Record<string, string> = {
	topmost: 'first',
	uppermost: 'first',
	top: 'first',
	upper: 'first',
	bottommost: 'last',
	bottom: 'last',
	lowest: 'last',
	lowermost: 'last',
};
const member = [
	'[with] [the] {nth} (of them|of these|of those|of which|of the lot|one|entry|item|of the list|in the list|result|row) (being|is|reads|says|is called|reading|saying) {x}',
	'[with] the {nth} being {x}',
].map(pattern);

/** `…, the topmost of them being X`, `… and the first one is X`: one of those that were spoken of. */
export const oneOfThese: Restate = tokens => {
	const plain = plainClaim(tokens);
	for (let at = 2; at < plain.length - 3; at++) {
		if (!isMark(plain[at], /^[,;–—-]$/) && !isWord(plain[at], /^(?:and|with)$/)) continue;
		const start = isMark(plain[at], /./) && isWord(plain[at + 1], /^and$/) ? at + 2 : at + 1;
		for (const form of member)
			for (const {nth, x} of matches(form, plain.slice(start))) {
				const which =
					nth!.length === 1 ? (places[nth![0]!.lower] ?? (ordinalOf(nth![0]) === null ? null : nth![0]!.lower)) : null;
				const left = countsUp(plain.slice(0, at), 'assertion')[0]?.said[0]?.tokens ?? plain.slice(0, at);
				const [own] = verbsIn(left);
				if (which === null || !isName(x!) || !own) continue;
				return [{said: [claim(left), claim(`the ${which}`, ...kindOf(own), 'is', x!)]}];
			}
	}
	return [];
};

/** What the list is one of, and where: of what was counted, or of the thing that has them. */
function kindOf({subject, rest, verb}: ReturnType<typeof verbsIn>[number]): Array<string | readonly Token[]> {
	const isPlace = verb !== 'be' && verb !== 'appear';
	const holder = isPlace ? subject : [];
	if (holder.length === 0 || (holder.length === 1 && isWord(holder[0], /^there$/))) return ['item'];
	const place = placeIn(holder);
	if (place.length > 0) return ['item', place];
	const isQuoted = holder.length === 1 && holder[0]!.kind === 'quoted';
	return isQuoted && rest.length > 0 ? ['item in the', holder, 'section'] : ['item'];
}

/** `…, and it shows X`, `… and its Name field holds X`: of what the first half is about. */
export const itIs: Restate = tokens => {
	const plain = plainClaim(tokens);
	for (let at = 2; at < plain.length - 2; at++) {
		const isMarked = isMark(plain[at], /^[,;–—-]$/);
		if (!isMarked && !isWord(plain[at], /^(?:and|but|while)$/)) continue;
		const start = isMarked && isWord(plain[at + 1], /^(?:and|but|while)$/) ? at + 2 : at + 1;
		const pronoun = plain[start];
		// `A can't be edited, it is read-only`: the same once more.
		if (isMarked && start === at + 1 && isWord(plain[start + 1], /^is$/)) continue;
		const [own] = verbsIn(plain.slice(0, at));
		if (
			!own ||
			own.subject.length === 0 ||
			own.subject.length > longest ||
			own.subject.some(token => isMark(token, /./))
		)
			continue;
		const subject = ofOne(own.subject);
		const rest = plain.slice(start + 1);
		if (
			isWord(pronoun, /^(?:it|which|this|that)$/) &&
			rest.length > 1 &&
			subject &&
			(verbsIn(rest)[0]?.subject.length === 0 || isWord(rest[0], /^\p{Ll}+s$/u))
		)
			return [{said: [claim(plain.slice(0, at)), claim(subject, heldBy(subject, rest))]}];
		const place = isWord(pronoun, /^its$/) ? placeIn(own.subject) : [];
		const [its] = place.length > 0 ? verbsIn(rest) : [];
		if (its && its.subject.length > 0)
			return [{said: [claim(plain.slice(0, at)), claim('the', its.subject, place, rest.slice(its.subject.length))]}];
	}
	return [];
};

/** What a thing that holds others shows is a part of it. */
function heldBy(subject: readonly Token[], rest: readonly Token[]): readonly Token[] {
	const role = roleAtEnd(subject)?.role;
	const holds = role && /^(?:option|item|row|card|dialog|section|message|banner|menu|list)$/.test(role);
	const data = rest.slice(1);
	const isData =
		data.length === 1 && isDataLike(data[0]!) && isWord(rest[0], /^(?:shows|says|reads|displays|mentions|lists)$/);
	return holds && isData ? [word('contains'), {...data[0]!, kind: 'quoted', lower: ''}] : rest;
}

/** `exactly one suggestion` → `the suggestion`; null: several, of which `it` is none. */
function ofOne(subject: readonly Token[]): readonly Token[] | null {
	const start =
		isWord(subject[0], /^(?:exactly|only|just)$/) || /^(?:Exactly|Only|Just)$/.test(subject[0]!.text) ? 1 : 0;
	const count = countOf(subject[start]);
	if (count !== null && subject[start]!.kind === 'word')
		return count === 1 && subject.length > start + 1 ? [word('the'), ...subject.slice(start + 1)] : null;
	return definite(subject);
}

const apposed =
	/^(?:result|results|suggestion|suggestions|hit|hits|match|matches|entry|entries|item|items|row|rows|option|options|message|messages|node|nodes|card|cards|file|files|version|versions|package|packages|task|tasks|order|orders|user|users|tab|tabs|product|products|tag|tags|record|records|comment|comments|button|buttons|link|links|error|errors)$/;

/** `A single result comes back, "Valve log"`, `Three nodes remain: A, B and C`: what was counted, by name. */
export const namely: Restate = tokens => {
	const plain = plainClaim(tokens);
	const at = plain.findIndex(
		(token, place) => place > 1 && (isMark(token, /^[,:–—-]$/) || isWord(token, /^(?:namely|viz)$/)),
	);
	if (at < 0) return [];
	const left = plain.slice(0, at);
	let start = at + 1;
	while (isWord(plain[start], /^(?:namely|viz|i\.e\.)$/) || isMark(plain[start], /^,$/)) start++;
	const names = membersOf(plain.slice(start));
	const counts = left.some(
		(token, place) =>
			countOf(token) !== null && left.slice(place + 1, place + 4).some(({lower}) => apposed.test(lower)),
	);
	const isNamed =
		names.length > 0 &&
		names.every(
			name =>
				name.length <= 3 &&
				(name[0]!.kind === 'quoted'
					? name.length === 1
					: names.length > 1 &&
						name.every(token => token.kind === 'word') &&
						verbsIn(name).length === 0 &&
						!articles.has(name[0]!.lower)),
		);
	return counts && isNamed && verbsIn(left).length > 0
		? [
				{
					said: [
						claim(left),
						...names.map(name =>
							claim(
								[{text: name.map(({text}) => text).join(' '), lower: '', kind: 'quoted', isSpaced: true}],
								'is visible',
							),
						),
					],
				},
			]
		: [];
};

const counter = pattern('{thing} [now|still] (counts|numbers|totals) [exactly|only] {n} [altogether]');
/** `"Version History" now counts 2`: entries of what is called so. */
export const countsUp: Restate = tokens =>
	matches(counter, plainClaim(tokens))
		.filter(({thing, n}) => n!.length <= 2 && countOf(n![0]) !== null && isName(thing!))
		.slice(0, 1)
		.map(({thing, n}) => ({said: [claim(thing!, 'has', n!, n!.length === 1 ? 'items' : [])]}));

const under = pattern(
	'{things} (are|is) [now|still] (listed|shown|displayed) (under|in|below) [the] {place} (,|:|namely) {names}',
);

/** `Two folders are listed under Folders, "A" and "B"`: as many below that heading, and each by name. */
export const countedUnder: Restate = tokens =>
	matches(under, plainClaim(tokens))
		.flatMap(({things, place, names}) => {
			const each = membersOf(names!);
			const number = countOf(things![0]);
			const isPlace = place!.length <= 3 && (place![0]!.kind === 'quoted' || place!.every(isCapital));
			const isNamed = each.every(name => isName(name) && !articles.has(name[0]!.lower));
			if (number === null || number !== each.length || things!.length < 2 || !isPlace || !isNamed) return [];
			const where = ['in the', place!, 'section'];
			return [
				{said: [claim('there are', things!, ...where), ...each.map(name => claim(name, 'is visible', ...where))]},
			];
		})
		.slice(0, 1);
