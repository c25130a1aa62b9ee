import {hasFields} from '../model/operation.ts';
import {capital} from '../kinds/names.ts';
import {numberedBody} from '../data/unique-shape.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {PlanAnswer} from '../model/plan-endpoint.ts';
import {isLogin, isLogout} from '../model/meaning.ts';
import {always, decided} from './asserts.ts';
import {bodyFields, validRequestOn} from './body-fields.ts';
import type {PlanContext} from './context.ts';
import {acceptedFirst, acceptedOn, type Control} from './control.ts';
import {describedRefusal, refusalOf, refusalShape, usualLevels} from './documented-refusal.ts';
import {isPartial} from './changed-body.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {mayMake, unknownHandle} from './unknown-handle.ts';
import type {Call} from '../recipe.ts';

const levels = 4;

/** One refusal has the documented error body. */
export const errorShape: RowTemplate = {
	id: 'error-shape',
	category: 'schema',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api, unsafe} = context;
		if (unsafe(operation) !== null || isLogin(operation, api.schemas) || isLogout(operation)) return null;
		const refusal = unknownRecord(draft, operation, context) ?? missingField(draft, operation, context);
		if (!refusal) return null;
		const {call, answer, what, refused, prove, control} = refusal;
		const schema = api.schemas.plain(answer.schema, levels);
		if (typeof schema !== 'object' || Object.keys(schema).length === 0) return null;
		draft.step({
			id: 'refused',
			title: what,
			role: 'act',
			call,
			asserts: [
				decided(
					'status',
					'expected {expected}, got {actual}',
					{type: 'status', oneOf: [Number(answer.status)]},
					`responses.${answer.status}`,
				),
				...always(api, operation, true),
				...refusalOf(api, answer, levels),
			],
		});
		prove?.();
		return {
			title: `refuses ${refused} with the documented error`,
			description: `${capital(what)}, and the whole body of the ${answer.status} is compared with its schema.`,
			...(control ? {note: control.note} : {}),
			...(control?.isShown === false ? {selected: false} : {}),
		};
	},
};

type Refusal = {
	call: Call;
	answer: PlanAnswer;
	/** Shows that a record which must not be hit is still there. */
	prove?: (() => void) | undefined;
	/** What is done, and what that is which is refused. */
	what: string;
	refused: string;
	/** What shows that a valid body is accepted. */
	control?: Control;
};

function unknownRecord(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): Refusal | null {
	const {api} = context;
	const answer = describedRefusal(operation, 404);
	const parameter = operation.pathParameters.at(-1);
	const kind = parameter && api.edgeOf(operation, `path:${parameter.name}`)?.producer?.kind;
	if (!answer || !parameter || !kind || mayMake(api, operation, kind) || !isDeeper(answer, context)) return null;
	draft.safety = operation.method === 'GET' ? 'reads' : 'refused_only';
	const alive = acceptedOn(draft, operation, context, kind.noun);
	const path = {[parameter.name]: unknownHandle(api, operation, parameter, {seed: draft.seed})};
	const call = draft.request(operation, {path});
	return {
		call: alive?.body ? {...call, body: alive.body} : call,
		prove: alive?.prove,
		answer,
		what: `the request names an unknown ${kind.noun}`,
		refused: `an unknown ${kind.noun}`,
	};
}

/** Whether there is more to compare than the levels at which the other tests of a refusal look anyway. */
const isDeeper = ({schema}: PlanAnswer, {api}: PlanContext): boolean =>
	JSON.stringify(api.schemas.plain(schema, usualLevels)) !== JSON.stringify(api.schemas.plain(schema, levels));

function missingField(draft: RecipeDraft, operation: PlanOperation, context: PlanContext): Refusal | null {
	const answer = describedRefusal(operation, 400) ?? describedRefusal(operation, 422);
	const {body} = operation.endpoint;
	if (!answer || !body || !hasFields(body)) return null;
	// The row of invalid bodies has compared it.
	if (!isDeeper(answer, context) && refusalShape(context.api, operation, [400, 422]).length > 0) return null;
	const request = validRequestOn(draft, operation, context, true, {perCase: true, isRefused: true});
	if (!request) return null;
	const {call, own} = request;
	if (!call.body || !('value' in call.body)) return null;
	const {fields} = bodyFields(context, operation, call);
	const missing = fields.find(({required, name}) => required && name in sentRecord(call.body).fields);
	if (!missing || isPartial(context.api, operation)) return null;
	const control = acceptedFirst(draft, operation, call, own);
	const kept = Object.keys(sentRecord(call.body).fields).filter(name => name !== missing.name);
	return {
		call: {...call, body: numberedBody(withFields(call.body, kept), 1)},
		answer,
		prove: control.after,
		control,
		what: `the body lacks ${missing.name}`,
		refused: `a body without ${missing.name}`,
	};
}

import {sentRecord} from './expect-record.ts';
import {withFields} from './with-fields.ts';
