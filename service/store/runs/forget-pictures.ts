import {sql} from 'kysely';
import type {Database} from '../database.ts';
import {forgetBlobs} from './run-steps.ts';

/** Runs whose pictures go in one transaction: others must not have to wait for it. */
const runsAtOnce = 50;

/**
 * Removes the pictures and pages of some old runs, and answers of how many. "Pictures of passed runs: the last 10 runs of
 * a test; failed ones 90 days, and always the last one"; the run that saved the script keeps its own, which a repair is
 * compared with. What the browser saw as text stays as long as the run.
 *
 * @param before epoch milliseconds: failed runs that ended earlier are old
 * @param passedKept passed runs of a test that keep theirs
 */
export function forgetOldPictures(database: Database, before: number, passedKept: number): Promise<number> {
	return database.transaction().execute(async transaction => {
		const {rows} = await sql<{id: string}>`
			select runs.id from runs
			where runs.plan_steps is not null and runs.finished_at is not null
				and exists (
					select 1 from run_steps
					where run_steps.run_id = runs.id and (picture_hash is not null or html_hash is not null)
				)
				and not exists (select 1 from scripts where scripts.run_id = runs.id)
				and case runs.status when 'passed' then (
						select count(*) from runs newer
						where newer.test_id = runs.test_id and newer.status = 'passed' and newer.id > runs.id
					) >= ${passedKept}
					else runs.finished_at < ${before} and exists (
						select 1 from runs newer
						where newer.test_id = runs.test_id and newer.status = runs.status and newer.id > runs.id
					)
				end
			limit ${runsAtOnce}`.execute(transaction);
		const ids = rows.map(({id}) => id);
		if (ids.length === 0) return 0;
		const shown = await transaction
			.selectFrom('run_steps')
			.select(['picture_hash', 'html_hash'])
			.where('run_id', 'in', ids)
			.execute();
		await transaction
			.updateTable('run_steps')
			.set({picture_hash: null, html_hash: null})
			.where('run_id', 'in', ids)
			.execute();
		await forgetBlobs(
			transaction,
			shown.flatMap(row => Object.values(row)),
		);
		return ids.length;
	});
}
