import type {Draft, Family, Form} from '../draft.ts';
import {one, parts} from '../draft.ts';
import {byForms, form} from '../pattern.ts';
import type {RoleWord, Target, Value} from '../reading.ts';
import {isMainMenu, targetsOf} from '../targets.ts';
import {named} from './fill.ts';
import {type Token, textOf} from '../tokens.ts';
import {dataOf, dayOf, isCapital, isDataLike, isVague, splits, writtenValue} from '../values.ts';
import {articles, ordinalOf, roleForms, vagueModifiers} from '../words.ts';

const verbs = '(select|choose|pick|pick out|set)';

/** Things that are clicked, not chosen from a list. */
const clicked = new Set<RoleWord>([
	'button',
	'link',
	'tab',
	'menu item',
	'icon',
	'image',
	'menu',
	'row',
	'card',
	'item',
	'cell',
	'heading',
	'text',
	'list',
	'table',
	'section',
]);

const forms: Form[] = [
	form(
		'(select|choose|pick) {value} (from|in|on|using|with) [the] (calendar|date picker|datepicker) (as|for) {list}',
		({value, list}) => chosen(value!, list!),
	),
	form(`${verbs} {value} (from|in|on|under|out of|using|of) {list}`, ({value, list}) => chosen(value!, list!)),
	form('(select|choose|pick) {value} (as|for) {list}', ({value, list}) => chosen(value!, list!)),
	form('(select|choose|pick) [a|an] {list} of {value}', ({value, list}) =>
		value!.length === 1 &&
		isDataLike(value![0]!) &&
		list!.every(({kind, text, lower}) => kind === 'word' && text === lower)
			? chosen(value!, list!)
			: [],
	),
	form('(select|choose|pick) {list} : {value}', ({value, list}) => chosen(value!, list!)),
	form('(from|in|under) {list} [,] (select|choose|pick) {value}', ({value, list}) => chosen(value!, list!)),
	form('sort [the] {thing} by {value}', ({value}) => sortedBy(value!)),
	form('sort by {value}', ({value}) => sortedBy(value!)),
	form('group [the] {thing} by {value}', ({value}) => groupedBy(value!)),
	form('group by {value}', ({value}) => groupedBy(value!)),
	form('filter [the] {thing} by {both}', ({thing, both}) => filteredBy(both!, thing!)),
	form('filter by {both}', ({both}) => filteredBy(both!)),
];
const alone: Form[] = [form('(select|choose|pick) {thing}', ({thing}) => picked(thing!))];

/** "select France from the Country dropdown, choose the second option, pick tomorrow". */
export const choose: Family = tokens => {
	const inCalendar = byForms(forms.slice(0, 1), tokens).filter(draft => 'parts' in draft);
	const fromList = inCalendar.length > 0 ? inCalendar : byForms(forms.slice(1), tokens);
	const complete = fromList.filter(draft => 'parts' in draft);
	const isFramed = tokens.some(
		({lower}, at) => /^(?:as|for|from|in|under)$/.test(lower) && articles.has(tokens[at + 1]?.lower ?? ''),
	);
	const single = byForms(alone, tokens);
	if (complete.length > 0)
		return isFramed || isSureList(complete) ? complete : [...complete, ...single.filter(draft => 'parts' in draft)];
	return single.length > 0 ? single : fromList;
};

/** A place that is called a list of choices, or that quotes surround, is one. */
const isSureList = (drafts: Draft[]): boolean =>
	drafts.some(
		draft =>
			'parts' in draft &&
			draft.parts.some(
				part =>
					part.op === 'pick_date' ||
					(part.op === 'select' &&
						part.target !== null &&
						(part.target.isQuoted || (part.target.role !== null && part.target.role !== 'item'))),
			),
	);

/** `as the destination from the list`: the list of the field itself. */
const isOwnList = (scope: Target['scopes'][number]): boolean =>
	scope.kind === 'area' &&
	scope.name === null &&
	(scope.role === 'list' || scope.role === 'dropdown' || scope.role === 'menu');

/** `select Done as column`: a field may be called by what is a role elsewhere. */
const calledLikeIt = (target: Target, list: readonly Token[]): Target =>
	target.phrase === '' &&
	target.role !== null &&
	namesField.has(target.role) &&
	target.ordinal === null &&
	list.at(-1)!.kind === 'word'
		? {...target, role: null, phrase: list.at(-1)!.text}
		: target;
