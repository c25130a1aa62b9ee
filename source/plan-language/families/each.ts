import {type Draft, isComplete, parts, type Form} from '../draft.ts';
import {byForms, form} from '../pattern.ts';
import type {ElementState, Scope, Target, Value} from '../reading.ts';
import {namesIn} from '../several.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf, word} from '../tokens.ts';
import {isCapital, isDataLike, writtenValue} from '../values.ts';
import {countOf, recordNouns, withoutArticle} from '../words.ts';
import {claim, placeOf} from './claim.ts';

const every = '(every|each|all|every one of|each of|all of|every single)';
const shown =
	'(shown|displayed|visible|listed|left|there|found|present|in the list|in the table|on the page|in view|in the results)';
const is = '(is|are|should be|must be|has to be|have to be|is now|are now)';
const has = '(has|have|should have)';
const says =
	'(shows|show|says|say|reads|read|contains|contain|mentions|mention|should show|should contain|should say|includes|include)';

const isPlain = (tokens: readonly Token[], most = 2) =>
	tokens.length <= most && tokens.every(({kind, text, lower}) => kind === 'word' && text === lower);
/** A plural, or a word for rows: what a list has many of. */
const isThings = (tokens: readonly Token[]): boolean => {
	const last = tokens.at(-1);
	return last !== undefined && last.kind === 'word' && /[^s]s$|^people$/.test(last.lower) && last.text === last.lower;
};
const isOne = ([token, ...others]: readonly Token[]): boolean =>
	others.length === 0 && token !== undefined && token.kind === 'word' && token.text === token.lower;
/** Words that a record can say as they stand; what a control does, and where it is, are none. */
const notSaid =
	/^(?:visible|shown|displayed|listed|present|there|gone|hidden|empty|sorted|ordered|in|on|at|not|no|loaded|the|a|an|found|removed|deleted|correct|valid|available|different|unique)$/;

const states: Record<string, ElementState> = {
	...{checked: 'checked', ticked: 'checked', on: 'checked', 'turned on': 'checked', 'switched on': 'checked'},
	...{unchecked: 'unchecked', unticked: 'unchecked', off: 'unchecked', 'turned off': 'unchecked'},
	...{disabled: 'disabled', 'greyed out': 'disabled', enabled: 'enabled', selected: 'selected', required: 'required'},
	...{empty: 'empty', blank: 'empty', expanded: 'expanded', collapsed: 'collapsed', invalid: 'invalid'},
};
const stateRoles = new Set<Target['role']>([
	'checkbox',
	'switch',
	'radio',
	'button',
	'field',
	'link',
	'dropdown',
	'tab',
]);

export const anyItem: Target = {phrase: '', isQuoted: false, role: 'item', scopes: [], ordinal: null};

/** The list of these, with the place where it is. */
export function listOf(things: readonly Token[], place: readonly Token[] = []): Target[] {
	const words = things.filter(({lower}) => !/^(?:shown|listed|displayed|visible|the|of|available)$/.test(lower));
	const scopes = placeOf(place)?.[0] ?? null;
	if (words.length === 0 || words.length > 3 || words.some(({kind}) => kind !== 'word') || scopes === null) return [];
	// `every task` is one of the tasks.
	const [target] = targetsOf(words);
	return target && target.ordinal === null ? [{...target, scopes: [...(scopes as Scope[]), ...target.scopes]}] : [];
}

type Said = {column: string; value: Value; state?: ElementState} | {state: ElementState};

const each = (target: Target, said: Said, isNegated: boolean): Draft =>
	claim(isNegated, {
		op: 'each',
		target,
		column: 'column' in said ? said.column : '',
		value: 'value' in said ? said.value : null,
		state: said.state ?? null,
	});

const dataIn = (tokens: readonly Token[]): Value | null =>
	tokens.length === 0 || tokens.length > 6 || tokens.some(({kind}) => kind === 'mark') ? null : writtenValue(tokens);

/** `all 11 rows`: there are as many, and each of them is so. */
function of(
	things: readonly Token[],
	said: readonly Token[],
	verb: 'is' | 'has' | 'says',
	isNegated: boolean,
): Draft[] {
	const [first, ...rest] = withoutArticle(things);
	const number = first?.kind === 'word' && rest.length > 0 ? countOf(first) : null;
	if (number === null) return ofAll(things, said, verb, isNegated);
	return ofAll(rest, said, verb, false).flatMap((draft): Draft[] => {
		const [part] = isComplete(draft) ? draft.parts : [];
		if (part?.op !== 'each' || isNegated) return [];
		return [parts({op: 'count', isNegated: false, target: part.target, comparison: 'equals', number}, part)];
	});
}

