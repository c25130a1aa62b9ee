import type {BatchMember} from '../../contract/batch.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {type FailureRow, failureRowId, isFailure, selectFailureRows} from '../../source/stores/failure-rows.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {storeKey} from '../../source/stores/store-key.ts';
import {listOf, selectedRow} from '../current-list.ts';
import {knownBatch, knownSummary} from '../go-to.ts';

/** Rows of this dashboard, as they were selected last. */
const rowsStore = storeKey(() => ({listed: selectFailureRows(), all: selectFailureRows()}));

const nothingFolded: readonly string[] = [];

const members = ({batches}: Dashboard): readonly BatchMember[] => batches.store.getState().batch?.members ?? noMembers;
const noMembers: readonly BatchMember[] = [];

/** Failures by kind, as they are listed. */
export function failureList(dashboard: Dashboard): RowList<FailureRow> {
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	const rows = dashboard.storeOf(rowsStore).listed(members(dashboard), digests, filter, only, folded);
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

/** Every failure of the batch in the order of the list, whatever is filtered or folded there. */
export function allFailures(dashboard: Dashboard): BatchMember[] {
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	return dashboard
		.storeOf(rowsStore)
		.all(members(dashboard), digests, '', null, nothingFolded)
		.flatMap(row => (row.kind === 'failure' ? [row.member] : []));
}

export const countFailures = (dashboard: Dashboard): number => members(dashboard).filter(isFailure).length;

type FailureCounts = {failed: number; blocked: number};

/** Failed and blocked tests apart: what never ran has not failed. */
export function countsOf(failures: readonly Pick<BatchMember, 'status'>[]): FailureCounts {
	const failed = failures.filter(({status}) => status === 'failed').length;
	return {failed, blocked: failures.length - failed};
}

/** `1 failed, 3 blocked`; '' where there is neither. */
export const countWords = ({failed, blocked}: FailureCounts): string =>
	[failed > 0 ? `${failed} failed` : '', blocked > 0 ? `${blocked} blocked` : ''].filter(Boolean).join(', ');

/** Those of the shown batch. */
export const shownCounts = (dashboard: Dashboard): FailureCounts => countsOf(members(dashboard).filter(isFailure));

/** Those of the batch that the Failures screen would open, as far as that is known. */
export function countsInReach(dashboard: Dashboard): FailureCounts {
	const batch = knownBatch(dashboard);
	if (batch) return countsOf(batch.members.filter(isFailure));
	const {failed = 0, blocked = 0} = knownSummary(dashboard)?.summary ?? {};
	return {failed, blocked};
}

/** Whether anything of that batch failed or was blocked. */
export function hasFailuresInReach(dashboard: Dashboard): boolean {
	const {failed, blocked} = countsInReach(dashboard);
	return failed + blocked > 0;
}

export const selectedFailureRow = (dashboard: Dashboard): FailureRow | undefined =>
	selectedRow(listOf(dashboard, failureList(dashboard)));

/** The failed or blocked test under the cursor. */
export function selectedFailure(dashboard: Dashboard): BatchMember | null {
	const row = selectedFailureRow(dashboard);
	return row?.kind === 'failure' ? row.member : null;
}

/** The failure after or before one, from the last to the first and back; null when there is no other. */
export function neighbour(failures: readonly BatchMember[], runId: string | null, step: 1 | -1): BatchMember | null {
	const index = failures.findIndex(member => member.runId === runId);
	if (index < 0) return failures.at(step > 0 ? 0 : -1) ?? null;
	const next = failures[(index + step + failures.length) % failures.length];
	return next && next.runId !== runId ? next : null;
}
