import {boundsOf} from '../data/scalar.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import {type SchemaView, scalarOrNull} from '../model/schema.ts';
import type {Value, Values} from '../recipe.ts';

/** Where a list begins to be read: two of them contradict each other. */
const begins = /^(?:page|page_?(?:number|no|index)|offset|skip|start|start_?index)$/i;
/** How much of it is read. */
const sizes = /^(?:page_?size|per_?page|size|limit|count|take|max_?results|top|first)$/i;

/**
 * Values that an operation takes for certain, all of them in one request: what the document shows, an end of the bounds,
 * the first page. Without those of which the document says too little to know one.
 */
export function allowedValues(parameters: readonly PlanParameter[], viewOf: (schema: unknown) => SchemaView): Values {
	const values: Values = {};
	let hasBegin = false;
	for (const {name, schema, example} of parameters) {
		if (begins.test(name) && hasBegin) continue;
		const value = allowedValue(name, viewOf(schema), example);
		if (value === null) continue;
		values[name] = value;
		hasBegin ||= begins.test(name);
	}
	return values;
}

function allowedValue(name: string, view: SchemaView, example: unknown): Value | null {
	const shown = scalarOrNull(view, example ?? view.words['default']);
	if (shown) return shown;
	if (!view.types.has('integer') && !view.types.has('number')) return null;
	const {min, max} = boundsOf(view);
	const [isBegin, isSize] = [begins.test(name), sizes.test(name)];
	if (min === null && max === null && !isBegin && !isSize) return null;
	const usual = isBegin ? (min ?? (/^page/i.test(name) ? 1 : 0)) : isSize ? (max ?? 1) : (min ?? max!);
	return {is: 'literal', value: Math.max(min ?? usual, Math.min(max ?? usual, usual))};
}