/** What is said of each: a state of controls, else a text of rows, with `has the status Active` in a column. */
function ofAll(
	things: readonly Token[],
	said: readonly Token[],
	verb: 'is' | 'has' | 'says',
	isNegated: boolean,
): Draft[] {
	const denied = verb === 'is' && said[0]?.lower === 'not';
	const words = denied ? said.slice(1) : said;
	const at = things.findIndex(({lower}, place) => place > 0 && /^(?:in|on)$/.test(lower));
	// `all rows in the Status column`
	const under = at > 0 && things.at(-1)!.lower === 'column' ? withoutArticle(things.slice(at + 1, -1)) : [];
	const lists =
		at > 0 && under.length === 0
			? listOf(things.slice(0, at), things.slice(at))
			: listOf(under.length > 0 ? things.slice(0, at) : things);
	return lists.flatMap((target): Draft[] => {
		const state = states[textOf(words).toLowerCase()];
		if (stateRoles.has(target.role)) {
			if (verb !== 'is' || state === undefined) return [];
			const opposite = denied ? opposites[state] : state;
			return opposite ? [each({...target}, {state: opposite}, isNegated)] : [];
		}
		if (denied || words.length === 0) return [];
		const bare = withoutArticle(words);
		const value = bare.findIndex(token => token.kind !== 'word' || isCapital(token) || isDataLike(token));
		if (verb !== 'is') {
			if (verb === 'says' && isOne(words))
				return [each(target, {column: textOf(under), value: dataIn(words)!}, isNegated)];
			if (value < 0) return [];
			const column = bare.slice(0, value);
			const data = dataIn(bare.slice(value));
			const isColumn = isPlain(column) && !column.some(({lower}) => /^(?:a|an|the|in|for|of|only)$/.test(lower));
			return data && (value === 0 || isColumn)
				? [each(target, {column: textOf(under.length > 0 ? under : column), value: data}, isNegated)]
				: [];
		}
		if (notSaid.test(bare[0]!.lower) && bare[0]!.text === bare[0]!.lower && bare[0]!.kind === 'word') return [];
		// Rows are ticked by the box in them; where there is none, they say so.
		const ticked = value < 0 ? (ofRows[textOf(words).toLowerCase()] ?? null) : null;
		const isState = value < 0 && state !== undefined && ticked === null;
		const data = isState || (value < 0 && !isOne(bare)) || value > 0 ? null : dataIn(bare);
		return data
			? [each(target, {column: textOf(under), value: data, ...(ticked ? {state: ticked} : {})}, isNegated)]
			: [];
	});
}
const ofRows: Record<string, ElementState> = {
	...{done: 'checked', completed: 'checked', checked: 'checked', ticked: 'checked', selected: 'checked'},
	...{unchecked: 'unchecked', unticked: 'unchecked', undone: 'unchecked'},
};
const opposites: Partial<Record<ElementState, ElementState>> = {
	checked: 'unchecked',
	unchecked: 'checked',
	disabled: 'enabled',
	enabled: 'disabled',
	expanded: 'collapsed',
	collapsed: 'expanded',
};

/** `Only A and B`: every one of a list is one of them. */
function these(names: Token[][], scopes: Scope[], isNegated: boolean): Draft[] {
	const [value, ...others] = names.map(name => ({text: textOf(name), isQuoted: name[0]!.kind === 'quoted'}));
	return [claim(isNegated, {op: 'each', target: {...anyItem, scopes}, column: '', value: value!, state: null, others})];
}

