import type {ApiModel} from '../kinds/analyse-api.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import type {PlanAnswer} from '../model/plan-endpoint.ts';
import type {Assert, JsonSchema} from '../recipe.ts';
import {decided} from './asserts.ts';
import {refusalBody} from './refusal-body.ts';

/** What the document says of a refusal with this very status, in JSON; null: nothing. */
export function describedRefusal(operation: PlanOperation, status: number): PlanAnswer | null {
	const answer = answerFor(operation, status);
	return answer?.status === String(status) && answer.schema && /json/i.test(answer.contentType ?? '') ? answer : null;
}

/** How deep a refusal is compared where it is not the subject: `error.code`, and no further. */
export const usualLevels = 2;

/**
 * Media type and body that the document gives a refusal which can only have one of `statuses`, `levels` deep; empty
 * where it says nothing of them, or several things.
 */
export function refusalShape(
	api: ApiModel,
	operation: PlanOperation,
	statuses: readonly number[],
	levels = usualLevels,
): Assert[] {
	const documented = statuses.filter(status => answerFor(operation, status) !== null);
	const [status] = documented;
	const answer = documented.length === 1 ? describedRefusal(operation, status!) : null;
	return answer ? refusalOf(api, answer, levels) : [];
}

/**
 * The same where something else is the subject: the fields that have to be in such a body, and nothing of its media type
 * and of what may be in it besides.
 */
export function refusalWords(api: ApiModel, operation: PlanOperation, statuses: readonly number[]): Assert[] {
	return refusalShape(api, operation, statuses).flatMap(one =>
		one.check.type === 'shape' ? [{...one, check: {...one.check, schema: requiredOnly(one.check.schema)}}] : [],
	);
}

function requiredOnly(schema: JsonSchema): JsonSchema {
	if (typeof schema !== 'object' || schema === null || !schema['properties']) return schema;
	const required = (schema['required'] as string[] | undefined) ?? [];
	const kept = Object.entries(schema['properties'] as Record<string, JsonSchema>)
		.filter(([name]) => required.includes(name))
		.map(([name, one]) => [name, requiredOnly(one)] as const);
	return {...schema, properties: Object.fromEntries(kept)};
}

/** The same of an answer that the document describes. */
export function refusalOf({schemas}: ApiModel, {status, schema, contentType}: PlanAnswer, levels: number): Assert[] {
	const plain = schemas.plain(schema, levels);
	const where = `responses.${status}.content`;
	const body = refusalBody(
		withOwnStatus(plain ?? true, Number(status)),
		schemas.view(schema).closed,
		`${where}.schema`,
	);
	if (body.length === 0) return [];
	return [
		decided('content-type', 'expected {expected}, got {actual}', {type: 'contentType', is: contentType!}, where),
		...body,
	];
}

/** A body that says its status says that of the answer: `status` of a problem document. */
function withOwnStatus(schema: JsonSchema, status: number): JsonSchema {
	const fields =
		typeof schema === 'object' ? (schema['properties'] as Record<string, JsonSchema> | undefined) : undefined;
	const [name, own] = Object.entries(fields ?? {}).find(([one]) => /^status_?(?:code)?$/i.test(one)) ?? [];
	const isNumber = typeof own === 'object' && (own['type'] === 'integer' || own['type'] === 'number');
	if (name === undefined || !isNumber || own['enum'] !== undefined || typeof schema !== 'object') return schema;
	return {...schema, properties: {...fields, [name]: {...own, enum: [status]}}};
}
