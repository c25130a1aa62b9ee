import {type Draft, type Family, one} from '../draft.ts';
import {byForms, type Match, pattern} from '../pattern.ts';
import type {Part, Value} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import type {Token} from '../tokens.ts';
import {dataOf, isVague} from '../values.ts';

type Form = readonly [ReturnType<typeof pattern>, (match: Match) => Draft[]];
const form = (text: string, give: (match: Match) => Draft[]): Form => [pattern(text), give];

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
