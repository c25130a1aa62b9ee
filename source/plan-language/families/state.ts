import {type Draft, isComplete} from '../draft.ts';
import {type Token, textOf} from '../tokens.ts';
import {matches, pattern, startsWith} from '../pattern.ts';
import {dataOf, isCapital} from '../values.ts';
import type {Predicate} from '../predicates.ts';
import type {ElementState, Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {claim, isPage, placeOf, withScopes, isPerson} from './claim.ts';
import {asCheckable} from './click.ts';
import {articles, recordNouns} from '../words.ts';

const states: Array<[string[], ElementState, boolean]> = (
	[
		['checked', 'checked', false],
		['ticked', 'checked', false],
		['marked as done', 'checked', false],
		['marked as completed', 'checked', false],
		['marked as complete', 'checked', false],
		['completed', 'checked', false],
		['done', 'checked', false],
		['pressed', 'checked', false],
		...['highlighted', 'marked', 'shown'].map(verb => [`${verb} as pressed`, 'checked', false] as const),
		...['highlighted', 'marked', 'shown'].flatMap(verb =>
			['selected', 'active', 'current'].map(state => [`${verb} as ${state}`, 'selected', false] as const),
		),
		['toggled on', 'checked', false],
		['toggled off', 'unchecked', false],
		['turned on', 'checked', false],
		['switched on', 'checked', false],
		['on', 'checked', false],
		['unchecked', 'unchecked', false],
		['unticked', 'unchecked', false],
		['turned off', 'unchecked', false],
		['switched off', 'unchecked', false],
		['off', 'unchecked', false],
		['disabled', 'disabled', false],
		['greyed out', 'disabled', false],
		['grayed out', 'disabled', false],
		['inactive', 'disabled', false],
		['enabled', 'enabled', false],
		['clickable', 'enabled', false],
		['editable', 'read_only', true],
		['selected', 'selected', false],
		['active', 'selected', false],
		['chosen', 'selected', false],
		['required', 'required', false],
		['mandatory', 'required', false],
		['optional', 'required', true],
		['focused', 'focused', false],
		['in focus', 'focused', false],
		['read-only', 'read_only', false],
		['read only', 'read_only', false],
		['readonly', 'read_only', false],
		['expanded', 'expanded', false],
		['collapsed', 'collapsed', false],
		['empty', 'empty', false],
		['blank', 'empty', false],
		['cleared', 'empty', false],
		['highlighted', 'selected', false],
		['invalid', 'invalid', false],
		['marked as invalid', 'invalid', false],
		['marked invalid', 'invalid', false],
		['shown as invalid', 'invalid', false],
		['flagged as invalid', 'invalid', false],
		['highlighted as invalid', 'invalid', false],
		['marked as valid', 'invalid', true],
		['valid', 'invalid', true],
		...['masked', 'obscured', 'shown as dots', 'shown as bullets', 'shown as asterisks', 'displayed as dots'].map(
			words => [words, 'masked', false] as const,
		),
		...[
			'unmasked',
			'readable',
			'shown in plain text',
			'visible in plain text',
			'displayed in plain text',
			'shown as plain text',
			'visible as plain text',
			'in plain text',
		].map(words => [words, 'masked', true] as const),
	] as const
).map(([words, state, isOpposite]) => [words.split(' '), state, isOpposite]);

/** What shows where one is, or what was chosen. */
const canBeMarked = new Set<Target['role']>(['link', 'tab', 'menu item', 'button', 'row', 'item', 'option']);

/** "… is checked / disabled / selected / required / focused …". */
export function state({subject, isNegated, verb, rest}: Predicate): Draft[] {
	if (verb === 'have' && rest.length <= 2 && rest.at(-1)?.lower === 'focus')
		return targetsOf(subject).map(target => claim(isNegated, {op: 'state', target, state: 'focused'}));
	if (verb !== 'be' || subject.length === 0 || isPage(subject) || isPerson(subject)) return [];
	const byDefault = rest.at(-1)?.lower === 'default' && rest.at(-2)?.lower === 'by' ? rest.slice(0, -2) : rest;
	const found = states.find(([words]) => byDefault.length >= words.length && startsWith(byDefault, 0, words));
	if (!found) return [];
	// `The user "Bob" is inactive`: how a record is.
	const isActive = /^(?:in)?active$/.test(found[0][0]!);
	if (
		isActive &&
		recordNouns.has(subject.filter(({lower}) => !articles.has(lower))[0]?.lower ?? '') &&
		subject.at(-1)!.kind === 'quoted'
	)
		return [];
	const isMarked = found[0].length === 1 && found[0][0] === 'highlighted';
	if (isMarked && !canBeMarked.has(targetsOf(subject)[0]?.role ?? null)) return [];
	// `the status of A-1002 is Active`: a value, as it stands on the page.
	const isOwned = subject.some(
		({kind, text, lower}) => kind === 'word' && (lower === 'of' || /^\p{Lu}.*['’]s$/u.test(text)),
	);
	if (byDefault[0]!.text !== byDefault[0]!.lower && isOwned) return [];
	// `No date has been selected`: an option that is called so, or what the page says where none is.
	const isNone = subject[0]!.lower === 'no' && subject.length > 1 && !isNegated && byDefault.length === found[0].length;
	const none =
		isNone && (found[1] === 'selected' || found[1] === 'checked')
			? [
					claim(false, {
						op: 'text',
						text: {text: textOf([...subject, ...byDefault]), isQuoted: false},
						comparison: 'contains',
						within: null,
					}),
				]
			: [];
	const places = placeOf(byDefault.slice(found[0].length));
	if (!places || (found[0][0] === 'on' && byDefault.length > 1)) return [];
	// A button that is one of no several is active where it can be pressed: the page tells.
	const isUsable = byDefault[0]!.lower === 'active' && subject.at(-1)!.lower === 'button';
	const drafts = targetsOf(subject)
		.map(target => (found[0].includes('pressed') ? target : boxAs(target, found[1], subject)))
		.filter(({phrase, role, scopes}) => phrase !== '' || role !== null || scopes.length > 0)
		.flatMap(target =>
			places.map(scopes =>
				claim(found[2] ? !isNegated : isNegated, {op: 'state', target: withScopes(target, scopes), state: found[1]}),
			),
		);
	return [...drafts, ...(isUsable ? drafts.flatMap(asEnabled) : []), ...none];
}

const asEnabled = (draft: Draft): Draft[] =>
	isComplete(draft)
		? [{...draft, parts: draft.parts.map(part => (part.op === 'state' ? {...part, state: 'enabled' as const} : part))}]
		: [];

const currents = pattern('{option} is [not] the (current|selected|active|chosen|default|preselected) {group}');

/** `Card is the active payment method`: the value of a group or field, or what is selected. */
export function current(tokens: readonly Token[]): Draft[] {
	const [match] = matches(currents, tokens);
	const {option, group} = match ?? {};
	if (!option || !group || /^(?:page|tab|step|one|option|entry|item|url|title)$/.test(group.at(-1)!.lower)) return [];
	const isNegated = tokens[option.length + 1]?.lower === 'not';
	const value = dataOf(option);
	if (!value || !(option[0]!.kind === 'quoted' || isCapital(option[0]))) return [];
	return [
		...targetsOf(group)
			.filter(({phrase}) => phrase !== '')
			.map(target => claim(isNegated, {op: 'value', target, comparison: 'equals', value})),
		...targetsOf(option)
			.filter(({phrase}) => phrase !== '')
			.map(target => claim(isNegated, {op: 'state', target, state: 'selected'})),
	];
}

/** A box that is ticked is a checkbox. */
const boxAs = (target: Target, state: ElementState, subject: readonly Token[]): Target =>
	state === 'checked' || state === 'unchecked' ? asCheckable(target, subject) : target;
