import {isIdSegment} from '../domain/endpoint-path.ts';
import {fieldOf} from '../inference/handle-value.ts';
import {isObject, scalarsOf} from '../inference/json-value.ts';
import type {ObservedCall} from './observed-call.ts';
import {parameterOf} from '../inference/path-template.ts';
import {singular, withoutFormat, wordsOf} from '../inference/word-form.ts';

/** Fields whose value may stand in a path. */
const naming = /^(?:_?id|uuid|guid|uid|slug|name|key|code|username|tid|secret)$|(?:Id|_id|ID|Slug|Key)$/;

/** Values that answers and requests named as handles: a segment equal to one of them is a parameter. */
export function namedValues(calls: readonly ObservedCall[]): Set<string> {
	const values = new Set<string>();
	for (const {request, response} of calls)
		for (const body of [request, response])
			for (const {key, text} of scalarsOf(body)) if (naming.test(key)) values.add(text);
	return values;
}

/** `orders` → `orderId`, for the segment behind it. */
function parameterName(segment: string | undefined, taken: ReadonlySet<string>): string {
	const words = wordsOf(segment ?? '').map(singular);
	const stem = words.map((word, place) => (place === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
	const name = stem === '' ? 'id' : `${stem}Id`;
	for (let number = 2; ; number++) {
		const candidate = taken.has(number === 2 ? name : `${name}${number - 1}`)
			? null
			: number === 2
				? name
				: `${name}${number - 1}`;
		if (candidate !== null) return candidate;
	}
}

/**
 * The template behind an observed path when no document names it: ids, UUIDs, numbers, and values that came from
 * earlier answers become parameters.
 */
export function inferTemplate(segments: readonly string[], named: ReadonlySet<string>): string {
	const taken = new Set<string>();
	const parts = segments.map((segment, place) => {
		const previous = segments[place - 1];
		// `/themes/7.json`: the form of the answer stands behind the value.
		const text = place > 0 ? withoutFormat(segment) : segment;
		const isValue = isIdSegment(text) || (place > 0 && named.has(text) && previous !== undefined);
		if (!isValue) return segment;
		const name = parameterName(previous !== undefined && !isIdSegment(previous) ? previous : undefined, taken);
		taken.add(name);
		return `{${name}}${segment.slice(text.length)}`;
	});
	return `/${parts.join('/')}`;
}

/** DELETE endpoints that calls have shown to exist: answered 2xx, with a parameter at their end. */
export function observedDeletes(calls: readonly ObservedCall[], named: ReadonlySet<string>): string[] {
	const paths = new Set<string>();
	for (const {method, status, segments, closing} of calls) {
		if (method !== 'DELETE' || status === null || status < 200 || status > 299) continue;
		const path = inferTemplate(segments, named) + closing;
		if (path.split('/').some(segment => parameterOf(segment) !== null)) paths.add(path);
	}
	return [...paths];
}

const secretName = /pass(?:word|phrase)|secret|token|pin$/i;

/**
 * The handle of a record that its creator did not tell, out of a list that was read later: the one element that repeats
 * what was sent, as far as it shows it.
 *
 * @param lists later GETs of the collection
 */
export function handleInLists({request}: Pick<ObservedCall, 'request'>, lists: Iterable<ObservedCall>): string | null {
	if (!isObject(request)) return null;
	const sent = Object.entries(request).filter(
		([key, value]) =>
			!secretName.test(key) &&
			((typeof value === 'string' && value.length >= shortestTelling) || typeof value === 'number'),
	);
	const isIt = (item: Readonly<Record<string, unknown>>) =>
		sent.every(([key, value]) => !(key in item) || item[key] === value) &&
		sent.some(([key, value]) => typeof value === 'string' && item[key] === value);
	for (const {response} of lists) {
		const handles = new Set(
			[...objectsIn(response)]
				.filter(isIt)
				.flatMap(item => fieldOf(item, 'id') ?? fieldOf(item, '_id') ?? fieldOf(item, 'uuid') ?? []),
		);
		if (handles.size === 1) return [...handles][0]!;
	}
	return null;
}

/** Shorter texts, such as a state or a language, are shared by many records. */
const shortestTelling = 4;

function* objectsIn(value: unknown, depth = 0): Generator<Readonly<Record<string, unknown>>> {
	if (depth > 4) return;
	if (Array.isArray(value)) for (const item of value) yield* objectsIn(item, depth + 1);
	else if (isObject(value)) {
		yield value;
		for (const item of Object.values(value)) yield* objectsIn(item, depth + 1);
	}
}
