import {claims} from './claims.ts';
import {inPlace, instruction, leadingPlace, placeBeforeClaim} from './clause.ts';
import {type Draft, isComplete, one} from './draft.ts';
import {claimOf, withoutOpening} from './opening.ts';
import {startsWith} from './pattern.ts';
import {predicatesOf, withoutContractions} from './predicates.ts';
import type {Part} from './reading.ts';
import {namesIn} from './several.ts';
import {type Token, textOf, word} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';
import {isVerb, prepositions, verbOf} from './words.ts';

/** Most ways to understand one step; more is no understanding. */
const maxReadings = 64;
/** Most parts of one step. */
const maxParts = 12;

type Kind = 'action' | 'assertion';

/** Every way to read a step that may have several parts: `… and then …`, `…, then …`, `… and click …`. */
export function readParts(tokens: readonly Token[], kind: Kind): Draft[] {
	const pieces = strongPieces(tokens).flatMap(piece => (kind === 'assertion' ? contrasted(piece) : [piece]));
	if (pieces.length > maxParts) return [];
	return joined(pieces.map((piece, at) => borrowed(withoutEnd(withoutOpening(piece)), pieces[at - 1], kind)));
}

/** `click the menu and then Settings`: a name alone is acted on as the one before it was. */
function borrowed(piece: readonly Token[], previous: readonly Token[] | undefined, kind: Kind): Draft[] {
	const drafts = withWeakSplits(piece, kind, 0);
	if (previous === undefined || kind === 'assertion' || isVerb(piece[0])) return drafts;
	const isQuote = piece.length === 1 && piece[0]!.kind === 'quoted';
	// `Open Admin and then User Manager`: a name in capitals, and no field with what goes into it.
	const isName =
		piece.length > 1 && piece.every(one => one.kind === 'word' && isCapital(one) && !/[\d@_]/.test(one.text));
	if (!isQuote && !isName && drafts.some(isComplete)) return drafts;
	const said = withoutOpening(previous);
	const [verb, way] = said;
	const isWay = /^(?:go|navigate)$/.test(verb?.lower ?? '') && way?.lower === 'to';
	const borrows =
		isWay ||
		/^(?:click|clicks|tap|press|hover|select|choose|open|tick|check|uncheck|untick|expand)$/.test(verb?.lower ?? '');
	return borrows ? withWeakSplits([...said.slice(0, isWay ? 2 : 1), ...piece], kind, 0) : drafts;
}

/** Cut at `then`, `;` and the end of a sentence: what follows is an instruction of its own. */
export function strongPieces(all: readonly Token[]): Token[][] {
	const tokens = withoutEnd(all);
	const pieces: Token[][] = [[]];
	for (const [at, token] of tokens.entries()) {
		const isThen = token.lower === 'then' && token.text === 'then' && at > 0;
		const isEnd = token.kind === 'mark' && (token.text === ';' || token.text === '.');
		if (isThen || isEnd) {
			const last = pieces.at(-1)!;
			while (last.length > 0 && (last.at(-1)!.lower === 'and' || /^[,–—-]$/.test(last.at(-1)!.text))) last.pop();
			pieces.push([]);
		} else if (!(pieces.at(-1)!.length === 0 && token.kind === 'mark' && token.text === ','))
			pieces.at(-1)!.push(token);
	}
	return pieces.filter(piece => piece.length > 0);
}

/** `A is ticked while B is not`: two claims. */
function contrasted(piece: Token[]): Token[][] {
	const at = piece.findIndex(({kind, text}) => kind === 'word' && /^(?:while|whereas)$/.test(text));
	const before = piece.slice(0, piece[at - 1]?.text === ',' ? at - 1 : Math.max(at, 0));
	const isTwo = [before, piece.slice(at + 1)].every(half => predicatesOf(withoutContractions(half)).length > 0);
	return at > 1 && isTwo ? [before, ...contrasted(piece.slice(at + 1))] : [piece];
}

