import {isObject} from '../../inference/json-value.ts';
import type {Noted, ObservedSchema} from '../../store/plans/learning-tables.ts';
import {each, readPointer, type Segment} from '../code/pointer.ts';
import type {Check, JsonSchema} from '../recipe.ts';
import {typesOf} from './confirm.ts';

/** A schema that is being changed. */
type Node = Record<string, unknown>;
type Shape = Extract<Check, {type: 'shape'}>;

/** What only values can break; they are never learned. */
const rules = ['enum', 'const', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const lengths = ['minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf', 'nullable'];

/**
 * A schema of the document that fits what the API answers: types as they were seen where they differ, no longer required
 * what was missing, no rules for values where one did not hold. Null: nothing of it is left.
 */
export function relaxed(
	{schema, pointer}: Shape,
	notes: readonly Pick<Noted, 'difference'>[],
	observed: ObservedSchema | null,
): JsonSchema | null {
	if (!isObject(schema)) return null;
	const copy = structuredClone(schema) as Node;
	const seen = observed === null ? null : observedAt(observed, readPointer(pointer));
	for (const {difference} of notes) {
		const [place = '', ...words] = difference.split(' ');
		const path = readPointer(place);
		if (path.length === 0 || !place.startsWith('$')) return null;
		if (words.join(' ') === 'is missing') {
			const parent = nodeAt(copy, path.slice(0, -1));
			if (!parent) return null;
			parent['required'] = listOf(parent['required']).filter(name => name !== path.at(-1));
			continue;
		}
		const node = nodeAt(copy, path);
		if (!node) return null;
		const types = seen === null ? [] : typesOf(observedAt(seen, path) ?? {});
		for (const rule of [...rules, ...lengths]) delete node[rule];
		if (words[0] === 'does') continue;
		delete node['properties'];
		delete node['items'];
		if (types.length === 0) delete node['type'];
		else node['type'] = types.length === 1 ? types[0] : types;
	}
	return copy as JsonSchema;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function nodeAt(schema: Node, path: readonly Segment[]): Node | null {
	let node: unknown = schema;
	for (const part of path) {
		if (!isObject(node)) return null;
		node = part === each ? node['items'] : isObject(node['properties']) ? node['properties'][String(part)] : undefined;
	}
	return isObject(node) ? (node as Node) : null;
}

function observedAt(schema: ObservedSchema, path: readonly Segment[]): ObservedSchema | null {
	let node: ObservedSchema | undefined = schema;
	for (const part of path) node = part === each ? node?.items : node?.properties?.[String(part)];
	return node ?? null;
}

const deepest = 3;

/** Of what was seen that which no shape of a step says, as a schema; null: they say it all. */
export function beyond(observed: ObservedSchema, checks: readonly Check[]): ObservedSchema | null {
	const shapes = checks.filter((check): check is Shape => check.type === 'shape' && isObject(check.schema));
	const saysOf = (path: readonly Segment[]): Said => {
		const said = shapes.map(({pointer, schema}): Said => {
			const base = readPointer(pointer);
			if (path.length < base.length || !base.every((part, place) => part === path[place])) return 'nothing';
			const below = path.slice(base.length);
			const node = nodeAt(schema as Node, below);
			const parent = below.length === 0 ? null : nodeAt(schema as Node, below.slice(0, -1));
			const isThere = below.at(-1) === each || parent === null || listOf(parent['required']).includes(below.at(-1));
			// That a field is there may be all that was learned of it.
			if (!node || (node['type'] === undefined && node['properties'] === undefined))
				return node && isThere && Object.keys(node).length === 0 ? 'presence' : 'nothing';
			// An optional field may be left out as far as the document goes; that it is there is news.
			return isThere ? 'all' : 'type';
		});
		return said.includes('all') || (said.includes('type') && said.includes('presence'))
			? 'all'
			: (said.find(one => one !== 'nothing') ?? 'nothing');
	};
	return unsaid(observed, [], saysOf);
}

/** What a shape says of a place: its type, that it is there, or both. */
type Said = 'all' | 'type' | 'presence' | 'nothing';
type SaysOf = (path: readonly Segment[]) => Said;

function unsaid(seen: ObservedSchema, path: readonly Segment[], saysOf: SaysOf): ObservedSchema | null {
	const types = typesOf(seen);
	if (types.length === 0) return null;
	const inner = types.length === 1 && path.length < deepest ? below(seen, path, saysOf) : null;
	const said = saysOf(path);
	if (said === 'all' && inner === null) return null;
	return said === 'type' && inner === null ? {} : {type: seen.type!, ...inner};
}

function below(
	{properties, required = [], items}: ObservedSchema,
	path: readonly Segment[],
	saysOf: SaysOf,
): Omit<ObservedSchema, 'type'> | null {
	if (items) {
		const entry = unsaid(items, [...path, each], saysOf);
		return entry && {items: entry};
	}
	const kept = Object.entries(properties ?? {}).flatMap(([name, one]) => {
		if (!required.includes(name)) return [];
		const part = unsaid(one, [...path, name], saysOf);
		return part ? [[name, part] as const] : [];
	});
	if (kept.length === 0) return null;
	return {properties: Object.fromEntries(kept), required: kept.map(([name]) => name)};
}
