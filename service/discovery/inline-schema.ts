import {isObject, type JsonObject} from '../../source/documents/document-value.ts';

/** What one shape may hold: schemas below each other, and schemas together. References count for neither. */
type ShapeLimits = {deepest: number; most: number};
const answerLimits: ShapeLimits = {deepest: 12, most: 400};
/** A body is looked at whole for what refers to another record: unions of unions are deep and wide. */
export const bodyLimits: ShapeLimits = {deepest: 20, most: 1000};
/** References and schemas that one place may lie in. */
const longestPath = 100;
const longestText = 200;
const largestExample = 4096;
const mostEnumValues = 200;

/** Keywords that are copied as they are. */
const plainKeywords = new Set([
	...['type', 'format', 'pattern', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
	...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required'],
	...['nullable', 'readOnly', 'writeOnly', 'deprecated', 'discriminator'],
]);
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const schemaKeywords = new Set(['items', 'additionalProperties', 'not', 'contains']);
const exampleKeywords = new Set(['example', 'examples', 'default']);

/** Looks up `$ref` in one document. Never leaves it: null for files, addresses and names that are not there. */
export function resolveReference(root: JsonObject, reference: unknown): unknown {
	if (typeof reference !== 'string' || !reference.startsWith('#')) return null;
	let value: unknown = root;
	for (const part of reference.slice(1).split('/').slice(1)) {
		const key = unescaped(part);
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
		value = (value as JsonObject)[key];
	}
	return value;
}

function unescaped(part: string): string {
	const pointer = part.replace(/~1/g, '/').replace(/~0/g, '~');
	try {
		return decodeURIComponent(pointer);
	} catch {
		return pointer;
	}
}

/** An object, or what its `$ref`s lead to; null when they lead nowhere or in a circle. */
export function resolved(root: JsonObject, value: unknown): JsonObject | null {
	let current = value;
	for (let step = 0; step < 32; step++) {
		if (!isObject(current)) return null;
		if (current['$ref'] === undefined) return current;
		current = resolveReference(root, current['$ref']);
	}
	return null;
}

/**
 * A schema with its references written out, as far as a shape may grow. What is circular, too deep or too much keeps its
 * `$ref` as a name; a reference out of the document is not followed. What lies higher is written first, so that one wide
 * branch takes nothing from its neighbours. Null: there is no schema.
 */
export function inlineSchema(root: JsonObject, schema: unknown, limits = answerLimits): unknown {
	if (schema === undefined || schema === null) return null;
	return new Shape(root, limits).of(schema);
}

/** OpenAPI 3.1 says of a file what it holds, and not that it is one: `contentMediaType: application/octet-stream`. */
const isFile = ({type, contentMediaType: held, contentEncoding: encoding}: JsonObject): boolean =>
	typeof held === 'string' &&
	encoding === undefined &&
	(Array.isArray(type) ? type : [type]).includes('string') &&
	!/^text\/|[/+](?:json|xml)\b/i.test(held);

/** How a schema was reached: the references and schemas it lies in. */
type Path = {depth: number; length: number; reference: string; above: Path | null};

const passes = (path: Path | null, reference: string): boolean => {
	for (let one = path; one !== null; one = one.above) if (one.reference === reference) return true;
	return false;
};

class Shape {
	readonly #root: JsonObject;
	readonly #limits: ShapeLimits;
	readonly #open: Array<() => void> = [];
	#left: number;

	constructor(root: JsonObject, limits: ShapeLimits) {
		this.#root = root;
		this.#limits = limits;
		this.#left = limits.most;
	}

	of(schema: unknown): unknown {
		const made = this.#inlined(schema, null);
		// The list grows while it is worked off.
		for (let next = 0; next < this.#open.length; next++) this.#open[next]!();
		return made;
	}

	/** A schema on its own level; what lies below is written when its turn comes. */
	#inlined(schema: unknown, path: Path | null): unknown {
		if (typeof schema === 'boolean') return schema;
		if (!isObject(schema)) return {};
		const depth = path?.depth ?? 0;
		const length = path?.length ?? 0;
		const isOpen = depth >= this.#limits.deepest || length >= longestPath || this.#left <= 0;
		const reference = schema['$ref'];
		if (typeof reference === 'string') {
			const target = resolveReference(this.#root, reference);
			if (isOpen || target === null || passes(path, reference)) return {$ref: reference.slice(0, longestText)};
			const whole = this.#inlined(target, {depth, length: length + 1, reference, above: path});
			return isObject(whole) ? titled(whole, reference) : whole;
		}
		this.#left--;
		if (isOpen) return typeof schema['type'] === 'string' ? {type: schema['type']} : {};
		const below = {depth: depth + 1, length: length + 1, reference: '', above: path};
		const result: JsonObject = {};
		for (const [key, value] of Object.entries(schema)) {
			if (plainKeywords.has(key)) result[key] = value;
			else if (key === 'enum' && Array.isArray(value)) result[key] = value.slice(0, mostEnumValues);
			else if (exampleKeywords.has(key)) {
				if (isSmall(value)) result[key] = value;
			} else if ((key === 'title' || key === 'description') && typeof value === 'string')
				result[key] = value.slice(0, longestText);
			else if (key === 'properties' && isObject(value)) result[key] = this.#properties(value, below);
			else if (listKeywords.has(key) && Array.isArray(value)) {
				const list: unknown[] = value.map(() => ({}));
				result[key] = list;
				for (const [at, one] of value.entries()) this.#later(list, at, one, below);
			} else if (schemaKeywords.has(key)) {
				result[key] = {};
				this.#later(result, key, value, below);
			}
		}
		if (isFile(schema)) result['format'] ??= 'binary';
		return result;
	}

	#properties(properties: JsonObject, path: Path): JsonObject {
		const result: JsonObject = {};
		for (const [name, value] of Object.entries(properties)) {
			if (name === '__proto__') continue;
			result[name] = {};
			this.#later(result, name, value, path);
		}
		return result;
	}

	#later<K extends string | number>(holder: Record<K, unknown>, key: K, schema: unknown, path: Path): void {
		this.#open.push(() => {
			holder[key] = this.#inlined(schema, path);
		});
	}
}

/** A record keeps the name under which the document refers to it. */
const titled = (schema: JsonObject, reference: string): JsonObject =>
	schema['title'] === undefined && (schema['properties'] !== undefined || schema['allOf'] !== undefined)
		? {title: reference.slice(reference.lastIndexOf('/') + 1, longestText), ...schema}
		: schema;

const isSmall = (value: unknown): boolean => {
	const json = JSON.stringify(value);
	return json !== undefined && json.length <= largestExample;
};
