import type * as z from 'zod/mini';
import {areShownCounts, isDispensable} from './dispensable-fields.ts';

type Schema = Pick<z.ZodMiniType, 'safeParse'>;
type Tried = 'dropped' | 'nulled';
type Issue = {path: readonly PropertyKey[]; code: string; expected?: unknown};

/**
 * Reads an answer as tolerantly as it can be without inventing anything: services of another make leave out what may be
 * null, and send null for what may be left out; what no command decides by becomes empty, and a part that may be left out
 * as a whole is, when it is incomplete. Unknown fields stay. Changes `value`, which is the reader's own.
 * @returns the answer, or the first field that it cannot do without ('' = the whole)
 */
export function parseLeniently(schema: Schema, value: unknown): {answer: unknown} | {field: string} {
	const tried = new Map<string, Tried>();
	const counted = new Set<unknown>();
	const filled: Array<readonly PropertyKey[]> = [];
	/** Parts that were left out as a whole, with the field that was missing in each. */
	const incomplete = new Map<string, string>();
	for (;;) {
		const result = schema.safeParse(value);
		if (result.success) {
			for (const path of filled) place(result.data, path, '');
			return {answer: result.data};
		}
		let isChanged = false;
		for (const issue of result.error.issues as Issue[]) {
			const {path} = issue;
			const field = path.map(String).join('.');
			const changed = tried.has(field) ? null : adjust(value, path);
			if (changed === null) {
				if (fill(value, issue, counted)) {
					if (issue.expected === 'string') filled.push(path);
				} else if (!leaveOut(value, issue, incomplete)) return {field: incomplete.get(field) ?? field};
				isChanged = true;
				continue;
			}
			tried.set(field, changed);
			isChanged = true;
		}
		if (!isChanged) return {field: ''};
	}
}

/**
 * Has the empty value of its type where no command decides by a field; until it is read, a text that passes every check.
 * @param counted counts that are missing as a whole: each of them becomes 0
 */
function fill(value: unknown, {path, code, expected}: Issue, counted: Set<unknown>): boolean {
	const key = path.at(-1);
	const parent = parentOf(value, path);
	if (code !== 'invalid_type' || (parent?.[String(key)] ?? null) !== null) return false;
	if (expected === 'number') return counted.has(parent) && place(value, path, 0);
	if (expected === 'object' && areShownCounts(key)) {
		const counts = {};
		counted.add(counts);
		return place(value, path, counts);
	}
	if (!isDispensable(key) || (expected !== 'array' && expected !== 'string')) return false;
	return place(value, path, expected === 'array' ? [] : someTime);
}

/** Takes out the part that lacks a field; a list keeps what is in it. */
function leaveOut(value: unknown, {path, code}: Issue, incomplete: Map<string, string>): boolean {
	const part = path.slice(0, -1);
	const [field, whole] = [path, part].map(one => one.map(String).join('.'));
	if (code !== 'invalid_type' || part.length === 0 || incomplete.has(whole!) || areShownCounts(part.at(-1)))
		return false;
	if ((parentOf(value, path)?.[String(path.at(-1))] ?? null) !== null) return false;
	const around = parentOf(value, part);
	if (!around || !delete around[String(part.at(-1))]) return false;
	incomplete.set(whole!, field!);
	return true;
}

const someTime = '1970-01-01T00:00:00.000Z';

function place(value: unknown, path: readonly PropertyKey[], content: unknown): boolean {
	const parent = parentOf(value, path);
	if (parent === null) return false;
	parent[String(path.at(-1))] = content;
	return true;
}

/** Null becomes "left out", and left out becomes null; anything else is not to be mended. */
function adjust(value: unknown, path: readonly PropertyKey[]): Tried | null {
	const key = path.at(-1);
	if (typeof key !== 'string') return null;
	const fields = parentOf(value, path);
	if (fields === null) return null;
	if (!Object.hasOwn(fields, key)) {
		fields[key] = null;
		return 'nulled';
	}
	if (fields[key] !== null) return null;
	delete fields[key];
	return 'dropped';
}

/** The object that holds the field of that path; null where there is none. */
function parentOf(value: unknown, path: readonly PropertyKey[]): Record<string, unknown> | null {
	let parent = value;
	for (const step of path.slice(0, -1)) parent = (parent as Record<PropertyKey, unknown> | null | undefined)?.[step];
	return typeof parent !== 'object' || parent === null || Array.isArray(parent)
		? null
		: (parent as Record<string, unknown>);
}
