import {literalPattern} from '../../domain/literal-pattern.ts';
import {uniqueWord} from '../data/unique-text.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {isSuccess, wordsOf} from '../learning/test-differences.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import {asCalled, operationOf, type PlanOperation} from '../model/operation.ts';
import {nameAt} from '../model/pointer.ts';
import type {SchemaView} from '../model/schema.ts';
import type {Recipe} from '../recipe.ts';
import {sentRecord, viewAt} from '../templates/expect-record.ts';
import type {SettledSchema} from './settled-body.ts';
import type {RunCalls} from './unnamed-records.ts';

/** Fields of which the API says that another record has their value, although nothing else says that it may be there once. */
export type TakenValues = {
	operation: Recipe['endpoint'];
	fields: readonly string[];
	/** What is kept of them. */
	schema: SettledSchema;
};

const refusals: readonly number[] = [400, 409, 422];
const isTaken = /\b(?:taken|exists?|already|duplicate[ds]?|unique|in use)\b/i;

/** Values that tests send as they stand in the plan, and that were answered "number has already been taken". */
export function takenValues({operations, schemas}: ApiModel, runs: readonly RunCalls[]): TakenValues[] {
	const found = new Map<PlanOperation, {fields: Set<string>; pointer: string}>();
	for (const {recipe, calls} of runs) {
		const aligned = alignCalls(recipe, calls);
		for (const step of recipe.steps) {
			const operation = operationOf(operations, step.call.operation);
			if (!operation || !step.asserts.some(isSuccess)) continue;
			const {pointer, fields} = sentRecord(step.call.body);
			for (const call of aligned.get(step.id) ?? []) {
				const said = call.status !== null && refusals.includes(call.status) ? wordsOf(call) : '';
				if (!isTaken.test(said)) continue;
				const {properties} = viewAt(schemas, operation, pointer);
				const names = Object.entries(fields).flatMap(([name, value]) => {
					const isText = value.is === 'literal' && typeof value.value === 'string';
					return isText && isNamed(name, said) && mayDiffer(schemas.view(properties.get(name))) ? [name] : [];
				});
				const known = found.get(operation)?.fields ?? [];
				if (names.length > 0) found.set(operation, {fields: new Set([...known, ...names]), pointer});
			}
		}
	}
	return [...found].map(([operation, {fields, pointer}]) => {
		const {properties} = viewAt(schemas, operation, pointer);
		const schemaOf = (name: string) => ({allOf: [{[uniqueWord]: true}, properties.get(name) ?? {type: 'string'}]});
		return {
			operation: asCalled(operation),
			fields: [...fields],
			schema: {
				properties: Object.fromEntries([...fields].map(name => [name, schemaOf(name)])),
				required: [],
				...(pointer === '$' ? {} : {within: nameAt(pointer)}),
			},
		};
	});
}

/** Whether a text may be another one in every record, and is not yet. */
const mayDiffer = ({words, enum: options}: SchemaView): boolean =>
	options === null && words[uniqueWord] !== true && (words['format'] === undefined || words['format'] === 'email');

const isNamed = (name: string, said: string): boolean =>
	new RegExp(`(?<![\\w])${literalPattern(name)}(?![\\w])`, 'i').test(said);
