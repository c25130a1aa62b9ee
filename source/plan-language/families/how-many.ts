import {type Draft, isComplete, one, parts} from '../draft.ts';
import {byForms, type Match, pattern} from '../pattern.ts';
import type {ElementState, Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import type {Token} from '../tokens.ts';
import {countOf, withoutArticle} from '../words.ts';
import {anyItem, listOf} from './each.ts';

/** Words for states that one of several things can be in. */
const states: Record<string, ElementState> = {
	...{checked: 'checked', ticked: 'checked', selected: 'selected', unchecked: 'unchecked', unticked: 'unchecked'},
	...{disabled: 'disabled', enabled: 'enabled', expanded: 'expanded', collapsed: 'collapsed', required: 'required'},
};
const kinds = new Set<Target['role']>([
	...(['row', 'item', 'card', 'option', 'checkbox', 'radio', 'switch', 'tab', 'button', 'link', 'field'] as const),
]);
const is = '(is|are|should be|must be|is now|are now)';
const stated = '(checked|ticked|selected|unchecked|unticked|disabled|enabled|expanded|collapsed|required)';

const inState = (target: Target, state: ElementState, number: number): Draft =>
	one({op: 'count', isNegated: false, target, comparison: 'equals', number, state});

/** `two rows`, `none of the checkboxes`: so many of a kind of thing, and no more, are in a state. */
function howMany(number: number, things: readonly Token[], said: readonly Token[]): Draft[] {
	const state = states[said.at(-1)!.lower];
	const [target] = listOf(withoutArticle(things));
	return state && target && kinds.has(target.role) && target.phrase === '' ? [inState(target, state, number)] : [];
}

/** `Only the "Members" tab is selected`: it is, and no other of its kind. */
function noOther(thing: readonly Token[], said: readonly Token[]): Draft[] {
	const state = states[said.at(-1)!.lower];
	const [target] = targetsOf(withoutArticle(thing));
	if (!state || !target || target.scopes.length > 0 || (target.phrase === '' && target.ordinal === null)) return [];
	if (target.role !== null && !kinds.has(target.role)) return [];
	const all: Target = target.role === null ? anyItem : {...anyItem, role: target.role};
	const count = inState(all, state, 1);
	return isComplete(count) ? [parts({op: 'state', isNegated: false, target, state}, ...count.parts)] : [];
}

type Form = readonly [ReturnType<typeof pattern>, (match: Match) => Draft[]];
const form = (text: string, give: (match: Match) => Draft[]): Form => [pattern(text), give];
const numberOf = ([first, ...others]: readonly Token[]) =>
	first?.kind === 'word' && others.length === 0 ? countOf(first) : null;

const forms: Form[] = [
	form(`[exactly|only|just] {number} {things} ${is} ${stated}`, ({number, things, said}) => {
		const count = numberOf(number!);
		return count === null ? [] : howMany(count, things!, said!);
	}),
	form(`(no|none of the|none of) {things} ${is} ${stated}`, ({things, said}) => howMany(0, things!, said!)),
	form(`(only|just) {thing} ${is} ${stated}`, ({thing, said}) =>
		numberOf(thing!.slice(0, 1)) === null ? noOther(thing!, said!) : [],
	),
];

/** "Two rows are selected", "No checkbox is ticked", "Only the Members tab is selected". */
export const howManyAre = (tokens: readonly Token[]): Draft[] =>
	// The form knows the state by its word alone, which is the last one.
	byForms(
		forms.map(([own, give]): Form => [own, match => give({...match, said: tokens.slice(-1)})]),
		tokens,
	).slice(0, 1);
