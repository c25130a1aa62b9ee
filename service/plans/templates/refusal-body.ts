import {plainName} from '../../inference/word-form.ts';
import {below} from '../model/pointer.ts';
import type {Assert, JsonSchema} from '../recipe.ts';
import {decided} from './asserts.ts';

type Fields = Record<string, JsonSchema>;

/** Names under which a refusal says what is wrong, the most telling one first. */
const tellingNames = ['error', 'errors', 'message', 'detail', 'details', 'title', 'reason', 'code'];

/**
 * What the documented body of a refusal must show, so that an empty one never passes: its schema, in which the field that
 * says what is wrong has to be there even where no field is required; and the list of what is wrong, not empty where the
 * document gives it an entry or where it is all that the body holds. The telling field is the only one, or the first of
 * error, errors, message, detail, title, reason and code; of a record in it only one of these names. Empty where the
 * schema says nothing.
 *
 * @param where the schema in the document
 */
export function refusalBody(schema: JsonSchema, closed: boolean, where: string): Assert[] {
	if (typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0) return [];
	const list = listIn(schema);
	return [
		decided(
			'shape',
			'{field}: expected {expected}, got {actual}',
			{type: 'shape', pointer: '$', schema: withTelling(schema), closed},
			where,
		),
		...(list === null
			? []
			: [
					decided(
						`not-empty:${list}`,
						'the refusal says nothing: its list is empty',
						{type: 'shape', pointer: list, schema: {type: 'array', minItems: 1}, closed: false},
						where,
					),
				]),
	];
}

const fieldsOf = (schema: JsonSchema | undefined): Fields =>
	typeof schema === 'object' && schema !== null ? ((schema['properties'] as Fields | undefined) ?? {}) : {};

const requiredOf = (schema: JsonSchema): string[] =>
	typeof schema === 'object' ? ((schema['required'] as string[] | undefined) ?? []) : [];

/** The field that says what is wrong; undefined: none is known to. */
function tellingField(fields: Fields, isInner: boolean): string | undefined {
	const names = Object.keys(fields);
	if (names.length === 1 && !isInner) return names[0];
	return tellingNames.flatMap(wanted => names.find(name => plainName(name) === wanted) ?? [])[0];
}

/** The schema with its telling field required, and that of the record in it. */
function withTelling(schema: JsonSchema, isInner = false): JsonSchema {
	const fields = fieldsOf(schema);
	const required = requiredOf(schema);
	const telling = tellingField(fields, isInner);
	if (typeof schema !== 'object' || telling === undefined) return schema;
	return {
		...schema,
		properties: {...fields, [telling]: isInner ? fields[telling]! : withTelling(fields[telling]!, true)},
		required: required.length > 0 ? required : [telling],
	};
}

/** Pointer of the list of what is wrong: all that the body holds, or with an entry by its bound; null: there is none. */
function listIn(schema: JsonSchema, pointer = '$', isOnly = true): string | null {
	if (typeof schema !== 'object' || schema === null) return null;
	if (schema['type'] === 'array') return isOnly || Number(schema['minItems'] ?? 0) > 0 ? pointer : null;
	const fields = fieldsOf(schema);
	const names = Object.keys(fields);
	const isInner = pointer !== '$';
	const required = requiredOf(schema);
	const telling = tellingField(fields, isInner) ?? (names.length === 1 ? names[0] : undefined);
	// Only through what has to be there.
	const isThere =
		telling !== undefined &&
		(required.length === 0 ? telling === tellingField(fields, isInner) : required.includes(telling));
	return isThere ? listIn(fields[telling]!, below(pointer, telling), isOnly && names.length === 1) : null;
}
