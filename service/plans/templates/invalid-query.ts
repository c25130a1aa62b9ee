import {either, oneByOne} from '../kinds/names.ts';
import {boundsOf} from '../data/scalar.ts';
import {documentsRefusal} from '../model/operation.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import type {SchemaView} from '../model/schema.ts';
import type {Case, Json, Value} from '../recipe.ts';
import {always, refuses} from './asserts.ts';
import {accepted} from './control.ts';
import {allowedValues} from './allowed-values.ts';
import type {RowTemplate} from './row-draft.ts';
import {refusalShape} from './documented-refusal.ts';

const mostCases = 12;
const literal = (value: Json): Value => ({is: 'literal', value});

/** Query and header values outside their type, list or bounds, and required ones left out. Free text is never wrong. */
export const invalidQuery: RowTemplate = {
	id: 'invalid-query',
	category: 'error_edge',
	priority: 'p2',
	fill(draft, operation, {api}) {
		if (operation.method !== 'GET') return null;
		const cases = [...operation.query, ...operation.headers].flatMap(one => casesOf(one, api.schemas.view(one.schema)));
		if (cases.length === 0) return null;
		const names = [...new Set(cases.map(({patch}) => patch[0]!.at.pointer))];
		const isDocumented = documentsRefusal(operation);
		const call = draft.request(operation, {});
		const wrong = operation.query.filter(({name}) => names.includes(name));
		const allowed = allowedValues(wrong, one => api.schemas.view(one));
		accepted(draft, operation, {...call, query: {...call.query, ...allowed}}, 'ask as the document allows');
		draft.step({
			id: 'invalid',
			title: 'ask with what the document forbids',
			role: 'act',
			call,
			cases: cases.slice(0, mostCases),
			asserts: [
				refuses(operation, [400, 422], 'input that the schema forbids is refused'),
				...always(api, operation, true),
				...refusalShape(api, operation, [400, 422]),
			],
		});
		return {
			title: `refuses ${either(names).replace('other fields', 'other parameters')} outside what is allowed`,
			description: `Asks ${oneByOne(
				cases.slice(0, mostCases).map(({name}) => name),
				'with one mistake at a time',
				'with ',
			)}.`,
			selected: isDocumented,
		};
	},
};

function casesOf({in: where, name, required, example}: PlanParameter, view: SchemaView): Case[] {
	const at = {in: where, pointer: name};
	const cases: Case[] = [];
	const add = (what: string, value: Value | 'absent') => cases.push({name: what, patch: [{at, value}]});
	const isNumber = view.types.has('integer') || view.types.has('number');
	if (view.enum && view.enum.length > 0) add(`${name} outside its list`, literal('not-in-the-list'));
	else if (isNumber && !view.types.has('string')) {
		add(`${name} that is no number`, literal('abc'));
		const {min, max, step} = boundsOf(view);
		if (min !== null) add(`${name} below ${min}`, literal(min - (step || 1)));
		if (max !== null && max < 1e15) add(`${name} above ${max}`, literal(max + (step || 1)));
	}
	// A header that was only recorded may be left out: it chooses the form of the answer.
	if (required && where !== 'path' && (where === 'query' || example === undefined)) add(`without ${name}`, 'absent');
	return cases;
}