/** `Only the Carrot soup`, `Only Maria's cards`, `Only open orders`, `Only orders with the status Shipped`. */
function only(things: readonly Token[], isNegated: boolean, place: readonly Token[] = []): Draft[] {
	const tokens = withoutArticle(things);
	const conditioned = tokens.findIndex(({lower}) =>
		/^(?:with|whose|containing|matching|named|called|of|by|from|for)$/.test(lower),
	);
	if (conditioned > 0) {
		const nouns = tokens.slice(0, conditioned);
		const rest = tokens.slice(conditioned + 1).filter(({lower}) => !/^(?:is|are|in)$/.test(lower));
		return isThings(nouns) ? of(nouns, rest, 'has', isNegated) : [];
	}
	const at = placeOf(place)?.[0];
	if (at === undefined) return [];
	const several = namesIn(tokens);
	if (several) return these(several, at, isNegated);
	const item = {...anyItem, scopes: at};
	const [first] = tokens;
	if (!first || /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)$/.test(first.lower)) return [];
	const ownsOne = tokens.length > 1 && recordNouns.has(tokens.at(-1)!.text) && /['’]s$/.test(tokens.at(-2)!.text);
	if ((isThings(tokens) || ownsOne) && tokens.length > 1) {
		const owner = tokens.slice(0, -1);
		const last = owner.at(-1)!;
		const isOwner = /['’]s$/.test(last.text) && isCapital(owner[0]);
		const name = isOwner
			? [...owner.slice(0, -1), {...last, text: last.text.replace(/['’]s$/, '')}]
			: owner.some(token => isCapital(token) || token.kind === 'quoted' || isDataLike(token)) || isOne(owner)
				? owner
				: null;
		const data = name && dataIn(name);
		const [target] = ownsOne ? [anyItem] : listOf(tokens.slice(-1));
		if (data && target)
			return [each({...target, scopes: [...at, ...target.scopes]}, {column: '', value: data}, isNegated)];
	}
	// `Only the card "A"`: what kind it is stands in front.
	const kind =
		first.text === first.lower && recordNouns.has(first.lower) && tokens.length > 1 ? tokens.slice(1) : tokens;
	const names =
		kind[0]!.kind === 'quoted'
			? kind.length === 1
				? kind
				: null
			: isCapital(kind[0]) || isDataLike(kind[0]!)
				? kind
				: null;
	const isPlainName = names !== null && !names.some(({lower}) => /^(?:and|or|,)$/.test(lower));
	const data = isPlainName ? dataIn(names) : null;
	return data ? [each(item, {column: '', value: data}, isNegated)] : [];
}

/** `"A" is the only card on the board`: there are no more than are named, and each is one of them. */
function noOther(names: readonly Token[], things: readonly Token[], place: readonly Token[] = []): Draft[] {
	const tokens = withoutArticle(names);
	const several = namesIn(tokens) ?? [tokens];
	const isNamed = several.every(
		name => name.length > 0 && (name[0]!.kind === 'quoted' || isCapital(name[0]) || isDataLike(name[0]!)),
	);
	const [target] = isNamed && isPlain(things) ? listOf(things, place) : [];
	if (!target) return [];
	const [value, ...others] = several.map(name => ({text: textOf(name), isQuoted: name[0]!.kind === 'quoted'}));
	const said = {column: '', value: value!, state: null, ...(others.length > 0 ? {others} : {})};
	return [
		parts(
			{op: 'each', isNegated: false, target, ...said},
			{op: 'count', isNegated: false, target, comparison: 'equals', number: several.length},
		),
	];
}

const theOnlyForms: Form[] = [
	form(
		`the only [remaining|other] {things} [there|left|shown|listed|displayed] ${is} [now] {names}`,
		({names, things}) => noOther(names!, things!),
	),
	form(
		`the only [remaining|other] {things} [there|left|shown|listed|displayed] (in|on) {place} ${is} [now] {names}`,
		({names, things, place}) => noOther(names!, things!, [inside, ...place!]),
	),
];

/** `The only task left is "A"`: the same, said the other way round. */
export const theOnly = (tokens: readonly Token[]): Draft[] =>
	tokens[0]?.lower === 'the' && tokens[1]?.lower === 'only' ? byForms(theOnlyForms, tokens) : [];

const forms: Form[] = [
	form(`not ${every} {things} ${is} {said}`, ({things, said}) => of(things!, said!, 'is', true)),
	form(`[the] {column} of ${every} {things} ${is} {value}`, ({column, things, value}) => {
		const data = dataIn(value!);
		return isPlain(column!) && data && (value!.length === 1 || isCapital(value![0]))
			? listOf(things!).map(target => each(target, {column: textOf(column!), value: data}, false))
			: [];
	}),
	form(
		`[the] {column} column [only] (shows|says|reads|has|contains) {value} (in|for) ${every} (row|rows)`,
		({column, value}) => {
			const data = dataIn(value!);
			return isPlain(column!, 3) || isCapital(column![0])
				? data
					? [each({...anyItem, role: 'row'}, {column: textOf(column!), value: data}, false)]
					: []
				: [];
		},
	),
	form(`${every} {things} ${is} {said}`, ({things, said}) => of(things!, said!, 'is', false)),
	form(`${every} {things} ${has} {said}`, ({things, said}) => of(things!, said!, 'has', false)),
	form(`${every} {things} ${says} {said}`, ({things, said}) => of(things!, said!, 'says', false)),
	form(
		`{names} ${is} [now] the only [remaining|other] {things} [there|left|shown|listed|displayed]`,
		({names, things}) => noOther(names!, things!),
	),
	form(
		`{names} ${is} [now] the only [remaining|other] {things} [there|left|shown|listed|displayed] (in|on) {place}`,
		({names, things, place}) => noOther(names!, things!, [inside, ...place!]),
	),
	form(`(only|just) {things} ${is} [still|now] ${shown}`, ({things}) => only(things!, false)),
	form(`(only|just) {things} ${is} [still|now] [shown|displayed|visible|listed|left] in {place}`, ({things, place}) =>
		only(things!, false, [inside, ...place!]),
	),
	form(`{place} (contains|shows|lists|has) {things} only`, ({place, things}) =>
		namesIn(things!) ? only(things!, false, [inside, ...place!]) : [],
	),
	form(`(only|just) {things} (appears|appear|remains|remain|comes up|come up|shows up|show up)`, ({things}) =>
		only(things!, false),
	),
	form(
		`(only|just) {things} (appears|appear|remains|remain|comes up|come up|shows up|show up) (in|on) {place}`,
		({things, place}) => only(things!, false, [inside, ...place!]),
	),
	form(
		`{place} (only shows|shows only|lists only|only lists|only contains|contains only|now only shows|now shows only) {things}`,
		({place, things}) => only(things!, false, [inside, ...place!]),
	),
];
export const inside = word('in');

/** "every row has the status Active, all checkboxes are ticked, only the Carrot soup is shown". */
export const eachOf = (tokens: readonly Token[]): Draft[] =>
	/^(?:every|each|all|only|just|not|the)$/.test(tokens[0]?.lower ?? '') || tokens.some(({lower}) => lower === 'only')
		? byForms(forms, tokens).slice(0, 1)
		: [];
