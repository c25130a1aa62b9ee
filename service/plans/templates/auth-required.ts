import {isLogin, isLogout} from '../model/meaning.ts';
import {type PlanOperation, answerFor} from '../model/operation.ts';
import type {Call} from '../recipe.ts';
import {always, decided, learned, neverSucceeds, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {accepted, acceptedOn, type Alive, controlStep, isReadable} from './control.ts';
import {creatorRequest} from './creator-request.ts';
import {numberedBody} from '../data/unique-shape.ts';
import {leadUp} from './lead-up.ts';
import type {OwnRecord} from './own-record.ts';
import {asAsked} from './read-before.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {keptThrough} from './unchanged.ts';
import {unknownHandle} from './unknown-handle.ts';
import {refusalWords} from './documented-refusal.ts';
import {bulkField} from './unsafe-reason.ts';

/**
 * With the credential it is accepted; without one and with a wrong one never, but 401 or 403. It does no harm if it gets
 * through: it acts on a record of its own, or on one that is not there.
 */
export const authRequired: RowTemplate = {
	id: 'auth-required',
	category: 'auth',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe, hasCredential} = context;
		if (operation.endpoint.secure !== true || !hasCredential || isLogin(operation, api.schemas)) return null;
		if (bulkField(api, operation) !== null || unsafe(operation) !== null) return null;
		const kind = api.kindMadeBy(operation);
		// What is made by accident has to be deleted again.
		if (operation.method === 'POST' && kind && kind.deleter === null) return null;
		const {call, isOwn, own} = harmless(draft, operation, context);
		// What is made twice would be refused for that.
		const first: Call = {...call, body: numberedBody(call.body, 0)};
		if (isOwn && operation.method !== 'DELETE') accepted(draft, operation, first, 'call with the credential');
		const isChange = own !== undefined && operation.method !== 'DELETE';
		const kept = isChange ? keptThrough(draft, operation, own, controlStep, 'hard') : undefined;
		// The session that all tests share would be over.
		const alive = isOwn || isLogout(operation) ? undefined : proveOtherwise(draft, operation, context, first);
		const again = alive?.call;
		// What gets through is seen in the record: it would be another one.
		const tried = isChange ? draft.requestOn(operation, own, {variant: 'without the credential'}) : (again ?? call);
		draft.step({
			id: 'refused',
			title: 'call without the credential',
			role: 'act',
			call: {...tried, auth: 'none'},
			cases: [
				{name: 'without a credential', patch: []},
				{name: 'with a wrong credential', patch: [], auth: 'wrong'},
			],
			asserts: [
				neverSucceeds(
					'refused',
					'{case}: expected {expected}, got {actual}',
					['4xx'],
					'no access without the credential',
				),
				denied(operation),
				...always(api, operation, true),
				...refusalWords(api, operation, [401, 403]),
			],
		});
		alive?.prove();
		kept?.();
		const isRead = kept !== undefined || (own !== undefined && untouched(draft, context, own));
		if (isOwn && operation.method === 'DELETE') {
			if (own) leadUp(draft, context, operation, first => draft.requestOn(first, own));
			accepted(draft, operation, call, 'delete what the refused calls have left', 'verify');
		}
		return {
			title: 'refuses callers without a credential',
			description: alive?.isLate
				? 'Calls without a credential and with a wrong one, and at last with the right one.'
				: isOwn || again
					? isOwn && operation.method === 'DELETE'
						? `Calls without a credential and with a wrong one${isRead ? ', which leave it,' : ','} and at last with the right one.`
						: `Calls with the credential, without one and with a wrong one${isRead ? ', which change nothing' : ''}.`
					: 'Calls without a credential, then with a wrong one.',
		};
	},
};

/** Reads a record with the credential: the refused calls have left it. False: it cannot be read. */
function untouched(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord): boolean {
	const {reader} = own.kind;
	if (!reader) return false;
	draft.step({
		id: 'read',
		title: 'read it with the credential',
		role: 'verify',
		call: draft.requestOn(reader, own),
		asserts: [succeeds(reader), ...asAsked(api, reader, own.kind, own.handle)],
	});
	return true;
}

/**
 * What may not be called on a record that is there is not called with the credential either: another call shows that the
 * credential is accepted where the operation is. What only computes something is called.
 *
 * @returns the record that is there, with the request on it where it may be sent; undefined: there is none
 */
function proveOtherwise(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	call: Call,
): Alive | undefined {
	const {name} = operation.pathParameters.at(-1) ?? {};
	const kind = name === undefined ? null : context.api.edgeOf(operation, `path:${name}`)?.producer?.kind;
	const alive = acceptedOn(draft, operation, context, kind?.noun ?? 'record', 'after');
	if (alive) return alive;
	const isLone = operation.pathParameters.length === 0 && !context.api.kindMadeBy(operation);
	if (isLone && !operation.statuses.some(status => status === 201 || status === 202))
		accepted(draft, operation, call, 'call with the credential');
	return undefined;
}

function denied(operation: PlanOperation) {
	const check = {type: 'status' as const, oneOf: [401, 403]};
	const message = 'expected {expected}, got {actual}: that it asks for the credential is not proven';
	const documented = [401, 403].filter(status => answerFor(operation, status) !== null);
	return documented.length > 0
		? decided('status', message, {...check, oneOf: documented}, `responses.${documented.join(', responses.')}`)
		: learned('status', message, check, 'a missing credential is 401 or 403');
}

/**
 * The call that is tried: records are read as they are, made, or changed where the row has made them; where none can be
 * made it is aimed at one that is not there, and nothing shows that it would be accepted.
 */
function harmless(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
): {call: Call; isOwn: boolean; own?: OwnRecord} {
	const {api, canMake} = context;
	if (operation.method === 'GET') return {call: draft.request(operation, {}), isOwn: true};
	draft.safety = 'refused_only';
	const made = api.kindMadeBy(operation);
	if (made && made.deleter !== null && made.origin !== 'put' && canMake(made))
		return {call: creatorRequest(draft, operation, context, {perCase: true}), isOwn: true};
	const kind = api.kinds.find(one => one.deleter === operation || one.updaters.includes(operation));
	if (kind && canMake(kind) && isReadable(draft, kind.creator!, operation)) {
		const own = draft.ownRecord(kind);
		if (own)
			return {
				call: draft.requestOn(operation, own, operation.method === 'DELETE' ? {body: 'required'} : {}),
				isOwn: true,
				own,
			};
	}
	const last = operation.pathParameters.at(-1);
	const path = last ? {[last.name]: unknownHandle(api, operation, last, {seed: draft.seed})} : {};
	return {call: draft.request(operation, {body: 'required', path}), isOwn: false};
}
