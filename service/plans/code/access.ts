import type {Answer, Draft} from './draft.ts';
import {text} from './expression.ts';
import {each, pointerText, readPointer, type Segment, startsWith} from './pointer.ts';

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

/** A place of an answer that has no name yet is read by the function that says what came instead of it. */
function below(base: string, segments: readonly Segment[]): string {
	const [, unnamed, at = ''] = /^json_of\((\w+)(, at="setup: ")?\)$/.exec(base) ?? [];
	if (unnamed === undefined || segments.length === 0) return base + segments.map(indexOf).join('');
	return `json_of(${[unnamed, ...segments.map(keyOf)].join(', ')}${at})`;
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
export function readAnswer({body, root, response}: Answer, pointer: string | readonly Segment[]): string {
	const header = typeof pointer === 'string' ? headerOf(pointer) : null;
	if (header !== null) return readHeader(response, header);
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

/** The JSON of a response: by the function that says what came instead, of a setup as what the test waits for. */
export const jsonOf = (response: string, isSetup = false): string =>
	`json_of(${response}${isSetup ? ', at="setup: "' : ''})`;

/** Whether the JSON of an answer has no name: every line reads it anew. */
export const isUnnamed = ({body}: Pick<Answer, 'body'>): boolean => body.startsWith('json_of(');

/** The line that gives the JSON below `root` its name: it is what later lines take it for, or the test says so. */
export const namedJson = (unnamed: string, root: readonly Segment[], kind: JsonKind | null): string => {
	const read = below(unnamed, root);
	return kind === null ? read : read.replace(/(, at="setup: ")?\)$/, (_, at = '') => `, kind=${kind}${at})`);
};

/** The function for the lines of a test that read answers by it, with what they ask of it; empty when none does. */
export function jsonHelper(lines: readonly string[]): string[] {
	const reads = lines.filter(line => line.includes('json_of('));
	const asks = (what: RegExp) => reads.some(line => what.test(line));
	if (reads.length === 0) return [];
	const [path, kind, at] = [asks(/json_of\(\w+, ["'\d]/), asks(/, kind=/), asks(/, at=["']setup: /)];
	return [
		`def json_of(response${path ? ', *path' : ''}${kind ? ', kind=object' : ''}${at ? ', at=""' : ''}):`,
		...readLines({place: path ? 'path' : null, kind, hasLists: asks(/kind=list/)}, at ? '{at}' : ''),
	];
}

/** What a function that reads JSON is asked for. */
type Reading = {
	/** What holds the keys of the way to what is read; null: all of it is. */
	place: string | null;
	/** Whether callers say what it has to be. */
	kind: boolean;
	hasLists: boolean;
	/** Callers may ask for nothing: what came may be no JSON then. */
	mayBeNone?: boolean;
	/** Callers may take whatever JSON came. */
	mayBeAny?: boolean;
};

/**
 * The lines of a function that reads JSON and says what came instead of it.
 *
 * @param prefix what the message begins with
 */
export function readLines(
	{place, kind, hasLists, mayBeNone = false, mayBeAny = true}: Reading,
	prefix: string,
): string[] {
	const errors = place === null ? 'ValueError' : '(LookupError, TypeError, ValueError)';
	const where = place === null ? '' : ` at {${place}}`;
	const instead = `${where}: {response.text[:200]}"`;
	const isSaidOnce = kind && !mayBeAny;
	const wanted = `${mayBeNone ? 'not kind or ' : ''}isinstance(found, kind)`;
	return [
		...(mayBeNone && !isSaidOnce ? ['    if kind is None:', '        return None'] : []),
		'    try:',
		`        found = response.json()${mayBeNone && isSaidOnce ? ' if kind else None' : ''}`,
		...(place === null ? [] : [`        for key in ${place}:`, '            found = found[key]']),
		`    except ${errors}:`,
		isSaidOnce ? '        found = None' : `        raise AssertionError(f"${prefix}no JSON${instead}) from None`,
		...(kind
			? [
					`    assert ${isSaidOnce ? wanted : 'isinstance(found, kind)'}, f"${prefix}no ${isSaidOnce ? '' : 'JSON '}{kind.__name__}${instead}`,
				]
			: []),
		...(hasLists
			? [`    assert kind is not list or all(type(one) is dict for one in found), f"${prefix}no records: {found}"`]
			: []),
		'    return found',
	];
}

/** What the JSON of an answer has to be: a record, a list of records, or a number of them. */
export type JsonKind = 'dict' | 'list' | 'int' | 'object';

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
