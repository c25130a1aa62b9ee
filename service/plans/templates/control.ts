import {inside} from '../code/references.ts';
import {numberedBody} from '../data/unique-shape.ts';
import {plural} from '../kinds/names.ts';
import type {Kind} from '../kinds/kind.ts';
import {firstsOf, type PlanOperation} from '../model/operation.ts';
import type {Assert, Call, Value, Values} from '../recipe.ts';
import {isAction, parentOf} from './action.ts';
import {addChildren} from './children.ts';
import {doBefore} from './acted-on.ts';
import {succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {creatorRequest} from './creator-request.ts';
import {leadUp} from './lead-up.ts';
import {takenBackBy} from './state-after.ts';
import {asAsked} from './read-before.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import {assignFirst, relatedRecords, relationOf} from './relate.ts';
import {keptThrough} from './unchanged.ts';

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
	more: Assert[] = [],
): void {
	const kind = draft.context.api.kindMadeBy(operation);
	draft.step({
		id: controlStep,
		title,
		role,
		call,
		asserts: [succeeds(operation), ...more],
	});
	if (kind && draft.safety !== 'reads') draft.safety = 'own_records';
}

/** What shows that a request is refused for its mistake, and not because every request is. */
export type Control = {
	/** Whether anything does; without it a person ticks the row. */
	isShown: boolean;
	/** What the docstring says where no line of the test shows it. */
	note: string;
	/** Sends what could not be sent before the mistakes. */
	after(): void;
	/** What may take place once only is sent after the mistakes: one that is accepted leaves nothing for it. */
	isOnce?: boolean;
};

const shown: Control = {isShown: true, note: '', after() {}};
const notShown: Control = {isShown: false, note: '', after() {}};

/**
 * The body of a refusal as it is accepted: nothing but the mistake is refused then. It is sent before the mistakes; to an
 * action after them, because it may take place once only. What nobody can delete is made by the one test of its kind, and
 * this one waits for it. A call that makes something without a name is not made at all.
 *
 * @param call the request that the cases of the row change
 * @param own the record that it changes: it is read behind the refused requests
 */
export function acceptedFirst(
	draft: RecipeDraft,
	operation: PlanOperation,
	call: Call,
	own: OwnRecord | null = null,
): Control {
	const {api} = draft.context;
	const kind = api.kindMadeBy(operation);
	// The cases are numbered from 1.
	const valid = {...call, body: numberedBody(call.body, 0)};
	const title = 'send it without a mistake';
	if (kind?.deleter === null) return acceptedElsewhere(draft, kind);
	if ((!kind || kind.origin === 'action') && isAction(operation, draft.context))
		return {...shown, isOnce: true, after: () => accepted(draft, operation, valid, title)};
	const isLone = !kind && !api.kindAt(operation);
	if (isLone && operation.statuses.some(status => status === 201 || status === 202)) return notShown;
	accepted(draft, operation, valid, title);
	const after = own ? keptThrough(draft, operation, own, controlStep) : undefined;
	return after ? {...shown, after} : shown;
}

/** The record that the one test of its kind has made with a valid body: it is read where it can be, and waited for anyhow. */
function acceptedElsewhere(draft: RecipeDraft, kind: Kind): Control {
	const {context} = draft;
	if (kind.handle === null || !context.canMake(kind)) return notShown;
	draft.consumes.add(kind.variable);
	const {reader} = kind;
	const isRead = reader?.pathParameters.at(-1)?.name === kind.parameter && readFirst(draft, reader, context, kind.noun);
	const note = `Runs after ${kind.variable} was made: a valid body is accepted. No other one is sent here, because nothing could delete what it makes.`;
	return {...shown, note: isRead ? '' : note};
}

/** A record that is there while a request about another one is refused. */
export type Alive = {
	/** Body of the accepted request, for the one that differs in its address alone. */
	body: Call['body'];
	/** Its handle, behind what may stand in front of it; null: it is not known as a value. */
	handle(front: string): Value | null;
	/** Shows at the end that it is still there: a DELETE of it is accepted. */
	prove(): void;
	/** The accepted request, where it may be made once more. */
	call?: Call;
	/** `prove` sends it: nothing has shown yet that it is accepted. */
	isLate?: boolean;
	/** It was shown by another operation: a route that is not there is refused in the same way. */
	isOther?: boolean;
};

