import {haveUnsafe} from '../../domain/unsafe-words.ts';
import {wordsOf} from '../../inference/word-form.ts';
import {isWritingRead} from '../../inference/writing-read.ts';

/** Whether an endpoint is never called by a probe, by what its path and its summary say. */
export const isDenied = ({path, summary}: {path: string; summary: string | null}): boolean =>
	haveUnsafe([...wordsOf(path), ...wordsOf(summary ?? '')]) || isWritingRead(path, [summary]);

/** Names under which the entries of a list stand. */
const wrappers = ['items', 'data', 'results', 'result', 'records', 'entries', 'rows', 'content', 'values', 'list'];
const handleNames = ['id', 'uuid', 'guid', '_id', 'key', 'slug', 'code', 'name'];
const mostHandles = 3;

/** Handles of up to three records of a list answer; the parameter's own name first. */
export function handlesOf(body: unknown, parameter: string): string[] {
	const entries = entriesOf(body);
	const handles: string[] = [];
	for (const entry of entries) {
		const handle = handleOf(entry, parameter);
		if (handle !== null && !handles.includes(handle)) handles.push(handle);
		if (handles.length === mostHandles) break;
	}
	return handles;
}

function entriesOf(body: unknown): readonly unknown[] {
	if (Array.isArray(body)) return body;
	if (typeof body !== 'object' || body === null) return [];
	const object = body as Record<string, unknown>;
	const named = wrappers.map(name => object[name]).find(one => Array.isArray(one));
	if (Array.isArray(named)) return named;
	const lists = Object.values(object).filter(one => Array.isArray(one));
	return lists.length === 1 ? (lists[0] as unknown[]) : [];
}

function handleOf(entry: unknown, parameter: string): string | null {
	const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
	if (isScalar(entry)) return usable(entry);
	if (typeof entry !== 'object' || entry === null) return null;
	const object = entry as Record<string, unknown>;
	const name = [parameter, ...handleNames].find(one => Object.hasOwn(object, one) && isScalar(object[one]));
	return name === undefined ? null : usable(object[name]);
}

function usable(value: unknown): string | null {
	const text = String(value);
	return text === '' || text === '.' || text === '..' || text.length > 200 || text.includes('•••') ? null : text;
}
