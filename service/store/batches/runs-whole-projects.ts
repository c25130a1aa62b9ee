import {sql} from 'kysely';
import {asksForAll} from '../../../contract/batch.ts';
import type {Database} from '../database.ts';
import {portable} from '../dialect/portable.ts';
import type {BatchRow} from './batch-tables.ts';

/**
 * Whether a batch ran every test that its projects had when it was made, and still have: however it was asked for, by
 * name, as a list or as a whole. Tests without code, or younger than it, do not count. One that was asked to run all of
 * them and left out what was under way just then did not.
 *
 * @returns ids of those batches
 */
export async function runsWholeProjects(
	database: Database,
	batches: readonly Pick<BatchRow, 'id' | 'project_ids' | 'trigger' | 'test_list_id' | 'created_at'>[],
): Promise<ReadonlySet<string>> {
	const [asked, named] = [batches.filter(isAskedForAll), batches.filter(batch => !isAskedForAll(batch))];
	const partial = await leavingOut(database, asked);
	const whole = asked.map(({id}) => id).filter(id => !partial.has(id));
	if (named.length === 0) return new Set(whole);
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
	return new Set([...whole, ...complete.map(({id}) => id)]);
}

/** Those of some batches whose projects had a test under way in an older batch, so that they run without it. */
async function leavingOut(database: Database, batches: readonly Pick<BatchRow, 'id'>[]): Promise<ReadonlySet<string>> {
	if (batches.length === 0) return new Set();
	const partial = await database
		.selectFrom('batches')
		.select('batches.id')
		.where(
			'batches.id',
			'in',
			batches.map(({id}) => id),
		)
		.where(({exists, selectFrom}) =>
			exists(
				selectFrom('runs as busy')
					.select('busy.id')
					// The batches that were under way are few, the runs that tests have ever had are many.
					.where('busy.batch_id', 'in', older =>
						older
							.selectFrom('batches as older')
							.select('older.id')
							.whereRef('older.id', '<', 'batches.id')
							.where(({or, eb, ref}) =>
								or([eb('older.finished_at', 'is', null), eb('older.finished_at', '>', ref('batches.created_at'))]),
							),
					)
					.whereRef('busy.created_at', '<=', 'batches.created_at')
					.where(({or, eb, ref}) =>
						or([eb('busy.finished_at', 'is', null), eb('busy.finished_at', '>', ref('batches.created_at'))]),
					)
					.where(own =>
						own.exists(
							own
								.selectFrom('tests')
								.select('tests.id')
								.whereRef('tests.id', '=', 'busy.test_id')
								.where(sql<boolean>`tests.project_id in (${projectsOfBatch})`),
						),
					)
					.where('busy.test_id', 'not in', members =>
						members.selectFrom('runs').select('runs.test_id').whereRef('runs.batch_id', '=', 'batches.id'),
					),
			),
		)
		.execute();
	return new Set(partial.map(({id}) => id));
}

const projectsOfBatch = portable(({membersOf}) => membersOf(sql.ref('batches.project_ids')));

const isAskedForAll = (batch: Pick<BatchRow, 'trigger' | 'test_list_id'>): boolean =>
	asksForAll({trigger: batch.trigger, testListId: batch.test_list_id});
