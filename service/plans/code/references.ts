import {isObject} from '../../inference/json-value.ts';
import type {Assert, Body, JsonSchema, Place, Recipe, Step, Value} from '../recipe.ts';
import {stepsOf} from './draft.ts';
import {headerOf} from './access.ts';
import {readPointer, type Segment} from './pointer.ts';

/** How the lines of a test use the answer of one step. */
export type Usage = {
	/** Times that its JSON is read. */
	reads: number;
	/** What all places that are read have in common, such as `data` of an envelope. */
	root: Segment[];
	/** Its headers or its time are read besides. */
	needsResponse: boolean;
	/** Places that lines take for granted: they build an address of them, go through them, or look into them. */
	needs: Segment[][];
};

/** Asserts that stand in the code: dropped ones are gone, those on probation are not sure yet. */
export const activeAsserts = (step: Step): Assert[] => step.asserts.filter(({state}) => state === 'active');

/** Every value of a step, also inside objects, cases and asserts. */
export function* valuesIn(step: Step): Generator<Value> {
	const {path, query, headers, body} = step.call;
	for (const values of [path, query, headers]) yield* Object.values(values).flatMap(inside);
	if (body && 'value' in body) yield* inside(body.value);
	if (body && 'parts' in body) for (const part of body.parts) yield* inside(part.value);
	for (const {patch} of step.cases) for (const {value} of patch) if (value !== 'absent') yield* inside(value);
	yield* valuesInAsserts(step);
}

export function* valuesInAsserts(step: Step): Generator<Value> {
	for (const {check} of activeAsserts(step)) {
		if (check.type === 'equals' || check.type === 'every' || check.type === 'content') yield* inside(check.value);
		if (check.type === 'contains') yield* inside(check.handle);
		if (check.type === 'ordered') yield* (check.among?.handles ?? []).flatMap(inside);
	}
}

export function inside(value: Value): Value[] {
	if (value.is === 'object') return Object.values(value.fields).flatMap(inside);
	if (value.is === 'array') return value.items.flatMap(inside);
	return [value];
}

/** `{not: {const: 7}}`: the place is one value, and no record that has a name of its own. */
const isOfScalar = (schema: JsonSchema): boolean =>
	typeof schema === 'object' && isObject(schema['not']) && typeof schema['not']['const'] !== 'object';

/** What is read of every step's answer. */
export function usagesOf(recipe: Recipe): Map<string, Usage> {
	const places = new Map<string, Usage & {containers: Segment[][]}>();
	const of = (step: string) => {
		const place = places.get(step) ?? {reads: 0, root: [], containers: [], needsResponse: false, needs: []};
		places.set(step, place);
		return place;
	};
	const read = (step: string, pointer: string, times: number, isContainer = false, isNeeded = true) => {
		const place = of(step);
		if (headerOf(pointer) !== null) {
			place.needsResponse = true;
			return;
		}
		const segments = readPointer(pointer);
		place.reads += times;
		place.containers.push(isContainer ? segments : segments.slice(0, -1));
		place.needs.push(isNeeded ? segments : segments.slice(0, -1));
	};
	const named = new Set(
		stepsOf(recipe).flatMap(step => [...valuesIn(step)].flatMap(one => (one.is === 'variable' ? [one.name] : []))),
	);
	for (const step of stepsOf(recipe)) {
		of(step.id);
		for (const value of valuesIn(step)) if (value.is === 'step') read(value.step, value.pointer, 1);
		for (const {check} of activeAsserts(step)) {
			if (check.type === 'equals') read(step.id, check.pointer, 2, false, false);
			else if (check.type === 'shape') read(step.id, check.pointer, 2, !isOfScalar(check.schema));
			else if (check.type === 'sameAs') {
				const isWhole = check.pointer === '$' && check.except.length === 0;
				read(step.id, check.pointer, isWhole ? 1 : 2, true);
				read(check.step, check.other, 2, true);
			} else if (check.type === 'contains' || check.type === 'every' || check.type === 'ordered')
				read(step.id, check.list, 2, true);
			else if (check.type === 'header' && check.namesRecord) {
				const handle = handleOf(step);
				if (handle) read(step.id, handle, 2);
			}
			if (['header', 'contentType', 'latency', 'content', 'unlike'].includes(check.type))
				of(step.id).needsResponse = true;
			if (check.type === 'unlike') of(check.step).needsResponse = true;
		}
		for (const {from, variable, publish} of step.captures) {
			if (sentValue(step, from) !== null) continue;
			// What no line reads is captured by the runtime alone.
			if (from.in === 'body') read(step.id, from.pointer, 1, false, publish || named.has(variable));
			else of(step.id).needsResponse = true;
		}
	}
	return new Map(
		[...places].map(([step, {reads, containers, needsResponse, needs}]) => {
			const root = commonPrefix(containers);
			return [step, {reads, root, needsResponse, needs}];
		}),
	);
}

/** Where the handle of a step's record stands in its answer. */
export const handleOf = (step: Step): string | null =>
	step.captures.find(({isHandle, from}) => isHandle && from.in === 'body' && !isSent(from))?.from.pointer ?? null;

const isSent = ({pointer}: Place): boolean => pointer.startsWith('sent:');

/** The value that a capture takes from what the step itself sends: its path, or `sent:$.name` of its body; else null. */
export function sentValue({call}: Step, from: Place): Value | null {
	if (from.in === 'path') return call.path[from.pointer] ?? null;
	return from.in === 'body' && isSent(from) ? valueSentAt(call.body, from.pointer.slice('sent:'.length)) : null;
}

/** A value of a body that is sent; of a file its name, by which a server may keep it; null: there is none. */
export function valueSentAt(body: Body | null, pointer: string): Value | null {
	if (body === null || 'raw' in body) return null;
	const places = readPointer(pointer);
	if ('parts' in body) {
		const part = places.length === 1 ? body.parts.find(({name}) => name === places[0]) : undefined;
		if (part?.fileName != null) return {is: 'unique', shape: part.fileName};
		return part?.value ?? null;
	}
	let value: Value | undefined = body.value;
	for (const part of places) {
		if (value?.is === 'object' && typeof part === 'string') value = value.fields[part];
		// Of all entries the first.
		else if (value?.is === 'array' && typeof part !== 'string')
			value = value.items[typeof part === 'number' ? part : 0];
		else return null;
	}
	return value ?? null;
}

/** Only keys: an entry of a list is no record of its own. */
function commonPrefix(all: Segment[][]): Segment[] {
	const [first = []] = all;
	const length = first.findIndex(
		(segment, place) => typeof segment !== 'string' || all.some(other => other[place] !== segment),
	);
	return length < 0 ? first : first.slice(0, length);
}