/** Without `again`, `too`, `once more`: a step is one act however often it was done before. */
function withoutEnd(tokens: readonly Token[]): readonly Token[] {
	const last = tokens.at(-1);
	if (tokens.length < 3 || !last || last.kind !== 'word' || last.text !== last.lower) return tokens;
	const idle = idleEnds.find(
		words => tokens.length > words.length + 2 && startsWith(tokens, tokens.length - words.length, words),
	);
	if (idle) return withoutEnd(tokens.slice(0, -idle.length));
	const manner = manners.find(words => startsWith(tokens, tokens.length - words.length, words));
	if (manner && (tokens.length > manner.length + 1 || tokens[0]!.kind === 'quoted'))
		return withoutEnd(tokens.slice(0, -manner.length));
	return /^(?:again|too|now|afterwards|immediately|please|instead|either)$/.test(last.lower)
		? withoutEnd(tokens.slice(0, -1))
		: tokens;
}

/** How something is done changes nothing of what it is. */
const manners = ['for good', 'for real', 'once and for all', 'straight away', 'right away', 'at once'].map(words =>
	words.split(' '),
);

const idleEnds = [
	'at this point',
	'by now',
	'at the moment',
	'at this stage',
	'so far',
	'right now',
	'as well',
	'in total',
	'in all',
	'altogether',
	'overall',
	'at this time',
	...[
		'the reload',
		'a reload',
		'the page reload',
		'reloading',
		'reloading the page',
		'the refresh',
		'refreshing the page',
	].map(end => `after ${end}`),
].map(words => words.split(' '));

/** The piece as a whole; when that is in no form, cut at the first `and` or comma that leaves two things to read. */
function withWeakSplits(tokens: readonly Token[], kind: Kind, depth: number): Draft[] {
	const whole = [...readClause(tokens, kind), ...(kind === 'action' ? eachObject(tokens) : [])];
	if (depth > maxParts) return whole;
	if (whole.some(isComplete))
		return kind === 'action' && whole.some(holdsAnd) ? (twoDeeds(tokens, depth) ?? whole) : whole;
	const {scopes, rest} = (kind === 'assertion' ? placeBeforeClaim(tokens) : null) ?? leadingPlace(tokens);
	if (scopes.length > 0 && rest.length < tokens.length) {
		const inner = withWeakSplits(rest, kind, depth + 1);
		if (inner.some(isComplete)) return scopes.flatMap(scope => inner.map(draft => inPlace(draft, scope)));
	}
	for (const [end, start] of weakCuts(tokens)) {
		const left = readClause(withoutEnd(tokens.slice(0, end)), kind);
		if (!left.some(isComplete)) continue;
		const right = tokens.slice(start);
		const found =
			kind === 'action' && right.length === 1 && right[0]!.kind === 'quoted'
				? borrowed(right, tokens.slice(0, end), kind)
				: kind === 'action' && isFilledToo(tokens, right)
					? withWeakSplits([tokens[0]!, ...right], kind, depth + 1)
					: withWeakSplits(withoutOpening(right), kind, depth + 1);
		const read = found.some(isComplete) ? found : sameSubject(tokens.slice(0, end), right, kind);
		if (read.some(isComplete)) return joined([left, read]);
	}
	return whole;
}

/** Something is called `magnifier and search`. */
const holdsAnd = (draft: Draft): boolean =>
	isComplete(draft) &&
	draft.parts.some(
		part =>
			'target' in part &&
			typeof part.target === 'object' &&
			part.target !== null &&
			'isQuoted' in part.target &&
			!part.target.isQuoted &&
			/ and /.test(part.target.phrase),
	);

/**
 * `Click the magnifier and search for "tea"`: `and` with an instruction and its object behind it is part of no name. Null:
 * there is no such.
 */
