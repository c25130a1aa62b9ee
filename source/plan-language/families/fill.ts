import type {Draft, Family, Form} from '../draft.ts';
import {afterValue, isComplete, one, parts} from '../draft.ts';
import {byForms, type Match, pattern, form} from '../pattern.ts';
import type {Part, Target, Value} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf, tokensOf} from '../tokens.ts';
import {dataOf, dayOf, isCapital, isDataLike, isVague, splits, writtenValue} from '../values.ts';
import {roleAtEnd} from '../names.ts';
import {areaRoles, articles, fieldRoles, vagueModifiers, vagueNouns, verbOf, ordinalOf} from '../words.ts';

const verbs = '(type|enter|input|write|fill|fill in|fill out|insert|key in|put|provide|specify|type in)';
type Fill = {op: 'fill'; target: Target; value: Value};

const intoField = ({value, field}: Match) => filled(field!, value!);
const framed: Form[] = [
	form(`${verbs} {value} (into|in|in to|on|onto|to|inside|at|for|as|under) {field}`, intoField),
	form('append {value} to [the text in|the text of|the end of] {field}', ({value, field}) =>
		targetsOf(field!).flatMap(target =>
			dataOf(value!) && fieldLike(target) ? [one({op: 'append', target, value: dataOf(value!)!})] : [],
		),
	),
	form('(fill|fill in|fill out|complete|populate) {field} (with|by|using) {value}', ({field, value}) =>
		filled(field!, value!),
	),
	form('(change|replace|update) {field} from {old} (to|with|into) {value}', ({field, value, old}) =>
		dataOf(old!) ? changed(field!, value!).map(draft => heldBefore(draft, dataOf(old!)!)) : [],
	),
	form('(change|update|edit|rename) {field} (to|with|into|by) {value}', ({field, value}) =>
		saysBefore(field!) ? [] : changed(field!, value!),
	),
	form('replace {field} (to|with|into|by) {value}', ({field, value}) => changed(field!, value!)),
	form('overwrite {field} (to|with|by) {value}', ({field, value}) => filled(field!, value!)),
	form('add {value} to (the text in|the text of|the end of) {field}', ({field, value}) =>
		targetsOf(field!).flatMap(target =>
			dataOf(value!) && fieldLike(target) ? [one({op: 'append', target, value: dataOf(value!)!})] : [],
		),
	),
	form('(in|into) {field} [,] (type|enter|input|write|put) [the word|the text|the value] {value}', ({field, value}) =>
		filled(field!, value!),
	),
	form('(correct|modify|adjust) {field} to {value}', ({field, value}) => changed(field!, value!)),
	form('leave {field} (blank|empty|unfilled)', ({field}) =>
		targetsOf(field!).flatMap(target => (fieldLike(target) ? [one({op: 'clear', target})] : [])),
	),
	form('(in|into) {field} [,] (type|enter|input|write|put) [the word|the text|the value] {value}', ({field, value}) =>
		filled(field!, value!),
	),
	form('(correct|modify|adjust) {field} to {value}', ({field, value}) => changed(field!, value!)),
	form('leave {field} (blank|empty|unfilled)', ({field}) =>
		targetsOf(field!).flatMap(target => (fieldLike(target) ? [one({op: 'clear', target})] : [])),
	),
	form('(increase|decrease|raise|lower) {field} (to) {value}', ({field, value}) => changed(field!, value!)),
	form('set {field} (to|as|=|equal to) {value}', ({field, value}) => changed(field!, value!)),
	form('(use|provide|give|enter|type) {value} (as|for) {field}', intoField),
	form('(enter|type|fill in|fill|input|write) {field} (=|:) {value}', ({field, value}) => filled(field!, value!)),
];

const unframed: Form[] = [
	form(`${verbs} {both}`, ({both}) =>
		splits(both!).flatMap(({field, value}) => (hasPlace(field) ? [] : filled(field, value))),
	),
];

/** A value alone goes where the focus is. */
const focused: Form[] = [
	form('(type|enter|input|write|type in) {value}', ({value}) => {
		const [only] = value!;
		const data = writtenValue(value!);
		return value!.length === 1 && data && (data.isQuoted || only!.kind === 'variable')
			? [one({op: 'fill', target: null, value: data})]
			: [];
	}),
];

/** "type … into …, fill … with …, set … to …". */
export const fill: Family = tokens => {
	for (const forms of [focused, framed, unframed]) {
		const drafts = byForms(forms, tokens);
		const complete = drafts.filter(draft => 'parts' in draft);
		if (complete.length > 0) return complete;
		if (drafts.length > 0) return drafts;
	}
	return lacking(tokens);
};

