import {isObject} from '../../inference/json-value.ts';
import type {Json} from '../recipe.ts';
import {each, readPointer, type Segment} from '../code/pointer.ts';
import {headerOf} from '../code/access.ts';

/** A place in a JSON value as the runtime reads it; `*` is every entry. */
export type Path = Array<string | number>;

/** `header:Location` is read where the headers are kept. */
export const path = (pointer: string | readonly Segment[]): Path =>
	(typeof pointer === 'string' ? segmentsOf(pointer) : pointer).map(part => (part === each ? '*' : part));

/** The last part of a header is kept with the answer under a name that no body has. */
export const segmentsOf = (pointer: string): Segment[] => {
	const header = headerOf(pointer);
	return header === null ? readPointer(pointer) : [`header:${header}`];
};

/** What one shape has put there with what another one asks for besides: both are about the same answer. */
export function filled(before: Json | undefined, more: Json): Json {
	if (Array.isArray(before) && Array.isArray(more)) {
		const [entry] = more;
		const longer = before.length < more.length ? [...before, ...more.slice(before.length)] : before;
		return entry === undefined ? before : longer.map((one, place) => filled(one, more[place] ?? entry));
	}
	if (!isObject(before) || !isObject(more)) return more;
	const added = Object.entries(more).map(([name, value]) => [name, filled(before[name], value)] as const);
	return {...before, ...Object.fromEntries(added)};
}

export function at(whole: Json, segments: readonly Segment[]): Json | undefined {
	let value: Json | undefined = whole;
	for (const part of segments) {
		if (typeof value !== 'object' || value === null) return undefined;
		const key = part === each ? 0 : part;
		value = (value as {[key: string | number]: Json})[key];
	}
	return value;
}

/** The whole with a value at a place; what is missing on the way is made. */
export function put(whole: Json, segments: readonly Segment[], value: Json): Json {
	const [first, ...rest] = segments;
	if (first === undefined) return value;
	if (first === each || typeof first === 'number') {
		const list = Array.isArray(whole) ? [...whole] : [];
		const place = first === each ? 0 : first;
		while (list.length < place) list.push({});
		list[place] = put(list[place] ?? {}, rest, value);
		return list;
	}
	const record = typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? whole : {};
	return {...record, [first]: put(record[first] ?? {}, rest, value)};
}
