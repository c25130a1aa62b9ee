import {isForeign, nameFit} from '../../inference/handle-name.ts';
import {type AnswerForm, formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below, entry} from '../model/pointer.ts';
import {isScalar, type Schemas, type SchemaView} from '../model/schema.ts';
import type {Handle} from './kind.ts';
import {isIdName, referenceName} from './names.ts';

/** Fields that name a record when nothing better does. */
const lastResort = ['key', 'slug', 'code', 'name'];

/** Name of the field that names a record of a kind: the rules of cleanup, read on a schema instead of a value. */
export function handleField(schemas: Schemas, view: SchemaView, parameter: string, kind: string): string | null {
	let best: {name: string; score: number} | null = null;
	for (const [name, schema] of view.properties) {
		const fit = nameFit(name, parameter, kind);
		const score = fit?.score ?? (lastResort.includes(name) ? 0.1 : 0);
		if (score <= (best?.score ?? 0) || (isForeign(name, kind) && score < 1)) continue;
		if (mayBeHandle(schemas.view(schema))) best = {name, score};
	}
	return best?.name ?? null;
}

function mayBeHandle(view: SchemaView): boolean {
	if (view.types.size === 0) return view.properties.size === 0 && view.variants.length === 0;
	return isScalar(view) && !view.types.has('boolean') && view.enum === null;
}

/**
 * The value that names the record in the answer of its creator: the fields of the record, then the last segment of
 * `Location`, a bare scalar, the same-named field of the request. An answer of which nothing is known is guessed to carry
 * what the parameter's name says.
 */
export function creatorHandle(
	schemas: Schemas,
	creator: PlanOperation,
	parameter: string | null,
	kind: string,
): Handle | null {
	const form: AnswerForm = formOf(schemas, creator);
	const wanted = parameter ?? 'id';
	if (form.form === 'record') {
		const field = handleField(schemas, form.view, wanted, kind);
		const isSure = field !== null && (parameter !== null || isNaming(field, kind));
		const named = isSure ? field : parameter === null ? namingField(schemas, form.view, kind) : null;
		if (named !== null)
			return {from: 'body', pointer: below(form.pointer, named), schema: form.view.properties.get(named)};
	}
	if (form.form === 'list') {
		const field = handleField(schemas, form.view, wanted, kind);
		const pointer = form.isSure ? entry(form.pointer, 0) : form.pointer;
		if (field !== null) return {from: 'body', pointer: below(pointer, field), schema: form.view.properties.get(field)};
	}
	if (creator.success?.headers.some(({name}) => name.toLowerCase() === 'location')) return {from: 'location'};
	if (form.form === 'scalar') return {from: 'body', pointer: form.pointer, schema: form.schema};
	if (parameter === null) return null;
	const sent = sentHandle(schemas, creator, parameter, kind);
	if (sent !== null) return sent;
	const isUnknown = creator.success === null || (creator.success.schema === null && creator.success.status !== '204');
	return isUnknown ? {from: 'body', pointer: below('$', isIdName(parameter) ? 'id' : parameter), schema: {}} : null;
}

const namingField = (schemas: Schemas, view: SchemaView, kind: string): string | null =>
	[...view.properties].find(([name, schema]) => isNaming(name, kind) && mayBeHandle(schemas.view(schema)))?.[0] ?? null;

/** Whether a field names a record of a kind: `id`, `userId`, `username` of a user. */
const isNaming = (field: string, kind: string): boolean => {
	const {handle, words} = referenceName(field);
	if (handle !== null) return words.length === 0 || words.join('') === kind;
	return kind !== '' && /^(?:name|id|code|key)$/.test(field.toLowerCase().replace(kind, ''));
};

function sentHandle(schemas: Schemas, creator: PlanOperation, parameter: string, kind: string): Handle | null {
	const body = creator.endpoint.body?.schema;
	const exact = fieldBelow(schemas, body, parameter, '$', 0);
	if (exact !== null) return {from: 'sent', in: 'body', pointer: exact};
	if (isIdName(parameter)) return null;
	const field = handleField(schemas, writable(schemas, body), parameter, kind);
	return field === null ? null : {from: 'sent', in: 'body', pointer: below('$', field)};
}

function writable(schemas: Schemas, schema: unknown): SchemaView {
	const view = schemas.view(schema);
	const fields = [...view.properties].filter(([, one]) => schemas.view(one).words['readOnly'] !== true);
	return {...view, properties: new Map(fields)};
}

/** `$.relations[0].userId`: a field of exactly that name in what is sent. */
function fieldBelow(schemas: Schemas, schema: unknown, name: string, pointer: string, depth: number): string | null {
	const view = writable(schemas, schema);
	if (view.properties.has(name)) return below(pointer, name);
	if (depth > 2 || name === 'id') return null;
	if (view.items !== null) return fieldBelow(schemas, view.items, name, entry(pointer, 0), depth + 1);
	for (const [key, one] of view.properties) {
		const found = fieldBelow(schemas, one, name, below(pointer, key), depth + 1);
		if (found !== null) return found;
	}
	return null;
}
