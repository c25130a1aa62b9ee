import type {Asked} from './asked-values.ts';
import {inside} from '../code/references.ts';
import type {ObservedCall} from '../learning/observe.ts';
import {notOfRequest, type RefusedRequest, refusedRequest} from '../learning/refused-request.ts';
import {isSameValue, type Recipe, type Step, type Value, type Values} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';

/** What is kept of a body that works: which fields are sent, and the values that are others than planned. */
export type SettledBody = {settledFields: string[]; settledValues: Values; settledSchema?: SettledSchema};
/** What refusals have said of fields, beside the schema of the document. */
export type SettledSchema = {properties: Record<string, unknown>; required: string[]};

/** What other tests give stays theirs. */
const isFed = (value: Value): boolean => inside(value).some(({is}) => is === 'variable' || is === 'step');

/**
 * @param fields of the record that was accepted in the place of the one that a step sends
 * @param asked what the refusals before it have asked for
 */
export function settledOf(step: Step, fields: Values, asked: ReadonlyMap<string, Asked> = new Map()): SettledBody {
	const planned = sentRecord(step.call.body).fields;
	const known = [...asked].filter(
		([name, {value, schema}]) => schema !== null && fields[name] && isSameValue(value, fields[name]),
	);
	const properties = Object.fromEntries(known.map(([name, {schema}]) => [name, schema]));
	const changed = Object.entries(fields).filter(
		([name, value]) => !isSameValue(planned[name], value) && !isFed(value) && !(name in properties),
	);
	// What was not sent at first is there because the API has named it.
	const required = Object.keys(fields).filter(name => !(name in planned));
	const isSaid = known.length > 0 || required.length > 0;
	return {
		settledFields: Object.keys(fields),
		settledValues: Object.fromEntries(changed),
		...(isSaid ? {settledSchema: {properties, required}} : {}),
	};
}

/**
 * The step at which a run ended because its body was refused; null: it ended otherwise. A 403 may speak of the body as
 * well: only "when every step is 401 / 403" it does not.
 */
export function refusedIn<Call extends ObservedCall>(
	recipe: Recipe,
	calls: readonly Call[],
): RefusedRequest<Call> | null {
	const refused = refusedRequest(recipe, calls, status => status === 403 || !notOfRequest.has(status));
	if (!refused) return null;
	const sends = Object.keys(sentRecord(refused.step.call.body).fields).length > 0;
	return sends && settled.has(refused.operation.method) ? refused : null;
}

/** Requests whose body makes a record or changes one. */
const settled: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
