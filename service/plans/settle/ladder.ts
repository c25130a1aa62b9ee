import type {Recipe, Step, Value, Values} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';

/** One body that is tried: a name for people, and the fields of the record that it sends. */
export type Rung = {name: string; fields: string[]};

const mostOptional = 8;

/**
 * Bodies to try for one that was refused, from what was planned to what the document requires, then with every optional
 * field for itself.
 *
 * @param words what the API has said
 */
export function ladderOf(step: Step, required: ReadonlySet<string>, words: string): Rung[] {
	const {fields} = sentRecord(step.call.body);
	const names = Object.keys(fields);
	const optional = names.filter(name => !required.has(name));
	const named = optional.filter(name => new RegExp(`\\b${escaped(name)}\\b`).test(words));
	const lists = optional.filter(name => isList(fields[name]!));
	const certain = names.filter(name => required.has(name));
	const without = (some: readonly string[]) => names.filter(name => !some.includes(name));
	const rungs: Rung[] = [
		...(named.length > 0 ? [{name: `without ${named.join(', ')}`, fields: without(named)}] : []),
		...(lists.length > 0 ? [{name: 'without lists', fields: without(lists)}] : []),
		...(optional.length > 0 ? [{name: 'only what is required', fields: certain}] : []),
		...optional.slice(0, mostOptional).map(name => ({name: `with ${name}`, fields: [...certain, name]})),
	];
	return [...new Map(rungs.map(rung => [rung.fields.join(), rung])).values()];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isList = (value: Value): boolean =>
	value.is === 'array' || (value.is === 'literal' && Array.isArray(value.value));

/**
 * The fields that work: of the first body that keeps more than what is required, else what is required with every
 * optional field that was accepted for itself. Null: no body was accepted.
 *
 * @param statuses answers in the order of the ladder
 */
export function fieldsThatWork(rungs: readonly Rung[], statuses: readonly (number | null)[]): string[] | null {
	const isAccepted = (place: number): boolean => {
		const status = statuses[place];
		return status !== null && status !== undefined && status >= 200 && status < 300;
	};
	const minimal = rungs.findIndex(({name}) => name === 'only what is required');
	const wide = rungs.findIndex((_, place) => (minimal < 0 || place < minimal) && isAccepted(place));
	if (wide >= 0) return rungs[wide]!.fields;
	const single = rungs.filter((_, place) => place > minimal && isAccepted(place));
	if (minimal < 0 || (!isAccepted(minimal) && single.length === 0)) return null;
	return [
		...new Set([...(isAccepted(minimal) ? rungs[minimal]!.fields : []), ...single.flatMap(({fields}) => fields)]),
	];
}

/** A test that sends the bodies of a ladder one after the other and takes every answer. */
export function ladderRecipe(recipe: Recipe, step: Step, rungs: readonly Rung[]): Recipe {
	const place = recipe.steps.indexOf(step);
	const setup = recipe.steps.slice(0, place).map(one => ({...one, asserts: one.asserts.filter(isOfStatus)}));
	const {pointer, fields} = sentRecord(step.call.body);
	const cases = rungs.map((rung, number) => {
		const kept: Values = Object.fromEntries(
			Object.entries(fields)
				.filter(([name]) => rung.fields.includes(name))
				.map(([name, value]) => [name, distinct(value, number)]),
		);
		const record: Value = {is: 'object', fields: kept};
		const value: Value = pointer === '$' ? record : {is: 'object', fields: {[pointer.slice(2)]: record}};
		return {name: rung.name, patch: [{at: {in: 'body' as const, pointer: '$'}, value}]};
	});
	const {method, path} = step.call.operation;
	return {
		...recipe,
		template: 'custom',
		title: `Settle ${method} ${path}`,
		why: 'Looks for a body that the API accepts.',
		produces: [],
		steps: [...setup, {...step, role: 'act', cases, asserts: [], captures: []}],
		teardown: [],
	};
}

const isOfStatus = ({check}: Step['asserts'][number]): boolean => check.type === 'status';

/** Records of one test may not share what has to be unique. */
const distinct = (value: Value, number: number): Value =>
	value.is === 'unique' ? {...value, shape: value.shape.replace('{RUN_TAG}', `{RUN_TAG}${number}`)} : value;
