import type {HttpMethod} from '../../../contract/enums.ts';
import type {RunId, TestId} from '../../../contract/ids.ts';
import type {StoreTransaction} from '../database.ts';

/** Addresses of calls of one method that the latest earlier runs of a test have got a success from. */
export async function acceptedBefore(
	transaction: StoreTransaction,
	testId: TestId,
	runId: RunId,
	method: HttpMethod,
): Promise<string[]> {
	const runs = await transaction
		.selectFrom('runs')
		.select('id')
		.where('test_id', '=', testId)
		.where('id', '<', runId)
		.orderBy('id', 'desc')
		.limit(3)
		.execute();
	if (runs.length === 0) return [];
	const rows = await transaction
		.selectFrom('calls')
		.select('url')
		.distinct()
		.where(
			'run_id',
			'in',
			runs.map(({id}) => id),
		)
		.where('method', '=', method)
		.where('status', '>=', 200)
		.where('status', '<', 300)
		.execute();
	return rows.map(({url}) => url);
}
