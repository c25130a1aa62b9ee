import type {Page} from '../../contract/fields.ts';
import {ApiError} from '../errors/api-error.ts';

/** The paging flags of a list command, already checked: `pageSize` 1–100, `maxItems` ≥ 1. */
export type PagingFlags = {pageSize?: number; startingToken?: string; maxItems?: number};

/** Items per request: the most that a service gives where everything is read, and what somebody with a limit asks for. */
const pageSizes = {everything: 100, limited: 25};

/**
 * Reads a list the way every list command does: "`--page-size` without `--max-items`: exactly one page. Otherwise
 * cursors are followed to the end or to `--max-items`, the last request asks for `min(pageSize, remaining)`."
 * @param largestPage fewer items per request, for a list whose items are large
 */
export async function paginate<T>(
	fetchPage: (query: {pageSize: number; cursor?: string}) => Promise<Page<T>>,
	flags: PagingFlags,
	largestPage = pageSizes.everything,
): Promise<Page<T>> {
	const isOnePage = flags.pageSize !== undefined && flags.maxItems === undefined;
	const usual = flags.maxItems === undefined ? pageSizes.everything : pageSizes.limited;
	const pageSize = flags.pageSize ?? Math.min(usual, largestPage);
	const maxItems = flags.maxItems ?? Number.POSITIVE_INFINITY;
	const items: T[] = [];
	const seen = new Set<string>();
	let cursor = flags.startingToken;
	for (;;) {
		const size = Math.min(pageSize, maxItems - items.length);
		const page = await fetchPage({pageSize: size, ...(cursor === undefined ? {} : {cursor})});
		for (const item of page.items) items.push(item);
		const {nextToken} = page;
		if (isOnePage || nextToken === null || items.length >= maxItems) {
			return {items: items.length > maxItems ? items.slice(0, maxItems) : items, nextToken};
		}
		if (seen.has(nextToken)) throw endlessList();
		seen.add(nextToken);
		cursor = nextToken;
	}
}

/** A server that hands out the same cursor twice would be read for ever. */
const endlessList = () =>
	new ApiError('INTERNAL', 'The list does not end: the service gave the same page token twice.', {
		requestId: 'unknown',
		details: {reason: 'bad_response'},
	});