/** When what acts on a record of the row's own is sent as it is accepted: an action may take place once only. */
type When = 'before' | 'after';

/**
 * A record that is there, and the request on it as it is accepted, before the same one on what is not: a read of one that
 * other tests have made, a change of the row's own. What a DELETE must not hit is deleted after it. Nothing is sent where
 * no record can be had, or the call would do something else to it.
 */
export function acceptedOn(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	noun: string,
	when: When = 'before',
): Alive | undefined {
	if (operation.method === 'GET') return readFirst(draft, operation, context, noun);
	return doneFirst(draft, operation, context, {noun, when}) ?? listFirst(draft, operation, context);
}

/** The kind that an operation's last parameter names is listed: the API is there, and so is the address below which it is asked. */
function listFirst(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): Alive | undefined {
	const {api, canFeed} = context;
	const last = operation.pathParameters.at(-1);
	const kind = last && api.edgeOf(operation, `path:${last.name}`)?.producer?.kind;
	const list = kind?.list;
	// `POST /pet/{petId}` beside the read of the same path.
	if (kind?.reader?.path === operation.path) return readShared(draft, kind.reader, context, kind.noun);
	if (list?.method !== 'GET' || !api.edgesOf(list).every(edge => !edge.required || canFeed(edge))) return undefined;
	accepted(draft, list, draft.request(list, {}), `list the ${plural(kind!.noun)}`);
	return {body: null, handle: () => null, prove() {}, isOther: true};
}

function doneFirst(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	{noun, when}: {noun: string; when: When},
): Alive | undefined {
	const {api, canMake} = context;
	const kind = api.kinds.find(one => one.deleter === operation || one.updaters.includes(operation));
	if (!kind?.creator)
		return (
			relateFirst(draft, operation, context) ??
			makeFirst(draft, operation, context) ??
			actFirst(draft, operation, context, when) ??
			readParent(draft, operation, context)
		);
	if (!canMake(kind)) return undefined;
	// Two large bodies are more than a person reads at once: a read shows at least that the address is right.
	if (!isReadable(draft, kind.creator!, operation))
		return kind.reader?.path === operation.path ? readShared(draft, kind.reader, context, noun) : undefined;
	const own = draft.ownRecord(kind);
	if (!own) return undefined;
	const isDelete = operation.method === 'DELETE';
	const call = draft.requestOn(operation, own, isDelete ? {body: 'required'} : {});
	if (!isDelete) accepted(draft, operation, call, 'change its own');
	return {
		body: call.body,
		handle: front => (own.handle.is === 'step' ? {...own.handle, prefix: front} : null),
		prove() {
			if (!isDelete) return;
			leadUp(draft, context, operation, first => draft.requestOn(first, own));
			draft.step({
				id: 'still_there',
				title: 'delete what the refused calls have left',
				role: 'verify',
				call,
				asserts: [succeeds(operation)],
			});
		},
	};
}

/** Records that a body refers to are read before: what is refused is not refused for one of them. */
export function referredFirst(
	draft: RecipeDraft,
	operation: PlanOperation,
	{api, canFeed}: PlanContext,
	{body}: Call,
): void {
	const names = new Set(
		body !== null && 'value' in body
			? inside(body.value).flatMap(one => (one.is === 'variable' ? [one.name] : []))
			: [],
	);
	for (const {place, variable, producer} of api.edgesOf(operation)) {
		const reader = producer?.kind?.reader;
		if (!place.startsWith('body:') || !names.delete(variable) || !reader) continue;
		const edges = reader.pathParameters.map(({name}) => api.edgeOf(reader, `path:${name}`));
		if (
			edges.some(edge => !edge || !canFeed(edge)) ||
			draft.steps.some(({call}) => call.operation.path === reader.path)
		)
			continue;
		draft.step({
			id: `referred_${producer!.kind!.name}`,
			title: `read the ${producer!.kind!.noun} it refers to`,
			role: 'setup',
			call: draft.request(reader, {}),
			asserts: [succeeds(reader)],
		});
	}
}

/** Of all bodies as the recipe holds them, in characters. */
const mostText = 900;

/** Whether a person still reads the bodies of these operations at once. */
export const isReadable = (draft: RecipeDraft, ...operations: PlanOperation[]): boolean =>
	JSON.stringify(operations.map(one => draft.request(one, {path: anyPath(one)}).body)).length <= mostText;