const namesField = new Set<Target['role']>(['column', 'image', 'page', 'heading', 'label', 'message', 'icon']);

/** `in the Status filter`: a filter is mostly called by what it filters. */
const isFilter = (list: readonly Token[]): boolean =>
	list.length > 1 && list.at(-1)!.text === 'filter' && !articles.has(list.at(-2)!.lower);

const offered =
	/^(?:(?:the|a) )?(?:list of )?(?:search |autocomplete |auto-complete )?(?:suggestions?|autocomplete|suggested (?:results|options|values))(?: list| dropdown| box| menu)?$/;

function chosen(value: readonly Token[], list: readonly Token[]): Draft[] {
	// `from the suggestions`: an option of whatever list is open.
	if (offered.test(textOf(list).toLowerCase()))
		return targetsOf(withoutOption(value)).map(target => one({op: 'pick', target: {...target, role: 'option'}}));
	// `in the left-hand menu`: nothing is dropped down there, its entries are links.
	if (isMainMenu(list))
		return targetsOf(value).map(target => one({op: 'click', target: {...target, purpose: `in ${textOf(list)}`}}));
	const day = dayOf(value);
	// `the Arrival date calendar`: the field it fills.
	const field =
		day && list.length > 1 && /^(?:calendar|datepicker|picker)$/.test(list.at(-1)!.lower) ? list.slice(0, -1) : list;
	return [...targetsOf(field), ...(isFilter(field) ? targetsOf(field.slice(0, -1)) : [])]
		.map(target => named(target, field))
		.map(target => ({...target, scopes: target.scopes.filter(scope => !isOwnList(scope))}))
		.map(target => calledLikeIt(target, field))
		.flatMap((target): Draft[] => {
			const drafts: Draft[] = [];
			const place = target.role === 'dropdown' ? placeIn(value) : null;
			if (place !== null) return [one({op: 'select', target, values: [{text: '', isQuoted: false, place}]})];
			// `from the menu`: its entries are clicked.
			if (target.role === 'menu' && target.phrase === '' && target.ordinal === null && target.scopes.length === 0)
				return targetsOf(value).map(entry => one({op: 'click', target: entry}));
			if (
				target.role !== null &&
				clicked.has(target.role) &&
				target.role !== 'list' &&
				target.role !== 'menu' &&
				target.role !== 'section'
			)
				return [];
			if (day && value[0]?.kind !== 'quoted') return [one({op: 'pick_date', target, day})];
			const values = listOf(value);
			if (
				target.role === 'dialog' ||
				target.role === 'table' ||
				target.role === 'page' ||
				target.role === 'form' ||
				target.role === 'section' ||
				target.role === 'header' ||
				target.role === 'footer'
			)
				return drafts;
			if (values === null)
				return isVague(value)
					? [{lacks: {op: 'select', target, complete: given => ({op: 'select', target, values: [given]})}}]
					: drafts;
			return [...drafts, one({op: 'select', target, values})];
		});
}

/** `the second option`, whatever it says. */
function placeIn(value: readonly Token[]): number | 'last' | null {
	const [which, noun, ...others] = value.filter(({lower}) => !articles.has(lower));
	const isOption = /^(?:option|choice|entry|item|value)$/.test(noun?.text ?? '') && others.length === 0;
	return isOption ? ordinalOf(which) : null;
}

/** The list of orders, or the head of the column that sorts by it. */
function sortedBy(value: readonly Token[]): Draft[] {
	const order = dataOf(value) ?? writtenValue(value);
	const column = targetsOf(value)[0];
	if (!order || value.some(({lower, kind}) => lower === 'and' || kind === 'mark')) return [];
	const list: Target = {phrase: 'sort', isQuoted: false, role: 'dropdown', scopes: [], ordinal: null};
	const drafts: Draft[] = [one({op: 'select', target: list, values: [order]})];
	if (!column || value.length > 2) return drafts;
	// Links behind the words `Sort by`.
	const label: Target = {phrase: 'sort', isQuoted: false, role: null, scopes: [], ordinal: null};
	const beside: Target = {...column, role: 'link', scopes: [{kind: 'near', relation: 'next_to', anchors: [label]}]};
	return [
		...drafts,
		one({op: 'click', target: {...column, role: 'column', sorts: true}}),
		...(column.scopes.length === 0 && column.role === null ? [one({op: 'click', target: beside})] : []),
	];
}

