import {isObject, type JsonObject} from '../../inference/json-value.ts';
import type {Json, JsonSchema, Value} from '../recipe.ts';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/** What a schema says on its own level: references followed, `allOf` merged. What lies below is looked at when asked. */
export type SchemaView = {
	/** Empty: any. */
	types: ReadonlySet<JsonType>;
	nullable: boolean;
	/** Name of the component it was referred to by: `User`. What is written out keeps it as its title. */
	name: string | null;
	properties: ReadonlyMap<string, unknown>;
	required: ReadonlySet<string>;
	/** `additionalProperties: false`. */
	closed: boolean;
	/** Schema of the values of a map; null: nothing is said. */
	additional: unknown;
	items: unknown;
	/** Alternatives of `oneOf` and `anyOf`, without `null`. */
	variants: readonly unknown[];
	enum: readonly Json[] | null;
	/** Every other keyword as it is written: `format`, `minLength`, `description`, … */
	words: JsonObject;
};

/** Looks up `#/components/schemas/User`; null: it leads nowhere. */
export type Lookup = (reference: string) => unknown;

export type Schemas = {
	view(schema: unknown): SchemaView;
	/** A schema with its references written out, `levels` deep: cut where it gets wide or circular. */
	plain(schema: unknown, levels?: number): JsonSchema;
};

const jsonTypes = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array']);
const longestChain = 16;
const deepestPlain = 6;
const mostPlain = 200;

/** Reads schemas level by level, so that a large or circular document costs only what is asked of it. */
export function createSchemas(lookup: Lookup): Schemas {
	const views = new WeakMap<object, SchemaView>();
	const plains = new WeakMap<object, JsonSchema[]>();

	function view(schema: unknown): SchemaView {
		if (!isObject(schema)) return nothing;
		const known = views.get(schema);
		if (known) return known;
		const draft = newDraft();
		collect(schema, draft, 0);
		const made = finished(draft);
		views.set(schema, made);
		return made;
	}

	function collect(schema: unknown, draft: Draft, step: number): void {
		if (!isObject(schema) || step > longestChain) return;
		const reference = schema['$ref'];
		if (typeof reference === 'string') {
			draft.name ??= reference.slice(reference.lastIndexOf('/') + 1) || null;
			collect(lookup(reference), draft, step + 1);
		}
		for (const [key, value] of Object.entries(schema)) {
			if (key === 'properties' && isObject(value)) addProperties(value, draft);
			else if (key === 'required' && Array.isArray(value)) addRequired(value, draft);
			else if (key === 'type') addTypes(value, draft);
			else if (key === 'nullable') draft.nullable ||= value === true;
			else if (key === 'additionalProperties') draft.additional = value;
			else if (key === 'items') draft.items = value;
			else if (key === 'enum' && Array.isArray(value)) addEnum(value, draft);
			else if (key === 'const') addEnum([value], draft);
			else if (key === 'allOf' && Array.isArray(value)) for (const one of value) collect(one, draft, step + 1);
			else if ((key === 'oneOf' || key === 'anyOf') && Array.isArray(value)) addVariants(value, draft, step);
			else if (key !== '$ref') draft.words[key] ??= value;
			if (key === 'description' && typeof value === 'string') draft.nullable ||= saysNull.test(value);
		}
	}

	function addVariants(list: readonly unknown[], draft: Draft, step: number): void {
		const rest = list.filter(one => !isNull(one));
		if (rest.length < list.length) draft.nullable = true;
		if (rest.length === 1) collect(rest[0], draft, step + 1);
		else if (rest.length > 0 && draft.variants.length === 0) draft.variants = rest;
	}

	function plain(schema: unknown, levels: number, left: {schemas: number}): JsonSchema {
		if (typeof schema === 'boolean') return schema;
		const {
			types,
			nullable,
			properties,
			required,
			closed,
			additional,
			items,
			variants,
			enum: values,
			words,
		} = view(schema);
		const result: {[keyword: string]: unknown} = {};
		const type = [...types, ...(nullable && types.size > 0 ? ['null'] : [])];
		if (type.length > 0) result['type'] = type.length === 1 ? type[0] : type;
		if (values) result['enum'] = nullable && !values.includes(null) ? [...values, null] : values;
		for (const key of plainWords) if (words[key] !== undefined) result[key] = words[key];
		left.schemas--;
		if (levels <= 0 || left.schemas <= 0) return result;
		if (properties.size > 0) {
			result['properties'] = Object.fromEntries(
				[...properties].map(([name, one]) => [name, plain(one, levels - 1, left)]),
			);
			if (required.size > 0) result['required'] = [...required];
		}
		if (closed) result['additionalProperties'] = false;
		else if (isObject(additional) && Object.keys(additional).length > 0)
			result['additionalProperties'] = plain(additional, levels - 1, left);
		if (items !== null) result['items'] = plain(items, levels - 1, left);
		if (variants.length > 0) result['anyOf'] = variants.slice(0, 10).map(one => plain(one, levels - 1, left));
		return result;
	}

	function plainOf(schema: unknown, levels = deepestPlain): JsonSchema {
		if (!isObject(schema)) return schema === false ? false : {};
		let known = plains.get(schema);
		if (!known) {
			known = [];
			plains.set(schema, known);
		}
		known[levels] ??= plain(schema, levels, {schemas: mostPlain});
		return known[levels];
	}

	return {view, plain: plainOf};
}

