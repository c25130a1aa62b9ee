import {isObject} from '../../inference/json-value.ts';
import {looksSecret} from '../../domain/secret-fields.ts';
import {plainName} from '../../inference/word-form.ts';
import {referenceName} from '../kinds/names.ts';
import {below, each} from '../model/pointer.ts';
import {isScalar, numberIn, type Schemas, type SchemaView, textIn} from '../model/schema.ts';
import type {Json, Value, Values} from '../recipe.ts';
import {harmlessValue} from './effect-switch.ts';
import {announcedSize} from './announced-size.ts';
import {cardValue} from './payment-card.ts';
import {scalarValue} from './scalar.ts';
import {isUnique, uniqueFrom, type Uniqueness} from './unique-text.ts';

export type DataInput = {
	/** How values that may not be shared differ from others of the same test. */
	unique?: Uniqueness;
	/** A field of the body that two records may not share, although it does not say so. */
	uniqueField?: string | null;
	schemas: Schemas;
	/** Of plan and row: the same seed gives the same values. */
	seed: string;
	/**
	 * `most`: of what may be left out, the first few fields that are plain data; `lean`: of them only the name of the record,
	 * where anything is required; `required`: nothing.
	 */
	fields: 'all' | 'most' | 'lean' | 'required';
	/** Values that may still be added to what is required; counted down. */
	room?: {left: number};
	/** The value of a place that another operation gives; null: nobody gives it; undefined: it is plain data. */
	reference(place: string): Value | null | undefined;
	/** Fields of this place are taken from an example as they are, names that have to be unique too. */
	keepExamples?: boolean;
	/** The example is a person's: nothing is added to it. */
	isGiven?: boolean;
	/** Texts by which examples of the body refer to its parts: the name of an entry that has one of them stays. */
	referredTo?: ReadonlySet<string>;
};

const timeFields = new Set(
	[
		...[
			'createdAt',
			'updatedAt',
			'created',
			'updated',
			'modifiedAt',
			'deletedAt',
			'createdBy',
			'updatedBy',
			'modified',
		],
		...['createdOn', 'updatedOn', 'dateCreated', 'dateUpdated', 'lastModified', 'version', 'etag'],
	].map(plainName),
);
const ownIds = new Set(['id', '_id', 'uuid', 'guid']);
const deepest = 6;
/** Values of a body that a test only needs to be there: more than a person reads at once say nothing more. */
const mostValues = 8;
const optionalDepth = 2;

/**
 * The value of a request body or parameter. Order of sources: reference, example of the body, of the property, enum,
 * const, default, format, name, pattern, bounds, type. Undefined: it is left out, or cannot be made.
 */
export function bodyValue(schema: unknown, input: DataInput, example: unknown = undefined): Value | undefined {
	if (input.isGiven && example !== undefined && example !== null) return givenValue(schema, input, example);
	const room = () => (input.fields === 'most' || input.fields === 'lean' ? {room: {left: mostValues}} : {});
	const made = (more: Partial<DataInput>) =>
		madeOf({schema, name: '', pointer: '$', required: true, depth: 0, example}, {...input, ...room(), ...more});
	const value = made({});
	const referredTo = new Set(value === undefined ? [] : textsIn(value));
	return referredTo.size === 0 ? value : made({referredTo});
}

/** The names and texts of records that are taken from an example as they are. */
function textsIn(value: Value): string[] {
	if (value.is === 'object') return Object.values(value.fields).flatMap(textsIn);
	if (value.is === 'array') return value.items.flatMap(textsIn);
	return value.is === 'literal' && typeof value.value === 'object' ? wordsIn(value.value) : [];
}

const wordsIn = (json: Json): string[] => {
	if (typeof json === 'string') return [json];
	if (typeof json !== 'object' || json === null) return [];
	return Array.isArray(json)
		? json.flatMap(wordsIn)
		: Object.entries(json).flatMap(([name, one]) => [name, ...wordsIn(one)]);
};

const sizeOf = (value: Value): number => {
	if (value.is === 'object') return Object.values(value.fields).reduce((sum, one) => sum + sizeOf(one), 0);
	return value.is === 'array' ? value.items.reduce((sum, one) => sum + sizeOf(one), 0) : 1;
};

/** What a person has given, with names that have to be unique made so. */
function givenValue(schema: unknown, input: DataInput, sample: unknown): Value {
	if (!isObject(sample)) return {is: 'literal', value: sample as Json};
	const {properties} = input.schemas.view(schema);
	const fields = Object.entries(sample).map(([name, value]): [string, Value] => {
		const view = input.schemas.view(properties.get(name));
		const mayVary = typeof value === 'string' && view.enum === null && !input.keepExamples && isUnique(name, view);
		const made = mayVary ? uniqueFrom(value, view, input.unique) : null;
		if (made) return [name, made];
		return [
			name,
			isObject(value) ? givenValue(properties.get(name), input, value) : {is: 'literal', value: value as Json},
		];
	});
	return {is: 'object', fields: Object.fromEntries(fields)};
}

