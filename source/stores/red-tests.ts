import type {BatchMember} from '../../contract/batch.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import {getBatch, listBatches} from '../../contract/routes/batches.ts';
import {listTestRuns} from '../../contract/routes/runs.ts';
import {listTests} from '../../contract/routes/tests.ts';
import type {RunHistoryItem} from '../../contract/run.ts';
import type {Test} from '../../contract/test.ts';
import {isRed} from '../view-model/statuses.ts';
import {createLoader} from './loader.ts';
import {loadPages, pageSize} from './load-pages.ts';
import type {Session} from './session.ts';
import {storeKey} from './dashboard.ts';

/** The red tests of a project, each as the member of the batch in which it turned red. */
type RedTests = {
	projectId: ProjectId;
	/** A test that never ran has its own id as the id of its run. */
	members: readonly BatchMember[];
	/** Batches by run; a run without one cannot be opened. */
	batchOf: ReadonlyMap<string, string>;
};

/** Batches that are read with their members at most; what lies further back is told by the run alone. */
const maxBatches = 20;
/** Batches of one page of the list: the newest ones mostly hold all that is red. */
const batchPage = 20;
/** Runs looked back for the one that failed. */
const latelyRun = 20;

/** What is red in a project as a whole, whatever batch it was in. */
export const redTestsStore = storeKey(({session, context}) =>
	createLoader<RedTests>(
		{session},
		{read: (projectId, _known, signal) => readRedTests(session, projectId, context.now, signal)},
	),
);

/** How many tests of a project are red: one request, for where none of them is listed. */
export const redCountsStore = storeKey(({session, context}) =>
	createLoader<readonly Test[]>(
		{session},
		{read: (projectId, _known, signal) => listRed(session, projectId, context.now, signal)},
	),
);

async function listRed(
	session: Pick<Session, 'call'>,
	projectId: ProjectId,
	now: () => number,
	signal: AbortSignal,
): Promise<readonly Test[]> {
	const listed = await loadPages(
		cursor => session.call(listTests, {query: {projectId, status: 'failed,blocked', pageSize, cursor}, signal}),
		now,
		() => undefined,
	);
	return listed.filter(({status}) => isRed(status));
}

async function readRedTests(
	session: Pick<Session, 'call'>,
	projectId: ProjectId,
	now: () => number,
	signal: AbortSignal,
): Promise<RedTests> {
	const red = await listRed(session, projectId, now, signal);
	const batchOf = new Map<string, string>();
	const found = new Map<string, BatchMember>();
	const isMissing = ({id}: Test) => !found.has(id);
	// One that says it has not run is in no batch; its own runs are asked for all the same: not every service fills this in.
	const wanted = new Set(red.filter(({lastRunId}) => lastRunId !== null).map(({id}) => id));
	let cursor: string | undefined;
	let read = 0;
	while (wanted.size > 0 && read < maxBatches) {
		const query = {pageSize: batchPage, cursor};
		const page = await session.call(listBatches, {params: {projectId}, query, signal});
		for (const {batchId, unresolved} of page.items) {
			if (wanted.size === 0 || read === maxBatches) break;
			// All that went wrong in it has run again since.
			if (unresolved === 0) continue;
			read += 1;
			const {members} = await session.call(getBatch, {params: {batchId}, query: {}, signal});
			for (const member of members)
				if (isRed(member.status) && wanted.delete(member.testId)) {
					found.set(member.testId, member);
					batchOf.set(member.runId, batchId);
				}
		}
		if (!page.nextToken) break;
		cursor = page.nextToken;
	}
	await inParallel(red.filter(isMissing), usualLimit, async test => {
		const {runs} = await session.call(listTestRuns, {
			params: {testId: test.id},
			query: {pageSize: latelyRun},
			signal,
		});
		const run = runs.find(({status}) => isRed(status));
		found.set(test.id, memberOf(test, run, runs.length === 0 ? neverRan : noneKept));
		if (run?.batchId) batchOf.set(run.runId, run.batchId);
	});
	return {projectId, members: red.flatMap(test => found.get(test.id) ?? []), batchOf};
}

/** A red test as a row of a batch: of a run whose batch was not read, or of none, and then why. */
function memberOf(test: Test, run: RunHistoryItem | undefined, without: string): BatchMember {
	const {id, projectId, name, type, kind = null, priority = null, status, produces, consumes} = test;
	const duration = run?.startedAt && run.finishedAt ? Date.parse(run.finishedAt) - Date.parse(run.startedAt) : null;
	// A row needs an id of its own also where nothing ran: then it is that of the test.
	const ownId: string = run?.runId ?? id;
	return {
		testId: id,
		runId: ownId,
		projectId,
		name,
		type,
		kind,
		priority,
		role: 'selected',
		wave: 0,
		status,
		label: status === 'blocked' ? 'Blocked' : 'Failed',
		note: null,
		startedAt: run?.startedAt ?? null,
		finishedAt: run?.finishedAt ?? null,
		durationMs: duration,
		failureKind: run?.failureKind ?? null,
		error: run ? null : without,
		blockedBy: null,
		waitingFor: [],
		produces: produces ?? [],
		consumes: consumes ?? [],
		stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
		previousRunId: null,
		previousStatus: null,
		rev: 0,
	};
}

/** Of a red test without any run. Ours turns one red when what was generated for it is refused; another service may do it otherwise. */
export const neverRan = 'It has no run. Where its generated code was refused, its row of the plan says why: g p.';

/** Of a red test whose known runs are none of them red. */
export const noneKept = 'No run of this test that failed is kept. r runs it.';
