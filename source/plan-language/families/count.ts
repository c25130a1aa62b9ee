import type {Draft} from '../draft.ts';
import {matches, pattern, startsWith} from '../pattern.ts';
import {roleAtEnd} from '../names.ts';
import type {Predicate} from '../predicates.ts';
import type {Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {articles, countOf} from '../words.ts';
import {claim, comparisons, isPage, placeOf, withScopes, isPerson} from './claim.ts';
import {operandOf} from './values.ts';

/** `3 rows in the table`, `at least 2 items`, `only one task`: a number and what is counted. */
function counted(tokens: readonly Token[], isNegated: boolean, container: Target | null): Draft[] {
	let rest = tokens.filter(({lower}, at) => !(at === 0 && /^(?:only|exactly|just)$/.test(lower)));
	if (rest[0]?.lower === 'a' && rest[1]?.lower === 'total' && rest[2]?.lower === 'of') rest = rest.slice(3);
	if (/^(?:left|remaining)$/.test(rest.at(-1)?.lower ?? '')) return [];
	const prefix = comparisons.find(([words]) => startsWith(rest, 0, words));
	if (prefix) rest = rest.slice(prefix[0].length);
	const number = countOf(rest[0]);
	// `Single trip` is what something is called.
	if (rest[0]?.text === 'Single') return [];
	if (number === null || rest.length < 2) return [];
	// `2 more reviews`: than there were, which nobody has counted.
	if (number > 0 && /^(?:more|fewer|less)$/.test(rest[1]!.lower)) return [];
	const things = rest
		.slice(1)
		.filter(({lower}, at) => !(at === 0 && /^(?:more|other|different|visible|of)$/.test(lower)));
	if (things.some(({kind}) => kind === 'quoted') && things.length === 1) return [];
	return targetsOf(things)
		.filter(
			({ordinal, isQuoted, phrase}) =>
				ordinal === null &&
				(!isQuoted || phrase !== '') &&
				!/^[%€$£°]/.test(phrase) &&
				!/^(?:left|seconds?|minutes?|times?|days?|characters?|stars?|kg|g|mg|kwh|kw|km|cm|mm|ml|mb|gb|kb|chf|eur|usd|gbp|percent)\b|\b(?:left|remaining)$/i.test(
					phrase,
				),
		)
		.map(target =>
			claim(isNegated, {
				op: 'count',
				target: container
					? withScopes(target, [
							{kind: 'area', role: container.role, name: container.phrase || null},
							...container.scopes,
						])
					: target,
				comparison: prefix?.[1] ?? 'equals',
				number,
			}),
		)
		.flatMap(draft => (prefix || rest[0]!.kind !== 'word' ? [draft] : [draft, ...inColumn(draft)]));
}

/** `there are 340 pages in the row of X`: what the column of that name says, where the table has one. */
function inColumn(draft: Draft): Draft[] {
	const [part] = 'parts' in draft ? draft.parts : [];
	if (part?.op !== 'count') return [];
	const {phrase, isQuoted, role, scopes} = part.target;
	const [scope, ...others] = scopes;
	const isOfRecord =
		(scope?.kind === 'row' || scope?.kind === 'row_at') && others.length === 0 && role === null && !isQuoted;
	if (!isOfRecord || !/^\p{Ll}+(?: (?!\p{Ll}+(?:ed|wn|ound|eft)$)\p{Ll}+)?$/u.test(phrase) || part.number === 0)
		return [];
	const value = {text: String(part.number), isQuoted: false};
	return [claim(part.isNegated, {op: 'cell', column: phrase, scope, table: null, comparison: 'equals', value})];
}

/** "there are 3 rows in the table, the list has 2 items, only one task is displayed". */
export function count({subject, isNegated, verb, rest, isOfOne}: Predicate): Draft[] {
	if (verb === 'be' && subject.length === 1 && subject[0]!.lower === 'there') return counted(rest, isNegated, null);
	if (verb === 'see' && (subject.length === 0 || isPerson(subject))) return counted(rest, isNegated, null);
	if (
		(verb === 'be' &&
			/^(?:displayed|shown|visible|listed|present|found|open|there|available)$/.test(rest[0]?.lower ?? '')) ||
		verb === 'appear'
	) {
		const places = placeOf(verb === 'appear' ? rest : rest.slice(1));
		if (isLine(subject, isOfOne)) return [];
		// `No events are shown`: none of them, whatever else is called so.
		if (places && !isNegated && !isOfOne && verb === 'be' && isNone(subject))
			return targetsOf(subject.slice(1)).flatMap(target =>
				target.role === null && target.ordinal === null
					? places.map(scopes =>
							claim(false, {op: 'count', target: withScopes(target, scopes), comparison: 'equals', number: 0}),
						)
					: [],
			);
		if (!places || /^(?:no|a|an)$/.test(subject[0]?.lower ?? '')) return [];
		return counted(subject, isNegated, null).flatMap(draft => places.map(scopes => scoped(draft, scopes)));
	}
	const numberOf = matches(numberForm, subject)[0];
	// `the Amount of Bob`: with a capital behind its article it is a column.
	const isNumber = !(articles.has(subject[0]?.lower ?? '') && isCapital(subject[1]));
	if (numberOf && isNumber && (verb === 'be' || verb === 'equal')) {
		const operand = operandOf(verb, rest);
		const number = operand?.value ? Number(operand.value.text) : Number.NaN;
		if (operand && Number.isInteger(number))
			return targetsOf(numberOf['thing']!).flatMap(target => [
				claim(isNegated, {op: 'count', target, comparison: operand.comparison, number}),
				// What is called so may show the number itself: `Adults 2`.
				...(target.phrase === '' || target.scopes.length > 0
					? []
					: [claim(isNegated, {op: 'value', target, comparison: operand.comparison, value: operand.value!})]),
			]);
	}
	if (verb !== 'have' && verb !== 'show' && verb !== 'contain' && verb !== 'hold') return [];
	if (isPage(subject)) return counted(rest, isNegated, null);
	const containers = targetsOf(subject).filter(
		({role, phrase}) => (role !== null || phrase !== '') && !(role !== null && holdsNoThings.has(role)),
	);
	return containers.flatMap(container => [
		...counted(rest, isNegated, container),
		...(verb === 'have' || /\d/.test(container.phrase) ? written(rest, isNegated, container) : []),
	]);
}
/** `no events`: a plural in small letters that is no kind of control or message. */
const isNone = (subject: readonly Token[]): boolean => {
	const things = subject.slice(1);
	return (
		subject[0]?.lower === 'no' &&
		things.length > 0 &&
		things.length <= 3 &&
		things.every(({kind, text, lower}) => kind === 'word' && text === lower) &&
		/[^s]s$/.test(things.at(-1)!.lower) &&
		// What a page says where nothing was found.
		!/^(?:results|matches|hits|details|changes)$/.test(things.at(-1)!.lower) &&
		roleAtEnd(things) === null
	);
};

/** `5 events found is shown`: a line of the page and no events, or they would be shown. */
export const isLine = (subject: readonly Token[], isOfOne: boolean): boolean => {
	const number = countOf(subject[0]);
	return isOfOne && number !== null && number > 1 && subject[0]!.kind === 'word' && subject.length > 2;
};

/** `Report 3 has 1 vote`: what its row says, where there is nothing to count. */
function written(rest: readonly Token[], isNegated: boolean, {phrase, role, scopes, ordinal}: Target): Draft[] {
	const isRecord = role === null && scopes.length === 0 && ordinal === null && /^\p{Lu}/u.test(phrase);
	if (!isRecord || !/^\d+$/.test(rest[0]?.text ?? '') || rest.length > 3 || rest.length < 2) return [];
	const row = {kind: 'row' as const, conditions: [{column: null, text: phrase}]};
	const within: Target = {phrase: '', isQuoted: false, role: 'row', scopes: [row], ordinal: null};
	const text = {text: textOf(rest), isQuoted: false};
	const said = claim(isNegated, {op: 'text', text, comparison: 'contains', within});
	const value = {text: rest[0]!.text, isQuoted: false};
	const column = textOf(rest.slice(1));
	const cell = claim(isNegated, {op: 'cell', column, scope: row, table: null, comparison: 'equals', value});
	return /\d/.test(phrase) ? [said, cell] : [cell];
}

/** A field holds a value, and no things that could be counted. */
const holdsNoThings = new Set<Target['role']>(['field', 'switch', 'checkbox', 'radio', 'slider']);
const numberForm = pattern('[the] (number|count|amount|total number) of {thing}');

function scoped(draft: Draft, scopes: Target['scopes']): Draft {
	if (!('parts' in draft) || scopes.length === 0) return draft;
	return {
		...draft,
		parts: draft.parts.map(part => (part.op === 'count' ? {...part, target: withScopes(part.target, scopes)} : part)),
	};
}
