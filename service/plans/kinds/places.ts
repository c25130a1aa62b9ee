import {parametersOf, templateOf} from '../../inference/path-template.ts';
import type {PlanParameter} from '../model/plan-endpoint.ts';
import {isIdName, referenceName, kindWord} from './names.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below, each} from '../model/pointer.ts';
import {isScalar, type Schemas, type SchemaView, textIn} from '../model/schema.ts';

/** Whether a description begins by saying that the value is an id. */
export const saysThatItIsAnId = (text: string): boolean =>
	/^\W*(?:the |an? )?(?:unique |primary )?(?:ids?|identifiers?|uuids?|keys?)\b/i.test(text);

/** `the unique identifier of a role`, `ID of the parent folder`, `the workflow ID`: the kinds whose ids a text speaks of. */
export function kindsDescribed(text: string): string[] {
	const said = text
		.slice(0, 300)
		.toLowerCase()
		.replace(/\]\([^)]*\)?/g, ' ')
		.replace(/[[\]`*]+|(?<!\w)_+|_+(?!\w)/g, ' ')
		.replace(/ +/g, ' ');
	const after =
		/\b(?:ids?|identifiers?|uuids?|guids?|primary keys?)\s+(?:of|for)\s+(?:an?\s|the\s|this\s)?([a-z-]+)(?:\s([a-z-]+))?/g;
	const before = /\b([a-z-]+)\s(?:ids?|identifiers?|uuids?)\b/g;
	// `the artist or the user IDs`, with the name of the API in between: `the user Spotify IDs`.
	const either = /\b([a-z-]+) or (?:an?\s|the\s)?([a-z-]+)\s(?:[a-z-]+\s)?(?:ids|identifiers|uuids)\b/g;
	// Of two words the second says what it is: the id of the parent folder.
	return [
		...[...said.matchAll(after)].flatMap(([, first, second]) => [second, first]),
		...[...said.matchAll(either), ...said.matchAll(before)].flatMap(([, first, second]) => [first, second]),
	].flatMap(one => (one === undefined ? [] : [kindWord(one)]));
}

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
	/** The sort of record that the field beside an id names: `{type: 'people', id}` (JSON:API, resource identifier objects). */
	typed?: string;
};

/** `path:userId`, `body:$.items[*].productId` */
export const placeText = (place: {in: string; pointer: string}): string => `${place.in}:${place.pointer}`;

const deepest = 6;
/** Schemas of a body that are looked at, what lies higher first. */
const mostSchemas = 4000;

/** Every place of a request that a person could want to feed, in the order of the document. */
export function placesOf(operation: PlanOperation, schemas: Schemas): NeedPlace[] {
	const places: NeedPlace[] = [];
	const byName = new Map(operation.pathParameters.map(one => [one.name, one]));
	for (const name of new Set(parametersOf(templateOf(operation.path.split('?', 1)[0] ?? ''))))
		places.push(parameterPlace(byName.get(name) ?? {in: 'path', name, required: true, schema: {}}, schemas));
	for (const parameter of operation.query) places.push(parameterPlace(parameter, schemas));
	for (const parameter of operation.headers) places.push(parameterPlace(parameter, schemas));
	const body = operation.endpoint.body;
	if (!body) return places;
	return places.concat(new Fields(schemas).of(body.schema));
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

type At = {pointer: string; required: boolean; depth: number; typed?: string};

/**
 * Collects the fields of a body, of each of its variants, once each. What lies higher comes first, so that one large
 * branch takes no field from its neighbours.
 */
class Fields {
	readonly #places: NeedPlace[] = [];
	readonly #schemas: Schemas;
	readonly #seen = new Set<string>();
	readonly #open: Array<{schema: unknown; at: At}> = [];

	constructor(schemas: Schemas) {
		this.#schemas = schemas;
	}

	of(schema: unknown): NeedPlace[] {
		this.#open.push({schema, at: {pointer: '$', required: true, depth: 0}});
		// The list grows while it is read.
		for (let next = 0; next < Math.min(this.#open.length, mostSchemas); next++)
			this.#look(this.#open[next]!.schema, this.#open[next]!.at);
		return this.#places;
	}

	#look(schema: unknown, at: At): void {
		const view = this.#schemas.view(schema);
		if (view.types.has('array') && view.items !== null) {
			if (at.depth <= deepest) this.#look(view.items, {...at, pointer: each(at.pointer)});
			return;
		}
		for (const [name, field] of view.properties) {
			const typed = name === 'id' ? typeBeside(this.#schemas, view) : null;
			this.#add(name, field, view.required.has(name), typed === null ? at : {...at, typed});
		}
		// What is sent is the first object: what the others ask for is never required.
		let isFirst = view.properties.size === 0;
		for (const variant of view.variants) {
			const {types, properties, variants} = this.#schemas.view(variant);
			if (!types.has('object') && !types.has('array') && variants.length === 0) continue;
			this.#look(variant, {...at, required: at.required && isFirst});
			if (properties.size > 0) isFirst = false;
		}
	}

	#add(name: string, field: unknown, isRequired: boolean, at: At): void {
		const own = this.#schemas.view(field);
		if (own.words['readOnly'] === true) return;
		const pointer = below(at.pointer, name);
		const required = at.required && isRequired;
		const entry = own.types.has('array') && own.items !== null ? this.#schemas.view(own.items) : null;
		const base = {
			in: 'body' as const,
			name,
			required,
			example: exampleOf(own),
			description: textIn(own.words, 'description') ?? (entry && textIn(entry.words, 'description')) ?? '',
			...(at.typed === undefined ? {} : {typed: at.typed}),
		};
		if (entry && (isScalarLike(this.#schemas, entry) || namesRecord(this.#schemas, entry)))
			this.#keep({...base, pointer: each(pointer), view: entry, schema: own.items, many: true});
		else if (isScalarLike(this.#schemas, own) || namesRecord(this.#schemas, own))
			this.#keep({...base, pointer, view: own, schema: field, many: false});
		// Where the id of a record may stand for the record, the id is sent.
		const said = entry ?? own;
		const isNamed =
			namesRecord(this.#schemas, said) && said.variants.some(one => isWholeRecord(this.#schemas.view(one), name));
		const holdsMore =
			!isNamed &&
			(own.types.has('object') || own.variants.length > 0 || (entry && !isScalarLike(this.#schemas, entry)));
		if (at.depth < deepest && holdsMore) this.#open.push({schema: field, at: {pointer, required, depth: at.depth + 1}});
	}

	#keep(place: NeedPlace): void {
		if (this.#seen.has(place.pointer)) return;
		this.#seen.add(place.pointer);
		this.#places.push(place);
	}
}

/** The only value that the field `type` of an object may have; null: it has none, or a choice. */
function typeBeside(schemas: Schemas, {properties}: SchemaView): string | null {
	const {enum: values, words} = schemas.view(properties.get('type'));
	const [only = words['const'], ...others] = values ?? [];
	return typeof only === 'string' && others.length === 0 ? only : null;
}

const exampleOf = ({words}: SchemaView) => words['example'] ?? words['default'];

/** Also an object without fields that is said to be an id: a slip of the document. Of several forms all have to be one. */
const isScalarLike = (schemas: Schemas, view: SchemaView): boolean => {
	if (isScalar(view)) return true;
	if (view.properties.size > 0) return false;
	const forms = view.variants.map(one => schemas.view(one));
	return view.types.size === 0 ? forms.every(one => isScalarLike(schemas, one)) : isSaidToBeAnId(view);
};

const isSaidToBeAnId = ({types, words}: SchemaView): boolean =>
	types.has('object') && saysThatItIsAnId(textIn(words, 'description') ?? '');

/** `oneOf [scalar, Record]`: the record's id stands for the record. */
const namesRecord = (schemas: Schemas, view: SchemaView) => view.variants.some(one => isScalar(schemas.view(one)));

/**
 * A record with more than what names it: `{id, name, …}`, `collection: {collection, note, …}`. An id of something else in
 * it, `{type, file_ids}`, is none.
 */
const isWholeRecord = ({properties}: SchemaView, place: string): boolean => {
	const namesIt = (name: string) => isIdName(name) && referenceName(name).words.length === 0;
	return properties.size > 1 && [...properties.keys()].some(name => namesIt(name) || name === place);
};
