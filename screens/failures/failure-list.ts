import type {BatchMember} from '../../contract/batch.ts';
import type {BatchId, ProjectId, RunId} from '../../contract/ids.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {type FailureRow, failureRowId, isFailure, selectFailureRows} from '../../source/stores/failure-rows.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import {redCountsStore, redTestsStore} from '../../source/stores/red-tests.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {listOf, selectedRow} from '../current-list.ts';
import {knownSummary, projectAtHand, projectInReach} from '../go-to.ts';

/** Rows of this dashboard, as they were selected last. */
const rowsStore = storeKey(() => ({listed: selectFailureRows(), all: selectFailureRows()}));

const nothingFolded: readonly string[] = [];

const noMembers: readonly BatchMember[] = [];

/**
 * The batch whose failures are listed: one that was opened as such. Null = those of the project. Viewers show one thing of a
 * batch: what lies below them says whose failures stand beside it.
 */
export function batchOfFailures({navigation, screens}: Dashboard): string | null {
	const {lineage} = navigation.store.getState();
	const viewer = screens.of({screen: 'failure'});
	return lineage.findLast(place => place.batchId && screens.of(place).depth < viewer.depth)?.batchId ?? null;
}

/** The red tests of the project at hand; null until they were read. */
function knownRedTests(dashboard: Dashboard, projectId: ProjectId | null) {
	const {key, data} = dashboard.storeOf(redTestsStore).store.getState();
	return key === projectId ? data : null;
}

/** Failed and blocked tests that belong together: of the batch, or of the project where no batch was opened. */
export function membersInView(dashboard: Dashboard): readonly BatchMember[] {
	const {batches, navigation} = dashboard;
	const ofBatch = batches.store.getState().batch?.members ?? noMembers;
	if (batchOfFailures(dashboard) !== null) return ofBatch;
	const red = knownRedTests(dashboard, projectAtHand(dashboard))?.members;
	// A run of long ago is none of them: it stands among those of its own batch.
	const {runId} = currentPlace(navigation.store.getState());
	if (runId) return red?.some(member => member.runId === runId) ? red : ofBatch;
	return red ?? noMembers;
}

/** Whether the failures beside the shown one are those of its project, and not of its run alone. */
export const areOfProject = (dashboard: Dashboard): boolean =>
	membersInView(dashboard) === knownRedTests(dashboard, projectAtHand(dashboard))?.members;

/** The batch of a listed run; null where it is not known, or the test never ran. */
export function batchOfRun(dashboard: Dashboard, runId: RunId): string | null {
	const {batch} = dashboard.batches.store.getState();
	if (batch?.members.some(member => member.runId === runId)) return batch.batchId;
	return knownRedTests(dashboard, projectAtHand(dashboard))?.batchOf.get(runId) ?? null;
}

/** Failures by kind, as they are listed. */
export function failureList(dashboard: Dashboard): RowList<FailureRow> {
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	const rows = dashboard.storeOf(rowsStore).listed(membersInView(dashboard), digests, filter, only, folded);
	return {
		rows,
		idOf: failureRowId,
		copyIdOf: row => (row.kind === 'failure' ? row.id : null),
		// The first failure is under the cursor until it is moved, not the head of its group.
		followId: rows.find(({kind}) => kind === 'failure')?.id ?? null,
		// Heads of groups do not count.
		shown: () => rows.filter(({kind}) => kind === 'failure').length,
	};
}

/** Every failure of the batch or the project in the order of the list, whatever is filtered or folded there. */
export function allFailures(dashboard: Dashboard): BatchMember[] {
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	return dashboard
		.storeOf(rowsStore)
		.all(membersInView(dashboard), digests, '', null, nothingFolded)
		.flatMap(row => (row.kind === 'failure' ? [row.member] : []));
}

export const countFailures = (dashboard: Dashboard): number => membersInView(dashboard).filter(isFailure).length;

type FailureCounts = {failed: number; blocked: number};

/** Failed and blocked tests apart: what never ran has not failed. */
export function countsOf(failures: readonly Pick<BatchMember, 'status'>[]): FailureCounts {
	const failed = failures.filter(({status}) => status === 'failed').length;
	return {failed, blocked: failures.length - failed};
}

/** `1 failed, 3 blocked`; '' where there is neither. */
export const countWords = ({failed, blocked}: FailureCounts): string =>
	[failed > 0 ? `${failed} failed` : '', blocked > 0 ? `${blocked} blocked` : ''].filter(Boolean).join(', ');

/** Those that are listed. */
export const shownCounts = (dashboard: Dashboard): FailureCounts =>
	countsOf(membersInView(dashboard).filter(isFailure));

/** Those of a batch, of which a screen that does not follow it knows the sums alone. */
function countsOfBatch(dashboard: Dashboard, batchId: BatchId): FailureCounts {
	const {batch} = dashboard.batches.store.getState();
	if (batch?.batchId === batchId) return countsOf(batch.members.filter(isFailure));
	const listed = knownSummary(dashboard);
	return listed?.batchId === batchId ? listed.summary : {failed: 0, blocked: 0};
}

/** Those that the Failures screen would list, as far as that is known. */
export function countsInReach(dashboard: Dashboard): FailureCounts {
	const {tests, navigation} = dashboard;
	const batchId = batchOfFailures(dashboard);
	if (batchId !== null) return countsOfBatch(dashboard, batchId);
	const id = projectInReach(dashboard);
	const {projectId, isComplete, tests: listed} = tests.store.getState();
	const {screen} = currentPlace(navigation.store.getState());
	// Of a project that is shown the list of its tests is kept fresh.
	const isKept = !['projects', 'failures', 'failure'].includes(screen) && projectId === id && isComplete;
	if (isKept) return countsOf(listed.filter(({status}) => isRed(status)));
	const known = screen === 'projects' ? undefined : knownRedTests(dashboard, id)?.members.filter(isFailure);
	if (known) return countsOf(known);
	const {key, data} = dashboard.storeOf(redCountsStore).store.getState();
	return countsOf(key === id && data ? data : noMembers);
}

/** Whether anything failed or was blocked there. */
export function hasFailuresInReach(dashboard: Dashboard): boolean {
	const {failed, blocked} = countsInReach(dashboard);
	return failed + blocked > 0;
}

export const selectedFailureRow = (dashboard: Dashboard): FailureRow | undefined =>
	selectedRow(listOf(dashboard, failureList(dashboard)));

/** Lists the failures of the batch that was opened, else those of the project in reach. */
export async function goToFailures(dashboard: Dashboard): Promise<void> {
	const batchId = batchOfFailures(dashboard);
	const projectId = projectInReach(dashboard);
	if (batchId === null && projectId === null) return;
	dashboard.navigation.open({screen: 'failures', projectId, ...(batchId === null ? {} : {batchId})});
}

/** The failed or blocked test under the cursor. */
export function selectedFailure(dashboard: Dashboard): BatchMember | null {
	const row = selectedFailureRow(dashboard);
	return row?.kind === 'failure' ? row.member : null;
}

/** The failure after or before one, from the last to the first and back; null when there is no other. */
export function neighbour(failures: readonly BatchMember[], runId: RunId | null, step: 1 | -1): BatchMember | null {
	const index = failures.findIndex(member => member.runId === runId);
	if (index < 0) return failures.at(step > 0 ? 0 : -1) ?? null;
	const next = failures[(index + step + failures.length) % failures.length];
	return next && next.runId !== runId ? next : null;
}