function filled(field: readonly Token[], value: readonly Token[]): Draft[] {
	return fieldsOf(field).flatMap(target => (fieldLike(target) ? [draft('fill', target, value)] : []));
}

/** A field may be called by what is a role elsewhere: `Message`, `Title`, `the label`. */
function fieldsOf(tokens: readonly Token[]): Target[] {
	const filter = tokens.length > 1 && tokens.at(-1)!.text === 'filter' && !articles.has(tokens.at(-2)!.lower);
	return [
		...targetsOf(tokens),
		...wholeName(tokens),
		...withOrdinal(tokens),
		...(filter ? targetsOf(tokens.slice(0, -1)) : []),
	].map(target => {
		if (target.isWhole) return target;
		const isBare =
			target.phrase === '' && target.role !== null && !fieldRoles.has(target.role) && target.ordinal === null;
		const [only, ...others] = tokens.filter(({lower}) => !articles.has(lower));
		if (isBare && only && others.length === 0) return {...target, role: null, phrase: only.text};
		return named(target, tokens);
	});
}

/** `first day`, `the second line`: the label of a field, where there is one called so. */
function withOrdinal(tokens: readonly Token[]): Target[] {
	const words = articles.has(tokens[0]?.lower ?? '') ? tokens.slice(1) : tokens;
	const isLabel =
		words.length === 2 &&
		ordinalOf(words[0]) !== null &&
		words.every(({kind, text, lower}) => kind === 'word' && text === lower) &&
		roleAtEnd(words) === null;
	return isLabel
		? [{phrase: textOf(words), isQuoted: false, role: null, scopes: [], ordinal: null, isWhole: true}]
		: [];
}

/** `the name on the ticket`: a place, or the label of the field. */
function wholeName(tokens: readonly Token[]): Target[] {
	const named = /^(?:field|box|input)$/.test(tokens.at(-1)!.lower) ? tokens.slice(0, -1) : tokens;
	const words = articles.has(named[0]?.lower ?? '') ? named.slice(1) : named;
	const hasPlace = words.some(
		({lower}, at) =>
			at > 0 && at < words.length - 1 && /^(?:on|of|for)$/.test(lower) && articles.has(words[at + 1]!.lower),
	);
	const role = roleAtEnd(words)?.role;
	if (role !== undefined && areaRoles.has(role)) return [];
	const isPlain =
		words.length >= 3 && words.length <= 6 && words.every(({kind, text, lower}) => kind === 'word' && text === lower);
	return hasPlace && isPlain
		? [{phrase: textOf(words), isQuoted: false, role: null, scopes: [], ordinal: null, isWhole: true}]
		: [];
}

/** `Ad title`, `age group`: what takes no text and no choice belongs to the name of what does. */
export function named(target: Target, tokens: readonly Token[]): Target {
	const end = tokens.at(-1);
	const isName =
		target.role !== null &&
		(namingRoles.has(target.role) || (listRoles.has(target.role) && /^(?:filter|search|find)$/i.test(target.phrase))) &&
		target.phrase !== '' &&
		!target.isQuoted &&
		target.scopes.length === 0 &&
		target.ordinal === null &&
		end?.kind === 'word' &&
		!textOf(tokens).toLowerCase().endsWith(target.phrase.toLowerCase());
	if (!isName) return target;
	const words = articles.has(tokens[0]!.lower) ? tokens.slice(1) : tokens;
	return {...target, role: null, phrase: textOf(words)};
}
/** `Filter cards`, `Search list`: what is filled in to find them. */
const listRoles = new Set<Target['role']>(['card', 'row', 'list', 'table', 'item', 'column']);
const namingRoles = new Set<Target['role']>(['heading', 'section', 'item', 'image', 'icon', 'message', 'page']);

function draft(op: 'fill' | 'append', target: Target, value: readonly Token[]): Draft {
	const data = dataOf(value);
	const day = op === 'fill' && !data?.isQuoted ? dayOf(value) : null;
	// `Enter today's date as the start date`: worked out on the day of the run, and not typed as words.
	if (day && 'daysFromToday' in day) return one({op: 'pick_date', target, day});
	if (data && isSound(value)) return one({op, target, value: data});
	return {lacks: {op, target, complete: given => ({op, target, value: given})}};
}

