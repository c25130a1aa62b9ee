import {isObject, type JsonObject} from './document-value.ts';

/** A file that `$ref`s of a document lead into, with the first place that names it. */
export type OutwardReference = {
	/** `schemas/user.yaml` of `schemas/user.yaml#/User`, as it stands there. */
	file: string;
	/** JSON pointer to the first `$ref`: `#/paths/~1users/get`. */
	at: string;
};

/** The file that a reference of `from` means, or why it is not read. */
export type ResolvePart = (from: string, file: string) => {name: string} | {refused: string};

/** Files that one document may name; those after are not looked at. */
const mostFiles = 1000;

/** Keys below which a `$ref` is data that somebody sends, not a reference. */
const dataKeys = new Set(['example', 'default', 'const', 'enum']);

type Step = {node: unknown; key: string; parent: Step | null};

/** Every other file that a document refers to, once each, in the order of the document. */
export function outwardReferences(value: unknown): OutwardReference[] {
	const found = new Map<string, OutwardReference>();
	const seen = new Set<unknown>();
	const open: Step[] = [{node: value, key: '', parent: null}];
	for (let step = open.pop(); step !== undefined && found.size < mostFiles; step = open.pop()) {
		const {node} = step;
		if (typeof node !== 'object' || node === null || seen.has(node)) continue;
		seen.add(node);
		const file = fileOf(node as JsonObject);
		if (file !== null && file !== '' && !found.has(file)) found.set(file, {file, at: pointerOf(step)});
		const isNames = step.key === 'properties';
		const below = Object.entries(node).filter(([key]) => isNames || !dataKeys.has(key));
		for (const [key, child] of below.reverse()) open.push({node: child, key, parent: step});
	}
	return [...found.values()];
}

/** The file of a `$ref`, empty for one within the document; null: it is no reference. */
function fileOf(node: JsonObject): string | null {
	const reference = node['$ref'];
	return typeof reference === 'string' ? reference.split('#', 1)[0]!.trim() : null;
}

function pointerOf(step: Step): string {
	const keys: string[] = [];
	for (let at: Step | null = step; at?.parent; at = at.parent) keys.unshift(escapedKey(at.key));
	return `#${keys.map(key => `/${key}`).join('')}`;
}

/** A key as one part of a JSON pointer in a reference. */
const escapedKey = (key: string) => key.replace(/~/g, '~0').replace(/\//g, '~1').replace(/%/g, '%25');

/**
 * One document out of several files: the others stand under `x-parts` by their names, and every reference leads there. A
 * reference to a file that is not among them stays as it is.
 *
 * @param root what the document itself says; it is not changed
 * @param parts what the other files say, by name
 * @param resolve what a reference leads to; `rootName` is the document itself
 */
export function joinedParts(
	root: JsonObject,
	rootName: string,
	parts: ReadonlyMap<string, unknown>,
	resolve: ResolvePart,
): JsonObject {
	let holder = 'x-parts';
	while (Object.hasOwn(root, holder)) holder += '-';
	const placeOf = (name: string) => (name === rootName ? '#' : `#/${holder}/${escapedKey(name)}`);

	function copyOf(value: unknown, from: string, known: Map<unknown, unknown>, key: string): unknown {
		if (typeof value !== 'object' || value === null) return value;
		const before = known.get(value);
		if (before !== undefined) return before;
		if (Array.isArray(value)) {
			const list: unknown[] = [];
			known.set(value, list);
			for (const one of value) list.push(copyOf(one, from, known, ''));
			return list;
		}
		const copy: JsonObject = {};
		known.set(value, copy);
		for (const [name, one] of Object.entries(value)) {
			if (name === '__proto__') continue;
			if (key !== 'properties' && dataKeys.has(name)) copy[name] = one;
			else copy[name] = name === '$ref' && typeof one === 'string' ? target(one, from) : copyOf(one, from, known, name);
		}
		return copy;
	}

	function target(reference: string, from: string): string {
		const [file = '', ...rest] = reference.split('#');
		const pointer = rest.join('#');
		const found = file.trim() === '' ? {name: from} : resolve(from, file.trim());
		if (!('name' in found)) return reference;
		const {name} = found;
		if (name !== rootName && !parts.has(name)) return reference;
		return placeOf(name) + pointer;
	}

	const joined = copyOf(root, rootName, new Map(), '') as JsonObject;
	joined[holder] = Object.fromEntries(
		[...parts].map(([name, value]) => [name, copyOf(value, name, new Map(), '')] as const),
	);
	return joined;
}

/** Whether a text holds a `$ref` that could lead into another file; a quick look before the real one. */
export const mayReferOutward = (text: string): boolean => /\$ref["']?\s*:\s*["']?[^#"'\s]/.test(text);

/** Whether a value is a document that may refer to other files. */
export const canHaveParts = (value: unknown): value is JsonObject =>
	isObject(value) && (value['openapi'] !== undefined || value['swagger'] !== undefined);
