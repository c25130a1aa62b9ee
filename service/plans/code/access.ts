import type {Answer, Draft} from './draft.ts';
import {text} from './expression.ts';
import {each, pointerText, readPointer, type Segment, startsWith} from './pointer.ts';
import type {Value} from '../recipe.ts';

/** An expression that reads what stands at `segments` below `base`; `[*]` becomes a list of all entries. */
export function read(base: string, segments: readonly Segment[]): string {
	const place = segments.indexOf(each);
	if (place < 0) return below(base, segments);
	const list = below(base, segments.slice(0, place));
	const rest = segments.slice(place + 1);
	if (rest.length === 0) return list;
	if (!rest.includes(each)) return `[${got('item', rest)} for item in ${list}]`;
	const inner = rest.indexOf(each);
	return `[${got('part', rest.slice(inner + 1))} for item in ${list} for part in item${rest.slice(0, inner).map(indexOf).join('')}]`;
}

/** HAL leaves out `_embedded`, and a list within it, where there is nothing to embed. */
const mayLack = '_embedded';

function below(base: string, segments: readonly Segment[]): string {
	const at = segments.indexOf(mayLack);
	const [name, ...rest] = at < 0 ? [] : segments.slice(at + 1);
	if (typeof name !== 'string') return base + segments.map(indexOf).join('');
	const front = base + segments.slice(0, at).map(indexOf).join('');
	return `${front}.get(${text(mayLack)}, {}).get(${text(name)}, [])${rest.map(indexOf).join('')}`;
}

/** What stands at a place; None where there is none, so that a comparison says what came instead. */
export function got(base: string, segments: readonly Segment[]): string {
	const last = segments.length - 1;
	return segments.reduce<string>((text, segment, place) => {
		if (typeof segment !== 'string') return text + indexOf(segment);
		const value = `${text}.get(${keyOf(segment)})`;
		return place < last ? `(${value} or {})` : value;
	}, base);
}

const keyOf = (segment: Segment): string => (typeof segment === 'number' ? String(segment) : text(String(segment)));

const indexOf = (segment: Segment): string =>
	segment === each ? '' : `[${typeof segment === 'number' ? segment : text(segment)}]`;

/** An expression for a place in the answer of a step. */
export function readAnswer(answer: Answer, pointer: string | readonly Segment[]): string {
	const {body, root} = answer;
	const header = typeof pointer === 'string' ? headerOf(pointer) : null;
	if (header !== null) return readHeader(answer, header);
	const segments = typeof pointer === 'string' ? readPointer(pointer) : pointer;
	// `root` is what all places of the answer have in common, so every pointer begins with it.
	return read(body, startsWith(segments, root) ? segments.slice(root.length) : segments);
}

/** The same for a value that is compared: it may be missing, its record may not. */
export function compared(answer: Answer, pointer: string): string {
	const segments = readPointer(pointer);
	const last = segments.at(-1);
	if (typeof last !== 'string' || segments.includes(each) || headerOf(pointer) !== null)
		return readAnswer(answer, pointer);
	return got(readAnswer(answer, segments.slice(0, -1)), [last]);
}

/** The JSON of a response. */
export const jsonOf = (response: string): string => `${response}.json()`;

/** Whether the JSON of an answer has no name: every line reads it anew. */
export const isUnnamed = ({body}: Pick<Answer, 'body'>): boolean => body.endsWith('.json()');

/** `header:Location` → `Location`; null for a place in the body. */
export const headerOf = (pointer: string): string | null => /^header:(.+)$/.exec(pointer)?.[1] ?? null;

export const isLocation = (header: string): boolean => /^(?:content-)?location(?:#|$)/i.test(header);

/** A header of a response; the handle in an address is its last part, `Location#integer` as a number. */
export function readHeader({response, located}: Pick<Answer, 'response' | 'located'>, name: string): string {
	const [plain = '', form] = name.split('#', 2);
	if (located !== undefined && isLocation(plain)) return located;
	const value = `${response}.headers[${text(plain)}]`;
	const last = isLocation(plain) ? `${value}.rstrip("/").rsplit("/", 1)[-1]` : value;
	return form === 'integer' ? `int(${last})` : last;
}

/** What a person calls the place: its path below the record. */
export function nameOfPlace({root}: Pick<Answer, 'root'>, pointer: string): string {
	const segments = readPointer(pointer);
	return pointerText(startsWith(segments, root) ? segments.slice(root.length) : segments) || 'the answer';
}

/** The answer of an earlier step; a recipe that names a step that is not there, or later, is a broken one. */
export function answerOf(draft: Draft, step: string): Answer {
	const answer = draft.answers.get(step);
	if (!answer) throw new BrokenRecipe(`it reads the answer of step "${step}", which does not come before`);
	return answer;
}

/** A recipe from which no test can be written. */
export class BrokenRecipe extends Error {}

/**
 * By which field the entries of a list are known: the one that their maker's answer names them by. A record that only the
 * address in a header names is called `id` in a list.
 */
export function entryKey(handle: Value): string {
	if (handle.is !== 'step' || headerOf(handle.pointer) !== null) return 'id';
	const last = readPointer(handle.pointer).at(-1);
	return typeof last === 'string' ? last : 'id';
}
