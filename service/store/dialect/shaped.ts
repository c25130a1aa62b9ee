import type {CompiledQuery} from 'kysely';
import type {Database} from '../database.ts';
import {type Shaped, type Statement, type Storage, storageOf} from './storage.ts';

/** Where a value goes. */
class Place {
	readonly at: number;

	constructor(at: number) {
		this.at = at;
	}
}

/** Shapes remembered of one store; each is the text of a statement. */
const mostShapes = 400;
const compiledOf = new WeakMap<Storage, Map<string, CompiledQuery>>();

/**
 * @param shape names the statement with everything that its text depends on, besides how long the lists among its values are
 * @param values single values and lists of them; null is one, undefined is not
 * @param build is given something in their place that it must not look at
 */
export function shaped<Values extends Record<string, unknown>>(
	shape: string,
	values: Values,
	build: (values: Values) => Statement,
): Shaped {
	const entries = Object.entries(values);
	const lengths = entries.map(([, value]) => (Array.isArray(value) ? value.length : ''));
	return {
		shape: `${shape} ${lengths.join()}`,
		values: entries.flatMap(([, value]) => value),
		build(flat) {
			const left = [...flat];
			const next = (value: unknown) => (Array.isArray(value) ? left.splice(0, value.length) : left.shift());
			return build(Object.fromEntries(entries.map(([name, value]) => [name, next(value)])) as Values);
		},
	};
}

/** Several of them, and more values, as one statement. */
export const shapedOf = (
	parts: readonly Shaped[],
	more: readonly unknown[],
	build: (parts: readonly Statement[], more: readonly unknown[]) => Statement,
): Shaped => ({
	shape: [...parts.map(({shape}) => shape), more.length].join('; '),
	values: [...parts.flatMap(({values}) => values), ...more],
	build(flat) {
		const left = [...flat];
		return build(
			parts.map(part => part.build(left.splice(0, part.values.length))),
			left,
		);
	},
});

/** The statement with its values, as the store of `database` executes it. */
export function compileShaped(database: Database, {shape, values, build}: Shaped): CompiledQuery {
	const storage = storageOf(database);
	const known = compiledOf.get(storage) ?? new Map<string, CompiledQuery>();
	compiledOf.set(storage, known);
	let compiled = known.get(shape);
	if (compiled === undefined) {
		compiled = build(values.map((_, at) => new Place(at))).compile();
		if (known.size < mostShapes) known.set(shape, compiled);
	}
	const parameters = compiled.parameters.map(value => (value instanceof Place ? values[value.at] : value));
	return {...compiled, parameters};
}
