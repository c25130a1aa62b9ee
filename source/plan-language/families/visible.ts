import type {Draft} from '../draft.ts';
import {isPhrase} from '../names.ts';
import {startsWith} from '../pattern.ts';
import type {Predicate} from '../predicates.ts';
import type {Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital, isDataLike, isVague, writtenValue} from '../values.ts';
import {articles, countOf, fieldRoles} from '../words.ts';
import {claim, isPage, isPerson, isVagueThing, placeOf, withScopes} from './claim.ts';
import {isLine} from './count.ts';
import {statusOf} from './values.ts';

const withoutThat = (tokens: readonly Token[]) => (tokens[0]?.lower === 'that' ? tokens.slice(1) : tokens);

const shown = [
	'visible',
	'shown',
	'displayed',
	'present',
	'there',
	'available',
	'listed',
	'found',
	'seen',
	'presented',
	'rendered',
	'visible successfully',
	'in view',
	'present and visible',
	'loaded',
	'open',
	'opened',
	'on the page',
	'on the screen',
	'on screen',
	'on page',
	'shown and visible',
	'existing',
	'left',
	'remaining',
	'returned',
	'created',
	'added',
	'here',
]
	.map(words => words.split(' '))
	.sort((one, other) => other.length - one.length);
const hidden = ['hidden', 'gone', 'invisible', 'absent', 'missing', 'closed', 'removed', 'deleted', 'away'].map(words =>
	words.split(' '),
);
/** These say that something came about; only for things that stay in view they are the same as being visible. */
const created = new Set(['created', 'added', 'removed', 'deleted', 'returned', 'loaded']);

/** "… is visible / shown / gone, appears, I see …, the page shows …, … is in the table". */
export function visible(predicate: Predicate): Draft[] {
	const {subject, isNegated, verb, rest, isOfOne} = predicate;
	if (
		verb === 'be' &&
		isLine(subject, isOfOne) &&
		shown.some(words => startsWith(rest, 0, words) && rest.length === words.length)
	)
		return [
			claim(isNegated, {
				op: 'text',
				text: {text: textOf(subject), isQuoted: false},
				comparison: 'contains',
				within: null,
			}),
		];
	const folded = ofDropdown(predicate);
	if (folded.length > 0) return folded;
	// `The status is Closed`, `Issue #7 is closed`: neither says that it is out of view.
	if (verb === 'be' && rest[0]?.lower === 'closed' && !canClose(subject)) return statusOf(predicate);
	// `Tobias Renn is away`: how a record is, and not whether it is in view.
	if (verb === 'be' && rest.length === 1 && /^(?:away|absent)$/.test(rest[0]!.text)) {
		const status = subject.some(({kind}) => kind === 'quoted') ? [] : statusOf(predicate);
		if (status.length > 0) return status;
	}
	if (verb === 'appear') return seen(subject, rest, isNegated);
	if (verb === 'disappear') return seen(subject, rest, !isNegated);
	if (verb === 'open' && rest.length === 0) return canOpen(subject) ? seen(subject, rest, isNegated) : [];
	if (verb === 'see') return subject.length === 0 || isPerson(subject) ? seen(withoutThat(rest), [], isNegated) : [];
	if (verb === 'be' && subject.length === 0) return [];
	if (verb === 'be') return stated(subject, rest, isNegated);
	return [];
}

/** `The size dropdown is open`: it is in view when it is closed, too. */
function ofDropdown({subject, isNegated, verb, rest}: Predicate): Draft[] {
	const says = verb === 'open' && rest.length === 0 ? 'open' : verb === 'be' && rest.length === 1 ? rest[0]!.lower : '';
	if (!/^(?:open(?:ed)?|closed)$/.test(says)) return [];
	return targetsOf(subject)
		.filter(({role}) => role === 'dropdown')
		.map(target => claim(isNegated !== (says === 'closed'), {op: 'visible', target: {...target, opens: true}}));
}

function stated(subject: readonly Token[], rest: readonly Token[], isNegated: boolean): Draft[] {
	const is = shown.find(words => startsWith(rest, 0, words));
	if (is) {
		if (
			created.has(is[0]!) &&
			!/^(?:row|item|message|card|tile|spinner|notification)$/.test(subject.at(-1)?.lower ?? '') &&
			placeIsEmpty(rest.slice(is.length))
		)
			return [];
		// `left of the list`: a place.
		if (/^(?:left|remaining)$/.test(is[0]!) && rest.length > 1) return [];
		if ((is[0] === 'open' || is[0] === 'opened') && !canOpen(subject)) return [];
		return seen(subject, rest.slice(is.length), isNegated);
	}
	const not = hidden.find(words => startsWith(rest, 0, words));
	if (not) return seen(subject, fromPlace(rest.slice(not.length)), !isNegated);
	// `Alan Turing is not in the table`
	if (/^(?:in|on|inside|within|under)$/.test(rest[0]?.lower ?? '') && rest.length > 1 && !isPerson(subject))
		return seen(subject, rest, isNegated);
	return [];
}

