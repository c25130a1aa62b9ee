import type {RunId, TestId} from '../../contract/ids.ts';
import {getRun, listTestRuns} from '../../contract/routes/runs.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {neverRan, noneKept, redTestsStore} from '../../source/stores/red-tests.ts';
import {isRed} from '../../source/view-model/statuses.ts';
import {projectAtHand} from '../go-to.ts';
import {batchOfRun} from './failure-list.ts';

/**
 * Opens the viewer of a failure that is listed.
 * @param tab of the viewer; absent = as it was left
 * @param isBeside instead of the failure that is shown: Esc leads where it led from there
 */
export function openFailure(
	dashboard: Dashboard,
	runId: RunId,
	{tab, isBeside = false}: {tab?: string | null; isBeside?: boolean} = {},
): void {
	const {navigation, ui} = dashboard;
	const batchId = batchOfRun(dashboard, runId);
	if (batchId === null) {
		const member = dashboard
			.storeOf(redTestsStore)
			.store.getState()
			.data?.members.find(one => one.runId === runId);
		if (member?.runId === member?.testId) ui.toast(member?.error ?? neverRan);
		else ui.toast(noBatch, 'error');
		return;
	}
	const place = {screen: 'failure', batchId, projectId: projectAtHand(dashboard), runId};
	const view = tab === undefined ? undefined : {tab};
	if (isBeside) navigation.turn(place, view);
	else navigation.open(place, view);
}

const noBatch = 'This service does not say in which batch it ran.';

/** Runs of a test that are looked at for its last failure. */
const latelyRun = 20;

/** Opens the failure of any run; says why where there is none to open. */
export async function openFailureOfRun({session, navigation, ui, context}: Dashboard, runId: RunId): Promise<void> {
	const run = await session.call(getRun, {params: {runId}, query: {}, signal: context.ended});
	if (!isRed(run.status)) ui.toast('This run did not fail.');
	else if (run.batchId === undefined) ui.toast(noBatch, 'error');
	else navigation.open({screen: 'failure', batchId: run.batchId, projectId: run.projectId, runId});
}

/** Opens the failure by which a test is red: that of its last run which failed or was blocked. */
export async function openFailureOfTest(dashboard: Dashboard, testId: TestId): Promise<void> {
	const {session, ui, context} = dashboard;
	const query = {pageSize: latelyRun};
	const {runs} = await session.call(listTestRuns, {params: {testId}, query, signal: context.ended});
	const failed = runs.find(({status}) => isRed(status));
	if (failed) await openFailureOfRun(dashboard, failed.runId);
	else ui.toast(runs.length === 0 ? neverRan : noneKept);
}
