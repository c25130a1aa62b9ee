import type {Draft} from './draft.ts';
import {isComplete, one} from './draft.ts';
import {rowHas, statusOf, values} from './families/values.ts';
import {count} from './families/count.ts';
import {eachOf} from './families/each.ts';
import {facts} from './families/facts.ts';
import {address, page} from './families/location.ts';
import {current, state} from './families/state.ts';
import {existing, seen, text, visible} from './families/visible.ts';
import {isPhrase, roleAtEnd, simpleTarget} from './names.ts';
import {matches, pattern, startsWith} from './pattern.ts';
import {type Predicate, predicatesOf, withoutContractions} from './predicates.ts';
import {namesIn} from './several.ts';
import {type Token, textOf, word} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';
import {areaRoles, articles} from './words.ts';

/** Most specific first: what one of them reads is not tried by those behind it. */
const families: Array<(predicate: Predicate) => Draft[]> = [address, count, state, page, visible, text, values];

/**
 * Every way to read a claim about the page. Pure; empty: none of its forms.
 * @param tokens of one claim, without `verify that`
 */
export function claims(tokens: readonly Token[]): Draft[] {
	const plain = withoutEmptyEnd(withoutContractions(tokens));
	if (plain.length === 0) return [];
	const denied = negationless(plain);
	const cell = rowHas(denied, denied.length < plain.length);
	if (cell.length > 0) return cell;
	const colon = afterColon(plain);
	if (colon.length > 0) return colon;
	const each = eachOf(withoutContractions(tokens));
	if (each.length > 0) return each;
	const chosen = current(plain);
	if (chosen.length > 0) return chosen;
	const fact = facts(plain);
	if (fact.length > 0) return fact.slice(0, 2);
	const predicates = predicatesOf(plain);
	const both = severalSubjects(plain, predicates[0]);
	if (both) return both;
	const drafts = predicates.map(predicate => readPredicate(predicate));
	const complete = drafts.filter(found => found.some(draft => 'parts' in draft));
	if (complete.length > 0) return complete[0]!;
	const lacking = drafts.find(found => found.length > 0);
	if (lacking) return lacking;
	if (predicates.length > 0) return [];
	const completed = withVerb(plain);
	return completed ? claims(completed) : bare(plain);
}

/** `Two cards are shown: A and B`: what is claimed in front, and that each of them is in view. */
function afterColon(tokens: readonly Token[]): Draft[] {
	const at = tokens.findIndex(({kind, text}) => kind === 'mark' && text === ':');
	const head = tokens.slice(0, Math.max(at, 0));
	const tail = tokens.slice(at + 1);
	const names = at < 3 || tail.length === 0 ? null : (namesIn(tail) ?? (isOneName(tail) ? [tail] : null));
	if (names === null || !shownAtEnd.test(head.at(-1)!.lower)) return [];
	const seenNames = names.map(name => seen(name, [], false).find(isComplete));
	if (!seenNames.every(draft => draft !== undefined)) return [];
	return claims(head)
		.filter(isComplete)
		.map(draft => ({parts: [...draft.parts, ...seenNames.flatMap(({parts}) => parts)]}));
}

const shownAtEnd = /^(?:shown|displayed|visible|listed|found|appear|appears|left|there|returned|offered|available)$/;
const isOneName = (tokens: readonly Token[]): boolean =>
	tokens.length <= 6 && (tokens[0]!.kind === 'quoted' ? tokens.length === 1 : isCapital(tokens[0]) && isPhrase(tokens));

const seenForm = pattern('[i|we|you|the user] [can|should] (see|sees) {names} (in|on|inside) {place}');
const isThereRole = (place: readonly Token[]): boolean => {
	const role = roleAtEnd(place)?.role;
	return role !== undefined && areaRoles.has(role) && role !== 'page';
};