/** Values without quotes hold no second clause. */
const isSound = (value: readonly Token[]): boolean =>
	value.length === 1 ||
	value.every(
		({lower, kind, text}, at) =>
			kind !== 'mark' &&
			!(lower === 'and' && at + 2 < value.length && verbOf(value[at + 1]) !== null) &&
			!/["`]/.test(text) &&
			!(at > 0 && /^(?:then|where|which|whatever)$/.test(lower)) &&
			lower !== 'then',
	);

/** `set … to …`: a field, a list of choices, a day, a slider or a switch; the page tells. */
/** `the status from "Open"` is no name of a field. */
const saysBefore = (tokens: readonly Token[]): boolean =>
	tokens.some(({lower}, at) => lower === 'from' && at > 0 && dataOf(tokens.slice(at + 1)) !== null);

/** `from Open to Closed`: what the field holds before is claimed, too. */
function heldBefore(draft: Draft, value: Value): Draft {
	const [part] = isComplete(draft) ? draft.parts : [];
	if (!part || !('target' in part) || part.target === null) return draft;
	// `Scale dropdown`: of what is claimed the word for its kind is no part of the name.
	const plain = part.target.isQuoted ? targetsOf(tokensOf(part.target.phrase))[0] : null;
	const target = plain?.role && fieldRoles.has(plain.role) && plain.phrase !== '' ? plain : part.target;
	return afterValue(target, value, {...part, target} as Part);
}

function changed(field: readonly Token[], value: readonly Token[]): Draft[] {
	const day = dayOf(value);
	const isText = /^(?:the )?text$/.test(field.map(({lower}) => lower).join(' '));
	return fieldsOf(field).flatMap((target): Draft[] => {
		if (target.phrase === '' && target.role === null) return [];
		const data = dataOf(value);
		if (!data || !isSound(value))
			return [{lacks: {op: 'fill', target, complete: given => ({op: 'fill', target, value: given})}}];
		if (target.role === 'slider' && /^-?\d+(?:\.\d+)?%?$/.test(data.text))
			return [one({op: 'drag', target, to: {value: Number.parseFloat(data.text)}})];
		if (isText) return [one({op: 'fill', target: null, value: data})];
		if (/^(?:on|off)$/i.test(data.text) && !data.isQuoted)
			return [one({op: /^on$/i.test(data.text) ? 'check' : 'uncheck', target})];
		const drafts: Draft[] = [];
		if (day && !/["]/.test(data.text)) drafts.push(one({op: 'pick_date', target, day}));
		const select: Part = {op: 'select', target, values: [data]};
		const typed: Part = {op: 'fill', target, value: data};
		if (target.role === 'dropdown' || target.role === 'radio') return [...drafts, one(select)];
		if (target.role === 'field' || /^(?:\d|VAR_)/.test(data.text) || typedNames.test(target.phrase))
			return [...drafts, one(typed), one(select)];
		return [...drafts, one(select), one(typed)];
	});
}

/** What is typed rather than chosen; only the order of the readings comes from it. */
const typedNames =
	/\b(?:name|title|text|description|password|e-?mail|address|url|quantity|amount|comment|note|phone|number)$/i;

/** A role other than that of something which takes text makes a field of a sentence that speaks of none. */
const fieldLike = (target: Target): boolean =>
	target.role === null ||
	fieldRoles.has(target.role) ||
	['cell', 'dialog', 'text', 'label', 'column', 'message', 'heading'].includes(target.role);

const hasPlace = (field: readonly Token[]): boolean =>
	field.some(({lower}, at) => at > 0 && /^(?:in|into|on|to|with|as|for|and|or)$/.test(lower));

/** Several fields at once: `billing address: Full name "Jane", City "Lyon"`, `card number 4242, expiry 12/29 and CVC 123`. */
export const fillSeveral: Family = tokens => {
	const verb = verbOf(tokens[0]);
	if (!verb || !['fill', 'enter', 'type', 'input', 'set', 'provide', 'write', 'complete', 'specify'].includes(verb))
		return [];
	const start = /^(?:in|out)$/.test(tokens[1]?.lower ?? '') ? 2 : 1;
	const colon = tokens.findIndex(({text, kind}, at) => kind === 'mark' && text === ':' && at > start);
	const withAt = tokens.findIndex(({lower}, at) => lower === 'with' && at > start);
	const heads: number[] = [];
	if (colon > 0) heads.push(colon);
	if (withAt > 0) heads.push(withAt);
	const lists: Array<{place: readonly Token[]; items: readonly Token[]}> = [{place: [], items: tokens.slice(start)}];
	for (const at of heads) lists.unshift({place: tokens.slice(start, at), items: tokens.slice(at + 1)});
	for (const {place, items} of lists) {
		const all = itemsOf(items);
		if (all.length < 2 && place.length === 0) continue;
		const filledItems = all.map(item => itemPart(item));
		if (filledItems.some(item => item === null) || filledItems.length === 0) continue;
		const own = place.length > 1 && place.some(token => isDataLike(token)) ? itemPart(place) : null;
		// `the card number 4242 with expiry 12/29`: the first of them, and no place.
		if (own) return [parts(own, ...filledItems.map(part => part!))];
		const scoped = placeScope(place);
		if (scoped === null) continue;
		if (filledItems.length === 1 && scoped.length === 0) continue;
		return [parts(...filledItems.map(part => within(part!, scoped)))];
	}
	return [];
};

/** `the billing address`, `the login form`: the area of the fields. Null: it is none. */
function placeScope(place: readonly Token[]): Target['scopes'] | null {
	if (place.length === 0) return [];
	const [target] = targetsOf(place);
	if (!target || target.ordinal !== null) return null;
	if (
		/^(?:the )?(?:following )?(?:fields|details|values|data|information|inputs)?$/i.test(target.phrase) &&
		target.scopes.length === 0
	)
		return [];
	if (target.phrase === '' && target.role === 'field') return target.scopes;
	if (target.phrase === '' && target.role === null) return null;
	const name = target.phrase.replace(/ (?:details|data|information|fields|values)$/i, '') || null;
	return [
		...target.scopes,
		{kind: 'area', role: target.role === 'field' ? null : target.role, name: name === '' ? null : name},
	];
}

const within = (part: Fill, scopes: Target['scopes']): Part => ({
	...part,
	target: {...part.target, scopes: [...scopes, ...part.target.scopes]},
});

function itemsOf(tokens: readonly Token[]): Token[][] {
	const items: Token[][] = [[]];
	for (const token of tokens) {
		if ((token.kind === 'mark' && /^[,;]$/.test(token.text)) || token.lower === 'and') items.push([]);
		else items.at(-1)!.push(token);
	}
	return items.filter(item => item.length > 0);
}

const itemForms = [
	pattern('{field} (:|=|as|to|with|is) {value}'),
	pattern('{value} (in|into|as|for|to) [the] {field}'),
];

/** `First Name: Ada`, `Username admin, password "wrong"`: fields and what goes there, without a verb. */
export const listed: Family = tokens => {
	if (verbOf(tokens[0]) !== null || tokens[0]?.kind !== 'word') return [];
	const items = itemsOf(tokens);
	const named = items.map(item => {
		const hasColon = item.some(({text, kind}) => kind === 'mark' && (text === ':' || text === '='));
		const isPair = vagueNouns.has(item[0]!.lower) && item.length === 2;
		return hasColon || isPair ? itemPart(item) : null;
	});
	return named.length > 0 && named.every(part => part !== null) ? [parts(...named)] : [];
};

/** One item of a list, when there is one way to read it. */
function itemPart(item: readonly Token[]): Fill | null {
	// `… and click Save` begins a second instruction.
	if (
		/^(?:click|press|tap|hit|select|choose|pick|take|untick|uncheck|clear|scroll|drag|upload|attach|remove|delete|search|look|find|switch|turn|toggle|sort|filter|check|tick|submit|type|enter|open|go|verify|hover|wait|apply|save|send|confirm|add|continue|place|accept|close|log|sign)$/.test(
			item[0]!.text,
		)
	)
		return null;
	const read = (field: readonly Token[], value: readonly Token[]): Array<Fill> => {
		// `20.04.2026 as first day`: the data stands in front.
		if (/\d/.test(field[0]!.text) && isDataLike(field[0]!) && !value.some(token => isDataLike(token))) return [];
		const data = dataOf(value);
		const target = fieldsOf(field)[0];
		return data && target && fieldLike(target) && !(vagueModifiers.has(field[0]!.lower) && !isCapital(field[0]))
			? [{op: 'fill', target, value: data}]
			: [];
	};
	for (const shape of itemForms) {
		const [found] = byForms([[shape, ({field, value}) => read(field!, value!)] as const], item);
		if (found) return found;
	}
	const found = splits(item).flatMap(({field, value}) => read(field, value));
	return found.length === 1 ? found[0]! : null;
}

/** Read as far as it goes: a field, and no data for it. */
function lacking(tokens: readonly Token[]): Draft[] {
	const rest = byForms([[pattern(`${verbs} {rest}`), ({rest}) => [rest!]] as const], tokens)[0];
	if (!rest || !isVague(rest)) return [];
	const field = rest.filter(({lower}) => !vagueModifiers.has(lower));
	const target = targetsOf(field)[0] ?? null;
	if (target && !fieldLike(target)) return [];
	const complete = (value: Value): Part => ({op: 'fill', target, value});
	return [{lacks: {op: 'fill', target, complete}}];
}
