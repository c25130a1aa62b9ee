import type {RunStatus} from '../../../contract/enums.ts';
import {batchStatusOf} from '../../domain/batch-state.ts';
import type {Database} from '../database.ts';

/** Status of each of these batches; those that are gone are left out. */
export async function statusesOfBatches(
	database: Database,
	batchIds: readonly string[],
): Promise<ReadonlyMap<string, RunStatus>> {
	if (batchIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('batches')
		.select(['id', 'phase', 'outcome'])
		.where('id', 'in', batchIds)
		.execute();
	return new Map(rows.map(({id, phase, outcome}) => [id, batchStatusOf(phase, outcome)]));
}
