import {decoded} from '../../contract/address.ts';

/** A call that removed something: DELETE, answered 2xx or 404. */
type DeletingCall = {
	url: string;
	/** The test that made it was given the captured value. */
	consumedValue: boolean;
};

/**
 * Whether the record that a captured value stands for was removed: a DELETE ends in the value, and either the caller had
 * been given it, or it lies below the address at which the capturing test had created it (`POST /users` →
 * `DELETE /users/7`). Another family may use the same number, so the value alone says nothing.
 *
 * @param createdAt addresses of the POST and PUT calls of the test that captured the value
 */
export function isRecordDeleted(
	value: unknown,
	createdAt: readonly string[],
	deletes: readonly DeletingCall[],
): boolean {
	if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return false;
	const handle = String(value);
	const created = new Set(createdAt.map(url => partsOf(url).join('/')));
	return deletes.some(({url, consumedValue}) => {
		const parts = partsOf(url);
		if (parts.at(-1) !== handle) return false;
		return consumedValue || created.has(parts.slice(0, -1).join('/')) || created.has(parts.join('/'));
	});
}

/** Host and path segments of a URL, decoded. */
function partsOf(url: string): string[] {
	if (!URL.canParse(url)) return [];
	const {host, pathname} = new URL(url);
	return [host, ...pathname.split('/').filter(Boolean).map(decoded)];
}
