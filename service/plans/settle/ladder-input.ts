import {bodyValue} from '../data/body-value.ts';
import {operationOf} from '../model/operation.ts';
import {scalarValue} from '../data/scalar.ts';
import {uniqueFrom} from '../data/unique-text.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {usable} from '../kinds/candidate.ts';
import {jsonOf} from '../learning/observe.ts';
import type {RefusedRequest} from '../learning/refused-request.ts';
import {formOf} from '../model/answer-form.ts';
import {isScalar, type SchemaView} from '../model/schema.ts';
import type {Value, Values} from '../recipe.ts';
import {sentRecord} from '../templates/expect-record.ts';
import {askedValues} from './asked-values.ts';
import {demandsIn} from './demands.ts';
import type {LadderInput} from './ladder.ts';

/**
 * What the document knows of a body that was refused.
 *
 * @param fuller fields of a larger record of the same operation that was accepted
 */
export function ladderInput(
	api: ApiModel,
	{operation: called, step, words, recipe, call}: RefusedRequest,
	fuller: Values = {},
): LadderInput {
	const operation = operationOf(api.operations, called);
	const {schemas} = api;
	const {pointer, fields} = sentRecord(step.call.body);
	const whole = schemas.view(operation?.endpoint.body?.schema);
	const view = pointer === '$' ? whole : schemas.view(whole.properties.get(pointer.slice(2)));
	const valueFor = (name: string, schema: unknown): Value | undefined => {
		const record = {type: 'object', required: [name], properties: {[name]: schema}};
		const made = bodyValue(record, {
			schemas,
			seed: `${recipe.seed} settled`,
			fields: 'all',
			reference: () => undefined,
		});
		return made?.is === 'object' ? made.fields[name] : undefined;
	};
	const others = new Map(Object.entries(fuller).filter(([name]) => !(name in fields)));
	const elsewhere = new Map(others);
	/** A reference names a record that another test has made. */
	const fed = (name: string): Value | undefined => {
		const edge = operation && api.edgeOf(operation, `body:${pointer}.${name}`);
		const producer = edge?.state === 'cut' ? null : edge?.producer;
		if (!edge || !producer || producer.borrowed || producer.score < usable) return undefined;
		return producer.kind?.creator?.endpoint.body?.isRefused ? undefined : {is: 'variable', name: edge.variable};
	};
	// "Type from body schema, else from the record's."
	for (const known of [view, operation ? recordView(api, operation) : null])
		for (const [name, schema] of known?.properties ?? []) {
			if (name in fields || others.has(name)) continue;
			const value = fed(name) ?? valueFor(name, schema);
			if (value) others.set(name, value);
		}
	// A field that only the answer speaks of.
	for (const [, name] of words.matchAll(
		/["'`]([A-Za-z_]\w{0,60})["'`] (?:is|are|was|must be|field is) (?:required|missing)/g,
	)) {
		const value =
			name === undefined || name in fields || others.has(name) ? undefined : valueFor(name, {type: 'string'});
		if (name !== undefined && value) others.set(name, value);
	}
	const scalars = new Map<string, Value>();
	for (const [name, schema] of view.properties) {
		const {variants} = schemas.view(schema);
		const scalar = variants.find(one => isScalar(schemas.view(one)));
		const value = fields[name]?.is === 'object' && scalar !== undefined ? valueFor(name, scalar) : undefined;
		if (value) scalars.set(name, value);
	}
	const uniques = new Map<string, Value>();
	for (const [name, value] of Object.entries(fields)) {
		const own = value.is === 'literal' && typeof value.value === 'string' ? value.value : null;
		if (own === null) continue;
		const field = schemas.view(view.properties.get(name));
		const made = uniqueFrom(own, field) ?? scalarValue(name, field, recipe.seed, {isForced: true});
		if (made?.is === 'unique') uniques.set(name, made);
	}
	const choices = new Map<string, Value[]>();
	for (const [name, value] of Object.entries(fields)) {
		const options = schemas.view(view.properties.get(name)).enum ?? [];
		const own = value.is === 'literal' ? value.value : undefined;
		const left = options.filter(one => typeof one === 'string' && one !== own);
		if (typeof own === 'string' && left.length > 0)
			choices.set(
				name,
				left.map(one => ({is: 'literal', value: one})),
			);
	}
	const demands = demandsIn(jsonOf(call) ?? call.responseBody, [...Object.keys(fields), ...others.keys()]);
	return {
		asked: askedValues(demands, {fields, others}, {schemas, view, valueFor}),
		required: new Set(view.required),
		words,
		others,
		elsewhere,
		scalars,
		uniques,
		choices,
		example: operation?.endpoint.body?.sample ?? null,
	};
}

/** The record that an operation answers; null: it answers none. */
function recordView({schemas}: ApiModel, operation: Parameters<typeof formOf>[1]): SchemaView | null {
	const form = formOf(schemas, operation);
	return form.form === 'record' ? form.view : null;
}
