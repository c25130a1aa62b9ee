import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {nameAt, partsOf} from '../model/pointer.ts';
import type {JsonSchema} from '../recipe.ts';

type Schema = {[keyword: string]: unknown};
const isSchema = (value: unknown): value is Schema =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schema of a success in which its record or list, and what names the record, is required: an answer without them
 * shows nothing, whatever a document leaves out of `required`.
 */
export function withCertainRecord(api: ApiModel, operation: PlanOperation, schema: JsonSchema): JsonSchema {
	const form = formOf(api.schemas, operation);
	if (form.form === 'none' || form.form === 'scalar' || !isSchema(schema)) return schema;
	const kind = api.kindMadeBy(operation) ?? api.kindAt(operation);
	const made = kind?.handle?.from === 'body' ? nameAt(kind.handle.pointer) : null;
	const {handle} = kind ?? {};
	// Entries of which nothing says that they are a list are one record where its handle is read of it.
	const isOne = form.form === 'list' && !form.isSure && handle?.from === 'body' && !/\[/.test(handle.pointer);
	const isList = form.form === 'list' && !(isOne && api.kindMadeBy(operation));
	const names = isList ? [kind?.listHandle ?? null] : [made, 'id'];
	const name = names.find(one => one !== null && form.view.properties.has(one)) ?? null;
	return requiring(schema, partsOf(form.pointer), isList, name);
}

/** A copy in which each part of the way, and the name at its end, is required. */
function requiring(schema: Schema, [part, ...rest]: readonly unknown[], isList: boolean, name: string | null): Schema {
	if (typeof part !== 'string' || part === '*') {
		const {items} = schema;
		// What is taken for a record is one, whatever it says of entries.
		const record = isList || !isArray(schema) ? schema : isSchema(items) ? items : {};
		if (!isList) return name === null ? record : withRequired(record, name);
		return isSchema(items) && name !== null ? {...schema, items: withRequired(items, name)} : schema;
	}
	const properties = schema['properties'];
	const inner = isSchema(properties) ? properties[part] : undefined;
	if (!isSchema(properties) || !isSchema(inner)) return schema;
	return withRequired({...schema, properties: {...properties, [part]: requiring(inner, rest, isList, name)}}, part);
}

const isArray = ({type, items}: Schema): boolean => isSchema(items) || type === 'array';

function withRequired(schema: Schema, name: string): Schema {
	const properties = schema['properties'];
	if (!isSchema(properties) || !(name in properties)) return schema;
	const known = Array.isArray(schema['required']) ? schema['required'] : [];
	return known.includes(name) ? schema : {...schema, required: [...known, name]};
}
