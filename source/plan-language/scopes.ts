import {isPhrase, roleAtEnd, simpleTarget, withoutNamer} from './names.ts';
import {matches, pattern, startsWith} from './pattern.ts';
import type {Scope} from './reading.ts';
import {type Token, textOf} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';
import {areaRoles, articles, countOf, ordinalOf, recordNouns} from './words.ts';

/** A place where a scope begins: what stands before it, and every way to read it. */
export type Cut = {
	head: Token[];
	scopes: Scope[][];
	/** Whether the words cannot belong to a name instead (`Terms of service`). */
	isCertain: boolean;
};

type Near = Extract<Scope, {kind: 'near'}>['relation'];

const nearWords: Array<[string[], Near]> = (
	[
		['next to', 'next_to'],
		['beside', 'next_to'],
		['near', 'next_to'],
		['in front of', 'next_to'],
		['adjacent to', 'next_to'],
		['below', 'below'],
		['beneath', 'below'],
		['underneath', 'below'],
		['above', 'above'],
		['to the left of', 'left_of'],
		['on the left of', 'left_of'],
		['left of', 'left_of'],
		['to the right of', 'right_of'],
		['on the right of', 'right_of'],
		['right of', 'right_of'],
		['between', 'between'],
	] as const
).map(([words, relation]) => [words.split(' '), relation]);

const placeWords = [
	'in',
	'inside',
	'inside of',
	'within',
	'on',
	'at',
	'from',
	'under',
	'of',
	'for',
	'belonging to',
	'in relation to',
]
	.map(words => words.split(' '))
	.sort((one, other) => other.length - one.length);

/** Verbs that `in` and `on` belong to: `Sign in`. */
const particled = /^(?:sign|log|check|zoom|opt|logging|signing|turn|switch|plug|clock|fill)$/;

/** Most places within places, and most tokens of them: each further one would double the ways to read the rest. */
const deepest = 3;
const longestPlace = 40;

/** Every preposition that may begin a scope, from left to right. @param depth in how many other places it stands */
export function scopesAfter(tokens: readonly Token[], depth = 0): Cut[] {
	const cuts: Cut[] = [];
	if (depth > deepest || tokens.length > longestPlace) return cuts;
	for (let at = 1; at < tokens.length - 1; at++) {
		const head = tokens.slice(0, at);
		const near = nearWords.find(([words]) => startsWith(tokens, at, words));
		if (near) {
			const scopes = nearScopes(near[1], tokens.slice(at + near[0].length), depth);
			if (scopes.length > 0) cuts.push({head, scopes, isCertain: true});
			continue;
		}
		const place = placeWords.find(words => startsWith(tokens, at, words));
		if (!place || isCapital(tokens[at])) continue;
		const tail = tokens.slice(at + place.length);
		// `date of birth` is one name; `the checkbox of Buy milk` has a record behind it.
		const isName =
			place[0] === 'of' &&
			!articles.has(tail[0]?.lower ?? '') &&
			ordinalOf(tail[0]) === null &&
			!tail.some(token => isDataLike(token) || isCapital(token)) &&
			!(tail[0]?.text.includes('-') === true && isNamedControl(head));
		if (isName) continue;
		const isParticle = particled.test(tokens[at - 1]!.lower) && !articles.has(tail[0]?.lower ?? '');
		if (isParticle || tail.length === 0) continue;
		const scopes = placeScopes(place.join(' '), tail, depth);
		if (scopes.length === 0) continue;
		const isCertain =
			articles.has(tail[0]!.lower) ||
			tail.some(({kind}) => kind === 'quoted') ||
			roleAtEnd(head) !== null ||
			namesRecord(tail) ||
			head.some(({kind}) => kind === 'quoted') ||
			// `+ for Olive oil`: a sign is a whole name.
			(head.length === 1 && !/[\p{L}\p{N}]/u.test(head[0]!.text));
		cuts.push({head, scopes, isCertain});
	}
	const owner = ownerAt(tokens);
	if (owner) cuts.push(owner);
	// A later preposition may only belong to the scope of an earlier one; the shortest head comes first.
	return cuts;
}

