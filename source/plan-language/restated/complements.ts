import {roleAtEnd} from '../names.ts';
import {matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {predicatesOf} from '../predicates.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, countOf, fieldRoles, ordinalOf} from '../words.ts';
import {claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';

const shown =
	'(is shown|is displayed|is visible|appears|opens|is there|exists|pops up|comes up|shows up|is present|is listed|has been inserted|has been added|has been created|was added|was created|are shown|are displayed|are visible|appear|are listed|slides in|is open|is opened|loads|has appeared|has opened|is in view)';
const forms = [
	`{thing} ${shown} [,] (with|containing|including|showing) {what}`,
	`{thing} [,] (with|containing|including|showing) {what} [,] ${shown}`,
	`there (is|are) [now] {thing} [,] (with|containing|including|showing) {what}`,
	'(i|we|you|the user) [can] (see|sees|get|gets) {thing} [,] (with|containing|including|showing) {what}',
	'{place} (shows|contains|lists|has|displays|includes|offers) {thing} [,] (with|containing|including|showing) {what}',
].map(pattern);

const gives = pattern(
	'{place} (gives|shows|has|contains|names|states|displays|carries|bears) (a|an|the) {label} (starting|beginning|ending|that starts|that begins|that ends) (with|in) {value}',
);
const badge = pattern(
	'{thing} (bears|has|carries|shows|gets|wears|is shown|is visible|is there) (a|the|with a|with the) [red|small] (badge|counter|bubble) (with|showing|of|saying|reading) [the] [number|text|count] {value}',
);
const asState = pattern('{thing} is [now|still|again] (shown|displayed|listed|marked|flagged|given) as {value}');
const factOf = pattern(
	'{place} (shows|lists|gives|names|states|displays|mentions|contains|reads) [the|a|an] {label} {value}',
);
const isWith = pattern('the {place} {noun} {where} (is|reads|says|shows) {one} (with|and) {other}');

/** A text or a thing that is seen, and no fact with a value. */
const notFact =
	/^(?:text|message|note|words?|title|heading|label|caption|link|button|icon|badge|of|error|warning|toast|only|not|tab|row|entry|item|page|option|columns?|rows|items|entries)$/;

/** `The receipt gives a number starting with HB-`, `Messages bears a badge with the number 2`, `the card is shown as Blocked`. */
export const saysAlike: Restate = tokens => {
	if (tokens.length > 24) return [];
	const plain = plainClaim(tokens);
	const found: Restatement[] = [];
	for (const {label, value, place} of matches(gives, plain))
		if (isLabel(label!) && value!.length <= 2 && isThing(place!) && place!.length <= 5)
			found.push({
				said: [
					claim(
						'the',
						label!,
						plain.some(token => isWord(token, /^(?:ending|ends)$/)) ? 'ends with' : 'starts with',
						value!,
					),
				],
			});
	for (const {thing, value} of matches(badge, plain))
		if (value!.length === 1 && isThing(thing!))
			found.push({said: [claim('the badge next to', thing!.slice(roleAtStartOf(thing!)), 'shows', value!)]});
	for (const {thing, value} of matches(asState, plain))
		if (value!.length <= 3 && (isCapital(value![0]) || value![0]!.kind === 'quoted') && thing!.length <= 6)
			found.push({
				said: [
					claim(
						'the row of',
						thing!.filter(({lower}, at) => at > 0 || !articles.has(lower)),
						'contains',
						value!,
					),
				],
			});
	for (const {place, label, value} of matches(factOf, plain))
		if (
			isLabel(label!) &&
			label!.length <= 2 &&
			isThing(place!) &&
			isValue(value!) &&
			!isWord(label!.at(-1), notFact) &&
			!isList(label!, value!)
		)
			found.push({said: [claim('the', label!, 'is', value!)]});
	for (const {place, noun, where, one: first, other} of matches(isWith, plain))
		if (
			place!.length === 1 &&
			ordinalOf(place![0]) !== null &&
			noun!.length === 1 &&
			isWord(where![0], /^(?:of|in)$/) &&
			isValue(first!) &&
			isValue(other!)
		)
			found.push({
				said: [claim('the', place!, noun!, 'contains', first!), claim('the', place!, noun!, 'contains', other!)],
			});
	return found;
};
/** `the collections Authors and Books`: several of a kind, and no value of a label. */
const isList = (label: readonly Token[], value: readonly Token[]): boolean =>
	/[^s]s$/.test(label.at(-1)!.lower) && value.some(token => isWord(token, /^and$/));
/** `the navigation item Messages` → `Messages`: where its name begins. */
const roleAtStartOf = (thing: readonly Token[]): number => {
	const name = thing.findIndex(token => token.kind === 'quoted' || isCapital(token));
	return name > 0 && thing.slice(name).every(token => token.kind === 'quoted' || isCapital(token)) ? name : 0;
};

/** `A dialog titled "A" with 3 rows and the note "B" opens`: the thing, and each of what it has. */
export const withComplement: Restate = tokens => {
	const plain = plainClaim(tokens);
	for (const form of forms)
		for (const {thing, what, place} of matches(form, plain)) {
			if (thing!.length > 8 || place?.some(token => isMark(token, /,/)) || predicatesOf(thing!).length > 0) continue;
			const held = complementsOf(what!);
			if (held === null || !isThing(thing!)) continue;
			const inside = areaOf(thing!);
			const where = place && isPlace(place) ? ['in', place] : [];
			const seen = isWord(thing![0], /^(?:\d+|two|three|four|five|six)$/)
				? claim('there are', thing!, ...where)
				: claim(thing!, 'is visible', ...where);
			const parts = held.map(one => ownValue(one, thing!) ?? of(one, inside));
			if (parts.every(part => part !== null)) return [{said: [seen, ...parts]}];
		}
	return [];
};

const isThing = (tokens: readonly Token[]): boolean =>
	!tokens.some(token => isWord(token, /^(?:and|or|but|that|if|not|no)$/)) &&
	tokens.some(token => !articles.has(token.lower));
const isPlace = (tokens: readonly Token[]): boolean =>
	!/^(?:it|page|the page|screen)$/.test(tokens.map(({lower}) => lower).join(' '));

type Held =
	| {label: Token[]; value: Token[]; how: 'is' | 'starts with' | 'ends with'}
	| {text: Token[]}
	| {count: Token; things: Token[]};

const ofValue = pattern('(a|an|the) {label} of {value}');
const labelled = pattern('[a|an|the|its|as|as the] {label} {value}');
const partly = pattern(
	'[a|an|the] {label} (beginning|starting|ending|that begins|that starts|that ends) (with|in) {value}',
);
const showing = pattern('(a|an|the) {label} (showing|reading|saying|of|that says|that reads|that shows) {value}');

/** Each complement alone; null: one of them is in no form. */
function complementsOf(tokens: readonly Token[]): Held[] | null {
	const held = cut(tokens).map(heldIn);
	return held.every(one => one !== null) ? held : null;
}

function cut(tokens: readonly Token[]): Token[][] {
	const all: Token[][] = [[]];
	for (const [at, token] of tokens.entries()) {
		const isEnd = isMark(token, /^,$/) || (isWord(token, /^and$/) && !isWord(tokens[at + 1], /^(?:is|are)$/));
		if (isEnd) all.push([]);
		else all.at(-1)!.push(token);
	}
	return all.filter(({length}) => length > 0);
}

const isLabel = (tokens: readonly Token[]): boolean =>
	tokens.length <= 4 &&
	tokens.every(token => token.kind === 'word' && token.text === token.lower && /^\p{Ll}[\p{L}-]*$/u.test(token.text));
const isValue = (tokens: readonly Token[]): boolean =>
	tokens.length <= 6 &&
	(isDataLike(tokens[0]!) || isCapital(tokens[0])) &&
	(tokens[0]!.kind !== 'quoted' || tokens.length === 1);

/** What one complement says: `a note of "x"`, `amount 450.75`, `3 rows`. Null: none of these. */
export function heldIn(tokens: readonly Token[]): Held | null {
	const start = articles.has(tokens[0]!.lower) ? 1 : 0;
	const count = tokens[0]!.kind === 'word' && !/^(?:no|a|an)$/.test(tokens[0]!.lower) ? countOf(tokens[0]) : null;
	const plural = tokens.at(-1)!;
	if (count !== null && tokens.length >= 2 && tokens.length <= 4 && /^\p{Ll}+s?$/u.test(plural.text))
		return {count: tokens[0]!, things: tokens.slice(1)};
	if (tokens.length === start + 1 && tokens[start]!.kind === 'quoted') return {text: tokens.slice(start)};
	for (const [form, how] of [
		[ofValue, 'is'],
		[showing, 'is'],
		[labelled, 'is'],
	] as const)
		for (const {label, value} of matches(form, tokens))
			if (isLabel(label!) && isValue(value!)) {
				const isText = /^(?:text|message|note|words|title|heading|label|caption|link|button|icon|badge)$/.test(
					label!.at(-1)!.lower,
				);
				return isText ? {text: value!} : {label: label!, value: value!, how};
			}
	for (const {label, value} of matches(partly, tokens))
		if (isLabel(label!) && isValue(value!))
			return {
				label: label!,
				value: value!,
				how: tokens.some(token => isWord(token, /^end/)) ? 'ends with' : 'starts with',
			};
	return null;
}

/** What the thing is called as a place; empty: it holds nothing that could be looked for in it alone. */
function areaOf(thing: readonly Token[]): readonly Token[] {
	const role = roleAtEnd(thing)?.role;
	const isArea = role && ['dialog', 'table', 'list', 'section', 'form', 'menu'].includes(role);
	const own = thing.filter(({lower}, at) => at > 0 || !articles.has(lower));
	return isArea && own.length <= 3 ? [word('in'), word('the'), ...own] : [];
}

/** `a City field with the value "Lyon"`: the value is its own, and nothing that is called so. */
function ownValue(held: Held, thing: readonly Token[]): Restatement['said'][number] | null {
	const role = roleAtEnd(thing)?.role;
	const isOwn = 'label' in held && held.label.length === 1 && isWord(held.label[0], /^(?:value|content|contents)$/);
	if (!isOwn || !role || !fieldRoles.has(role)) return null;
	return claim('the', thing.slice(articles.has(thing[0]!.lower) ? 1 : 0), held.how, held.value);
}

/** The claim that the thing has it. */
export function of(held: Held, inside: readonly Token[]): Restatement['said'][number] {
	if ('text' in held) return claim(held.text, 'is visible', inside);
	if ('count' in held) return claim('there are', [held.count], held.things, inside);
	return claim('the', held.label, inside, held.how, held.value);
}
