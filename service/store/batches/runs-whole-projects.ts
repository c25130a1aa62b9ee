import {sql} from 'kysely';
import {asksForAll} from '../../../contract/batch.ts';
import type {Database} from '../database.ts';
import {portable} from '../dialect/portable.ts';
import type {BatchRow} from './batch-tables.ts';

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
	const [asked, named] = [batches.filter(isAskedForAll), batches.filter(batch => !isAskedForAll(batch))];
	if (named.length === 0) return new Set(asked.map(({id}) => id));
	// One question for all of them; a run of few tests is settled by the first one that is missing.
	const complete = await database
		.selectFrom('batches')
		.select('batches.id')
		.where(
			'batches.id',
			'in',
			named.map(({id}) => id),
		)
		.where(({not, exists, selectFrom}) =>
			not(
				exists(
					selectFrom('tests')
						.select('tests.id')
						.where(sql<boolean>`tests.project_id in (${projectsOfBatch})`)
						.whereRef('tests.created_at', '<=', 'batches.created_at')
						.where(({or, eb}) => or([eb('tests.code', 'is not', null), eb('tests.plan_steps', 'is not', null)]))
						.where('tests.id', 'not in', members =>
							members.selectFrom('runs').select('runs.test_id').whereRef('runs.batch_id', '=', 'batches.id'),
						),
				),
			),
		)
		.execute();
	return new Set([...asked, ...complete].map(({id}) => id));
}

const projectsOfBatch = portable(({membersOf}) => membersOf(sql.ref('batches.project_ids')));

const isAskedForAll = (batch: Pick<BatchRow, 'trigger' | 'test_list_id'>): boolean =>
	asksForAll({trigger: batch.trigger, testListId: batch.test_list_id});
