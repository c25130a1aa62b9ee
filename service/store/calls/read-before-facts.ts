import type {BatchId, ProjectId} from '../../../contract/ids.ts';
import {readCleanupSettings} from '../cleanup/cleanup-settings.ts';
import type {Database} from '../database.ts';

/** What a run needs to know to read chosen handles before they are taken. */
export type ReadBeforeFacts = {
	endpoints: Array<{
		method: string;
		path: string;
		base_path: string;
		request_shape: string;
		response_shape: string;
	}>;
	handles: Array<{method: string; path: string; pointer: string}>;
};

/** Batches that are remembered; more do not run at once in a usual service. */
const remembered = 20;

/**
 * Of projects that want it, by batch: what is known of an API when the first test of a batch starts counts for all of
 * them. Most projects do not want it, which costs one look.
 */
export function createReadBeforeFacts() {
	const known = new Map<string, ReadBeforeFacts | null>();
	return async (database: Database, batchId: BatchId, projectId: ProjectId): Promise<ReadBeforeFacts | null> => {
		const key = `${batchId} ${projectId}`;
		const before = known.get(key);
		if (before !== undefined) return before;
		const {readBefore, handles} = await readCleanupSettings(database, projectId);
		const facts = readBefore ? {handles, endpoints: await endpointsOf(database, projectId)} : null;
		if (known.size >= remembered) known.delete(known.keys().next().value!);
		known.set(key, facts);
		return facts;
	};
}

/** Reads the facts of a batch and project. */
export type ReadFacts = ReturnType<typeof createReadBeforeFacts>;

const endpointsOf = (database: Database, projectId: ProjectId): Promise<ReadBeforeFacts['endpoints']> =>
	database
		.selectFrom('endpoints')
		.select(['method', 'path', 'base_path', 'request_shape', 'response_shape'])
		.where('project_id', '=', projectId)
		.where('method', 'in', ['GET', 'POST', 'PUT', 'DELETE'])
		.orderBy('id')
		.execute();