const groupedBy = (value: readonly Token[]): Draft[] =>
	sortedBy(value).flatMap(draft =>
		'parts' in draft && draft.parts[0]?.op === 'select'
			? [
					one({
						...draft.parts[0],
						target: {phrase: 'group', isQuoted: false, role: 'dropdown', scopes: [], ordinal: null},
					}),
				]
			: [],
	);

/** `by status Open`, `the role by Editor`: a list or a field that is called so, or the box of that name in its group. */
function filteredBy(both: readonly Token[], thing: readonly Token[] = []): Draft[] {
	if (/^(?:typing|entering)$/.test(both[0]?.lower ?? '') || both.some(({lower}) => lower === 'and')) return [];
	const pairs = splits(both).map(({field, value}) => ({field, value, isFilter: true}));
	const isValue = both.length <= 3 && isCapital(both[0]);
	const plain = thing.filter(({lower}) => !articles.has(lower));
	const isField =
		plain.length > 0 && plain.length <= 2 && plain.every(({kind, text, lower}) => kind === 'word' && text === lower);
	// `the orders by Shipped`: which field that is has to be seen.
	const isList = /[^s]s$/.test(plain.at(-1)?.lower ?? '') && plain.at(-1)!.lower !== 'status';
	if (isValue && isField && !isList) pairs.push({field: [...thing], value: [...both], isFilter: false});
	if (isValue && isList && pairs.length === 0) {
		const value = dataOf(both) ?? writtenValue(both);
		return value ? [one({op: 'select', target: null, values: [value]}), one({op: 'check', target: boxOf(value)})] : [];
	}
	return pairs.flatMap(({field, value, isFilter}) => {
		const data = dataOf(value) ?? (isCapital(value[0]) ? writtenValue(value) : null);
		const [target] = targetsOf(field);
		if (!data || !target || target.phrase === '') return [];
		const typed = isFilter && !target.isQuoted ? {...target, phrase: `filter by ${target.phrase}`} : target;
		return [
			one({op: 'select', target, values: [data]}),
			one({op: 'fill', target: {...typed, role: 'field'}, value: data}),
			...(isCapital(value[0]) || data.isQuoted ? [one({op: 'check', target: boxOf(data)})] : []),
		];
	});
}

const boxOf = ({text, isQuoted}: Value): Target => ({
	phrase: text,
	isQuoted,
	role: 'checkbox',
	scopes: [],
	ordinal: null,
});

/** `… and click "Show courses"`: no field is called so. */
const doing = /^(?:click|tap|press|hit|push|type|enter|fill|open|tick|untick|check|uncheck|save|submit|confirm)$/;

/** `size M and colour Navy`: one choice each, when each has one way to be read. */
export const chooseSeveral: Family = tokens => {
	if (!/^(?:select|choose|pick)$/.test(tokens[0]?.lower ?? '') || !tokens.some(({lower}) => lower === 'and')) return [];
	const items: Token[][] = [[]];
	for (const token of tokens.slice(1)) {
		if (token.lower === 'and' || token.text === ',') items.push([]);
		else items.at(-1)!.push(token);
	}
	const choices = items
		.filter(item => item.length > 0)
		.map(item => {
			const field = item.slice(0, -1).filter(({lower}) => !articles.has(lower));
			const [value] = item.slice(-1);
			const isChoice =
				field.length > 0 &&
				value &&
				(isDataLike(value) || isCapital(value)) &&
				field.every(({text, lower, kind}) => kind === 'word' && text === lower) &&
				!(field.length === 1 && doing.test(field[0]!.lower));
			const target = isChoice ? targetsOf(field)[0] : undefined;
			const data = isChoice ? dataOf([value]) : null;
			return target && data ? {op: 'select' as const, target, values: [data]} : null;
		});
	return choices.length > 1 && choices.every(choice => choice !== null) ? [parts(...choices)] : [];
};

/** `"A" and "B"` → two values. Words for options around a name are dropped: `the option "High"`. */
function listOf(tokens: readonly Token[]): Value[] | null {
	const rest = withoutOption(tokens);
	const quotedOnly = rest.filter(({kind}) => kind === 'quoted');
	if (quotedOnly.length > 1) {
		const others = rest.filter(({kind, lower, text}) => kind !== 'quoted' && lower !== 'and' && text !== ',');
		return others.length === 0 ? quotedOnly.map(({text}) => ({text, isQuoted: true})) : null;
	}
	// `the second option`: which one, and not what it is called.
	if (rest.length === 1 && rest.length < tokens.length && tokens.at(-1)!.kind === 'word' && ordinalOf(rest[0]) !== null)
		return null;
	const value = dataOf(rest);
	if (!value || rest.some(({kind, lower}) => kind === 'mark' || lower === 'then' || lower === 'and'))
		return value?.isQuoted ? [value] : null;
	return [value];
}

