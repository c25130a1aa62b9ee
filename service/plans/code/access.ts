import type {Answer, Draft} from './draft.ts';
import {text} from './expression.ts';
import {each, pointerText, readPointer, type Segment, startsWith} from './pointer.ts';

/** An expression that reads what stands at `segments` below `base`; `[*]` becomes a list of all entries. */
export function read(base: string, segments: readonly Segment[]): string {
	const place = segments.indexOf(each);
	if (place < 0) return base + segments.map(indexOf).join('');
	const list = base + segments.slice(0, place).map(indexOf).join('');
	const rest = segments.slice(place + 1);
	if (rest.length === 0) return list;
	if (!rest.includes(each)) return `[item${rest.map(indexOf).join('')} for item in ${list}]`;
	const inner = rest.indexOf(each);
	return `[part${rest
		.slice(inner + 1)
		.map(indexOf)
		.join('')} for item in ${list} for part in item${rest.slice(0, inner).map(indexOf).join('')}]`;
}

const indexOf = (segment: Segment): string =>
	segment === each ? '' : `[${typeof segment === 'number' ? segment : text(segment)}]`;

/** An expression for a place in the answer of a step. */
export function readAnswer({body, root, response}: Answer, pointer: string | readonly Segment[]): string {
	const header = typeof pointer === 'string' ? headerOf(pointer) : null;
	if (header !== null) return readHeader(response, header);
	const segments = typeof pointer === 'string' ? readPointer(pointer) : pointer;
	// `root` is what all places of the answer have in common, so every pointer begins with it.
	return read(body, startsWith(segments, root) ? segments.slice(root.length) : segments);
}

/** `header:Location` → `Location`; null for a place in the body. */
export const headerOf = (pointer: string): string | null => /^header:(.+)$/.exec(pointer)?.[1] ?? null;

/** A header of a response; the handle in an address is its last part. */
export function readHeader(response: string | null, name: string): string {
	const value = `${response}.headers[${text(name)}]`;
	return /^(?:content-)?location$/i.test(name) ? `${value}.rstrip("/").rsplit("/", 1)[-1]` : value;
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
