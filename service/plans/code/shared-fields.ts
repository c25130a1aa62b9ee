import type {Case, Recipe, Step, Value, Values} from '../recipe.ts';
import {keyOf, stepsOf} from './draft.ts';
import {nounOf} from './names.ts';
import {sentObjects} from './sent-fields.ts';
import {constantOf} from './value.ts';

/** Fields that several bodies of a test have in common, and what such a constant is called. */
type SharedFields = {name: string; fields: Values};

/** From how much text a constant is worth its lines, where lines are short of too: characters of what is shared. */
const worthIt = {usual: 120, short: 40};

const lengthOf = (fields: Values, names: readonly string[]): number =>
	names.reduce((sum, name) => sum + name.length + keyOf(fields[name]!).length - keyOf(nothing).length, 0);
const nothing: Value = {is: 'literal', value: ''};

/**
 * Bodies of which most is the same, by `keyOf`: what they share stands above the function once, and every body says only
 * what is its own. Only values that do not depend on the run are shared.
 */
export function sharedFields(recipe: Recipe, isShort = false): Map<string, SharedFields> {
	const least = isShort ? worthIt.short : worthIt.usual;
	// Of `{"article": {…}}` the article.
	const bodies = stepsOf(recipe).flatMap(step =>
		sentObjects(step)
			.slice(-1)
			.map(({fields}) => ({fields, name: nounOf(step.call.operation).toUpperCase()})),
	);
	const shared = validFields(recipe);
	const left = bodies.filter(
		({fields}) => !shared.has(keyOf({is: 'object', fields})) && lengthOf(fields, Object.keys(fields)) >= least,
	);
	while (left.length > 1) {
		const first = left.shift()!;
		const like = left.filter(other => lengthOf(first.fields, common(recipe, first.fields, other.fields)) >= least);
		if (like.length === 0) continue;
		const names = like.reduce(
			(kept, other) => kept.filter(name => common(recipe, first.fields, other.fields).includes(name)),
			Object.keys(first.fields),
		);
		if (lengthOf(first.fields, names) < least) continue;
		const taken = new Set([...shared.values()].map(({name}) => name));
		const name = taken.has(first.name) ? `${first.name}_${taken.size + 1}` : first.name;
		const constant = {name, fields: Object.fromEntries(names.map(one => [one, first.fields[one]!]))};
		for (const body of [first, ...like]) {
			shared.set(keyOf({is: 'object', fields: body.fields}), constant);
			if (body !== first) left.splice(left.indexOf(body), 1);
		}
	}
	return shared;
}

/** What a table of mistakes changes stands above the function anyway: the request that shows it to be accepted takes it from there. */
function validFields(recipe: Recipe): Map<string, SharedFields> {
	const shared = new Map<string, SharedFields>();
	const steps = stepsOf(recipe);
	const [table, ...others] = steps.filter(({cases}) => cases.length > 1 && cases.every(isOfBody));
	const own = table && sentObjects(table).at(-1)?.fields;
	if (!own || others.length > 0) return shared;
	const alike = steps.flatMap(step => {
		const fields =
			step !== table && keyOfCall(step) === keyOfCall(table) ? sentObjects(step).at(-1)?.fields : undefined;
		return fields && Object.keys(fields).length > 0 ? [fields] : [];
	});
	const names = alike.reduce<string[]>(
		(kept, fields) => kept.filter(name => common(recipe, own, fields).includes(name)),
		Object.keys(own).filter(name => constantOf(own[name]!, recipe.seed) !== undefined),
	);
	// A constant of which a test needs only a part, or next to nothing, is no base of anything.
	if (alike.length === 0 || names.length < Math.max(1, Object.keys(own).length / 2)) return shared;
	const constant = {name: 'VALID', fields: Object.fromEntries(names.map(one => [one, own[one]!]))};
	for (const fields of [own, ...alike]) shared.set(keyOf({is: 'object', fields}), constant);
	return shared;
}

const isOfBody = ({patch}: Case): boolean => patch.length === 1 && patch[0]!.at.in === 'body';
const keyOfCall = ({call: {operation}}: Step): string => `${operation.method} ${operation.path}`;

/** Names of the fields that two bodies have with the same value, whatever the run. */
const common = ({seed}: Recipe, some: Values, others: Values): string[] =>
	Object.entries(some).flatMap(([name, value]) => {
		const other = others[name];
		return other && keyOf(other) === keyOf(value) && constantOf(value, seed) !== undefined ? [name] : [];
	});