/** `the "Homepage" link`, `the Delete button`: whole by itself, so that `of barrel-store` is no part of its name. */
function isNamedControl(head: readonly Token[]): boolean {
	const kind = roleAtEnd(head);
	return (
		/^(?:button|link|checkbox|icon|field|dropdown|switch)$/.test(kind?.role ?? '') &&
		kind!.rest.some(token => token.kind === 'quoted' || isCapital(token))
	);
}

/** `A-1002`, `order A-1002`, `user Bob`. */
function namesRecord(tokens: readonly Token[]): boolean {
	const [first, second] = tokens;
	if (isDataLike(first!)) return true;
	return (
		second !== undefined &&
		recordNouns.has(first!.lower) &&
		!isCapital(first) &&
		(isDataLike(second) || isCapital(second))
	);
}

/** `the dialog's Login button`: the Login button in the dialog. */
function ownerAt(tokens: readonly Token[]): Cut | null {
	const at = tokens.findIndex(({kind, lower}) => kind === 'word' && /^[\p{L}-]{2,}['’]s$/u.test(lower));
	if (at < 0 || at > 3 || at === tokens.length - 1) return null;
	const owner = tokens[at]!;
	const text = owner.text.slice(0, -2);
	const tail = [...tokens.slice(0, at), {...owner, text, lower: text.toLowerCase()}];
	const scopes = placeScopes('of', tail);
	const isArea = scopes.some(all => all.some(scope => scope.kind === 'area' && scope.role !== null));
	return isArea ? {head: tokens.slice(at + 1), scopes, isCertain: true} : null;
}

function nearScopes(relation: Near, tail: readonly Token[], depth: number): Scope[][] {
	if (relation === 'between') {
		const and = tail.findIndex(({lower}) => lower === 'and');
		const [one, other] = [simpleTarget(tail.slice(0, and)), simpleTarget(tail.slice(and + 1))];
		return and > 0 && one && other ? [[{kind: 'near', relation, anchors: [one, other]}]] : [];
	}
	const anchor = simpleTarget(tail);
	if (anchor && !hasPlace(tail)) return [[{kind: 'near', relation, anchors: [anchor]}]];
	return scopesAfter(tail, depth + 1).flatMap(({head, scopes}) => {
		const inner = simpleTarget(head);
		return inner ? scopes.map(scope => [...scope, {kind: 'near' as const, relation, anchors: [inner]}]) : [];
	});
}

const hasPlace = (tokens: readonly Token[]): boolean =>
	tokens.some((token, at) => at > 0 && placeWords.some(words => startsWith(tokens, at, words)) && !isCapital(token));

/** What `in …`, `of …`, `for …` may mean. @param tail without the preposition */
export function placeScopes(place: string, tail: readonly Token[], depth = 0): Scope[][] {
	const here = onePlace(place, tail);
	if (here.length > 0 && !nestsCertainly(tail, depth + 1)) return here.map(scope => (scope === null ? [] : [scope]));
	const nested = scopesAfter(tail, depth + 1).flatMap(({head, scopes}) =>
		onePlace(place, head).flatMap(inner => scopes.map(outer => (inner === null ? outer : [...outer, inner]))),
	);
	return nested.length > 0 ? nested : here.map(scope => (scope === null ? [] : [scope]));
}

/** `the row of "A" in the Orders table`: the second preposition is followed by an article and an area. */
const nestsCertainly = (tail: readonly Token[], depth: number): boolean =>
	scopesAfter(tail, depth).some(
		({head, isCertain}) =>
			isCertain && head.length > 1 && !/^(?:row|rows|item|entry|line|card)$/.test(head.at(-1)!.lower),
	);

const rowOf = '(row|line|item|entry|card|tile|list item|table row|record|block|group)';
const rowForms = {
	where: pattern(`${rowOf} (where|whose|in which) {conditions}`),
	column: pattern(`${rowOf} [with|containing|that has|having] {text} (in|under) [the] {column} column`),
	column2: pattern(`${rowOf} [with|containing|that has|having] {text} (in|under) [the] column {column}`),
	text: pattern(
		`${rowOf} (of|for|with|containing|that contains|that says|which contains|by|named|called|labelled|titled|with the text|with text|with name|with the name|showing|having|starting with|that has) [the] {text}`,
	),
	bare: pattern(`${rowOf} {text}`),
	named: pattern(`{text} (row|line|list item|entry|table row)`),
	condition: pattern('[the] {column} (is|=|equals) {text}'),
};

/** A banner is in view or it is not, and its controls are its own. */
const consentPlace =
	/^(?:cookies?|consent|privacy|gdpr)(?: consent)? (?:bar|banner|notice|popup|pop-up|message|overlay|window)$/;

/** One scope without another inside it; null stands for a place that says nothing (`on the page`). */
function onePlace(place: string, tail: readonly Token[]): Array<Scope | null> {
	const hadArticle = articles.has(tail[0]?.lower ?? '');
	const tokens = hadArticle ? tail.slice(1) : tail;
	if (tokens.length === 0) return [];
	if (/^(?:current page|page|screen|website|site|web page|webpage|browser|window)$/.test(textOf(tokens).toLowerCase()))
		return [null];
	if (/^page \d+$/.test(textOf(tokens).toLowerCase()) || consentPlace.test(textOf(tokens).toLowerCase())) return [null];
	const row = rowScope(tokens);
	if (row) return [row];
	// `the "Lovely view" review`: a record by its name, whatever kind it is of.
	const [named, kind] = tokens;
	if (hadArticle && tokens.length === 2 && named!.kind === 'quoted' && isKindWord(kind!))
		return [{kind: 'row', conditions: [{column: null, text: named!.text}]}];
	const owned = recordOf(tokens);
	if (owned) return [owned];
	if (holdsPlace(tokens)) return [];
	const frame = frameName(tokens);
	if (frame) return isPhrase(frame) ? [{kind: 'frame', name: textOf(frame)}] : [];
	const area = roleAtEnd(tokens);
	if (area && areaRoles.has(area.role) && (area.rest.length === 0 || isPhrase(area.rest))) {
		// `on the last page`: which one that is is no name of it.
		if (
			area.role === 'page' &&
			(ordinalOf(area.rest[0]) !== null || /^(?:next|previous)$/.test(area.rest[0]?.lower ?? ''))
		)
			return [];
		// `in a new tab` is how it opens, and no place in the page.
		if (area.role === 'tab' && /^(?:new|another|separate)$/.test(area.rest.at(-1)?.lower ?? '')) return [];
		const name = area.rest.length > 0 ? textOf(area.rest) : area.telling || null;
		return [{kind: 'area', role: area.role, name}];
	}
	return unnamedPlace(place, tokens);
}

/** `request of Sofia Ricci`, `order from 12 May`: the record that has these words. */
function recordOf(tokens: readonly Token[]): Scope | null {
	const [noun, of, ...name] = tokens;
	const isRecord =
		noun?.kind === 'word' &&
		noun.text === noun.lower &&
		recordNouns.has(noun.lower) &&
		/^(?:of|for|from|by|with)$/.test(of?.text ?? '') &&
		(isCapital(name[0]) || (name[0] !== undefined && isDataLike(name[0])));
	return isRecord && isPhrase(name) ? row(textOf(name), null) : null;
}

const isFrame = (token: Token | undefined): boolean => token?.lower === 'frame' || token?.lower === 'iframe';

/** `the payment frame`, `the frame "payment"`, `the iframe named payment` → its name; null: no frame is spoken of. */
function frameName(tokens: readonly Token[]): readonly Token[] | null {
	if (tokens.length < 2) return null;
	if (isFrame(tokens.at(-1))) return tokens.slice(0, -1);
	const rest = tokens.slice(1);
	const name = withoutNamer(rest);
	const isSaid = rest[0]!.kind === 'quoted' || name.length < rest.length || isCapital(rest[0]);
	return isFrame(tokens[0]) && isSaid ? name : null;
}

/** One word in small letters that is no role. */
const isKindWord = (token: Token): boolean =>
	token.kind === 'word' &&
	/^\p{Ll}{3,}$/u.test(token.text) &&
	roleAtEnd([token]) === null &&
	!/^(?:frame|iframe)$/.test(token.text);

/** `first card in the To do`: a thing and its place, and no name. */
const holdsPlace = (tokens: readonly Token[]): boolean =>
	tokens.some(
		({text}, at) => at > 0 && /^(?:in|on|of|from|under|inside|within)$/.test(text) && tokens[at + 1]?.text === 'the',
	) &&
	(ordinalOf(tokens[0]) !== null || recordNouns.has(tokens[0]!.lower) || roleAtEnd(tokens.slice(0, 1)) !== null);

/** `Alan Turing's order` → `Alan Turing`. */
export function ownerOf(tokens: readonly Token[]): readonly Token[] | null {
	const [owner, noun] = tokens.slice(-2);
	if (!owner || noun?.kind !== 'word' || !/^\p{Ll}{3,}$/u.test(noun.text) || !/^\p{Lu}.*['’]s$/u.test(owner.text))
		return null;
	const text = owner.text.slice(0, -2);
	return [...tokens.slice(0, -2), {...owner, text, lower: text.toLowerCase()}];
}

function unnamedPlace(place: string, all: readonly Token[]): Scope[] {
	const tokens = ownerOf(all) ?? all;
	const target = simpleTarget(tokens);
	if (!target || target.phrase === '' || tokens.some(({lower}) => lower === 'with')) return [];
	if (tokens.length === 1 && countOf(tokens[0]) !== null && tokens[0]!.kind === 'word' && !isDataLike(tokens[0]!))
		return [];
	if (target.role !== null && target.role !== 'item' && areaRoles.has(target.role))
		return [{kind: 'area', role: target.role, name: target.phrase}];
	const row: Scope = {kind: 'row', conditions: [{column: null, text: target.phrase}]};
	const area: Scope = {kind: 'area', role: null, name: target.phrase};
	if (target.role === 'item') return [row];
	if (target.role !== null && target.role !== 'text') return [{kind: 'near', relation: 'next_to', anchors: [target]}];
	const isName = tokens.some(token => isDataLike(token)) || isCapital(tokens[0]);
	if (place === 'of' || place === 'for') return isName ? [row] : [row, area];
	return isName ? [area, row] : [area];
}

/** `row of X`, `X row`, `2nd row`, `first product`, `row where Status is Open and City is Lyon`. */
export function rowScope(tokens: readonly Token[]): Scope | null {
	const ordinal = ordinalOf(tokens[0]);
	if (
		ordinal !== null &&
		tokens.length === 2 &&
		!/^(?:page|step|tab|column|field)$/.test(tokens[1]!.lower) &&
		(/^(?:row|line|result|card|tile)$/.test(tokens[1]!.lower) || recordNouns.has(tokens[1]!.lower))
	)
		return {kind: 'row_at', ordinal};
	if (ordinal !== null && tokens.length === 3 && /^(?:row|item|card|result|entry)$/.test(tokens[2]!.lower))
		return {kind: 'row_at', ordinal};
	if (tokens.length === 2 && tokens[0]!.lower === 'row' && /^\d{1,3}$/.test(tokens[1]!.text))
		return {kind: 'row_at', ordinal: Number(tokens[1]!.text)};
	const record = relative(tokens);
	if (record) return record;
	const [where] = matches(rowForms.where, tokens);
	if (where) return conditionsOf(where['conditions']!);
	for (const form of [rowForms.column, rowForms.column2]) {
		const [match] = matches(form, tokens).filter(({text, column}) => isPhrase(text!) && isPhrase(column!));
		if (match) return row(textOf(match['text']!), textOf(match['column']!));
	}
	for (const form of [rowForms.text, rowForms.bare]) {
		const [match] = matches(form, tokens);
		const text = match && withoutNamer(withoutNoun(ownerOf(match['text']!) ?? match['text']!));
		const inColumn = text && form === rowForms.text ? quotedColumn(text) : null;
		if (inColumn) return inColumn;
		if (text && isPhrase(text) && (form === rowForms.text || isDataLike(text[0]!) || isCapital(text[0])))
			return row(textOf(text), null);
	}
	const [named] = matches(rowForms.named, tokens);
	const name = named && withoutNoun(withoutOwner(named['text']!));
	return name && isPhrase(name) && ordinalOf(name[0]) === null ? row(textOf(name), null) : null;
}

const relatives = {
	whose: pattern('{noun} whose {column} (is|=|equals|says|reads) {text}'),
	by: pattern('{noun} (by|from) {text}'),
	plain: pattern(
		'{noun} (that|which|who) [also] (has|have|contains|shows|says|reads|includes|mentions|costs|is|are|was|belongs to|is from|is for|is called|is named|is titled) [the] {text}',
	),
};

/** `the order whose status is Paid`, `the product that costs 34.00 €`: a record by what its row says. */
export function relative(tokens: readonly Token[]): Scope | null {
	const isKind = ([noun, ...others]: Token[]) =>
		others.length === 0 &&
		(recordNouns.has(noun!.lower) || /^(?:row|line|product|record)$/.test(noun!.lower)) &&
		!isCapital(noun);
	const rest = articles.has(tokens[0]?.lower ?? '') ? tokens.slice(1) : tokens;
	const [whose] = matches(relatives.whose, rest).filter(({noun, text}) => isKind(noun!) && isPhrase(text!));
	if (whose && isPhrase(whose['column']!)) return row(textOf(whose['text']!), textOf(whose['column']!));
	const [by] = matches(relatives.by, rest).filter(
		({noun, text}) => isKind(noun!) && isPhrase(text!) && isCapital(text![0]) && text!.length <= 3,
	);
	if (by && /^(?:review|comment|post|message|article|order)$/.test(by['noun']![0]!.lower))
		return row(textOf(by['text']!), null);
	const [plain] = matches(relatives.plain, rest).filter(({noun, text}) => isKind(noun!) && isPhrase(text!));
	const text = plain?.['text'];
	return text &&
		(text.some(token => isDataLike(token) || isCapital(token)) || text.length === 1) &&
		ordinalOf(text[0]) === null
		? row(textOf(text), null)
		: null;
}

/** `Bob's row` → `Bob` */
function withoutOwner(tokens: readonly Token[]): readonly Token[] {
	const last = tokens.at(-1)!;
	return last.kind === 'word' && /^\p{Lu}.*['’]s$/u.test(last.text)
		? [...tokens.slice(0, -1), {...last, text: last.text.slice(0, -2), lower: last.lower.slice(0, -2)}]
		: tokens;
}

const row = (text: string, column: string | null): Scope => ({kind: 'row', conditions: [{column, text}]});

/** `order A-1002` → `A-1002`. */
function withoutNoun(tokens: readonly Token[]): Token[] {
	const rest = articles.has(tokens[0]?.lower ?? '') && tokens.length > 1 ? tokens.slice(1) : [...tokens];
	const [noun, next] = rest;
	if (!noun || !next || isCapital(noun) || noun.kind !== 'word') return rest;
	// `sample LB-2291`: what looks like data names the record, whatever it is called.
	const isNamed = recordNouns.has(noun.lower) ? isDataLike(next) || isCapital(next) : rest.length === 2 && isCode(next);
	return isNamed ? rest.slice(1) : rest;
}

/** `LB-2291`, or in quotes. */
const isCode = (token: Token): boolean =>
	token.kind === 'quoted' ||
	(/\d/.test(token.text) && /^[A-Z0-9][\w./-]*$/.test(token.text) && /[A-Z-]/.test(token.text));

/** `Name "Milk jug"`: the column and the text in it. */
function quotedColumn(tokens: readonly Token[]): Scope | null {
	const last = tokens.at(-1)!;
	const column = tokens.slice(0, -1);
	return last.kind === 'quoted' && isPhrase(column) && !recordNouns.has(column[0]!.lower)
		? row(last.text, textOf(column))
		: null;
}

function conditionsOf(tokens: readonly Token[]): Scope | null {
	const parts: Token[][] = [[]];
	for (const token of tokens) {
		if (token.lower === 'and') parts.push([]);
		else parts.at(-1)!.push(token);
	}
	const conditions = parts.map(part => {
		const match = matches(rowForms.condition, part).find(({column, text}) => isPhrase(column!) && isPhrase(text!));
		return match ? {column: textOf(match['column']!), text: textOf(match['text']!)} : null;
	});
	return conditions.every(condition => condition !== null) ? {kind: 'row', conditions} : null;
}
