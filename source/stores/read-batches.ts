import type {Client} from '../client/client.ts';
import {type BatchSummary, isPartial} from '../../contract/batch.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {listBatches} from '../../contract/routes/batches.ts';
import {pageSize as largestPage} from './load-pages.ts';

/**
 * Batches of a project, newest first: so many at least, and on to the newest one that ran all tests, where there is one:
 * what it said of the project must not go out of sight behind runs of single tests.
 * @param least how many are wanted anyway
 */
export async function readBatches(
	client: Pick<Client, 'call'>,
	projectId: ProjectId,
	least: number,
	signal?: AbortSignal,
): Promise<readonly BatchSummary[]> {
	const batches: BatchSummary[] = [];
	let cursor: string | null | undefined;
	do {
		const query = {pageSize: batches.length === 0 ? least : largestPage, ...(cursor ? {cursor} : {})};
		const page = await client.call(listBatches, {params: {projectId}, query, ...(signal ? {signal} : {})});
		batches.push(...page.items);
		cursor = page.nextToken;
	} while (cursor && batches.every(isPartial));
	return batches;
}
