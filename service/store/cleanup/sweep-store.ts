import {maxParallelOf} from '../projects/projects.ts';
import {listUnread, saveStarted} from './save-started.ts';
import type {OwnershipProof} from '../../../contract/cleanup.ts';
import type {BatchId, CallId, CleanupTestId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {plannedTestId} from '../../domain/cleanup.ts';
import type {
	CleanupCallTable,
	CleanupResourceTable,
	ConsideredField,
	DeleteWith,
	SweepState,
} from './cleanup-tables.ts';
import {listHeld, readCleanupSettings} from './cleanup-settings.ts';
import {
	beginDelete,
	type DeleteAnswer,
	type DeleteVerdict,
	endDelete,
	saveAnswer,
	saveRead,
	type SweepRequest,
} from './delete-call.ts';
import type {NewId} from '../ids.ts';
import {listOpen, settleGone} from './open-records.ts';
import {
	listSweepCalls,
	listSweeps,
	listWorked,
	listWriting,
	readSweepFacts,
	readTokens,
	type SweepFacts,
} from './read-sweep.ts';
import {protectAnswer} from '../calls/protect-answer.ts';
import type {Protection} from '../calls/secret-rules.ts';
import {
	listUnseenBatches,
	markSeenBatch,
	readSeenCalls,
	readSeenLives,
	type SeenLife,
	saveSeenLives,
} from './seen-records.ts';
import {endSweep, type FoundBatch, type FoundResource, planSweep, saveSearch} from './save-sweep.ts';

/** What the sweep may do with the store. Every change is one transaction. */
export type SweepStore = ReturnType<typeof createSweepStore>;

/** A read of a record, to be sent before its DELETE is known. */
export type MemberRead = {
	url: string;
	handle: string;
	/** The handle is a guess, which the answer is to confirm. */
	isGuess: boolean;
	/** Another record, which the one in question is compared with. */
	isContext?: boolean;
};

/** How it can be found out what a call has made that was sent and never answered. */
export type UnknownQuestion = {
	/** Address of the list that would show its record, or of the record itself. */
	url: string;
	isList: boolean;
	/** What only this call has sent: plain names of fields, empty for a name in the path. */
	values: Array<{field: string; text: string}>;
	/** Query parameters that the document knows of the list. */
	parameters: string[];
	/** Plain names of the fields that the list is known to show. */
	shows: string[];
	/** What was sent. */
	sent: Readonly<Record<string, unknown>>;
	/** Whether a 404 of the address says that nothing is there. */
	isReadable: boolean;
	/** The call was refused: mostly it has made nothing. */
	isRefused: boolean;
	/** Epoch milliseconds. */
	sentAt: number;
	/** How long after that the API may still make it. */
	patienceMs: number;
};

/** A record as the search describes it. */
export type SearchedResource = {
	key: string;
	projectId: ProjectId;
	runId: RunId;
	testId: TestId;
	attempt: number;
	callId: CallId;
	variable: string | null;
	handle: string | null;
	family: string;
	sourceMethod: string;
	sourcePath: string;
	deletePath: string | null;
	deleteUrl: string | null;
	/** As far as the address is known, with parameters in the place of what is missing. */
	knownUrl: string | null;
	/** What the DELETE is sent with; null: nothing beside its address. */
	deleteWith: DeleteWith | null;
	/** Addresses of the record whose answers would tell what is missing. */
	reads: MemberRead[];
	/** Of a call of unknown outcome: what reading would tell; null: nothing. */
	question: UnknownQuestion | null;
	/** The server broke over the call, or refused it: there is a record only if reading shows one, and nothing is stored before. */
	isDoubtful: boolean;
	/** What is known of the record. */
	fields: Readonly<Record<string, unknown>>;
	proof: OwnershipProof | null;
	considered: ConsideredField[];
	note: string | null;
	parentKeys: string[];
	headers: Record<string, string>;
	isLast: boolean;
	/** Teardown test that removes it. */
	plannedRunId: RunId | null;
} & Pick<CleanupResourceTable, 'outcome' | 'reason'>;

/** A write that made nothing, as the search describes it. */
export type SearchedCall = Omit<CleanupCallTable, 'batch_id' | 'place' | 'rev'>;

/** What the search of a batch has found. */
export type SearchedBatch = {resources: SearchedResource[]; calls: SearchedCall[]};

/** @param now epoch milliseconds */
export function createSweepStore(database: Database, newId: NewId, now: () => number, protection: Protection) {
	const change = <T>(work: (transaction: StoreTransaction, at: number) => Promise<T>): Promise<T> =>
		database.transaction().execute(transaction => work(transaction, now()));
	return {
		listSweeps: () => listSweeps(database),
		async sweepState(batchId: BatchId): Promise<SweepState | null> {
			const row = await database.selectFrom('batches').select('sweep').where('id', '=', batchId).executeTakeFirst();
			return row?.sweep ?? null;
		},
		listUnseenBatches: (projectId: ProjectId, except: string) => listUnseenBatches(database, projectId, except),
		readSeenCalls: (
			batchId: BatchId,
			projectId: ProjectId,
			after: {started_at: number; id: string} | null,
			limit: number,
		) => readSeenCalls(database, batchId, projectId, after, limit),
		readSeenLives: (projectId: ProjectId, keys: readonly number[]) => readSeenLives(database, projectId, keys),
		saveSeenLives: (
			projectId: ProjectId,
			keys: readonly number[],
			apply: (key: number, stored: SeenLife | null) => SeenLife | null,
		) => saveSeenLives(database, projectId, keys, apply),
		markSeenBatch: (projectId: ProjectId, batchId: BatchId) => markSeenBatch(database, projectId, batchId),
		readFacts: (batchId: BatchId) => readSweepFacts(database, batchId),
		async readTokens(runId: RunId): Promise<Array<{name: string; value: unknown}>> {
			const rows = await readTokens(database, runId);
			return rows.map(({name, value}) => ({name, value: JSON.parse(value) as unknown}));
		},
		/** @param hasDoubts only the sweep can find out whether some calls have made anything */
		saveSearch: (facts: SweepFacts, found: SearchedBatch, hasDoubts: boolean): Promise<BatchChanged | null> =>
			change((transaction, at) =>
				saveSearch(transaction, newId, searchedOf(facts), {...foundOf(facts, found), hasDoubts}, at),
			),
		planSweep: (facts: SweepFacts, found: SearchedBatch): Promise<BatchChanged | null> =>
			change((transaction, at) => planSweep(transaction, newId, facts.batch.id, foundOf(facts, found), at)),
		/** Keys of the records of a batch that are to be deleted, and of which only a read can tell how. */
		listUnread: (batchId: BatchId) => listUnread(database, batchId),
		saveStarted: (facts: SweepFacts, found: SearchedBatch): Promise<BatchChanged | null> =>
			change((transaction, at) => saveStarted(transaction, facts.batch.id, foundOf(facts, found).resources, at)),
		/** DELETEs that are to be sent, in the order of execution. */
		async listDue(batchId: BatchId) {
			const rows = await database
				.selectFrom('cleanup_tests')
				.innerJoin('cleanup_resources', 'cleanup_resources.id', 'cleanup_tests.resource_id')
				.select([
					'cleanup_tests.id as testId',
					'cleanup_resources.id as resourceId',
					'cleanup_resources.family',
					'cleanup_resources.handle',
					'cleanup_resources.delete_path as path',
					'cleanup_resources.source_path',
					'cleanup_resources.parents',
					'cleanup_resources.headers',
					'cleanup_resources.is_last',
					'cleanup_resources.proof',
					'cleanup_resources.run_id as runId',
					'cleanup_resources.project_id as projectId',
					'cleanup_resources.delete_url as url',
					'cleanup_resources.delete_with',
					'cleanup_tests.attempts',
					'cleanup_tests.http_status as lastStatus',
					'cleanup_tests.error as lastError',
				])
				.where('cleanup_tests.batch_id', '=', batchId)
				.where('cleanup_tests.is_due', '=', 1)
				.where('cleanup_resources.delete_url', 'is not', null)
				.orderBy('cleanup_tests.place')
				.execute();
			return rows.map(({is_last, proof, parents, headers, url, delete_with, ...row}) => ({
				...row,
				url: url ?? '',
				deleteWith: delete_with === null ? null : (JSON.parse(delete_with) as DeleteWith),
				isLast: is_last === 1,
				isOwn: proof !== null,
				parents: JSON.parse(parents) as string[],
				headers: JSON.parse(headers) as Record<string, string>,
			}));
		},
		listOpen: (batchId: BatchId) => listOpen(database, batchId),
		settleGone: (batchId: BatchId, gone: ReadonlyArray<{resourceId: string; note: string}>) =>
			change((transaction, at) => settleGone(transaction, batchId, gone, at)),
		/** Calls of the sweep that were answered 2xx. */
		listSweepCalls: (batchId: BatchId) => listSweepCalls(database, batchId),
		/** Endpoints that change something, with the names of their query parameters. */
		listWriting: (projectId: ProjectId) => listWriting(database, projectId),
		listWorked: (projectId: ProjectId, at: Parameters<typeof listWorked>[2]) => listWorked(database, projectId, at),
		/** DELETEs of a project that may be under way at once: no more than tests of it where their number is limited. */
		async paceOf(projectId: ProjectId): Promise<{parallel: number; ofProject?: number}> {
			const {parallel} = await readCleanupSettings(database, projectId);
			const most = await maxParallelOf(database, projectId);
			return most === null ? {parallel} : {parallel: Math.min(parallel, most), ofProject: most};
		},
		/** Those of the projects whose cleanup asks first or is off. */
		heldProjects: (projectIds: readonly ProjectId[]) => listHeld(database, projectIds),
		saveRead: (read: Omit<Parameters<typeof saveRead>[2], 'startedAt'>) =>
			change((transaction, at) => saveRead(transaction, newId, {...read, startedAt: at - read.answer.latencyMs})),
		beginDelete: (testId: CleanupTestId, request: SweepRequest) =>
			change((transaction, at) => beginDelete(transaction, newId, {testId, ...request, now: at})),
		saveAnswer: (callId: CallId, answer: DeleteAnswer) =>
			change(async transaction =>
				saveAnswer(transaction, callId, (await protectAnswer(transaction, callId, answer, protection)).answer),
			),
		/** @param sent the last call with its answer; null when none was sent */
		endDelete: (testId: CleanupTestId, sent: {callId: CallId; answer: DeleteAnswer} | null, verdict: DeleteVerdict) =>
			change(async (transaction, at) => {
				if (!sent) return endDelete(transaction, {testId, sent, verdict}, at);
				const shown = await protectAnswer(transaction, sent.callId, sent.answer, protection, verdict);
				const protectedCall = {callId: sent.callId, answer: shown.answer};
				return endDelete(transaction, {testId, sent: protectedCall, verdict: shown.verdict}, at);
			}),
		endSweep: (facts: SweepFacts) =>
			change((transaction, at) => endSweep(transaction, searchedOf(facts), facts.batch.sweep, at)),
	};
}

const searchedOf = ({batch, calls}: SweepFacts) => ({id: batch.id, calls: calls.length});

const foundOf = (facts: SweepFacts, {resources, calls}: SearchedBatch): FoundBatch => ({
	resources: rowsOf(facts, resources),
	calls,
});

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
			known_url: resource.knownUrl,
			delete_with: resource.deleteWith && JSON.stringify(resource.deleteWith),
			proof: resource.proof && JSON.stringify(resource.proof),
			considered: resource.considered.length === 0 ? null : JSON.stringify(resource.considered),
			note: resource.note,
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
	const addressOf = ({delete_url, delete_with}: FoundResource | CleanupResourceTable) =>
		`${delete_url} ${delete_with === null ? '' : ((JSON.parse(delete_with) as DeleteWith).body ?? '')}`;
	const addresses = new Set(own.map(addressOf));
	const names = new Map(left.map(({id, key}) => [id, key]));
	const earlier = left
		// Made again by this batch under the same name.
		.filter(row => !addresses.has(addressOf(row)))
		.map(({id, batch_id, parents, place: _, rev: __, created_at: ___, ...row}) => ({
			...row,
			cleanup_test_id: null,
			origin_id: row.origin_id ?? id,
			origin_batch_id: row.origin_batch_id ?? batch_id,
			parentKeys: (JSON.parse(parents) as string[]).flatMap(parent => names.get(parent) ?? []),
		}));
	return [...earlier, ...own];
}
