import type {BatchChanged, StoreTransaction} from './batch-change.ts';
import {plannedTestId} from '../domain/planned-test-id.ts';
import type {CleanupResourceTable, SweepState} from './cleanup-tables.ts';
import {listContained, settleContained} from './contained-records.ts';
import type {Database} from './database.ts';
import {beginDelete, type DeleteAnswer, type DeleteVerdict, endDelete, saveAnswer} from './delete-call.ts';
import type {NewId} from './ids.ts';
import {listSweeps, readSweepFacts, readTokens, type SweepFacts} from './read-sweep.ts';
import {endSweep, type FoundResource, planSweep, saveSearch} from './save-sweep.ts';

/** What the sweep may do with the store. Every change is one transaction. */
export type SweepStore = ReturnType<typeof createSweepStore>;

/** A record as the search describes it. */
export type SearchedResource = {
	key: string;
	projectId: string;
	runId: string;
	testId: string;
	attempt: number;
	callId: string;
	variable: string | null;
	handle: string | null;
	family: string;
	sourceMethod: string;
	sourcePath: string;
	deletePath: string | null;
	deleteUrl: string | null;
	parentKeys: string[];
	headers: Record<string, string>;
	isLast: boolean;
	/** Teardown test that removes it. */
	plannedRunId: string | null;
} & Pick<CleanupResourceTable, 'outcome' | 'reason'>;

/** @param now epoch milliseconds */
export function createSweepStore(database: Database, newId: NewId, now: () => number) {
	const change = <T>(work: (transaction: StoreTransaction, at: number) => Promise<T>): Promise<T> =>
		database.transaction().execute(transaction => work(transaction, now()));
	return {
		listSweeps: () => listSweeps(database),
		async sweepState(batchId: string): Promise<SweepState | null> {
			const row = await database.selectFrom('batches').select('sweep').where('id', '=', batchId).executeTakeFirst();
			return row?.sweep ?? null;
		},
		readFacts: (batchId: string) => readSweepFacts(database, batchId),
		async readTokens(runId: string): Promise<Array<{name: string; value: unknown}>> {
			const rows = await readTokens(database, runId);
			return rows.map(({name, value}) => ({name, value: JSON.parse(value) as unknown}));
		},
		saveSearch: (facts: SweepFacts, found: readonly SearchedResource[]): Promise<BatchChanged | null> =>
			change((transaction, at) => saveSearch(transaction, newId, facts.batch.id, rowsOf(facts, found), at)),
		planSweep: (facts: SweepFacts, found: readonly SearchedResource[]): Promise<BatchChanged | null> =>
			change((transaction, at) => planSweep(transaction, newId, facts.batch.id, rowsOf(facts, found), at)),
		/** DELETEs that are to be sent, in the order of execution. */
		async listDue(batchId: string) {
			const rows = await database
				.selectFrom('cleanup_tests')
				.innerJoin('cleanup_resources', 'cleanup_resources.id', 'cleanup_tests.resource_id')
				.select([
					'cleanup_tests.id as testId',
					'cleanup_resources.id as resourceId',
					'cleanup_resources.family',
					'cleanup_resources.source_path',
					'cleanup_resources.parents',
					'cleanup_resources.headers',
					'cleanup_resources.is_last',
					'cleanup_resources.run_id as runId',
					'cleanup_resources.project_id as projectId',
					'cleanup_resources.delete_url as url',
					'cleanup_tests.attempts',
				])
				.where('cleanup_tests.batch_id', '=', batchId)
				.where('cleanup_tests.is_due', '=', 1)
				.where('cleanup_resources.delete_url', 'is not', null)
				.orderBy('cleanup_tests.place')
				.execute();
			return rows.map(({is_last, parents, headers, url, ...row}) => ({
				...row,
				url: url ?? '',
				isLast: is_last === 1,
				parents: JSON.parse(parents) as string[],
				headers: JSON.parse(headers) as Record<string, string>,
			}));
		},
		listContained: (batchId: string) => listContained(database, batchId),
		settleContained: (batchId: string, resourceIds: readonly string[]) =>
			change((transaction, at) => settleContained(transaction, batchId, resourceIds, at)),
		/** @param headers as they may be stored */
		beginDelete: (testId: string, url: string, headers: Record<string, string>) =>
			change((transaction, at) => beginDelete(transaction, newId, {testId, url, headers, now: at})),
		saveAnswer: (callId: string, answer: DeleteAnswer) =>
			change(transaction => saveAnswer(transaction, callId, answer)),
		endDelete: (testId: string, callId: string, answer: DeleteAnswer, verdict: DeleteVerdict) =>
			change((transaction, at) => endDelete(transaction, {testId, callId, answer, verdict}, at)),
		endSweep: (batchId: string, begun: SweepState) =>
			change((transaction, at) => endSweep(transaction, batchId, begun, at)),
	};
}

/** Rows of the records of a batch and of those that earlier batches have left to it. */
function rowsOf({left}: SweepFacts, found: readonly SearchedResource[]): FoundResource[] {
	const own = found.map(
		(resource): FoundResource => ({
			project_id: resource.projectId,
			run_id: resource.runId,
			test_id: resource.testId,
			attempt: resource.attempt,
			call_id: resource.callId,
			key: resource.key,
			variable: resource.variable,
			handle: resource.handle,
			family: resource.family,
			source_method: resource.sourceMethod,
			source_path: resource.sourcePath,
			delete_path: resource.deletePath,
			delete_url: resource.deleteUrl,
			headers: JSON.stringify(resource.headers),
			is_last: resource.isLast ? 1 : 0,
			outcome: resource.outcome,
			reason: resource.reason,
			cleanup_test_id: resource.plannedRunId && plannedTestId(resource.plannedRunId),
			origin_id: null,
			origin_batch_id: null,
			parentKeys: resource.parentKeys,
		}),
	);
	const addresses = new Set(own.map(({delete_url}) => delete_url));
	const names = new Map(left.map(({id, key}) => [id, key]));
	const earlier = left
		// Made again by this batch under the same name.
		.filter(({delete_url}) => !addresses.has(delete_url))
		.map(({id, batch_id, parents, place: _, rev: __, created_at: ___, ...row}) => ({
			...row,
			cleanup_test_id: null,
			origin_id: row.origin_id ?? id,
			origin_batch_id: row.origin_batch_id ?? batch_id,
			parentKeys: (JSON.parse(parents) as string[]).flatMap(parent => names.get(parent) ?? []),
		}));
	return [...earlier, ...own];
}
