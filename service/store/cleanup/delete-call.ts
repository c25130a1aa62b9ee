import type {CleanupOutcome, CleanupTestStatus, HttpMethod, OrphanReason} from '../../../contract/enums.ts';
import type {BatchId, CallId, CleanupTestId, ProjectId} from '../../../contract/ids.ts';
import {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import type {NewId} from '../ids.ts';
import {openSweep} from './save-sweep.ts';

/** What a call that has no answer yet says of itself, should none ever be stored. */
const noAnswerYet = 'no answer was recorded';

/** @param headers as they may be stored */
export type SweepRequest = {
	method: HttpMethod;
	url: string;
	headers: Record<string, string>;
	/** It deletes the record; else it only brings it into the state for that. */
	isRemoval: boolean;
};

/**
 * Records that a DELETE is about to be sent, or what has to come before it. It is stored first: whatever happens to the
 * service, the report counts every DELETE that may have reached the API. Null: the sweep was stopped, nothing may be sent.
 */
export async function beginDelete(
	transaction: StoreTransaction,
	newId: NewId,
	{testId, method, url, headers, isRemoval, now}: {testId: CleanupTestId; now: number} & SweepRequest,
): Promise<{callId: CallId; changed: BatchChanged} | null> {
	const test = await transaction
		.selectFrom('cleanup_tests')
		.innerJoin('cleanup_resources', 'cleanup_resources.id', 'cleanup_tests.resource_id')
		.select(['cleanup_tests.batch_id', 'cleanup_tests.attempts', 'cleanup_tests.place', 'cleanup_resources.project_id'])
		.where('cleanup_tests.id', '=', testId)
		// A sweep that was cancelled may still be on its way while a retry sends other DELETEs of the batch.
		.where('cleanup_tests.is_due', '=', 1)
		.executeTakeFirst();
	const change = test && (await openSweep(transaction, test.batch_id, ['due', 'retry'], now));
	if (!change) return null;
	const callId = newId('cal');
	const attempts = test.attempts + (isRemoval ? 1 : 0);
	await transaction
		.insertInto('calls')
		.values({
			id: callId,
			batch_id: test.batch_id,
			project_id: test.project_id,
			run_id: null,
			test_id: null,
			attempt: attempts,
			seq: test.place + 1,
			kind: 'cleanup',
			method,
			url,
			status: null,
			latency_ms: null,
			started_at: now,
			detail: JSON.stringify({requestHeaders: headers, error: noAnswerYet}),
		})
		.execute();
	await transaction
		.updateTable('cleanup_tests')
		.set({status: 'Running', attempts, rev: change.version})
		.where('id', '=', testId)
		.execute();
	return {callId, changed: await change.save()};
}

/** The answer of a DELETE, or why there is none. */
export type DeleteAnswer = {status: number | null; latencyMs: number; detail: object};

/** Stores the answer of a recorded DELETE. */
export async function saveAnswer(
	transaction: StoreTransaction,
	callId: CallId,
	{status, latencyMs, detail}: DeleteAnswer,
): Promise<void> {
	await transaction
		.updateTable('calls')
		.set({status, latency_ms: latencyMs, detail: JSON.stringify(detail)})
		.where('id', '=', callId)
		.execute();
}

/** A read of the sweep: as a call of no test, among the other observed behaviours, without its bodies. */
export async function saveRead(
	transaction: StoreTransaction,
	newId: NewId,
	read: {batchId: BatchId; projectId: ProjectId; url: string; answer: DeleteAnswer; shows: boolean; startedAt: number},
): Promise<void> {
	const {batchId, projectId, url, answer, shows, startedAt} = read;
	const {error = null} = answer.detail as {error?: string | null};
	await transaction
		.insertInto('calls')
		.values({
			id: newId('cal'),
			batch_id: batchId,
			project_id: projectId,
			run_id: null,
			test_id: null,
			attempt: 0,
			seq: 1,
			kind: 'discovery',
			method: 'GET',
			url,
			status: answer.status,
			latency_ms: answer.latencyMs,
			started_at: startedAt,
			detail: JSON.stringify({requestHeaders: {}, error, shows}),
		})
		.execute();
}

/** What the DELETEs of one record have come to. */
export type DeleteVerdict = {
	status: Extract<CleanupTestStatus, 'Passed' | 'Failed'>;
	outcome: Extract<CleanupOutcome, 'auto' | 'orphaned' | 'failed'>;
	reason: OrphanReason | null;
	httpStatus: number | null;
	responseBody: string | null;
	error: string | null;
	/** What else is to be said of the record. */
	note: string | null;
	/** It is sent once more after the others. */
	again: boolean;
};

/**
 * Stores the last answer and the verdict of a cleanup test with the fate of its record.
 *
 * @param sent the last call with its answer; null when none was sent
 */
export async function endDelete(
	transaction: StoreTransaction,
	{
		testId,
		sent,
		verdict,
	}: {testId: CleanupTestId; sent: {callId: CallId; answer: DeleteAnswer} | null; verdict: DeleteVerdict},
	now: number,
): Promise<BatchChanged | null> {
	if (sent) await saveAnswer(transaction, sent.callId, sent.answer);
	const test = await transaction
		.selectFrom('cleanup_tests')
		.select(['batch_id', 'resource_id'])
		.where('id', '=', testId)
		.executeTakeFirst();
	if (!test) return null;
	// Also when the cleanup was cancelled meanwhile: what happened to the record is told.
	const change = await BatchChange.open(transaction, test.batch_id, now);
	const isSwept = change.sweep === 'due' || change.sweep === 'retry';
	await transaction
		.updateTable('cleanup_tests')
		.set({
			status: verdict.again ? (isSwept ? 'Running' : 'Pending') : verdict.status,
			http_status: verdict.httpStatus,
			response_body: verdict.responseBody,
			error: verdict.error,
			is_due: verdict.again && isSwept ? 1 : 0,
			rev: change.version,
		})
		.where('id', '=', testId)
		.execute();
	const resource = await transaction
		.updateTable('cleanup_resources')
		.set({
			outcome: verdict.again ? 'pending' : verdict.outcome,
			reason: verdict.again ? null : verdict.reason,
			note: verdict.again ? null : verdict.note,
			rev: change.version,
		})
		.where('id', '=', test.resource_id)
		.returning('origin_id')
		.executeTakeFirst();
	// The batch that had left the record behind has nothing to show for it any more.
	if (verdict.outcome === 'auto' && resource?.origin_id)
		await transaction
			.updateTable('cleanup_resources')
			.set({outcome: 'auto'})
			.where('id', '=', resource.origin_id)
			.execute();
	return change.save();
}
