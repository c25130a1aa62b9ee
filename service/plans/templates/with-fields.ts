import {isObject, type JsonObject} from '../../inference/json-value.ts';
import {runTag} from '../data/unique-shape.ts';
import {partsOf} from '../model/pointer.ts';
import type {Body, Json, Value, Values} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';

/** A body with some of the fields of its record. */
export function withFields(body: Body, names: readonly string[]): Body {
	if (!('value' in body) || body.value.is !== 'object') return body;
	const sent = Object.entries(sentRecord(body).fields);
	return withRecord(body, Object.fromEntries(sent.filter(([name]) => names.includes(name))));
}

/** A body with another value in a field of its record. */
export function withField(body: Body | null, name: string, value: Value): Body | null {
	if (!body || !('value' in body)) return body;
	return withRecord(body, {...sentRecord(body).fields, [name]: value});
}

/** A value in which a part is as it is given, wherever that lies; without one as it is. */
export function withPart(value: Value, part: JsonObject | undefined): Value {
	if (part === undefined) return value;
	const fields = value.is === 'object' ? value.fields : {};
	const given = Object.entries(part).map(([name, one]): [string, Value] => [
		name,
		isObject(one) ? withPart(fields[name] ?? {is: 'object', fields: {}}, one) : {is: 'literal', value: one as Json},
	]);
	return {is: 'object', fields: {...fields, ...Object.fromEntries(given)}};
}

/** A body with other fields in the record that it holds. */
export function withRecord(body: Extract<Body, {value: Value}>, fields: Values): Body {
	return {contentType: body.contentType, value: recordAt(sentRecord(body).pointer, fields)};
}

/** The value of a body whose record has its fields at a place: the whole, or the one field that wraps it. */
export function recordAt(pointer: string, fields: Values): Value {
	const record: Value = {is: 'object', fields};
	return pointer === '$' ? record : {is: 'object', fields: {[String(partsOf(pointer).at(-1))]: record}};
}

/**
 * A value as the body of a media type: the fields of a form with files become its parts. A server may keep a file under the
 * name that it is sent with: no test puts its own in the place of somebody else's.
 */
export function asBody(contentType: string, value: Value): Body {
	if (/^multipart\//i.test(contentType) && value.is === 'object')
		return {
			parts: Object.entries(value.fields).map(([name, one]) => ({
				name,
				fileName: one.is === 'file' ? `${name}-${runTag}.${extensions[one.generator]}` : null,
				contentType: null,
				value: one,
			})),
		};
	return {contentType, value};
}

const extensions = {png: 'png', text: 'txt', csv: 'csv', pdf: 'pdf', bytes: 'bin'} as const;

export const isEmptyObject = (value: Value | undefined): boolean =>
	value?.is === 'object' && Object.keys(value.fields).length === 0;

/** An object with the first of its fields that holds plain data; as it is where there is none. */
export function firstOf(value: Value | undefined): Value | undefined {
	if (value?.is !== 'object') return value;
	const first = Object.entries(value.fields).find(([, one]) => one.is === 'literal' || one.is === 'unique');
	return first ? {is: 'object', fields: {[first[0]]: first[1]}} : value;
}
