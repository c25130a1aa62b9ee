import {sql} from 'kysely';
import {asksForAll} from '../../../contract/batch.ts';
import type {BatchId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {portable} from '../dialect/portable.ts';
import type {BatchRow} from './batch-tables.ts';

type Asked = Pick<BatchRow, 'id' | 'project_ids' | 'trigger' | 'test_list_id' | 'created_at'>;

/**
 * Whether a batch ran every test that its projects had when it was made, and still have: however it was asked for, by
 * name, as a list or as a whole. Tests without code, or younger than it, do not count. One that was asked to run all of
 * them and left out what was under way just then did not.
 *
 * @returns ids of those batches
 */
export async function runsWholeProjects(database: Database, batches: readonly Asked[]): Promise<ReadonlySet<string>> {
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
async function leavingOut(database: Database, batches: readonly Asked[]): Promise<ReadonlySet<string>> {
	if (batches.length === 0) return new Set();
	const older = await underWay(database, batches);
	const pairs = batches.flatMap(batch => {
		const beside = older.filter(
			({id, finished_at}) => id < batch.id && (finished_at === null || finished_at > batch.created_at),
		);
		return beside.length > 0 ? {id: batch.id, older: beside.map(({id}) => id)} : [];
	});
	const partial = new Set<string>();
	for (const {id, older: beside} of pairs) if (await leavesOut(database, id, beside)) partial.add(id);
	return partial;
}

/**
 * Batches of the same projects that had not ended when the first of some batches was made. Asked by project: of all that a service has
 * ever run most are of others, and which batches overlap no index tells.
 */
function underWay(database: Database, batches: readonly Asked[]): Promise<Array<Pick<BatchRow, 'id' | 'finished_at'>>> {
	const projects = [...new Set(batches.flatMap(({project_ids}) => JSON.parse(project_ids) as ProjectId[]))];
	const newest = batches
		.map(({id}) => id)
		.sort()
		.at(-1)!;
	const since = Math.min(...batches.map(({created_at}) => created_at));
	const atThatTime = database
		.selectFrom('batches')
		.select(['id', 'finished_at'])
		.where('id', '<', newest)
		.where(({or, eb}) => or([eb('finished_at', 'is', null), eb('finished_at', '>', since)]));
	const spanning = database.selectFrom('batch_projects').select('batch_id').where('project_id', 'in', projects);
	return atThatTime
		.where('project_id', 'in', projects)
		.unionAll(atThatTime.where('id', 'in', spanning))
		.execute();
}

/** Whether a test of the projects of a batch, which it does not run, was under way in one of some older ones when it was made. */
async function leavesOut(database: Database, batchId: BatchId, older: readonly BatchId[]): Promise<boolean> {
	const row = await database
		.selectFrom('batches')
		.innerJoin('runs as busy', join => join.onRef('busy.created_at', '<=', 'batches.created_at'))
		.select('busy.id')
		.where('batches.id', '=', batchId)
		.where('busy.batch_id', 'in', older)
		.where(({or, eb, ref}) =>
			or([eb('busy.finished_at', 'is', null), eb('busy.finished_at', '>', ref('batches.created_at'))]),
		)
		.where(({exists, selectFrom}) =>
			exists(
				selectFrom('tests')
					.select('tests.id')
					.whereRef('tests.id', '=', 'busy.test_id')
					.where(sql<boolean>`tests.project_id in (${projectsOfBatch})`),
			),
		)
		.where('busy.test_id', 'not in', members =>
			members.selectFrom('runs').select('runs.test_id').where('runs.batch_id', '=', batchId),
		)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

const projectsOfBatch = portable(({membersOf}) => membersOf(sql.ref('batches.project_ids')));

const isAskedForAll = (batch: Pick<BatchRow, 'trigger' | 'test_list_id'>): boolean =>
	asksForAll({trigger: batch.trigger, testListId: batch.test_list_id});
