import type {CredentialMode, RunStatus, CallKind} from '../../../contract/enums.ts';
import type {BatchId, RunId, TestId} from '../../../contract/ids.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import type {Database} from '../database.ts';
import {givenValues} from '../captures/earlier-captures.ts';
import {type RunWithTexts, projectName, stepCount} from './read-run.ts';
import type {CallTable} from '../calls/call-tables.ts';
import {sql} from 'kysely';
import type {StepCall} from '../../domain/code-steps.ts';
import type {RunTable} from './run-tables.ts';
import {portable} from '../dialect/portable.ts';

/** A run with everything that was stored of it but its calls. */
export type StoredRun = RunWithTexts & {code: string | null; auth_mode: CredentialMode};

const storedRuns = (database: Database) =>
	database
		.selectFrom('runs')
		.innerJoin('batches', 'batches.id', 'runs.batch_id')
		.leftJoin('codes', 'codes.hash', 'runs.code_hash')
		.selectAll('runs')
		.select(['batches.phase', 'batches.seed', 'batches.auth_mode', 'codes.code', stepCount, projectName]);

/** Null: there is no such run. */
export async function findStoredRun(database: Database, runId: RunId): Promise<StoredRun | null> {
	return (await storedRuns(database).where('runs.id', '=', runId).executeTakeFirst()) ?? null;
}

/** The latest run of a test that ended failed or blocked; null when none did. A teardown test that was skipped did not. */
export async function findLatestFailure(database: Database, testId: TestId): Promise<StoredRun | null> {
	const row = await storedRuns(database)
		.where('runs.test_id', '=', testId)
		.where('runs.status', 'in', ['failed', 'blocked'])
		.where('runs.skipped', '=', 0)
		.orderBy('runs.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row ?? null;
}

type Ended = Pick<RunWithTexts, 'id' | 'test_id' | 'batch_id' | 'finished_at'>;

/**
 * The last runs of the same test that had passed when a run ended, newest first. What ends later is left out, so that the
 * answer for a run stays the same for ever.
 */
export function listPassedBefore(database: Database, run: Ended, limit: number): Promise<StoredRun[]> {
	return storedRuns(database)
		.where('runs.test_id', '=', run.test_id)
		.where('runs.id', '<', run.id)
		.where('runs.status', '=', 'passed')
		.where('runs.finished_at', '<=', run.finished_at)
		.orderBy('runs.id', 'desc')
		.limit(limit)
		.execute();
}

/** Values that a run was given, as they are stored, with the test that had captured each. */
export function listGivenTo(
	database: Database,
	runId: RunId,
): Promise<
	Array<{
		name: string;
		value: string;
		created_at: number;
		batch_id: BatchId;
		producer: string;
		producer_version: string | null;
	}>
> {
	return givenValues(database)
		.innerJoin('runs as from_run', 'from_run.id', 'captures.run_id')
		.select([
			'captures.name',
			'captures.value',
			'captures.created_at',
			'captures.batch_id',
			'from_run.name as producer',
			'from_run.code_version as producer_version',
		])
		.where('run_edges.to_run_id', '=', runId)
		.orderBy('captures.name')
		.execute();
}

/** How the runs of the same test ended that had ended when a run did, newest first. */
export async function listEndingsBefore(
	database: Database,
	run: Ended,
	limit: number,
): Promise<Array<{status: RunStatus; code_version: string | null}>> {
	return database
		.selectFrom('runs')
		.select(['status', 'code_version'])
		.where('test_id', '=', run.test_id)
		.where('id', '<', run.id)
		.where('finished_at', '<=', run.finished_at)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
}

/** The run of a test in a batch, for the root producer of a blocked run. */
export async function findMember(database: Database, batchId: BatchId, testId: TestId): Promise<StoredRun | null> {
	const row = await storedRuns(database)
		.where('runs.batch_id', '=', batchId)
		.where('runs.test_id', '=', testId)
		.executeTakeFirst();
	return row ?? null;
}

/** The last calls that one execution of a run made, in their order. */
export async function listCallsOf(
	database: Database,
	run: Pick<RunWithTexts, 'id' | 'attempt'>,
	limit: number,
): Promise<RecordedCall[]> {
	const rows = await callsOf(database, run).orderBy('seq', 'desc').limit(limit).execute();
	return rows.reverse().map(recordedCall);
}

/** One call of the execution that ended a run; null when it made none with that number. */
export async function findCallOf(
	database: Database,
	run: Pick<RunWithTexts, 'id' | 'attempt'>,
	seq: number,
): Promise<RecordedCall | null> {
	const row = await callsOf(database, run).where('seq', '=', seq).executeTakeFirst();
	return row ? recordedCall(row) : null;
}

const callsOf = (database: Database, run: Pick<RunWithTexts, 'id' | 'attempt'>) =>
	database
		.selectFrom('calls')
		.select(['seq', 'method', 'url', 'status', 'latency_ms', 'started_at', 'detail'])
		.where('run_id', '=', run.id)
		.where('attempt', '=', run.attempt)
		.where('kind', 'in', callsOfTests);

type CallRow = Pick<CallTable, 'seq' | 'method' | 'url' | 'status' | 'latency_ms' | 'started_at' | 'detail'>;
type Detail = Omit<RecordedCall, 'seq' | 'method' | 'url' | 'status' | 'latencyMs' | 'startedAt'>;

const recordedCall = ({detail, latency_ms, started_at, ...call}: CallRow): RecordedCall => ({
	...(JSON.parse(detail) as Detail),
	...call,
	latencyMs: latency_ms,
	startedAt: started_at,
});

/** What a test calls itself: the DELETEs of a teardown test are cleanup, and logins are none of its own. */
const callsOfTests: CallKind[] = ['test', 'cleanup', 'prerequisite'];

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
