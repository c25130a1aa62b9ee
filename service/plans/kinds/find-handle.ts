import {isForeign, nameFit} from '../../inference/handle-name.ts';
import {type AnswerForm, formOf} from '../model/answer-form.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import {carries, type PlanOperation} from '../model/operation.ts';
import {below, entry} from '../model/pointer.ts';
import {isScalar, recordIn, type Schemas, type SchemaView, textIn} from '../model/schema.ts';
import type {Handle} from './kind.ts';
import {isIdName, referenceName} from './names.ts';

/** Fields that name a record when nothing better does. */
const lastResort = ['key', 'slug', 'code', 'name'];
/** Fields that name a record where its number is not what is asked for, best first. */
const spokenNames = ['login', 'username', 'handle', ...lastResort];

/** What a document says of a parameter that names a record. */
export type Asked = {view: SchemaView; description: string};

export const askedFor = (parameter: PlanParameter | undefined, schemas: Schemas): Asked | null => {
	if (!parameter) return null;
	const view = schemas.view(parameter.schema);
	return {view, description: parameter.description ?? textIn(view.words, 'description') ?? ''};
};

/** `{repo}`, a text that is described as a name, is not the number that a repository also has. */
const wantsName = (parameter: string, {view, description}: Asked): boolean =>
	!isIdName(parameter) &&
	view.types.has('string') &&
	view.types.size === 1 &&
	!/\b(?:id|identifier|uuid)\b/i.test(description) &&
	!/^\d+$/.test(String(view.words['example'] ?? ''));

export const isNumber = ({types}: SchemaView): boolean =>
	types.size > 0 && [...types].every(type => type === 'integer' || type === 'number');

/** Name of the field that names a record of a kind: the rules of cleanup, read on a schema instead of a value. */
export function handleField(
	schemas: Schemas,
	view: SchemaView,
	parameter: string,
	kind: string,
	asked: Asked | null = null,
): string | null {
	const field = bestField(schemas, view, parameter, kind);
	const schema = field === null ? undefined : view.properties.get(field);
	if (field === null || asked === null || !isNumber(schemas.view(schema)) || !wantsName(parameter, asked)) return field;
	const isText = (name: string) => schemas.view(view.properties.get(name)).types.has('string');
	return spokenNames.find(name => view.properties.has(name) && isText(name)) ?? field;
}

/** What was found for a view: many places of an API ask the same of one record. */
const found = new WeakMap<SchemaView, Map<string, string | null>>();

function bestField(schemas: Schemas, view: SchemaView, parameter: string, kind: string): string | null {
	const known = found.get(view) ?? new Map<string, string | null>();
	found.set(view, known);
	const key = `${parameter} ${kind}`;
	const field = known.has(key) ? known.get(key)! : fieldFor(schemas, view, parameter, kind);
	known.set(key, field);
	return field;
}

function fieldFor(schemas: Schemas, view: SchemaView, parameter: string, kind: string): string | null {
	let best: {name: string; score: number} | null = null;
	for (const [name, schema] of view.properties) {
		const fit = nameFit(name, parameter, kind);
		const score = fit?.score ?? (lastResort.includes(name) ? 0.1 : 0);
		if (score <= (best?.score ?? 0) || (isForeign(name, kind) && score < 1)) continue;
		if (mayBeHandle(schemas.view(schema))) best = {name, score};
	}
	return best?.name ?? null;
}

/** Whether a field names a record for want of a better one: `name` where the path asks for `{id}`. */
export const isLastResort = (field: string, parameter: string, kind: string): boolean =>
	lastResort.includes(field) && nameFit(field, parameter, kind) === null;

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
	asked: Asked | null = null,
): Handle | null {
	const form: AnswerForm = formOf(schemas, creator);
	const wanted = parameter ?? 'id';
	// HAL shows a record by its links: what is made without an id in it is named by its address.
	const isLinked = form.form === 'record' && form.view.properties.has('_links') && creator.statuses.includes(201);
	const isLocated = isLinked || carries(creator.success, 'location');
	if (form.form === 'record') {
		const field = handleField(schemas, form.view, wanted, kind, asked);
		const isSure = field !== null && (parameter !== null || isNaming(field, kind));
		const named = isSure ? field : parameter === null ? namingField(schemas, form.view, kind) : null;
		// A text that may name anything is no name where the answer says where the record is.
		const isWeak = named !== null && isLocated && isLastResort(named, wanted, kind);
		if (named !== null && !isWeak)
			return {from: 'body', pointer: below(form.pointer, named), schema: form.view.properties.get(named)};
	}
	if (form.form === 'list') {
		const view = recordIn(schemas, form.view);
		const field = handleField(schemas, view, wanted, kind, asked);
		const pointer = form.isSure ? entry(form.pointer, 0) : form.pointer;
		if (field !== null) return {from: 'body', pointer: below(pointer, field), schema: view.properties.get(field)};
	}
	if (isLocated) return {from: 'location', isNumber: asked !== null && isNumber(asked.view)};
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
	// An `id` that may be left out is made by the application.
	const isMade = exact === '$.id' && !schemas.view(body).required.has('id');
	if (exact !== null && !isMade) return {from: 'sent', in: 'body', pointer: exact};
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
