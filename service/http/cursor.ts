import {createHash} from 'node:crypto';
import {invalid} from '../domain/service-error.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;
const form = 'c1';

/** Fingerprint of a list and its filters. A cursor of one list does not open another; the page size may change. */
function fingerprint(list: string, filters: Record<string, unknown>): string {
	const given = Object.entries(filters)
		.filter(([name, value]) => value !== undefined && name !== 'cursor' && name !== 'pageSize')
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return createHash('sha256')
		.update(JSON.stringify([list, given]))
		.digest('base64url')
		.slice(0, 16);
}

/**
 * Opaque text that continues a list after the entry `after`. It holds no secret and grants nothing: what it selects is
 * bound to the caller's account by the query itself.
 */
export function writeCursor(list: string, filters: Record<string, unknown>, after: string, now: number): string {
	return Buffer.from(JSON.stringify([form, fingerprint(list, filters), now, after])).toString('base64url');
}

/** The entry a cursor continues after; null without a cursor. Throws VALIDATION_ERROR for any but an own, fresh one. */
export function readCursor(
	list: string,
	filters: Record<string, unknown> & {cursor?: string | undefined},
	now: number,
): string | null {
	if (filters.cursor === undefined) return null;
	const [readForm, print, at, after] = decode(filters.cursor);
	const isOurs = readForm === form && print === fingerprint(list, filters);
	if (!isOurs || typeof at !== 'number' || typeof after !== 'string' || !(now - at <= lifetimeMs))
		throw invalid('cursor', 'invalid', 'The cursor is unknown or has expired; start the list from its beginning.');
	return after;
}

function decode(cursor: string): unknown[] {
	try {
		const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
		return Array.isArray(parts) ? parts : [];
	} catch {
		return [];
	}
}