/** `the list contains Buy milk and Write report`: one claim for each of several names. */
export function listed(tokens: readonly Token[]): Draft[] {
	const [seenIn] = matches(seenForm, withoutContractions(tokens));
	if (seenIn) {
		const place = [...seenIn['place']!];
		const contains = word('contains');
		return isThereRole(place) ? listed([...place, contains, ...seenIn['names']!]) : [];
	}
	const predicate = predicatesOf(withoutContractions(tokens)).find(({subject}) =>
		subject.some(({lower}) => !articles.has(lower)),
	);
	if (
		!predicate ||
		predicate.isNegated ||
		!/^(?:contain|show|have)$/.test(predicate.verb) ||
		predicate.subject.length === 0
	)
		return [];
	const {subject, rest} = predicate;
	// `the options A and B`: what kind of things they are.
	const kind = rest.findIndex(({lower}) =>
		/^(?:options|columns|items|entries|values|fields|buttons|tabs|links|headings)$/.test(lower),
	);
	const names = kind >= 0 && kind <= 1 ? rest.slice(kind + 1) : rest;
	const items: Token[][] = [[]];
	for (const token of names) {
		if (token.text === ',' || token.lower === 'and') items.push([]);
		else items.at(-1)!.push(token);
	}
	const all = items.filter(item => item.length > 0);
	const isOfList = roleAtEnd(subject)?.role === 'list';
	const isNames =
		all.length > 1 &&
		all.every(
			item =>
				item.length <= 5 &&
				(item[0]!.kind === 'quoted'
					? item.length === 1
					: isCapital(item[0]) || isDataLike(item[0]!) || (isOfList && item.length === 1)),
		);
	if (!isNames) return [];
	const contains = word('contains');
	const read = all.map(item => {
		const name: Token = {text: textOf(item), lower: '', kind: 'quoted', isSpaced: true};
		return claims([...subject, contains, name]).find(isComplete);
	});
	return read.every(draft => draft !== undefined) ? [{parts: read.flatMap(draft => draft!.parts)}] : [];
}

/** `npm and pnpm stay collapsed`, `the A and B buttons are visible`: one claim for each. */
function severalSubjects(tokens: readonly Token[], predicate: Predicate | undefined): Draft[] | null {
	const verb = predicate && tokens[predicate.subject.length];
	const and = predicate?.subject.findIndex(({lower}) => lower === 'and') ?? -1;
	if (
		!predicate ||
		!verb ||
		and < 1 ||
		and === predicate.subject.length - 1 ||
		!/^(?:are|were|stay|remain|have|should|must|do)$/.test(verb.lower)
	)
		return null;
	if (
		predicate.subject.some(({kind}) => kind === 'quoted') &&
		predicate.subject.every(({kind, lower}) => kind === 'quoted' || lower === 'and' || lower === ',')
	)
		return null;
	const names: Token[][] = [[]];
	for (const token of predicate.subject) {
		if (token.text === ',' || token.lower === 'and') names.push([]);
		else names.at(-1)!.push(token);
	}
	const several = ofOneKind(names.filter(name => name.length > 0));
	const rest = tokens.slice(predicate.subject.length);
	const isList = several.length === 2 || predicate.subject.some(({text}) => text === ',');
	const subjects = isList ? several : [predicate.subject.slice(0, and), predicate.subject.slice(and + 1)];
	const read = subjects.map(subject => claims([...subject, ...rest]).find(isComplete));
	return read.every(draft => draft !== undefined) ? [{parts: read.flatMap(draft => draft!.parts)}] : [];
}

/** `the tabs A, B and C`, `the A, B and C buttons`: what they all are is said once, before the first or behind the last. */
function ofOneKind(names: Token[][]): Token[][] {
	const [first, ...others] = names;
	if (!first || others.length === 0) return names;
	const isKind = (token: Token | undefined): token is Token =>
		token?.kind === 'word' && /s$/.test(token.lower) && roleAtEnd([token])?.rest.length === 0;
	const place = first[0]!.lower === 'the' ? 1 : 0;
	const before = first.length > place + 1 && isKind(first[place]) ? [first[place]!] : [];
	const takesKind = (name: Token[]) => !/^(?:the|an?)$/.test(name[0]!.lower) && !roleAtEnd(name);
	if (before.length > 0) return [first, ...others.map(name => (takesKind(name) ? [...before, ...name] : name))];
	const last = others.at(-1)!;
	const plural = roleAtEnd(last);
	if (!plural || plural.rest.length === 0) return names;
	const kind = last.slice(plural.rest.length);
	return [...names.slice(0, -1).map(name => (roleAtEnd(name) ? name : [...name, ...kind])), last];
}

/** `Dan Fox`, `A-1002`: no label is written so. */
const isFullName = (subject: readonly Token[]): boolean =>
	(subject.length > 1 && subject.every(token => isCapital(token))) ||
	(subject.length === 1 && /\d/.test(subject[0]!.text));

