import {sentRecord, viewAt} from './expect-record.ts';
import {below} from '../model/pointer.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {SchemaView} from '../model/schema.ts';
import {isTrialSwitch} from '../data/effect-switch.ts';
import type {Call, Value, Values} from '../recipe.ts';
import type {PlanContext} from './context.ts';
import {creatorRequest} from './creator-request.ts';
import type {OwnRecord} from './own-record.ts';
import {leadUp} from './lead-up.ts';
import {isPartial, takesOneField} from './changed-body.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import {withFields} from './with-fields.ts';

export type BodyField = {name: string; pointer: string; view: SchemaView; required: boolean; value: Value | undefined};

/** The fields of the record that a body holds, with what a valid request sends of them. */
export function bodyFields(
	{api}: PlanContext,
	operation: PlanOperation,
	call: Call,
): {fields: BodyField[]; pointer: string; closed: boolean} {
	const {pointer, fields: sent} = sentRecord(call.body);
	const view = viewAt(api.schemas, operation, pointer);
	const fields = [...view.properties].flatMap(([name, schema]): BodyField[] => {
		const own = api.schemas.view(schema);
		if (own.words['readOnly'] === true) return [];
		return [{name, pointer: below(pointer, name), view: own, required: view.required.has(name), value: sent[name]}];
	});
	return {fields, pointer, closed: view.closed};
}

export type ValidRequest = {
	call: Call;
	/** The record of the row's own that it changes; null: it changes none. */
	own: OwnRecord | null;
};

type ValidOptions = {
	/** It is sent several times: what may not be shared differs from time to time. */
	perCase?: boolean;
	/** It is to be refused: a change does not repeat what its own record has for itself alone. */
	isRefused?: boolean;
};

/**
 * A valid request that negative cases change, with the record that it changes: on an own record for what changes one, else
 * as its creator sends it. Null: it may not be called with bad input, because nobody could delete what it makes by accident.
 */
export function validRequestOn(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	documentsRefusal: boolean,
	{perCase = false, isRefused = false}: ValidOptions = {},
): ValidRequest | null {
	const {api, unsafe, canMake} = context;
	if (unsafe(operation) !== null || operation.method === 'GET' || operation.method === 'DELETE') return null;
	const made = api.kindMadeBy(operation);
	if (made) {
		if (made.deleter === null && !documentsRefusal) return null;
		if (made.origin === 'put') return null;
		draft.safety = 'refused_only';
		// What is accepted by accident stays where nobody can delete it: no more of it than has to be.
		const least = made.deleter === null ? {body: 'required' as const} : {};
		return {call: creatorRequest(draft, operation, context, {perCase, ...least}), own: null};
	}
	const owner = api.kindAt(operation);
	if (owner && canMake(owner)) {
		const own = draft.ownRecord(owner);
		const numbered = {perCase: isRefused && !isPartial(api, operation)};
		return own && {call: withoutStates(draft, draft.requestOn(operation, own, numbered), operation), own};
	}
	const parent = parentKind(operation, context);
	if (operation.pathParameters.length > 0 && !parent) return null;
	if (parent) {
		const own = draft.ownRecord(parent);
		if (own === null) return null;
		// In another state it would be refused for that, whatever is sent.
		leadUp(draft, context, operation, first => draft.requestOn(first, own));
		return {call: draft.requestOn(operation, own), own: null};
	}
	if (!documentsRefusal) return null;
	draft.safety = 'refused_only';
	return {call: leastOf(context, operation, draft.request(operation, {body: 'required', perCase})), own: null};
}

/**
 * A request that acts on no record of the test's own, with nothing in it but what has to be: if a mistake in it is not
 * noticed, what is done is the least that it can do. Where the document has a switch for it, nothing at all.
 */
function leastOf({api}: PlanContext, operation: PlanOperation, call: Call): Call {
	const {properties} = api.schemas.view(operation.endpoint.body?.schema);
	const trial = [...properties].find(
		([name, schema]) => isTrialSwitch(name) && api.schemas.view(schema).types.has('boolean'),
	);
	if (!trial || operation.endpoint.body?.isGiven || !call.body || !('value' in call.body)) return call;
	const {value} = call.body;
	if (value.is !== 'object') return call;
	const fields: Values = {...value.fields, [trial[0]]: {is: 'literal', value: true}};
	return {...call, body: {...call.body, value: {is: 'object', fields}}};
}

/**
 * A change without the states that it would set: each of its cases would set them again, and no record becomes what it
 * is already. A state that has to be sent stays.
 */
function withoutStates({context: {api}}: RecipeDraft, call: Call, operation: PlanOperation): Call {
	if (!isPartial(api, operation) || !call.body || !('value' in call.body)) return call;
	const {pointer, fields} = sentRecord(call.body);
	const view = viewAt(api.schemas, operation, pointer);
	const kept = Object.keys(fields).filter(
		name => view.required.has(name) || api.schemas.view(view.properties.get(name)).enum === null,
	);
	return {...call, body: withFields(call.body, kept)};
}

/**
 * The request that the mistakes stand in: a change of single fields holds nothing but the one of its case, so that it can
 * be refused for nothing else.
 */
export function withMistakeAlone(
	{context: {api}}: RecipeDraft,
	operation: PlanOperation,
	{call, own}: ValidRequest,
): Call {
	if (own === null || !takesOneField(api, operation) || !call.body || !('value' in call.body)) return call;
	const {pointer, fields} = sentRecord(call.body);
	const {required} = viewAt(api.schemas, operation, pointer);
	return {
		...call,
		body: withFields(
			call.body,
			Object.keys(fields).filter(name => required.has(name)),
		),
	};
}

function parentKind(operation: PlanOperation, {api, canMake}: PlanContext) {
	const last = operation.pathParameters.at(-1);
	const kind = last && api.edgeOf(operation, `path:${last.name}`)?.producer?.kind;
	return kind && canMake(kind) ? kind : null;
}