/** Something in quotes, and nothing of what it is. */
const isQuoted = (subject: readonly Token[]): boolean =>
	subject.length > 0 && subject.every(({kind, lower}) => kind === 'quoted' || articles.has(lower));

/** What opens, or stands beside the page. */
const canClose = (subject: readonly Token[]): boolean =>
	canOpen(subject) ||
	/^(?:details|filters|settings|options|sidebar|drawer|lightbox|popover|popup|pop-up|popups|pop-ups|flyout|toast|banner|notification|tooltip|hint|help|chat|keyboard|viewer|preview|tray|accordion|navigation|search|cart|basket)$/.test(
		subject.at(-1)?.lower ?? '',
	);

/** A dialog, a menu, a panel, or something that is quoted: others do not open. */
function canOpen(subject: readonly Token[]): boolean {
	const role = targetsOf(subject)[0]?.role;
	if (isQuoted(subject)) return true;
	return (
		(role != null &&
			['dialog', 'menu', 'dropdown', 'section', 'form', 'message', 'heading', 'tab', 'list'].includes(role)) ||
		/^(?:window|overlay|calendar|picker|editor)$/.test(subject.at(-1)?.lower ?? '')
	);
}

const placeIsEmpty = (rest: readonly Token[]): boolean =>
	rest.length === 0 || rest.every(({lower}) => lower === 'successfully');

/** `removed from the list` → `in the list`. */
const fromPlace = (rest: readonly Token[]): Token[] =>
	rest.map((token, at) => (at === 0 && token.lower === 'from' ? {...token, text: 'in', lower: 'in'} : token));

/** Text of a page, or an element, with the place where it stands. */
export function seen(subject: readonly Token[], rest: readonly Token[], isNegated: boolean): Draft[] {
	const places = placeOf(rest);
	if (!places || subject.length === 0 || isPage(subject) || isPerson(subject)) return [];
	// `As nothing was found, …` is a reason and no thing.
	if (/^(?:as|since|because|although|while|if)$/.test(subject[0]!.lower)) return [];
	const several = severalQuoted(subject);
	if (several)
		return places.slice(0, 1).map(scopes => ({
			parts: several.flatMap(text =>
				partsOf(
					claim(isNegated, {
						op: 'visible',
						target: {phrase: text, isQuoted: true, role: null, scopes, ordinal: null},
					}),
				),
			),
		}));
	// `exactly 3 rows are left`
	if (/^(?:exactly|precisely)$/.test(subject[0]!.text) && countOf(subject[1]) !== null) return [];
	if (
		countOf(subject[0]) !== null &&
		subject.length > 1 &&
		!/^(?:no|a|an)$/.test(subject[0]!.lower) &&
		subject[0]!.kind === 'word'
	)
		return [];
	// `No day chosen is not shown`: denied twice it would be a claim nobody makes, so that it is the text.
	const denied = subject[0]!.lower === 'no' && subject.length > 1 && !isNegated;
	const tokens = quotedWords(denied ? subject.slice(1) : subject);
	// Claims about each of many are none of the forms, and one of them would not prove it.
	if (isVagueThing(tokens) || /^(?:all|every|each|both|any)$/.test(tokens[0]!.lower)) return [];
	if (describesText(tokens)) return [];
	return targetsOf(tokens).flatMap((target): Draft[] => {
		if (target.phrase === '' && target.role === null) return [];
		return places.map(scopes => placed(withScopes(target, scopes), denied ? !isNegated : isNegated));
	});
}

/** `the word "Forbidden"`: what is quoted is the text, whatever a text is called. */
function quotedWords(tokens: readonly Token[]): readonly Token[] {
	const last = tokens.at(-1)!;
	const words = tokens.slice(articles.has(tokens[0]!.lower) ? 1 : 0, -1);
	const isText = words.length === 1 && /^(?:words?|phrase|sentence|line|string|caption|wording)$/.test(words[0]!.lower);
	return last.kind === 'quoted' && isText ? [last] : tokens;
}

/** `the uploaded file name cv.pdf`: words about a text run into it; where it begins is said by quotes. */
function describesText(tokens: readonly Token[]): boolean {
	const words = tokens.filter(({lower}) => !articles.has(lower));
	if (words.length < 3 || words.some(({kind}) => kind !== 'word') || isCapital(words[0])) return false;
	return (
		!isDataLike(words[0]!) &&
		isDataLike(words.at(-1)!) &&
		words.slice(0, 2).every(({text, lower}) => text === lower) &&
		simpleRole(words) === null
	);
}
const simpleRole = (tokens: readonly Token[]) => targetsOf(tokens)[0]?.role ?? null;

const partsOf = (draft: Draft) => ('parts' in draft ? draft.parts : []);

