import type {Recipe, Value, Values} from '../recipe.ts';
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
	const shared = new Map<string, SharedFields>();
	const left = bodies.filter(({fields}) => lengthOf(fields, Object.keys(fields)) >= least);
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

/** Names of the fields that two bodies have with the same value, whatever the run. */
const common = ({seed}: Recipe, some: Values, others: Values): string[] =>
	Object.entries(some).flatMap(([name, value]) => {
		const other = others[name];
		return other && keyOf(other) === keyOf(value) && constantOf(value, seed) !== undefined ? [name] : [];
	});
