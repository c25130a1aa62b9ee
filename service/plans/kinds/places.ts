import {parametersOf, templateOf} from '../../inference/path-template.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import {saysThatItIsAnId} from './described.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below, each} from '../model/pointer.ts';
import {isScalar, type Schemas, type SchemaView, textIn} from '../model/schema.ts';

/** A place of a request that may take a value of another operation. */
export type NeedPlace = {
	in: 'path' | 'query' | 'header' | 'body';
	/** Name, or `$.items[*].productId`. */
	pointer: string;
	/** Name that says what is wanted: the parameter's or the field's. */
	name: string;
	required: boolean;
	schema: unknown;
	view: SchemaView;
	/** A list of handles, or an entry of one. */
	many: boolean;
	example: unknown;
	/** What the document says of it; empty: nothing. */
	description: string;
};

/** `path:userId`, `body:$.items[*].productId` */
export const placeText = (place: {in: string; pointer: string}): string => `${place.in}:${place.pointer}`;

const deepest = 3;
const mostFields = 200;

/** Every place of a request that a person could want to feed, in the order of the document. */
export function placesOf(operation: PlanOperation, schemas: Schemas): NeedPlace[] {
	const places: NeedPlace[] = [];
	const byName = new Map(operation.pathParameters.map(one => [one.name, one]));
	for (const name of new Set(parametersOf(templateOf(operation.path.split('?', 1)[0] ?? ''))))
		places.push(parameterPlace(byName.get(name) ?? {in: 'path', name, required: true, schema: {}}, schemas));
	for (const parameter of operation.query) places.push(parameterPlace(parameter, schemas));
	for (const parameter of operation.headers) places.push(parameterPlace(parameter, schemas));
	const body = operation.endpoint.body;
	if (body) addFields(places, schemas, body.schema, {pointer: '$', required: true, depth: 0, many: false});
	return places;
}

function parameterPlace(
	{in: where, name, required, schema, example, description}: PlanParameter,
	schemas: Schemas,
): NeedPlace {
	const view = schemas.view(schema);
	return {
		in: where,
		pointer: name,
		name,
		required: required || where === 'path',
		schema,
		view,
		many: view.types.has('array'),
		example: example ?? view.words['example'] ?? view.words['default'],
		description: description ?? textIn(view.words, 'description') ?? '',
	};
}

type At = {pointer: string; required: boolean; depth: number; many: boolean};

function addFields(places: NeedPlace[], schemas: Schemas, schema: unknown, at: At): void {
	let view = schemas.view(schema);
	if (view.variants.length > 0 && view.properties.size === 0) {
		const object = view.variants.find(one => schemas.view(one).types.has('object'));
		if (object === undefined) return;
		view = schemas.view(object);
	}
	if (view.types.has('array') && view.items !== null && at.depth <= deepest) {
		addFields(places, schemas, view.items, {...at, pointer: each(at.pointer), depth: at.depth + 1, many: false});
		return;
	}
	for (const [name, field] of view.properties) {
		if (places.length > mostFields) return;
		const own = schemas.view(field);
		if (own.words['readOnly'] === true) continue;
		const required = at.required && view.required.has(name);
		const pointer = below(at.pointer, name);
		const entry = own.types.has('array') && own.items !== null ? schemas.view(own.items) : null;
		const place = {
			in: 'body' as const,
			pointer,
			name,
			required,
			schema: field,
			view: own,
			example: exampleOf(own),
			description: textIn(own.words, 'description') ?? (entry && textIn(entry.words, 'description')) ?? '',
		};
		if (entry && isScalarLike(entry))
			places.push({...place, pointer: each(pointer), view: entry, schema: own.items, many: true});
		else if (isScalarLike(own) || namesRecord(schemas, own)) places.push({...place, many: false});
		if (at.depth < deepest && (own.types.has('object') || entry?.types.has('object')))
			addFields(places, schemas, field, {pointer, required, depth: at.depth + 1, many: false});
	}
}

const exampleOf = ({words}: SchemaView) => words['example'] ?? words['default'];

/** Also an object without fields that is said to be an id: a slip of the document. */
const isScalarLike = (view: SchemaView) =>
	isScalar(view) || (view.properties.size === 0 && (view.types.size === 0 || isSaidToBeAnId(view)));

const isSaidToBeAnId = ({types, words}: SchemaView): boolean =>
	types.has('object') && saysThatItIsAnId(textIn(words, 'description') ?? '');

/** `oneOf [scalar, Record]`: the record's id stands for the record. */
const namesRecord = (schemas: Schemas, view: SchemaView) => view.variants.some(one => isScalar(schemas.view(one)));
