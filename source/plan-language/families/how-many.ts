import {type Draft, isComplete, one, parts, type Form} from '../draft.ts';
import {byForms, form, type Match} from '../pattern.ts';
import type {ElementState, Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import type {Token} from '../tokens.ts';
import {countOf, withoutArticle} from '../words.ts';
import {anyItem, inside, listOf} from './each.ts';

/** Words for states that one of several things can be in. */
const states = new Map<string, ElementState>([
	...(['checked', 'selected', 'unchecked', 'disabled', 'enabled'] as const).map(state => [state, state] as const),
	...(['expanded', 'collapsed', 'required'] as const).map(state => [state, state] as const),
	['ticked', 'checked'],
	['unticked', 'unchecked'],
]);
const kinds = new Set<Target['role']>([
	...(['row', 'item', 'card', 'option', 'checkbox', 'radio', 'switch', 'tab', 'button', 'link', 'field'] as const),
]);
const is = '(is|are|should be|must be|is now|are now)';

const stateIn = ([word, ...others]: readonly Token[]): ElementState | undefined =>
	word?.kind === 'word' && others.length === 0 ? states.get(word.lower) : undefined;

/** What is ticked is a checkbox, although a box may be any field. */
const inState = (target: Target, state: ElementState, number: number): Draft => {
	const isBox = target.role === 'field' && (state === 'checked' || state === 'unchecked');
	const counted: Target = isBox ? {...target, role: 'checkbox'} : target;
	return one({op: 'count', isNegated: false, target: counted, comparison: 'equals', number, state});
};

/** `two rows`, `none of the checkboxes`: so many of a kind of thing, and no more, are in a state. */
function howMany(number: number, things: readonly Token[], said: readonly Token[]): Draft[] {
	const state = stateIn(said);
	const [target] = listOf(withoutArticle(things));
	return state && target && kinds.has(target.role) && target.phrase === '' ? [inState(target, state, number)] : [];
}

/** `Only the "Members" tab is selected`: it is, and no other of its kind. */
function noOther(thing: readonly Token[], said: readonly Token[]): Draft[] {
	const state = stateIn(said);
	const [target] = targetsOf(withoutArticle(thing));
	if (!state || !target || target.scopes.length > 0 || (target.phrase === '' && target.ordinal === null)) return [];
	if (target.role !== null && !kinds.has(target.role)) return [];
	const all: Target = target.role === null ? anyItem : {...anyItem, role: target.role};
	const count = inState(all, state, 1);
	return isComplete(count) ? [parts({op: 'state', isNegated: false, target, state}, ...count.parts)] : [];
}

const numberOf = ([first, ...others]: readonly Token[]) =>
	first?.kind === 'word' && others.length === 0 ? countOf(first) : null;

/** `between 3 and 5 results`: neither fewer nor more. */
function range({low, high, things, place}: Match): Draft[] {
	const [least, most] = [numberOf(low!), numberOf(high!)];
	const [target] = listOf(withoutArticle(things!), place ? [inside, ...place] : []);
	if (least === null || most === null || least > most || !target) return [];
	const count = {op: 'count', isNegated: false, target} as const;
	return [parts({...count, comparison: 'at_least', number: least}, {...count, comparison: 'at_most', number: most})];
}
const shown = '(shown|listed|displayed|visible|there|left|found|returned|present)';

const forms: Form[] = [
	form(`between {low} and {high} {things} ${is} ${shown} (in|on) {place}`, range),
	form(`between {low} and {high} {things} ${is} ${shown}`, range),
	form(
		'(there are|there should be|i see|we see|you see|the page shows|the page lists) between {low} and {high} {things}',
		range,
	),
	form('{place} (has|contains|shows|lists) between {low} and {high} {things}', range),
	form(`[exactly|only|just] {number} {things} ${is} {said}`, ({number, things, said}) => {
		const count = numberOf(number!);
		return count === null ? [] : howMany(count, things!, said!);
	}),
	form(`(no|none of the|none of) {things} ${is} {said}`, ({things, said}) => howMany(0, things!, said!)),
	form(`(only|just) {thing} ${is} {said}`, ({thing, said}) =>
		numberOf(thing!.slice(0, 1)) === null ? noOther(thing!, said!) : [],
	),
];

/** "Two rows are selected", "No checkbox is ticked", "Only the Members tab is selected". */
export const howManyAre = (tokens: readonly Token[]): Draft[] => byForms(forms, tokens).slice(0, 1);