function withoutOption(tokens: readonly Token[]): Token[] {
	let rest = articles.has(tokens[0]?.lower ?? '') && tokens.length > 1 ? tokens.slice(1) : [...tokens];
	const noun = /^(?:option|options|value|item|entry|choice)$/;
	if (rest.length > 1 && noun.test(rest[0]!.lower)) rest = rest.slice(1);
	if (rest.length > 1 && noun.test(rest.at(-1)!.lower)) rest = rest.slice(0, -1);
	return rest;
}

const isRoleWord = (token: Token): boolean =>
	roleForms.some(({words}) => words.length === 1 && words[0] === token.lower);

const isTwoWords = ({phrase, isQuoted, purpose}: Target): boolean =>
	!isQuoted && purpose === undefined && /^\p{Ll}[\p{Ll}-]+ \p{Ll}{3,}$/u.test(phrase);

/** `low priority`, `the dark theme`: an option, and behind it what it is an option of. */
function kindBehind(target: Target): Draft {
	const [option = '', kind = ''] = target.phrase.split(' ');
	return one({op: 'select', target: {...target, phrase: kind}, values: [{text: option, isQuoted: false}]});
}

/** `the room type Double`: what it is an option of, and the option. */
function kindInFront(thing: readonly Token[]): Draft[] {
	const words = thing.filter(({lower}, at) => at > 0 || !articles.has(lower));
	const at = words.findIndex(token => isCapital(token) || token.kind === 'quoted');
	const kind = words.slice(0, at);
	const isKind = at > 0 && at <= 3 && kind.every(({kind: what, text, lower}) => what === 'word' && text === lower);
	const [target] = isKind ? targetsOf(kind) : [];
	const isName = words.slice(at).every(token => token.kind === 'quoted' || isCapital(token));
	const value = isKind && isName ? dataOf(words.slice(at)) : null;
	return target && value && target.role === null && target.scopes.length === 0 && !vagueModifiers.has(kind[0]!.lower)
		? [one({op: 'select', target, values: [value]})]
		: [];
}

function picked(thing: readonly Token[]): Draft[] {
	const day = dayOf(thing);
	if (day && thing[0]?.kind !== 'quoted') return [one({op: 'pick_date', target: null, day})];
	if (thing.length === 1 && isRoleWord(thing[0]!)) return [];
	const last = thing.at(-1)!;
	const [, number] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(last.lower) ?? [];
	if (number && thing.every(({lower}, at) => at === thing.length - 1 || articles.has(lower)))
		return [one({op: 'pick', target: {phrase: number, isQuoted: false, role: null, scopes: [], ordinal: null}})];
	const drafts = targetsOf(thing).flatMap((target): Draft[] => {
		if (target.role !== null && clicked.has(target.role))
			return [
				one({op: 'click', target}),
				...(target.role === 'item' && target.scopes.length === 0 ? kindInFront(thing) : []),
			];
		if (target.role === 'checkbox' || target.role === 'switch') return [one({op: 'check', target})];
		if (target.phrase === '' && target.ordinal === null && target.role !== 'option') return [];
		if (target.role === 'field' || target.role === 'dropdown') return [one({op: 'click', target})];
		const pick: Draft = one({op: 'pick', target});
		if (target.ordinal !== null || target.role !== null || target.scopes.length > 0) return [pick];
		const value = writtenValue(thing.filter(({lower}, at) => at > 0 || !articles.has(lower)));
		if (value && isTwoWords(target))
			return [pick, one({op: 'select', target: null, values: [value]}), one({op: 'click', target}), kindBehind(target)];
		return [
			pick,
			...(value ? [one({op: 'select', target: null, values: [value]})] : []),
			one({op: 'click', target}),
			...kindInFront(thing),
		];
	});
	const isAny = articles.has(thing[0]!.lower) ? thing[0]!.lower !== 'the' : vagueModifiers.has(thing[0]!.lower);
	const isNamed = thing.some(token => isDataLike(token) || isCapital(token) || ordinalOf(token) !== null);
	if (isAny && !isNamed)
		return [{lacks: {op: 'select', target: null, complete: given => ({op: 'select', target: null, values: [given]})}}];
	return drafts;
}
