import {sql} from 'kysely';
import type {StepCall} from '../../domain/code-steps.ts';
import type {CallKind} from '../../../contract/enums.ts';
import type {Database} from '../database.ts';
import type {RunTable} from './run-tables.ts';
import {portable} from '../dialect/portable.ts';

/** What a test calls itself: the DELETEs of a teardown test are cleanup, and logins are none of its own. */
export const callsOfTests: CallKind[] = ['test', 'cleanup', 'prerequisite'];

/** The calls that the execution which ended a run made, in their order, without what they carried. */
export const listStepCalls = (database: Database, run: Pick<RunTable, 'id' | 'attempt'>): Promise<StepCall[]> =>
	database
		.selectFrom('calls')
		.select(['seq', 'method', 'url', 'status', 'latency_ms', 'started_at'])
		.select(portable(({textAt}) => textAt(sql.ref('detail'), 'error')).as('error'))
		.where('run_id', '=', run.id)
		.where('attempt', '=', run.attempt)
		.where('kind', 'in', callsOfTests)
		.orderBy('seq')
		.execute();
