import {withArticle} from '../kinds/names.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import {isLogin} from '../model/meaning.ts';
import type {Assert, Call} from '../recipe.ts';
import {always, decided, learned} from './asserts.ts';
import type {PlanContext} from './context.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate, RowText} from './row-draft.ts';
import {leavesUnchanged} from './unchanged.ts';

/**
 * Environment variables that hold the `Authorization` header of a second caller: another user of equal rights, and one
 * who may read and not write.
 */
export const callers = {otherUser: 'OTHER_USER', lesserRole: 'LESSER_ROLE'} as const;

/** Another user neither reads nor changes the record of the first one. */
export const otherUser: RowTemplate = {
	id: 'other-user',
	category: 'auth',
	priority: 'p1',
	fill(draft, operation, context) {
		return refusedTo(draft, operation, context, {
			key: callers.otherUser,
			who: 'another user',
			rule: 'a user’s record is not another one’s',
			isForReads: true,
		});
	},
};

/** A caller who may only read writes nothing. */
export const lesserRole: RowTemplate = {
	id: 'lesser-role',
	category: 'auth',
	priority: 'p1',
	fill(draft, operation, context) {
		return refusedTo(draft, operation, context, {
			key: callers.lesserRole,
			who: 'a lesser role',
			rule: 'who may only read writes nothing',
			isForReads: false,
		});
	},
};

/** 403, or 404 where nobody is told that the record is there; a documented 404 alone speaks of records that are not. */
function refusedCaller(operation: PlanOperation, rule: string): Assert {
	const message = 'expected {expected}, got {actual}';
	const oneOf = [401, 403, 404];
	return answerFor(operation, 403) === null
		? learned('status', message, {type: 'status', oneOf}, rule)
		: decided('status', message, {type: 'status', oneOf}, 'responses.403');
}

type Caller = {key: string; who: string; rule: string; isForReads: boolean};

function refusedTo(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	{key, who, rule, isForReads}: Caller,
): RowText | null {
	const {api, unsafe, environment, hasCredential, canMake} = context;
	if (!environment.has(key) || !hasCredential || operation.endpoint.secure === false) return null;
	if (unsafe(operation) !== null || isLogin(operation, api.schemas)) return null;
	const isRead = operation.method === 'GET';
	if (isRead && !isForReads) return null;
	const asked = (call: Call) =>
		draft.step({
			id: 'act',
			title: `ask as ${who}`,
			role: 'act',
			call: {...call, auth: {set: key}},
			asserts: [refusedCaller(operation, rule), ...always(api, operation, true)],
		});
	const made = api.kindMadeBy(operation);
	if (made) {
		// What is made by accident has to be deleted again; making records of its own is another user's right.
		if (isForReads || made.deleter === null || made.origin === 'put' || !canMake(made)) return null;
		draft.safety = 'refused_only';
		asked(draft.request(operation, {}));
		return {title: `does not let ${who} make ${withArticle(made.noun)}`, description: `Sends a valid body as ${who}.`};
	}
	const kind = api.kindAt(operation);
	if (!kind || kind.list === operation || !canMake(kind)) return null;
	const own = draft.ownRecord(kind);
	if (!own) return null;
	const ask = () => asked(draft.requestOn(operation, own, {variant: 'changed'}));
	if (isRead) ask();
	else leavesUnchanged(draft, context, kind, own, ask);
	const verb = isRead ? 'read' : operation.method === 'DELETE' ? 'delete' : 'change';
	return {
		title: `does not let ${who} ${verb} ${withArticle(kind.noun)}`,
		description: `Makes ${withArticle(kind.noun)} and tries to ${verb} it as ${who}.`,
	};
}
