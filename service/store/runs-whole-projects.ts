import type {BatchTrigger} from '../../source/contract/enums.ts';
import type {Database} from './database.ts';
import type {BatchRow} from './read-batch.ts';

/** What asks for every test of a project by itself; a test list and a schedule of one name some. */
const wholeTriggers: readonly BatchTrigger[] = ['run_all', 'rerun_all', 'schedule'];

/**
 * Whether a batch ran every test that its projects had when it was made, and still have: however it was asked for, by
 * name, as a list or as a whole. Tests without code, or younger than it, do not count.
 *
 * @returns ids of those batches
 */
export async function runsWholeProjects(
	database: Database,
	batches: readonly Pick<BatchRow, 'id' | 'project_ids' | 'trigger' | 'test_list_id' | 'created_at'>[],
): Promise<ReadonlySet<string>> {
	const whole = await Promise.all(
		batches.map(async batch => {
			if (wholeTriggers.includes(batch.trigger) && batch.test_list_id === null) return batch.id;
			// The first test that is missing is enough: a run of few tests is settled by few rows.
			const missing = await database
				.selectFrom('tests')
				.select('tests.id')
				.where('project_id', 'in', JSON.parse(batch.project_ids) as string[])
				.where('created_at', '<=', batch.created_at)
				.where(({or, eb}) => or([eb('code', 'is not', null), eb('plan_steps', 'is not', null)]))
				.where('tests.id', 'not in', members =>
					members.selectFrom('runs').select('test_id').where('batch_id', '=', batch.id),
				)
				.limit(1)
				.executeTakeFirst();
			return missing ? null : batch.id;
		}),
	);
	return new Set(whole.filter(id => id !== null));
}