const anyPath = ({pathParameters}: PlanOperation): Values =>
	Object.fromEntries(pathParameters.map(({name}) => [name, {is: 'literal', value: name}]));

/** One record is put to another before the same is done to what is not there; what takes it away does so after that. */
function relateFirst(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): Alive | undefined {
	const relation = relationOf(operation, context);
	const related = relation && relatedRecords(draft, relation);
	// What others share is not taken away from them.
	if (!related || related.isShared) return undefined;
	if (operation === relation.remove) assignFirst(draft, relation, related);
	const call = related.ask(operation);
	const act = () => accepted(draft, operation, call, 'do it to its own');
	const isLate = operation === relation.remove;
	if (!isLate) act();
	return {body: null, call, handle: () => null, prove: isLate ? act : () => {}, isLate};
}

/** What makes records below one that is there makes one of the row's own, which is deleted again. */
function makeFirst(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): Alive | undefined {
	const kind = context.api.kindMadeBy(operation);
	const isOwn = kind && kind.deleter !== null && kind.origin !== 'put' && kind.origin !== 'action';
	if (!isOwn || !context.canMake(kind) || !isReadable(draft, operation)) return undefined;
	const call = creatorRequest(draft, operation, context, {perCase: true});
	accepted(draft, operation, {...call, body: numberedBody(call.body, 0)}, `make a ${kind.noun} where it may be made`);
	const again = {...call, body: numberedBody(call.body, 1)};
	return {body: again.body, call: again, handle: () => null, prove() {}};
}

/** A POST or PUT on a record of the row's own: it acts on what is there. */
function actFirst(draft: RecipeDraft, operation: PlanOperation, context: PlanContext, when: When): Alive | undefined {
	const parent = parentOf(operation, context);
	if (!parent || !/^(?:POST|PUT)$/.test(operation.method)) return undefined;
	if (!isAction(operation, context) || context.unsafe(operation) !== null) return undefined;
	if (operation.endpoint.body !== null && !isReadable(draft, parent.creator!, operation)) return undefined;
	const own = draft.ownRecord(parent);
	if (!own) return undefined;
	const children = addChildren(draft, context, own, operation);
	const taken = firstsOf(context.api, operation).length === 0 ? takenBackBy(context.api, operation) : null;
	if (taken) doBefore(draft, taken, draft.requestOn(taken, own));
	leadUp(draft, context, operation, first => draft.requestOn(first, own));
	const call = draft.withOwn(children, () => draft.requestOn(operation, own));
	const act = () => accepted(draft, operation, call, 'do it to its own');
	if (when === 'after') return {body: call.body, call, handle: () => null, prove: act, isLate: true};
	act();
	return {body: call.body, call, handle: () => null, prove() {}};
}

/** A record below which an operation acts is read where the operation itself may not be tried: it is there, and so is the API. */
function readParent(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): Alive | undefined {
	const reader = parentOf(operation, context)?.reader;
	if (!reader || !operation.path.startsWith(`${reader.path}/`)) return undefined;
	return readShared(draft, reader, context, parentOf(operation, context)!.noun);
}

/** A record that other tests use, too: nothing but a read may find a way around to it. */
function readShared(...asked: Parameters<typeof readFirst>): Alive | undefined {
	const alive = readFirst(...asked);
	return alive && {...alive, handle: () => null, isOther: true};
}

function readFirst(
	draft: RecipeDraft,
	reader: PlanOperation,
	{api, canFeed}: PlanContext,
	noun: string,
): Alive | undefined {
	const edges = reader.pathParameters.map(({name}) => api.edgeOf(reader, `path:${name}`));
	if (edges.some(edge => edge !== undefined && !canFeed(edge))) return undefined;
	const call = draft.request(reader, {});
	const value = call.path[reader.pathParameters.at(-1)?.name ?? ''];
	const kind = api.kinds.find(one => one.reader === reader);
	const more = kind && value?.is === 'variable' ? asAsked(api, reader, kind, value) : [];
	accepted(draft, reader, call, `ask for a ${noun} that is there`, 'setup', more);
	return {
		body: null,
		handle(front) {
			if (value?.is === 'variable') return {is: 'unique', shape: `${front}{${value.name}}`};
			return value?.is === 'step' ? {...value, prefix: front} : null;
		},
		prove() {},
	};
}