function readPredicate(predicate: Predicate): Draft[] {
	const {subject, verb, rest, isNegated} = predicate;
	const isThere = subject.length === 1 && subject[0]!.lower === 'there';
	if (isThere && verb === 'be') {
		const counted = count(predicate);
		if (counted.length > 0 && rest[0]?.lower !== 'no') return counted;
		const none = matches(noMore, rest)[0];
		return none ? existing(none['thing']!, !isNegated) : (saidBy(rest, isNegated) ?? existing(rest, isNegated));
	}
	if (isThere && (verb === 'appear' || verb === 'show')) return existing(rest, isNegated);
	for (const family of families) {
		const drafts = family(predicate);
		// `Anna Berg is active`: of a control, or what stands in the row of a record.
		const isWritten = /^\p{Lu}\p{Ll}{3,}$/u.test(rest[0]?.text ?? '') && isFullName(subject);
		const soft =
			rest.length === 1 &&
			((family === state && /^(?:active|inactive|completed|done)$/.test(rest[0]!.text)) ||
				((family === state || family === values) && isWritten));
		if (drafts.length > 0) return soft ? [...drafts, ...statusOf(predicate)] : drafts;
	}
	return [];
}

const verbless = [
	'present',
	'visible',
	'displayed',
	'shown',
	'hidden',
	'enabled',
	'disabled',
	'checked',
	'unchecked',
	'selected',
	'empty',
	'not visible',
	'not present',
	'not displayed',
	'not shown',
	'not checked',
	'no longer visible',
	'required',
	'focused',
	'sorted',
]
	.map(words => words.split(' '))
	.sort((one, other) => other.length - one.length);

/** `Sign In button present` → `Sign In button is present`. */
function withVerb(tokens: readonly Token[]): Token[] | null {
	const end = verbless.find(
		words => tokens.length > words.length && startsWith(tokens, tokens.length - words.length, words),
	);
	const at = tokens.length - (end?.length ?? 0);
	return end ? [...tokens.slice(0, at), word('is'), ...tokens.slice(at)] : null;
}

const noMore = pattern('no [more] {thing}');
const saidForm = pattern(
	'{thing} (saying|that says|which says|reading|stating|containing|with text|with the text|with the message) {text}',
);

/** `an error saying "x"`: the name of the thing, or a text in it. */
function saidBy(tokens: readonly Token[], isNegated: boolean): Draft[] | null {
	const [match] = matches(saidForm, tokens);
	const within = match && simpleTarget(match['thing']!);
	const quoted = match?.['text'];
	if (!within || !quoted || quoted.length !== 1 || quoted[0]!.kind !== 'quoted') return null;
	return [one({isNegated, op: 'text', text: {text: quoted[0]!.text, isQuoted: true}, comparison: 'contains', within})];
}

/** `the "Save" button`, `text "x"` alone after `verify`: something quoted, or an element by its role, is in view. */
function bare(tokens: readonly Token[]): Draft[] {
	const [first] = tokens;
	const hasQuote = tokens.some(({kind}) => kind === 'quoted');
	if (!hasQuote && first?.lower !== 'no') return roleAtEnd(tokens) && isPresent(tokens) ? seen(tokens, [], false) : [];
	return (
		saidBy(tokens, false) ??
		seen(tokens, [], false).filter(
			draft =>
				'parts' in draft &&
				draft.parts.every(part => part.op === 'visible' && part.target.isQuoted && part.target.scopes.length === 0),
		)
	);
}

/** `presence of the Save button` */
const isPresent = (tokens: readonly Token[]): boolean => /^(?:presence|visibility)$/.test(tokens[0]?.lower ?? '');

const emptyEnd = /^(?:successfully|correctly|properly|too|yet|anymore|immediately)$/;
function withoutEmptyEnd(tokens: readonly Token[]): Token[] {
	const isSoFar = tokens.length > 4 && tokens.at(-1)!.lower === 'far' && tokens.at(-2)!.lower === 'so';
	const kept = isSoFar ? tokens.slice(0, -2) : [...tokens];
	while (kept.length > 1 && kept.at(-1)!.kind === 'word' && emptyEnd.test(kept.at(-1)!.lower)) kept.pop();
	if (kept.length > 3 && kept.at(-1)!.lower === 'default' && kept.at(-2)!.lower === 'by') kept.splice(-2);
	if (kept.length > 2 && kept.at(-1)!.lower === 'more' && kept.at(-2)!.lower === 'any') kept.splice(-2);
	return kept;
}

/** `does not show` → `show`, for forms that span the verb. */
function negationless(tokens: readonly Token[]): Token[] {
	const at = tokens.findIndex(
		({lower}, index) => lower === 'not' && /^(?:do|does|did|should)$/.test(tokens[index - 1]?.lower ?? ''),
	);
	return at < 0 ? [...tokens] : tokens.filter((_, index) => index !== at && index !== at - 1);
}
