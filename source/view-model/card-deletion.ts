import type {CleanupCard} from '../../contract/cleanup.ts';
import {settledWords} from './orphan-words.ts';

/** What stands in an address for a value that is not known: no ellipsis, which says that a text was cut. */
const unknownValue = '<unknown>';

/**
 * The request that deletes a record, with its own concrete path: `DELETE /orders/42`. A value that nobody knows is shown as
 * `<unknown>`, never as the name of its parameter. Null: no DELETE is known.
 */
export function cardDeletion({deletion, cleanupTest}: CleanupCard): {method: string; path: string} | null {
	if (deletion !== null) {
		const {method, url, body} = deletion;
		const path = pathOf(url);
		const known = path.replace(/\{[^{}]*\}/g, unknownValue);
		return {method, path: body ? `${known} ${body}` : known};
	}
	// A DELETE of the sweep is of this record alone; a teardown test may have deleted several.
	if (cleanupTest === null || cleanupTest.kind === 'planned' || cleanupTest.path.includes('{')) return null;
	return {method: cleanupTest.method, path: cleanupTest.path};
}

/** Whether every value of its address is known, so that it can be sent. */
export const isConcrete = ({deletion}: CleanupCard): boolean => deletion !== null && !/\{[^{}]*\}/.test(deletion.url);

/** Path and query of an address, with parameters as they are. */
function pathOf(address: string): string {
	const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
	return path.startsWith('/') || path === '' ? path || '/' : `/${path}`;
}

/** Who removed a record, or is to: a teardown test by its title, the sweep, or the record that it went with. */
export function deletedBy(card: CleanupCard): string | null {
	const {outcome, cleanupTest, note} = card;
	const settled = settledWords(card);
	if (settled !== null) return outcome === 'gone' ? 'nobody' : 'the sweep';
	if (outcome === 'gone') return note ?? 'gone by itself';
	if (cleanupTest === null) return null;
	return cleanupTest.kind === 'planned' ? cleanupTest.title : 'the sweep';
}
