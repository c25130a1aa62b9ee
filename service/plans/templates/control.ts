import {numberedBody} from '../data/numbered-value.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call, Values} from '../recipe.ts';
import {isAction} from './action.ts';
import {succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {handleCapture, type RecipeDraft} from './recipe-draft.ts';

/** Name of the step that shows what is accepted. */
export const controlStep = 'accepted';

/**
 * A step before a refusal: the same request as it is accepted, so that what is refused after it is refused for the one
 * thing that differs. Where it fails the row is blocked: it could not show what it is about.
 */
export function accepted(
	draft: RecipeDraft,
	operation: PlanOperation,
	call: Call,
	title: string,
	role: 'setup' | 'verify' = 'setup',
): void {
	const kind = draft.context.api.kindMadeBy(operation);
	draft.step({
		id: controlStep,
		title,
		role,
		call,
		asserts: [succeeds(operation)],
		captures: kind?.deleter && kind.handle !== null ? [handleCapture(kind, false)] : [],
	});
	if (kind && draft.safety !== 'reads') draft.safety = 'own_records';
}

/**
 * The body of a refusal as it is accepted, sent before the mistakes are: nothing but the mistake is refused then. Not
 * sent where it would make what nobody can delete, nor to an action, which may take place once only and is accepted by
 * the row of its own.
 *
 * @param call the request that the cases of the row change
 */
export function acceptedFirst(draft: RecipeDraft, operation: PlanOperation, call: Call): void {
	const {api} = draft.context;
	const kind = api.kindMadeBy(operation);
	if (kind ? kind.deleter === null : isAction(operation, draft.context) || !api.kindAt(operation)) return;
	// The cases are numbered from 1.
	accepted(draft, operation, {...call, body: numberedBody(call.body, 0)}, 'send it without a mistake');
}

/**
 * The request on a record that is there, before the same one on a record that is not: a read of one that other tests have
 * made, a change or a DELETE of the row's own. Nothing is sent where no record can be had, or the call would do something
 * else to it.
 *
 * @returns the body of the accepted request, for the one that differs in its address alone
 */
export function acceptedOn(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	noun: string,
): Call['body'] | undefined {
	const {api, canMake} = context;
	if (operation.method === 'GET') return readFirst(draft, operation, context, noun);
	const kind = api.kinds.find(one => one.deleter === operation || one.updaters.includes(operation));
	if (!kind || !canMake(kind)) return undefined;
	// Two large bodies are more than a person reads at once: a read shows at least that the address is right.
	if (!isReadable(draft, kind.creator!, operation))
		return kind.reader?.path === operation.path ? readFirst(draft, kind.reader, context, noun) : undefined;
	const own = draft.ownRecord(kind);
	if (!own) return undefined;
	const isDelete = operation.method === 'DELETE';
	const call = draft.requestOn(operation, own, isDelete ? {body: 'required'} : {});
	accepted(draft, operation, call, isDelete ? 'delete its own' : 'change its own');
	return call.body;
}

/** Of all bodies as the recipe holds them, in characters. */
const mostText = 450;

/** Whether a person still reads the bodies of these operations at once. */
export const isReadable = (draft: RecipeDraft, ...operations: PlanOperation[]): boolean =>
	JSON.stringify(operations.map(one => draft.request(one, {path: anyPath(one)}).body)).length <= mostText;

const anyPath = ({pathParameters}: PlanOperation): Values =>
	Object.fromEntries(pathParameters.map(({name}) => [name, {is: 'literal', value: name}]));

function readFirst(
	draft: RecipeDraft,
	reader: PlanOperation,
	{api, canFeed}: PlanContext,
	noun: string,
): null | undefined {
	const edges = reader.pathParameters.map(({name}) => api.edgeOf(reader, `path:${name}`));
	if (edges.some(edge => edge !== undefined && !canFeed(edge))) return undefined;
	accepted(draft, reader, draft.request(reader, {}), `ask for a ${noun} that is there`);
	return null;
}
