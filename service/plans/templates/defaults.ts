import {formOf} from '../model/answer-form.ts';
import {below} from '../model/pointer.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Assert, Json, Call} from '../recipe.ts';
import {decided, isSecretName} from './asserts.ts';
import {viewAt, sentRecord} from './expect-record.ts';
import type {PlanContext} from './context.ts';

/** Fields that a request leaves out are answered with what the document says is their default. */
export function documentedDefaults({api}: PlanContext, operation: PlanOperation, {body}: Call): Assert[] {
	const form = formOf(api.schemas, operation);
	if (form.form !== 'record') return [];
	const {pointer, fields} = sentRecord(body);
	const {properties} = viewAt(api.schemas, operation, pointer);
	return [...properties].flatMap(([name, schema]): Assert[] => {
		const value = api.schemas.view(schema).words['default'] as Json | undefined;
		const isPlain = value !== undefined && (value === null || typeof value !== 'object');
		if (!isPlain || name in fields || !form.view.properties.has(name) || isSecretName(name)) return [];
		return [
			decided(
				`default:${below(form.pointer, name)}`,
				`${name}: expected the default {expected}, got {actual}`,
				{type: 'equals', pointer: below(form.pointer, name), value: {is: 'literal', value}, as: 'exact'},
				`requestBody.content.schema.properties.${name}.default`,
			),
		];
	});
}
