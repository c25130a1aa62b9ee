import {formOf} from '../model/answer-form.ts';
import type {Kind} from '../kinds/kind.ts';
import {isLogin} from '../model/meaning.ts';
import {below} from '../model/pointer.ts';
import {sampleOf} from '../data/unique-shape.ts';
import type {Json, Value, Values} from '../recipe.ts';
import {always, hard, learned} from './asserts.ts';
import {bodyFields, validRequest} from './body-fields.ts';
import {pronoun} from './create.ts';
import {documentsRefusal} from '../model/operation.ts';
import {isPartial} from './partial.ts';
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

/** Read-only fields and invented privileges sent along: none is taken over. */
export const foreignFields: RowTemplate = {
	id: 'foreign-fields',
	category: 'security',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api} = context;
		const {body} = operation.endpoint;
		const kind = api.kindMadeBy(operation) ?? (isPartial(api, operation) ? api.kindAt(operation) : undefined);
		if (!body || !/json/i.test(body.contentType) || isLogin(operation, api.schemas) || !kind || kind.deleter === null)
			return null;
		const form = formOf(api.schemas, operation);
		if (form.form !== 'record') return null;
		const call = validRequest(draft, operation, context, documentsRefusal(operation));
		if (!call?.body || !('value' in call.body) || call.body.value.is !== 'object') return null;
		const {fields, pointer} = bodyFields(context, operation, call);
		const known = new Set(fields.map(({name}) => name));
		const extra: Values = {};
		const asserts = [...always(api, operation)];
		if (!known.has('id') && form.view.properties.has('id')) {
			const parameter = {in: 'path' as const, name: 'id', required: true, schema: form.view.properties.get('id')};
			// The same in every run: a schema says which value it must not be.
			const value = literalOf(unknownHandle(api, operation, parameter, {seed: draft.seed}));
			extra['id'] = {is: 'literal', value};
			asserts.push(
				learned(
					'if-accepted:id-kept',
					'the caller’s own id {actual} was taken over',
					{
						type: 'shape',
						pointer: below(form.pointer, 'id'),
						schema: {not: {const: value}},
						closed: false,
					},
					'callers do not set ids',
				),
			);
		}
		for (const [name, value] of privileges) {
			if (known.has(name) || !mayHaveRights(kind, form.view.properties)) continue;
			extra[name] = {is: 'literal', value};
			asserts.push(
				hard(
					`if-accepted:not-taken:${name}`,
					`${name} {actual} was taken over`,
					{
						type: 'shape',
						pointer: form.pointer,
						schema: {not: {required: [name], properties: {[name]: {const: value}}}},
						closed: false,
					},
					'callers do not give themselves rights',
				),
			);
		}
		if (Object.keys(extra).length === 0) return null;
		const value = merged(call.body.value.fields, pointer, extra);
		if (api.kindMadeBy(operation)) draft.safety = 'own_records';
		draft.step({
			id: 'foreign',
			title: 'send fields that are not the caller’s to set',
			role: 'act',
			call: {...call, body: {contentType: body.contentType, value: {is: 'object', fields: value}}},
			asserts,
		});
		return {
			title: `does not let callers set ${Object.keys(extra).join(', ')}`,
			description: `Sends a valid body with ${Object.keys(extra).join(', ')} besides; it may be refused, but is never taken over.`,
		};
	},
};

const literalOf = (value: Value): Json =>
	value.is === 'unique' ? sampleOf(value.shape) : value.is === 'literal' ? value.value : null;

function merged(fields: Values, pointer: string, extra: Values): Values {
	if (pointer === '$') return {...fields, ...extra};
	const [[key, inner] = ['', undefined]] = Object.entries(fields);
	return inner?.is === 'object' ? {[key]: {is: 'object', fields: {...inner.fields, ...extra}}} : fields;
}