function twoDeeds(tokens: readonly Token[], depth: number): Draft[] | null {
	if (!isVerb(tokens[0])) return null;
	for (const [end, start] of weakCuts(tokens)) {
		const [verb, next, last] = tokens.slice(start);
		const isDeed = verb?.kind === 'word' && verb.text === verb.lower && isVerb(verb);
		const hasObject = next?.kind === 'quoted' || (last !== undefined && /^(?:for|the|an?)$/.test(next?.lower ?? ''));
		if (!isDeed || !hasObject || tokens[end]!.lower !== 'and') continue;
		const left = readClause(withoutEnd(tokens.slice(0, end)), 'action');
		const right = left.some(isComplete) ? withWeakSplits(tokens.slice(start), 'action', depth + 1) : [];
		if (right.some(isComplete)) return joined([left, right]);
	}
	return null;
}

/** `Tick A and B`, `Select the A, B and C boxes`: the same for each of several names. */
function eachObject(tokens: readonly Token[]): Draft[] {
	const verb = verbOf(tokens[0]);
	if (verb === null || !ofSeveral.test(verb)) return [];
	const said = tokens.slice(/^(?:both|the|all)$/.test(tokens[1]?.lower ?? '') ? 2 : 1);
	const names = namesIn(said, true);
	if (names === null) return [];
	const found = names.map(name => instruction([{...tokens[0]!, text: verb, lower: verb}, ...name]).filter(isComplete));
	// Each is done in the way in which the first one is.
	const ways = found[0]!.slice(0, Math.min(...found.map(({length}) => length)));
	const each = ways.map((_, way) => ({parts: found.flatMap(drafts => drafts[way]!.parts)}));
	const values = names.map(name => ({text: textOf(name), isQuoted: name[0]!.kind === 'quoted'}));
	return /^(?:select|choose|pick)$/.test(verb) && each.length > 0
		? [one({op: 'select', target: null, values}), ...each]
		: each;
}

const ofSeveral =
	/^(?:tick|check|untick|uncheck|select|choose|pick|deselect|enable|disable|expand|collapse|delete|remove)$/;

/** `Enter the name "Nora" and the comment "Fresh"`: the second is typed as the first one was. */
const isFilledToo = ([verb]: readonly Token[], [first, ...rest]: readonly Token[]): boolean =>
	/^(?:enter|type|fill|write|set|put|input)$/.test(verb?.lower ?? '') &&
	((/^(?:the|a|an)$/.test(first?.lower ?? '') && rest.some(({kind}) => kind === 'quoted')) ||
		isLabelled([first!, ...rest]));

/** `street Main Road 5, …`, `postcode 10115`: a label in small letters and what goes there, up to the next comma. */
function isLabelled(tokens: readonly Token[]): boolean {
	const end = tokens.findIndex(({kind, text, lower}) => (kind === 'mark' && text === ',') || lower === 'and');
	const item = tokens.slice(/^(?:the|a|an)$/.test(tokens[0]!.lower) ? 1 : 0, end < 0 ? undefined : end);
	const data = item.findIndex(token => isDataLike(token) || isCapital(token));
	return (
		data > 0 &&
		data <= 4 &&
		!isVerb(tokens[0]) &&
		item.slice(0, data).every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text)) &&
		predicatesOf(withoutContractions(item)).length === 0
	);
}

/** Where a second instruction or claim may begin: end of the first, start of the second. */
function weakCuts(tokens: readonly Token[]): Array<[number, number]> {
	const cuts: Array<[number, number]> = [];
	for (let at = 1; at < tokens.length - 1; at++) {
		const token = tokens[at]!;
		if (!(token.lower === 'and' || token.lower === 'but' || (token.kind === 'mark' && token.text === ','))) continue;
		const start = token.text === ',' && tokens[at + 1]!.lower === 'and' ? at + 2 : at + 1;
		if (start < tokens.length) cuts.push([at, start]);
		if (start > at + 1) at++;
	}
	return cuts;
}

/** `The Save button is visible and enabled`: the second claim lends the subject of the first. */
function sameSubject(left: readonly Token[], right: readonly Token[], kind: Kind): Draft[] {
	const claim = withoutContractions(
		claimOf(withoutOpening(left), kind === 'assertion') ?? (kind === 'assertion' ? left : []),
	);
	const [predicate] = predicatesOf(claim);
	if (!predicate || predicate.subject.length === 0) return [];
	const verb = word('is');
	const own = predicatesOf(withoutContractions(right))[0];
	if (own && own.subject.length === 0) return claims([...predicate.subject, ...right]);
	return stateWords.test(right[0]?.lower ?? '') ? claims([...predicate.subject, verb, ...right]) : [];
}

