import type {SettledSchema} from '../../domain/settled-schema.ts';
import type {Asked} from './asked-values.ts';
import {inside} from '../code/references.ts';
import type {ObservedCall} from '../learning/observe.ts';
import {notOfRequest, type RefusedRequest, refusedRequest} from '../learning/refused-request.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import type {RunCalls} from './unnamed-records.ts';
import {partsOf} from '../model/pointer.ts';
import {isSameValue, type Recipe, type Step, type Value, type Values} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';

/** What is kept of a body that works: which fields are sent, and the values that are others than planned. */
export type SettledBody = {settledFields: string[]; settledValues: Values; settledSchema?: SettledSchema};

/** What is known of the record at a place of a body, as a schema of the body. */
export const withinBody = (pointer: string, schema: SettledSchema): SettledSchema =>
	partsOf(pointer).reduceRight<SettledSchema>((inner, part) => ({properties: {[part]: inner}, required: []}), schema);

/** What other tests give stays theirs. */
const isFed = (value: Value): boolean => inside(value).some(({is}) => is === 'variable' || is === 'step');

/**
 * @param fields of the record that was accepted in the place of the one that a step sends
 * @param asked what the refusals before it have asked for
 * @param fuller of a record that another test sends, and that is accepted as it is
 */
export function settledOf(
	step: Step,
	fields: Values,
	asked: ReadonlyMap<string, Asked> = new Map(),
	fuller: Values = {},
): SettledBody {
	const {pointer, fields: planned} = sentRecord(step.call.body);
	const known = [...asked].filter(
		([name, {value, schema}]) => schema !== null && fields[name] && isSameValue(value, fields[name]),
	);
	const properties = Object.fromEntries(known.map(([name, {schema}]) => [name, schema]));
	const changed = Object.entries(fields).filter(
		([name, value]) =>
			!isSameValue(planned[name], value) && !isSameValue(fuller[name], value) && !isFed(value) && !(name in properties),
	);
	// What was not sent at first is there because the API has named it.
	const required = Object.keys(fields).filter(name => !(name in planned));
	const isSaid = known.length > 0 || required.length > 0;
	return {
		settledFields: [...new Set([...Object.keys(fields), ...Object.keys(fuller)])],
		settledValues: Object.fromEntries(changed),
		...(isSaid ? {settledSchema: withinBody(pointer, {properties, required})} : {}),
	};
}

/** Steps of an operation that were answered 2xx. */
export const acceptedSteps = (runs: readonly RunCalls[], {method, path}: Recipe['endpoint']): Step[] =>
	runs.flatMap(({recipe, calls}) => {
		const own = recipe.steps.filter(({call: {operation}}) => operation.method === method && operation.path === path);
		if (own.length === 0) return [];
		const aligned = alignCalls(recipe, calls);
		return own.filter(({id}) => (aligned.get(id) ?? []).some(({status}) => Math.floor((status ?? 0) / 100) === 2));
	});

/** The fields of the largest record that was accepted with all that a refused one has, and more; none was: empty. */
export function fullerFields(
	runs: readonly RunCalls[],
	{operation, step}: Pick<RefusedRequest, 'operation' | 'step'>,
): Values {
	const names = Object.keys(sentRecord(step.call.body).fields);
	// What is sent there and should be left alone, the record does not have.
	const honest = runs.filter(({recipe}) => recipe.template !== 'foreign-fields');
	const fuller = acceptedSteps(honest, operation)
		.filter(({cases}) => cases.length === 0)
		.map(({call}) => sentRecord(call.body).fields)
		.filter(fields => names.every(name => name in fields) && Object.keys(fields).length > names.length);
	// What a test reads in a step of its own, no other test has.
	const isOwn = (value: Value) => inside(value).some(({is}) => is === 'step');
	const [largest = {}] = fuller
		.map(fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => !isOwn(value))))
		.sort((one, other) => Object.keys(other).length - Object.keys(one).length);
	return largest;
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
