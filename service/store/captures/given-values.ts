import type {Database} from '../database.ts';

/** Values that runs are given: those that their chosen producers have captured under the names they need. */
export const givenValues = (database: Database) =>
	database
		.selectFrom('run_edges')
		.innerJoin('captures', join =>
			join.onRef('captures.run_id', '=', 'run_edges.from_run_id').onRef('captures.name', '=', 'run_edges.variable'),
		);