const stateWords =
	/^(?:not|visible|shown|displayed|present|hidden|enabled|disabled|checked|unchecked|ticked|selected|focused|required|empty|expanded|collapsed|editable|clickable)$/;

/** One instruction, or one claim. An assertion never acts. */
function readClause(tokens: readonly Token[], kind: Kind): Draft[] {
	if (tokens.length === 0) return [];
	const claim = claimOf(tokens, kind === 'assertion');
	if (claim) return claims(claim);
	if (kind === 'assertion') return claimsAfterPlace(tokens);
	const acts = instruction(tokens);
	if (acts.some(isComplete)) return acts;
	if (isVerb(tokens[0]) && tokens[0]!.lower !== 'see') return acts;
	// A bare name claims nothing where something is to be done, and no more does a verb that is not known.
	if (isToldToDo(tokens)) return acts;
	const seen = predicatesOf(withoutContractions(tokens)).length > 0 ? claimsAfterPlace(tokens) : [];
	return seen.length > 0 ? seen : acts;
}

/** `Reorder the list so "B" comes first`: a word in front of an article is what is to be done, or a place. */
export function isToldToDo([first, second]: readonly Token[]): boolean {
	return (
		first?.kind === 'word' &&
		/^\p{Lu}\p{Ll}{2,}$/u.test(first.text) &&
		/^(?:the|a|an|my|your)$/.test(second?.text ?? '') &&
		!prepositions.has(first.lower) &&
		!/^(?:only|all|both|each|every|half|not|neither|either|just|even|then|there|that|such|what|which|while|when|where|whereas|once|after|before|without|behind|against|around|along|across|outside|beneath|underneath|opposite|until|till|since|because|although|though|unless|whether|now|still|again|also|wait|see|verify|assert|expect|than|like|here)$/.test(
			first.lower,
		)
	);
}

/** `In the dialog, "x" is shown` */
function claimsAfterPlace(tokens: readonly Token[]): Draft[] {
	const {scopes, rest} = leadingPlace(tokens);
	const before = placeBeforeClaim(tokens);
	if (before) {
		const placed = before.scopes.flatMap(scope => claims(before.rest).map(draft => inPlace(draft, scope)));
		if (placed.some(isComplete)) return placed;
	}
	const drafts = claims(tokens);
	if (drafts.length > 0 || scopes.length === 0) return drafts;
	return scopes.flatMap(scope => claims(rest).map(draft => inPlace(draft, scope)));
}

/** Every combination of the readings of all pieces; nothing when one of them has none. */
export function joined(pieces: Draft[][]): Draft[] {
	let all: Draft[] = [{parts: []}];
	for (const piece of pieces) {
		const complete = piece.filter(isComplete);
		if (complete.length === 0) return piece.slice(0, 1);
		all = all.flatMap(before =>
			complete.map(draft => ({
				parts: [...(isComplete(before) ? before.parts : []), ...draft.parts],
				...noteOf(isComplete(before) ? before.note : undefined, draft.note),
			})),
		);
		if (all.length > maxReadings) return [];
	}
	return all
		.filter(isComplete)
		.filter(({parts}) => parts.length > 0 && parts.length <= maxParts)
		.map(draft => ({...draft, parts: draft.parts.map(asFilledIn)}));
}

/** `Enter … as password and sign in`: what has just been filled in is sent, and no account of the project is used. */
const asFilledIn = (part: Part, at: number, all: readonly Part[]): Part =>
	part.op === 'login' &&
	part.username === null &&
	part.password === null &&
	all.slice(0, at).some(({op}) => op === 'fill')
		? {op: 'do', verb: 'log in', object: null}
		: part;

function noteOf(one: string | undefined, other: string | undefined): {note?: string} {
	const note = [one, other].filter(Boolean).join('; ');
	return note === '' ? {} : {note};
}
