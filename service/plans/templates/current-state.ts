import type {ApiModel} from '../kinds/analyse-api.ts';
import {carries, type PlanOperation} from '../model/operation.ts';
import {type Call, isSameValue, type Step, type Value, type Values} from '../recipe.ts';
import {succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import type {RequestOptions, StepOptions} from './recipe-options.ts';

/** A request that has to name the state which it is about, and the read that shows that state. */
type StatedRequest = {
	/** Name of the header: `If-Match`. */
	header: string;
	reader: PlanOperation;
	/** Path of the read. */
	path: Values;
};

/** A row that is being made: what is asked before a call becomes a step of it. */
type Draft = {
	readonly context: PlanContext;
	readonly steps: readonly Step[];
	step(options: StepOptions): Step;
	request(operation: PlanOperation, options: RequestOptions): Call;
};

/** Any state that is there: nobody can make up which one is meant. */
export const anyState: Value = {is: 'literal', value: '*'};

/** The call of a step with the state that its record has just then, where it has to name one: read before, unless it was. */
export function withCurrentState(draft: Draft, options: StepOptions): Call {
	const {call} = options;
	const asked = statedBy(draft.context.api, call);
	if (asked === null || acceptsSeveral(options)) return call;
	// What names no record that is there comes with the state of one that is.
	const isThere = Object.values(asked.path).every(({is}) => is === 'step' || is === 'variable');
	const known = isThere ? lastShown(draft.steps, asked) : draft.steps.findLast(step => isReadBy(asked.reader, step));
	if (!isThere && !known) return call;
	const taken = draft.steps.filter(({id}) => id.startsWith('state')).length;
	const shown =
		known ??
		draft.step({
			id: taken === 0 ? 'state' : `state_${taken + 1}`,
			title: 'read its ETag',
			role: 'setup',
			call: draft.request(asked.reader, {path: asked.path}),
			asserts: [succeeds(asked.reader)],
		});
	return {...call, headers: {...call.headers, [asked.header]: {is: 'step', step: shown.id, pointer: 'header:ETag'}}};
}

/** A request on a record has to name the state which it is about, and a read shows that state; null: it has not. */
export function statedBy(api: ApiModel, {operation, path: named, headers}: Call): StatedRequest | null {
	const header = Object.keys(headers).find(name => /^if-match$/i.test(name) && isSameValue(headers[name], anyState));
	if (header === undefined) return null;
	const changed = api.operations.find(one => one.method === operation.method && one.path === operation.path);
	const reader = changed && api.kindAt(changed)?.reader;
	if (!reader || !showsState(reader)) return null;
	const values = Object.values(named);
	const path = Object.fromEntries(
		reader.pathParameters.flatMap(({name}, place) => {
			const value = named[name] ?? values[place];
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
	return {header, reader, path};
}

/** Whether a read shows the state that a change has to name: as its document says, or, as documents made of code tell of no headers, as was seen. */
export const showsState = ({success}: PlanOperation): boolean =>
	carries(success, 'etag') || carries(success?.seen ? {headers: success.seen} : null, 'etag');

/** One state is not enough for cases that are all accepted. */
const acceptsSeveral = ({cases = [], asserts = []}: StepOptions): boolean =>
	cases.length > 1 &&
	asserts.some(({check}) => check.type === 'status' && check.oneOf.some(status => /^2/.test(String(status))));

const isReadBy = (reader: PlanOperation, {call: {operation}, cases}: Step): boolean =>
	operation.method === reader.method && operation.path === reader.path && cases.length === 0;

/** The step that has shown a record last, when nothing has been sent to it since; undefined: there is none. */
function lastShown(steps: readonly Step[], {reader, path}: StatedRequest): Step | undefined {
	const own = JSON.stringify(Object.values(path).at(-1));
	const last = steps.findLast(({call}) => Object.values(call.path).some(value => JSON.stringify(value) === own));
	return last && isReadBy(reader, last) ? last : undefined;
}
