import type {NamedIn} from '../inference/verb-style/rest-form.ts';
import type {Spoken} from './model/plan-endpoint.ts';
import {below} from './model/pointer.ts';
import type {Body, Call, Case, Operation, Recipe, Step, Value, Values} from './recipe.ts';

/** Endpoints of an API in verb style by their form in REST, `DELETE /customer/{id}`. */
export type SpokenOperations = ReadonlyMap<string, Spoken>;

/** A recipe whose calls are made as the API wants them, where planning has worked on their form in REST. */
export function asSpoken(spoken: SpokenOperations, recipe: Omit<Recipe, 'id'>): Omit<Recipe, 'id'> {
	if (spoken.size === 0) return recipe;
	const operation = (one: Operation): Operation => {
		const own = spoken.get(`${one.method} ${one.path}`);
		return own ? {...one, method: own.method, path: own.path} : one;
	};
	const step = (one: Step): Step => {
		const own = spoken.get(`${one.call.operation.method} ${one.call.operation.path}`);
		const captures = one.captures.map(capture => ({
			...capture,
			deletedBy: capture.deletedBy && operation(capture.deletedBy),
		}));
		if (!own) return {...one, captures};
		return {
			...one,
			captures,
			call: {...spokenCall(own, withoutCased(own, one)), operation: operation(one.call.operation)},
			cases: one.cases.map(of => ({...of, patch: of.patch.map(part => spokenPatch(own, part))})),
		};
	};
	return {...recipe, endpoint: operation(recipe.endpoint), steps: recipe.steps.map(step)};
}

/** The call of a step without the name in its body that every case has its own of. */
function withoutCased({form}: Spoken, {call, cases}: Step): Call {
	const {named, parameter} = form;
	const isCased = ({patch}: Case) => patch.some(({at}) => at.in === 'path' && at.pointer === parameter);
	if (named?.in !== 'body' || parameter === null || cases.length === 0 || !cases.every(isCased)) return call;
	const {[parameter]: own, ...path} = call.path;
	return {...call, path};
}

const json = 'application/json';

function spokenCall({form}: Spoken, call: Call): Call {
	const {parameter, named} = form;
	const asked: Call = form.isAskedInBody
		? {...call, query: {}, body: {contentType: json, value: {is: 'object', fields: call.query}}}
		: call;
	const value = parameter === null ? undefined : call.path[parameter];
	if (named?.in === 'body' && parameter !== null && value === undefined)
		return {...asked, body: asked.body ?? {contentType: json, value: {is: 'object', fields: {}}}};
	if (named === null || parameter === null || value === undefined) return asked;
	const {[parameter]: own, ...path} = call.path;
	if (named.in === 'path') return {...asked, path: {...path, [named.name]: value}};
	if (named.in === 'query') return {...asked, path, query: {[named.name]: value, ...asked.query}};
	return {...asked, path, body: withName(asked.body, named, value)};
}

/** A body that names the record, first of all. */
function withName(body: Body | null, named: NamedIn, value: Value): Body {
	const own = listed(named, value);
	if (named.name === '') return {contentType: json, value: own};
	if (body !== null && !('value' in body)) return body;
	return {
		contentType: body?.contentType ?? json,
		value: {is: 'object', fields: {[named.name]: own, ...fieldsOf(body)}},
	};
}

const listed = ({isList}: NamedIn, value: Value): Value => (isList ? {is: 'array', items: [value]} : value);

function fieldsOf(body: {value: Value} | null): Values {
	if (body?.value.is === 'object') return body.value.fields;
	const literal = body?.value.is === 'literal' ? body.value.value : null;
	if (literal === null || typeof literal !== 'object' || Array.isArray(literal)) return {};
	return Object.fromEntries(Object.entries(literal).map(([name, value]) => [name, {is: 'literal', value}]));
}

function spokenPatch({form}: Spoken, {at, value}: Case['patch'][number]): Case['patch'][number] {
	const {parameter, named} = form;
	if (at.in === 'query' && form.isAskedInBody) return {at: {in: 'body', pointer: below('$', at.pointer)}, value};
	if (at.in !== 'path' || named === null || at.pointer !== parameter) return {at, value};
	if (named.in !== 'body') return {at: {in: named.in, pointer: named.name}, value};
	const pointer = named.name === '' ? '$' : below('$', named.name);
	return {at: {in: 'body', pointer}, value: value === 'absent' ? value : listed(named, value)};
}
