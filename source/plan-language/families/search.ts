import {type Draft, type Family, one, type Form} from '../draft.ts';
import {byForms, type Match, form} from '../pattern.ts';
import type {Part, Target, Value} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {dataOf, isVague} from '../values.ts';
import {articles} from '../words.ts';

const placed = ({value, place}: Match): Draft[] =>
	targetsOf(place!).flatMap(target => {
		const data = term(value!);
		if (data) return [one({op: 'search', target, value: data})];
		return isVague(value!)
			? [
					{
						lacks: {
							op: 'search' as const,
							target,
							complete: (given: Value): Part => ({op: 'search', target, value: given}),
						},
					},
				]
			: [];
	});

const forms: Form[] = [
	form('search [for] {value} (in|on|within|using|with|via|inside) {place}', placed),
	form('search {place} for {value}', placed),
	form('(search|look) for {value}', ({value}) => alone(value!)),
	form('search {value}', ({value}) => alone(value!)),
	form('filter {things} by {value}', filtered),
	form('filter {things} by (typing|entering) {value}', filtered),
	form('find {value} (using|with|via) (the search|search|the search box|the search field|the search bar)', ({value}) =>
		alone(value!),
	),
];

/** "search for lodash, search for "x" in the plugin list". */
export const search: Family = tokens => {
	const drafts = byForms(forms, tokens);
	const complete = drafts.filter(draft => 'parts' in draft);
	return complete.length > 0 ? complete : drafts.slice(0, 1);
};

/** Every part of a page that is a list has these: no part of it is called so. */
const lists = /^(?:list|table|page|view|rows|items|entries|results|grid|data|records|everything|it|them)$/;

/**
 * `Filter the version history by "^1.0"`: the field that is called a filter, or the one in or below what is called so. The
 * page tells.
 */
function filtered({things, value}: Match): Draft[] {
	const words = things!.filter(({lower}, at) => at > 0 || !articles.has(lower));
	const data = value!.length === 1 && value![0]!.kind === 'quoted' ? dataOf(value!) : null;
	const isName = words.length > 0 && words.length <= 5 && words.every(({kind}) => kind !== 'mark');
	if (!data || !isName || words.some(({lower}) => /^(?:by|in|of|on|and|for|to|with)$/.test(lower))) return [];
	if (lists.test(words.at(-1)!.lower)) return [];
	const isQuoted = words.length === 1 && words[0]!.kind === 'quoted';
	const name = textOf(words).replace(/^"|"$/g, '');
	const field: Target = {phrase: '', isQuoted: false, role: 'field', scopes: [], ordinal: null};
	const fill = (target: Target) => one({op: 'fill', target, value: data});
	const anchor: Target = {phrase: name, isQuoted, role: 'heading', scopes: [], ordinal: null};
	return [
		fill({...field, phrase: 'filter', purpose: name}),
		fill({...field, narrows: name, scopes: [{kind: 'area', role: 'section', name}]}),
		fill({...field, narrows: name, scopes: [{kind: 'near', relation: 'below', anchors: [anchor]}]}),
	];
}

function alone(value: readonly Token[]): Draft[] {
	const data = term(value);
	if (data) return [one({op: 'search', target: null, value: data})];
	return isVague(value)
		? [{lacks: {op: 'search', target: null, complete: given => ({op: 'search', target: null, value: given})}}]
		: [];
}

/** Words without quotes: a few, and no clause among them. `the user Bob` names what is looked for, not what is typed. */
function term(tokens: readonly Token[]): Value | null {
	if (
		tokens.length > 1 &&
		tokens.some(({lower, kind}) => kind === 'mark' || /^(?:for|in|on|and|then|using|with|the|of|by)$/.test(lower))
	)
		return null;
	return tokens.length <= 5 ? dataOf(tokens) : null;
}
