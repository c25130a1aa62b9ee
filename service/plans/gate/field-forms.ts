import {entryKey} from '../code/access.ts';
import {stepsOf} from '../code/draft.ts';
import {each, readPointer, type Segment} from '../code/pointer.ts';
import {activeAsserts} from '../code/references.ts';
import type {Check, Json, JsonSchema, Recipe, Value} from '../recipe.ts';
import {bothOf, handleLike, mayBothBe} from './instance.ts';

/**
 * What the shapes of a recipe say of fields, by their name: what stands for their values has to fit it. Where a field of an
 * inner record has the name and no type of one further out (`id` of a card and of its check list), the outer one counts.
 */
export function fieldSchemas(recipe: Recipe): ReadonlyMap<string, JsonSchema> {
	const fields = new Map<string, JsonSchema>();
	const checks = stepsOf(recipe).flatMap(activeAsserts);
	let level = checks.flatMap(({check}) => (check.type === 'shape' ? [check.schema] : []));
	while (level.length > 0) {
		const inner: JsonSchema[] = [];
		for (const schema of level) {
			if (typeof schema !== 'object') continue;
			const properties = (schema['properties'] as Record<string, JsonSchema> | undefined) ?? {};
			for (const [name, part] of Object.entries(properties)) {
				const outer = fields.get(name) ?? true;
				if (mayBothBe(outer, part)) fields.set(name, bothOf(outer, part));
				inner.push(part);
			}
			if (schema['items'] !== undefined) inner.push(schema['items'] as JsonSchema);
		}
		level = inner;
	}
	return fields;
}

/** What a check compares, and with which place. */
function comparedIn(check: Check): [Value | null, readonly Segment[]] {
	if (check.type === 'equals') return [check.value, readPointer(check.pointer)];
	if (check.type === 'every') return [check.value, readPointer(check.field)];
	if (check.type !== 'contains') return [null, []];
	const list = readPointer(check.list);
	return [check.handle, list.includes(each) ? list : [entryKey(check.handle)]];
}

/** Values for the variables that a recipe consumes, each of the form of the field that it is compared with. */
export function variableValues(recipe: Recipe): {[variable: string]: Json} {
	const fields = fieldSchemas(recipe);
	const compared = new Map<string, JsonSchema>();
	for (const {check} of stepsOf(recipe).flatMap(activeAsserts)) {
		const [value, place] = comparedIn(check);
		const schema = fields.get(String(place.at(-1)));
		if (value?.is === 'variable' && schema !== undefined) compared.set(value.name, schema);
	}
	return Object.fromEntries(
		recipe.consumes.map((variable, place) => [
			variable,
			handleLike(compared.get(variable), `a-${variable}`, 1000 + place),
		]),
	);
}
