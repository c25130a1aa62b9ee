import {plainName, singular, wordsOf} from '../../inference/word-form.ts';
import {isPastMoment, scalarValue, sideOfSpan} from '../data/scalar.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import {scalarOrNull, type Schemas, type SchemaView, textIn} from '../model/schema.ts';
import type {Json, Value} from '../recipe.ts';

/** Values by which a list shows everything. */
const everything = /^(?:all|any|both|everything)$/i;

/**
 * A query parameter that is sent although it may be left out: the one that an operation is called after
 * (`/findByTags?tags=`), one that its own words call required, and one by which a list that shows a part of its records
 * only (`state=open`) shows them all. Null: it is left out.
 */
export function sentAnyhow(
	schemas: Schemas,
	operation: PlanOperation,
	parameter: PlanParameter,
	seed: string,
): Value | null {
	const view = schemas.view(parameter.schema);
	if (operation.method === 'GET' && hidesByDefault(view) && formOf(schemas, operation).form === 'list')
		return {is: 'literal', value: view.enum!.find(isEverything) as Json};
	if (!isCalledAfter(operation, parameter.name) && !isSaidToBeRequired(parameter, view)) return null;
	const {name, example} = parameter;
	if (!view.types.has('array')) return scalarOrNull(view, example) ?? scalarValue(name, view, `${seed} ${name}`);
	const items = schemas.view(view.items);
	const [shown] = Array.isArray(example) ? example : [];
	const item = scalarOrNull(items, shown) ?? scalarValue(singular(name), items, `${seed} ${name}`);
	return item && {is: 'array', items: [item]};
}

const isEverything = (one: unknown): boolean => typeof one === 'string' && everything.test(one);

/** `state: {enum: [open, closed, all], default: open}` */
const hidesByDefault = ({enum: options, words}: SchemaView): boolean =>
	words['default'] !== undefined && !isEverything(words['default']) && options?.some(isEverything) === true;

/** `GET /pet/findByTags` is asked with tags. */
function isCalledAfter({segments}: PlanOperation, name: string): boolean {
	const words = wordsOf(segments.at(-1) ?? '');
	const by = words.indexOf('by');
	return by > 0 && plainName(words.slice(by + 1).join('')) === plainName(name);
}

/** "Required. Unix time from which …", "(required)"; not "required if …". */
function isSaidToBeRequired({description}: PlanParameter, {words}: SchemaView): boolean {
	const said = description ?? textIn(words, 'description') ?? '';
	return /^\W*(?:required|mandatory)\b(?!\s+(?:if|when|unless|for|only|with|by|in)\b)|\((?:required|mandatory)\)|\bthis (?:parameter|field|value) is (?:required|mandatory)(?=[.!]|$)/i.test(
		said,
	);
}

const aDay = 86_400;

/**
 * A bound of the span of time that a list of what has happened is asked for, such as measurements or alerts: from yesterday
 * until tomorrow, so that what a test has just made is within. Null: the list is of what is to come, or the parameter is no
 * such bound.
 */
export function spanOfPast(schemas: Schemas, operation: PlanOperation, {name, schema}: PlanParameter): Value | null {
	const view = schemas.view(schema);
	const side = operation.method === 'GET' ? sideOfSpan(name, view) : null;
	const form = formOf(schemas, operation);
	if (side === null || form.form !== 'list') return null;
	const fields = [...form.view.properties].map(([field, own]) => [field, schemas.view(own)] as const);
	const isToCome = fields.some(([field, own]) => sideOfSpan(field, own) !== null || /^(?:date|day)$/i.test(field));
	if (isToCome || !fields.some(([field, own]) => isPastMoment(field, own))) return null;
	const format = textIn(view.words, 'format') === 'date' ? 'date' : 'date-time';
	return {is: 'now', offsetSeconds: side === 'beginning' ? -aDay : aDay, format};
}