type Field = {schema: unknown; name: string; pointer: string; required: boolean; depth: number; example: unknown};

function madeOf(field: Field, input: DataInput): Value | undefined {
	const {pointer, name, required, depth} = field;
	if (depth > 0) {
		const reference = input.reference(`body:${pointer}`);
		if (reference) return reference;
		// A record that nobody can give: left out where that is allowed.
		if (reference === null && !required) return undefined;
	}
	let view = input.schemas.view(field.schema);
	if (view.variants.length > 0 && view.properties.size === 0) {
		const chosen = variantOf(view, input, field);
		if (chosen === undefined) return undefined;
		if (view.name !== null || view.properties.size === 0) view = {...input.schemas.view(chosen)};
	}
	const {words} = view;
	const example = field.example !== undefined ? field.example : exampleOf(words);
	if (view.types.has('object') && !view.types.has('string')) return objectOf(field, view, example, input);
	if (view.types.has('array')) return arrayOf(field, view, example, input);
	if ((isId(name) || isRelative(name, view)) && depth > 0 && !required && example === undefined) return undefined;
	const harmless = input.keepExamples ? undefined : harmlessValue(name, view);
	if (harmless !== undefined) return {is: 'literal', value: harmless};
	const isText = (view.types.has('string') || view.types.size === 0) && view.enum === null;
	const isReferredTo = depth > 1 && typeof example === 'string' && input.referredTo?.has(example) === true;
	const mayVary = example === undefined || (typeof example === 'string' && !isReferredTo);
	const isForced = depth === 1 && name === input.uniqueField;
	if (isText && depth > 0 && mayVary && !input.keepExamples && (isForced || isUnique(name, view))) {
		const made = scalarValue(name, view, seedOf(input, pointer), {...input.unique, isForced});
		if (made?.is === 'unique') return made;
		// Nothing can be made of what is asked for: what the document shows, with a part of its own.
		const given = typeof example === 'string' ? uniqueFrom(example, view, input.unique) : null;
		if (given !== null) return given;
	}
	if (example !== undefined && example !== null && typeof example !== 'object' && !isStale(example, view))
		return {is: 'literal', value: example as Json};
	if (view.enum !== null && view.enum.length > 0) return {is: 'literal', value: view.enum[0]!};
	if (words['default'] !== undefined && words['default'] !== null && typeof words['default'] !== 'object')
		return {is: 'literal', value: words['default'] as Json};
	return scalarValue(name, view, seedOf(input, pointer), input.unique) ?? undefined;
}

/** Characters of an example that a person would still copy as a whole. */
const longExample = 600;
const mostEntries = 2;

/** A long example with the first entries of its lists. */
function shortened(example: Json): Json {
	if (JSON.stringify(example).length <= longExample) return example;
	const cut = (value: Json): Json => {
		if (Array.isArray(value)) return value.slice(0, mostEntries).map(cut);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]));
	};
	return cut(example);
}

/** Beside a value stands what it is called by programs: a label, a header, a variable. No text with blanks. */
const isPairName = (name: string, {properties}: SchemaView): boolean => name === 'name' && properties.has('value');

const seedOf = ({seed}: DataInput, pointer: string) => `${seed} ${pointer}`;
const isId = (name: string) =>
	ownIds.has(name) || (referenceName(name).handle === 'id' && referenceName(name).words.length > 0);

/**
 * `{parent: 7}`, `{assignee: "ada"}`: another record of the kind itself, or one of the people whom only the application
 * knows, by a name that says no more of it.
 */
const isRelative = (name: string, {types, words, enum: options}: SchemaView): boolean =>
	(types.has('integer') && relatives.test(name)) ||
	(types.has('string') && options === null && words['default'] === undefined && colleagues.test(name));
const relatives = /^(?:parent|predecessor|successor|ancestor|original|duplicate_?of|supersedes|replaces)$/i;
const colleagues = /^(?:assignees?|assigned_?to|reviewers?|approvers?)$/i;

/** A date in an example is of the day on which the document was written, and a token of somebody who wrote it. */
const isStale = (example: unknown, {words}: SchemaView) =>
	typeof example === 'string' && (/^date(?:-time)?$/.test(textIn(words, 'format') ?? '') || looksSecret(example));

const exampleOf = (words: SchemaView['words']): unknown =>
	words['example'] ?? (Array.isArray(words['examples']) ? words['examples'][0] : undefined);

const isUnknown = ({types, properties, variants, words, enum: options}: SchemaView): boolean =>
	types.size === 0 &&
	properties.size === 0 &&
	variants.length === 0 &&
	options === null &&
	words['default'] === undefined &&
	exampleOf(words) === undefined;

