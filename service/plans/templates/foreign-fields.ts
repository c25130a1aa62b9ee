import {pronoun} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import type {Kind} from '../kinds/kind.ts';
import {isLogin} from '../model/meaning.ts';
import {documentsRefusal, hasFields} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import {numberedBody, sampleOf} from '../data/unique-shape.ts';
import type {Assert, Json, Value, Values} from '../recipe.ts';
import {always, hard, learned, succeeds} from './asserts.ts';
import {bodyFields, validRequestOn} from './body-fields.ts';
import type {PlanContext} from './context.ts';
import {acceptedFirst} from './control.ts';
import type {OwnRecord} from './own-record.ts';
import {isPartial} from './changed-body.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {unknownHandle} from './unknown-handle.ts';

const privileges: ReadonlyArray<readonly [string, Json]> = [
	['isAdmin', true],
	['role', 'admin'],
];

/** People have rights, and so have records that show some; a ticket with a role says nothing. */
const mayHaveRights = ({noun}: Kind, properties: ReadonlyMap<string, unknown>): boolean =>
	pronoun(noun) === 'who' ||
	/account|profile|session|token|key$/.test(noun) ||
	privileges.some(([name]) => properties.has(name));

/**
 * Read-only fields and invented privileges sent along: the request is accepted, and none of them is taken over, neither in
 * the answer nor in what is read back. Where the first runs show that it is refused, the test expects that.
 */
export const foreignFields: RowTemplate = {
	id: 'foreign-fields',
	category: 'security',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api} = context;
		const {body} = operation.endpoint;
		const made = api.kindMadeBy(operation);
		const kind = made ?? (isPartial(api, operation) ? api.kindAt(operation) : undefined);
		if (!body || !hasFields(body) || isLogin(operation, api.schemas) || !kind || kind.deleter === null) return null;
		// Of what it is made nothing is left for another one.
		if (api.kindMadeBy(operation)?.origin === 'action') return null;
		const form = formOf(api.schemas, operation);
		if (form.form !== 'record') return null;
		const request = validRequestOn(draft, operation, context, documentsRefusal(operation), {perCase: true});
		if (!request) return null;
		const {call} = request;
		if (!call.body || !('value' in call.body) || call.body.value.is !== 'object') return null;
		const {fields, pointer} = bodyFields(context, operation, call);
		const known = new Set(fields.map(({name}) => name));
		const extra: Values = {};
		if (!known.has('id') && form.view.properties.has('id')) {
			const parameter = {in: 'path' as const, name: 'id', required: true, schema: form.view.properties.get('id')};
			// The same in every run: a schema says which value it must not be.
			extra['id'] = {is: 'literal', value: literalOf(unknownHandle(api, operation, parameter, {seed: draft.seed}))};
		}
		for (const [name, value] of privileges)
			if (!known.has(name) && mayHaveRights(kind, form.view.properties)) extra[name] = {is: 'literal', value};
		if (Object.keys(extra).length === 0) return null;
		if (made) draft.safety = 'own_records';
		const control = acceptedFirst(draft, operation, call);
		const names = every(Object.keys(extra));
		const {fields: sent} = numberedBody(call.body, 1).value as Extract<Value, {is: 'object'}>;
		const step = draft.step({
			id: 'foreign',
			title: `send a body with ${names}`,
			role: 'act',
			call: {
				...call,
				body: {contentType: body.contentType, value: {is: 'object', fields: merged(sent, pointer, extra)}},
			},
			asserts: [succeeds(operation), ...always(api, operation), ...notTaken(form, extra)],
		});
		control.after();
		const own = request.own ?? (made ? draft.recordOf(made, step) : null);
		const isRead = own !== null && readBack(draft, context, own, extra);
		return {
			title: `does not let callers set ${names}`,
			description: `Sends a valid body, then one with ${names} as well: it is accepted and none of that is taken over${isRead ? ', as reading it shows' : ''}.`,
			note: control.note,
		};
	},
};

/** The record as it is stored: what is not answered may have been taken over all the same. */
function readBack(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord, extra: Values): boolean {
	const {reader} = own.kind;
	const form = reader && formOf(api.schemas, reader);
	if (!reader || form?.form !== 'record') return false;
	draft.step({
		id: 'read',
		title: 'read it back',
		role: 'verify',
		call: draft.requestOn(reader, own),
		asserts: [succeeds(reader), ...notTaken(form, extra)],
	});
	return true;
}

/** An id of one's own is a finding, a right is red at once. */
function notTaken(form: {pointer: string}, extra: Values): Assert[] {
	return Object.entries(extra).map(([name, one]) => {
		const value = literalOf(one);
		if (name === 'id')
			return learned(
				'id-kept',
				'the caller’s own id {actual} was taken over',
				{type: 'shape', pointer: below(form.pointer, 'id'), schema: {not: {const: value}}, closed: false},
				'callers do not set ids',
			);
		const schema = {not: {required: [name], properties: {[name]: {const: value}}}};
		return hard(
			`not-taken:${name}`,
			`${name} {actual} was taken over`,
			{type: 'shape', pointer: form.pointer, schema, closed: false},
			'callers do not give themselves rights',
		);
	});
}

/** `id`, `id and role`, `id, isAdmin and role` */
const every = (names: readonly string[]): string =>
	names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const literalOf = (value: Value): Json =>
	value.is === 'unique' ? sampleOf(value.shape) : value.is === 'literal' ? value.value : null;

function merged(fields: Values, pointer: string, extra: Values): Values {
	if (pointer === '$') return {...fields, ...extra};
	const [[key, inner] = ['', undefined]] = Object.entries(fields);
	return inner?.is === 'object' ? {[key]: {is: 'object', fields: {...inner.fields, ...extra}}} : fields;
}