const plainWords = [
	...['format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
	...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
];

type Draft = {
	types: Set<JsonType>;
	nullable: boolean;
	name: string | null;
	/** Null: none. Most schemas are those of scalars. */
	properties: Map<string, unknown> | null;
	required: Set<string> | null;
	additional: unknown;
	items: unknown;
	variants: readonly unknown[];
	enum: Json[] | null;
	words: {[keyword: string]: unknown};
};

const newDraft = (): Draft => ({
	types: new Set(),
	nullable: false,
	name: null,
	properties: null,
	required: null,
	additional: undefined,
	items: null,
	variants: [],
	enum: null,
	words: {},
});

/** What descriptions say where the schema itself does not: "Can be `null`." */
const saysNull =
	/\b(?:can|may|could|might|will|is) (?:also )?(?:be )?[`'"]?null[`'"]?(?![\w-])|[`'"]null[`'"] (?:if|when|unless|for)\b|\bor [`'"]null[`'"]/i;

const noProperties: ReadonlyMap<string, unknown> = new Map();
const noNames: ReadonlySet<string> = new Set();

function finished(draft: Draft): SchemaView {
	const {types, items, additional, words} = draft;
	const properties = draft.properties ?? noProperties;
	if (types.size === 0) {
		if (properties.size > 0) types.add('object');
		else if (items !== null) types.add('array');
		else if (draft.enum) for (const value of draft.enum) addTypes(typeOf(value), draft);
	}
	return {
		types,
		nullable: draft.nullable,
		name: draft.name ?? (properties.size > 0 ? componentName(words['title']) : null),
		properties,
		required: draft.required ?? noNames,
		closed: additional === false,
		additional: isObject(additional) || additional === true ? additional : null,
		items,
		variants: draft.variants,
		enum: draft.enum,
		words,
	};
}

/** A title that is a name and no sentence. */
const componentName = (title: unknown): string | null =>
	typeof title === 'string' && /^[A-Za-z_][\w.-]{0,199}$/.test(title) ? title : null;

function addProperties(properties: JsonObject, draft: Draft): void {
	draft.properties ??= new Map();
	for (const [name, one] of Object.entries(properties)) {
		const before = draft.properties.get(name);
		// A part of `allOf` that says more of an object leaves what another part says of it.
		const isMore = before !== undefined && isObject(one) && 'properties' in one;
		draft.properties.set(name, isMore ? {allOf: [before, one]} : one);
	}
}

function addRequired(names: readonly unknown[], draft: Draft): void {
	draft.required ??= new Set();
	for (const name of names) draft.required.add(String(name));
}

function addTypes(value: unknown, draft: Draft): void {
	for (const type of Array.isArray(value) ? value : [value]) {
		if (type === 'null') draft.nullable = true;
		else if (jsonTypes.has(String(type))) draft.types.add(type as JsonType);
	}
}

function addEnum(values: readonly unknown[], draft: Draft): void {
	if (values.includes(null)) draft.nullable = true;
	const rest = values.filter(value => value !== null) as Json[];
	draft.enum = draft.enum === null ? rest : draft.enum.filter(value => rest.includes(value));
}

const isNull = (schema: unknown) =>
	isObject(schema) &&
	(schema['type'] === 'null' || (Array.isArray(schema['enum']) && schema['enum'].every(one => one === null)));

const nothing: SchemaView = finished(newDraft());

/** The JSON type of a value; undefined for null. */
export function typeOf(value: unknown): JsonType | undefined {
	if (value === null || value === undefined) return undefined;
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	const type = typeof value;
	return type === 'string' || type === 'boolean' || type === 'object' ? type : undefined;
}

/** A number that a schema states; undefined when it states none. */
export const numberIn = (words: JsonObject, key: string): number | undefined =>
	typeof words[key] === 'number' && Number.isFinite(words[key]) ? (words[key] as number) : undefined;

export const textIn = (words: JsonObject, key: string): string | undefined =>
	typeof words[key] === 'string' ? (words[key] as string) : undefined;

export const isScalar = ({types}: SchemaView): boolean =>
	types.size > 0 && [...types].every(type => type !== 'object' && type !== 'array');

/** What a schema says of a record: of one of several, the fields of the first that is an object. */
export function recordIn(schemas: Schemas, view: SchemaView): SchemaView {
	if (view.variants.length === 0 || view.properties.size > 0) return view;
	const views = view.variants.map(one => schemas.view(one));
	return views.find(({types}) => types.has('object')) ?? views[0]!;
}

/** The example, enum or default of a parameter as a value; null: the document shows none. */
export function scalarOrNull(view: SchemaView, example: unknown): Value | null {
	const {words} = view;
	const shown = [example, words['example'], view.enum?.[0], words['default']].find(
		one => one !== undefined && one !== null,
	);
	return shown === undefined ? null : {is: 'literal', value: shown as Json};
}
