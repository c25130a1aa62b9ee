import {bothSchemas, type SettledSchema} from '../../domain/settled-schema.ts';
import {uniqueWord} from '../data/unique-text.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {isSuccess, wordsOf} from '../learning/test-differences.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import {asCalled, operationOf, type PlanOperation} from '../model/operation.ts';
import {below, nameAt} from '../model/pointer.ts';
import type {Schemas, SchemaView} from '../model/schema.ts';
import type {Recipe, Value} from '../recipe.ts';
import {withinBody} from './settled-body.ts';
import type {RunCalls} from './unnamed-records.ts';

/** Fields of which the API says that another record has their value, although nothing else says that it may be there once. */
export type TakenValues = {
	operation: Recipe['endpoint'];
	fields: readonly string[];
	/** What is kept of them. */
	schema: SettledSchema;
};

const refusals: readonly number[] = [400, 409, 422];
const taken = /\b(?:taken|exists?|already|duplicate[ds]?|unique|in use)\b/i;
/** "Object with slug=x does not exist" speaks of what is missing. */
const missing = /(?:\b(?:not|never)|n't) (?:yet )?exist|\bno longer exists?\b|\bno such\b/i;
/** Whether a refusal says that another record has a value. */
export const isTaken = (words: string): boolean => taken.test(words) && !missing.test(words);

/** What every refusal calls its own parts (RFC 9457), whatever fields a record has. */
const ofProblem = /"(?:type|title|status|detail|instance|code|message)"(?=\s{0,9}:)/gi;

/** Values that tests send as they stand in the plan, and that were answered "number has already been taken". */
export function takenValues({operations, schemas}: ApiModel, runs: readonly RunCalls[]): TakenValues[] {
	const found = new Map<PlanOperation, Map<string, unknown>>();
	for (const {recipe, calls} of runs) {
		const aligned = alignCalls(recipe, calls);
		for (const step of recipe.steps) {
			const operation = operationOf(operations, step.call.operation);
			const {body} = step.call;
			if (!operation || body === null || !('value' in body) || !step.asserts.some(isSuccess)) continue;
			for (const call of aligned.get(step.id) ?? []) {
				if (call.status === null || !refusals.includes(call.status) || !isTaken(wordsOf(call))) continue;
				const said = wordsIn(`${wordsOf(call)} ${(call.responseBody ?? '').replace(ofProblem, '')}`);
				const known = found.get(operation) ?? new Map<string, unknown>();
				for (const [pointer, schema] of textsIn(schemas, operation.endpoint.body?.schema, body.value))
					if (said.has(nameAt(pointer).toLowerCase())) known.set(pointer, schema);
				if (known.size > 0) found.set(operation, known);
			}
		}
	}
	return [...found].map(([operation, fields]) => ({
		operation: asCalled(operation),
		fields: [...fields.keys()].map(nameAt),
		schema: [...fields]
			.map(([pointer, schema]) => {
				const own = {properties: {[nameAt(pointer)]: {allOf: [{[uniqueWord]: true}, schema ?? {type: 'string'}]}}};
				return withinBody(parentOf(pointer), {...own, required: []});
			})
			.reduce(bothSchemas),
	}));
}

/** Fields of a body whose text stands in the plan and may be another one in every record, with their schemas. */
function textsIn(schemas: Schemas, schema: unknown, value: Value, pointer = '$'): Array<[string, unknown]> {
	const view = schemas.view(schema);
	if (value.is === 'object')
		return Object.entries(value.fields).flatMap(([name, one]) =>
			textsIn(schemas, view.properties.get(name), one, below(pointer, name)),
		);
	const isText = value.is === 'literal' && typeof value.value === 'string';
	return isText && mayDiffer(view) ? [[pointer, schema]] : [];
}

/** Whether a text may be another one in every record, and is not yet. */
const mayDiffer = ({words, enum: options}: SchemaView): boolean =>
	options === null &&
	words['const'] === undefined &&
	words[uniqueWord] !== true &&
	/^(?:undefined|email)$/.test(String(words['format']));

const parentOf = (pointer: string): string => pointer.slice(0, pointer.length - below('$', nameAt(pointer)).length + 1);

/** Words of an answer, as it writes them. */
const wordsIn = (said: string): ReadonlySet<string> => new Set(said.toLowerCase().split(/[^\w]+/));