/** Bare text in a named area is text of that area; anything with a role word is an element. */
function placed(target: Target, isNegated: boolean): Draft {
	const inner = target.scopes.at(-1);
	const isText =
		(target.role === null || target.role === 'text') &&
		target.ordinal === null &&
		target.scopes.length === 1 &&
		inner?.kind === 'area' &&
		inner.role !== 'page' &&
		inner.role !== null;
	if (!isText) return claim(isNegated, {op: 'visible', target});
	const within: Target = {phrase: inner.name ?? '', isQuoted: false, role: inner.role, scopes: [], ordinal: null};
	return claim(isNegated, {
		op: 'text',
		text: {text: target.phrase, isQuoted: target.isQuoted},
		comparison: 'contains',
		within,
	});
}

/** `"A" and "B"`, `"A", "B"`: quoted texts and nothing else. */
export function severalQuoted(tokens: readonly Token[]): string[] | null {
	const words = tokens.filter(({kind, lower}) => kind !== 'quoted' && !/^(?:and|,|both|the|texts?)$/.test(lower));
	const texts = tokens.filter(({kind}) => kind === 'quoted').map(({text}) => text);
	return words.length === 0 && texts.length > 1 ? texts : null;
}

const quotedOnly = (tokens: readonly Token[]) => tokens.length === 1 && tokens[0]!.kind === 'quoted';

/** "the page shows / contains / says "x"", "the dialog says …". */
export function text({subject, isNegated, verb, rest}: Predicate): Draft[] {
	if (verb !== 'show' && verb !== 'contain' && verb !== 'have') return [];
	if (subject.length === 0 || rest.length === 0) return [];
	const words = withoutTextWord(rest);
	const isTexted = words.length < rest.length;
	if (verb === 'have' && !isTexted && !isPage(subject)) return [];
	const several = severalQuoted(words);
	if (isPage(subject)) {
		if (several)
			return [
				{
					parts: several.flatMap(one =>
						partsOf(
							claim(isNegated, {op: 'text', text: {text: one, isQuoted: true}, comparison: 'contains', within: null}),
						),
					),
				},
			];
		if (quotedOnly(words))
			return [claim(isNegated, {op: 'text', text: writtenValue(words)!, comparison: 'contains', within: null})];
		const found = seen(rest, [], isNegated);
		if (
			found.length > 0 ||
			!isCapital(rest[0]) ||
			rest.length > 14 ||
			rest.some(({kind, lower}) => kind === 'quoted' || lower === 'and')
		)
			return found;
		return [claim(isNegated, {op: 'text', text: writtenValue(rest)!, comparison: 'contains', within: null})];
	}
	const value = quotedOnly(words) ? writtenValue(words)! : isTexted && isPhrase(words) ? writtenValue(words)! : null;
	return targetsOf(subject).flatMap((target): Draft[] => {
		if (target.role !== null && fieldRoles.has(target.role)) return [];
		const isArea =
			target.role !== null &&
			[
				'dialog',
				'table',
				'list',
				'header',
				'footer',
				'section',
				'form',
				'menu',
				'card',
				'banner',
				'row',
				'page',
				'message',
				'heading',
				'item',
				'option',
				'cell',
				'button',
				'link',
				'text',
				'column',
				'tab',
				'dropdown',
			].includes(target.role);
		if (several && isArea)
			return [
				{
					parts: several.flatMap(one =>
						partsOf(
							claim(isNegated, {op: 'text', text: {text: one, isQuoted: true}, comparison: 'contains', within: target}),
						),
					),
				},
			];
		if (value && (isArea || isTexted))
			return [claim(isNegated, {op: 'text', text: value, comparison: 'contains', within: target})];
		if (
			!value &&
			target.role !== null &&
			['dialog', 'table', 'list', 'header', 'footer', 'section', 'form', 'menu', 'card', 'row', 'page'].includes(
				target.role,
			) &&
			countOf(rest[0]) === null &&
			!isVague(rest) &&
			isPhrase(rest)
		)
			return [claim(isNegated, {op: 'text', text: writtenValue(rest)!, comparison: 'contains', within: target})];
		return [];
	});
}

/** `the text "x"`, `the message "x"` → `"x"`. */
export function withoutTextWord(tokens: readonly Token[]): Token[] {
	const start = /^(?:the|a|an)$/.test(tokens[0]?.lower ?? '') ? 1 : 0;
	const noun = /^(?:text|message|word|words|string|label|phrase|caption)$/.test(tokens[start]?.lower ?? '')
		? start + 1
		: 0;
	return noun > 0 && tokens.length > noun ? tokens.slice(noun) : [...tokens];
}

/** `there is a Save button`, `there are no tasks in the list`. */
export function existing(rest: readonly Token[], isNegated: boolean): Draft[] {
	return seen(rest[0]?.lower === 'any' ? rest.slice(1) : rest, [], isNegated);
}