/** The first variant that is an object whose references somebody gives; `oneOf [array, object]`: the object. */
function variantOf(view: SchemaView, input: DataInput, field: Field): unknown {
	const objects = view.variants.filter(one => input.schemas.view(one).types.has('object'));
	const isGiven = (one: unknown) =>
		[...input.schemas.view(one).required].every(name => input.reference(`body:${below(field.pointer, name)}`) !== null);
	// A scalar that stands for a record (`oneOf [id, Record]`) is no reference here: the id alone is asked for.
	const scalar = view.variants.find(one => isScalar(input.schemas.view(one)));
	if (field.depth > 0 && scalar !== undefined && objects.length > 0 && objects.length < view.variants.length)
		return field.required ? scalar : undefined;
	return objects.find(isGiven) ?? objects[0] ?? view.variants[0];
}

function objectOf(field: Field, view: SchemaView, example: unknown, input: DataInput): Value | undefined {
	const {depth, pointer, required} = field;
	if (depth > deepest || (!required && depth > optionalDepth)) return undefined;
	const shown = isObject(example) ? example : {};
	const fields: Values = {};
	for (const [name, schema] of view.properties) {
		const own = input.schemas.view(schema);
		const isRequired = view.required.has(name);
		if (own.words['readOnly'] === true || own.words['deprecated'] === true) continue;
		if (!isRequired && (input.fields === 'required' || isServerMade(name, depth))) continue;
		if (!isRequired && input.room !== undefined && input.room.left <= 0) continue;
		if (!isRequired && input.room !== undefined && !isNeeded(name, own, view, input)) continue;
		const field = {schema, pointer: below(pointer, name), required: isRequired, depth: depth + 1, example: shown[name]};
		const isOpen = shown[name] === undefined && own.enum === null;
		const together = [name, own, view.properties] as const;
		const ofOthers = isOpen ? (cardValue(...together) ?? announcedSize(...together)) : null;
		const value = ofOthers ?? madeOf({...field, name: isPairName(name, view) ? 'identifier' : name}, input);
		if (value === undefined) continue;
		fields[name] = value;
		if (input.room !== undefined && value.is !== 'object') input.room.left -= sizeOf(value);
	}
	// What only the example speaks of: nothing else says what the object holds.
	if (view.properties.size === 0 && isObject(example)) return {is: 'literal', value: shortened(example as Json)};
	if (view.properties.size === 0 && isObject(view.additional) && input.fields !== 'required') {
		const value = madeOf(
			{
				schema: view.additional,
				name: 'key',
				pointer: below(pointer, 'key'),
				required: false,
				depth: depth + 1,
				example: undefined,
			},
			input,
		);
		if (value !== undefined) fields['key'] = value;
	}
	if (!required && depth > 0 && Object.keys(fields).length === 0) return undefined;
	return {is: 'object', fields};
}

/** Whether a record that only has to be there has a field that may be left out: it is data, and says whose record it is. */
function isNeeded(
	name: string,
	own: SchemaView,
	{required, properties}: SchemaView,
	{fields, schemas}: DataInput,
): boolean {
	if (isUnknown(own)) return false;
	if (fields !== 'lean') return true;
	// Where nothing is said to be required all text is sent; a switch or a list is a further reason to be refused.
	if (required.size === 0 && (!isKnownBy(properties, schemas) || isScalar(own)) && !isSwitch(own)) return true;
	return isUnique(name, own) && !own.types.has('object') && !own.types.has('array');
}

/** Whether a record has a field that it is known by. */
const isKnownBy = (properties: SchemaView['properties'], schemas: Schemas): boolean =>
	[...properties].some(([name, schema]) => isUnique(name, schemas.view(schema)));
const isSwitch = ({types}: SchemaView): boolean => types.size === 1 && types.has('boolean');

export const isServerMade = (name: string, depth: number): boolean =>
	(depth === 0 && ownIds.has(name)) || timeFields.has(plainName(name));

function arrayOf(field: Field, view: SchemaView, example: unknown, input: DataInput): Value | undefined {
	const {pointer, name, required, depth} = field;
	if (depth > deepest) return required ? {is: 'array', items: []} : undefined;
	const least = Math.min(numberIn(view.words, 'minItems') ?? 0, 50);
	const [shown] = Array.isArray(example) ? example : [];
	// What an entry is, nothing says: a made-up one would be wrong, and an API may even keep it.
	if (least === 0 && shown === undefined && isUnknown(input.schemas.view(view.items ?? {})))
		return {is: 'array', items: []};
	const items: Value[] = [];
	const count = Math.max(least, 1);
	for (let place = 0; place < count; place++) {
		const own = place === 0 ? input : {...input, seed: `${input.seed} ${place}`};
		const entry = {
			schema: view.items ?? {},
			name,
			pointer: each(pointer),
			required: false,
			depth: depth + 1,
			example: shown,
		};
		const value = madeOf(entry, own);
		if (value === undefined) break;
		items.push(value);
	}
	if (items.length < least) return required ? {is: 'array', items} : undefined;
	return {is: 'array', items};
}
