import {distance} from 'fastest-levenshtein';
import {isObject, type JsonType, jsonType, lastName, type Path, pathText} from './json-body.ts';

/** How the shape of one place in an answer changed. */
export type Change =
	| {kind: 'missing'; path: string; name: string}
	| {kind: 'renamed'; path: string; name: string; to: string}
	| {kind: 'type'; path: string; name: string; from: JsonType; to: JsonType};

type Shape = Map<string, {path: Path; types: Set<JsonType>}>;

/**
 * What an answer has no more, or has in another type, that an earlier answer of the same call had. Entries of a list
 * count as one place; what lies below an empty list or null is unknown, not missing; what was added breaks nobody.
 */
export function driftBetween(before: unknown, after: unknown): Change[] {
	const earlier = shapeOf(before);
	const now = shapeOf(after);
	const added = [...now.entries()].filter(([key]) => !earlier.has(key));
	const changes: Change[] = [];
	for (const [key, {path, types}] of earlier) {
		const present = now.get(key);
		const name = lastName(path) ?? '$';
		if (present) {
			const change = typeChange(types, present.types);
			if (change) changes.push({kind: 'type', path: pathText(path), name, ...change});
			continue;
		}
		if (path.length === 0 || !isKnown(now, path)) continue;
		const renamed = added.find(([, other]) => isRename({path, types}, other));
		changes.push(
			renamed
				? {kind: 'renamed', path: pathText(path), name, to: lastName(renamed[1].path) ?? ''}
				: {kind: 'missing', path: pathText(path), name},
		);
	}
	return changes;
}

/** Every place with the types it has; an entry of a list has the index 0. */
function shapeOf(root: unknown): Shape {
	const shape: Shape = new Map();
	const visit = (value: unknown, path: Path) => {
		const key = pathText(path);
		const place = shape.get(key) ?? {path, types: new Set()};
		place.types.add(jsonType(value));
		shape.set(key, place);
		if (Array.isArray(value)) for (const item of value.slice(0, 50)) visit(item, [...path, 0]);
		else if (isObject(value)) for (const [name, item] of Object.entries(value)) visit(item, [...path, name]);
	};
	if (root !== undefined) visit(root, []);
	return shape;
}

/** Whether the place above is there and is of a kind that could hold it. */
function isKnown(shape: Shape, path: Path): boolean {
	const above = shape.get(pathText(path.slice(0, -1)));
	return (
		above?.types.has(typeof path.at(-1) === 'number' ? 'array' : 'object') === true && typeof path.at(-1) === 'string'
	);
}

function typeChange(before: Set<JsonType>, after: Set<JsonType>): {from: JsonType; to: JsonType} | null {
	for (const to of after) {
		if (before.has(to)) return null;
	}
	const [from] = [...before].filter(type => type !== 'null');
	const [to] = [...after];
	// A value that was null may be anything later.
	return from === undefined || to === undefined ? null : {from, to};
}

type Place = {path: Path; types: Set<JsonType>};

/** Same place above, a type in common, and names that differ by spelling only or share most of it. */
function isRename(before: Place, after: Place): boolean {
	if (pathText(before.path.slice(0, -1)) !== pathText(after.path.slice(0, -1))) return false;
	if (![...before.types].some(type => after.types.has(type))) return false;
	return isNearName(String(before.path.at(-1)), String(after.path.at(-1)));
}

const bare = (name: string) => name.replace(/[_-]/g, '').toLowerCase();

/** `userId` and `user_id`, `id` and `orderId`, `total` and `totl`: not `id` and `name`. */
export function isNearName(one: string, other: string): boolean {
	const [a, b] = [bare(one), bare(other)];
	if (a === b) return true;
	const [short, long] = a.length < b.length ? [a, b] : [b, a];
	if (short.length >= 2 && (long.endsWith(short) || (short.length >= 4 && long.startsWith(short)))) return true;
	return short.length >= 4 && distance(a, b) <= Math.max(1, Math.floor(long.length / 5));
}
