import type {BatchTicket} from '../../contract/batch.ts';
import type {TestId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';

/**
 * Runs tests of the open project and shows the run.
 * @param testIds null = all of them
 */
export async function runTests(dashboard: Dashboard, testIds: readonly TestId[] | null): Promise<void> {
	showTicket(dashboard, await dashboard.tests.run(testIds));
}

/** Runs tests of the open project again and shows the run. @param isAlone without what they need */
export async function rerunTests(dashboard: Dashboard, testIds: readonly TestId[], isAlone: boolean): Promise<void> {
	showTicket(dashboard, await dashboard.tests.rerun(testIds, isAlone));
}

/** The two ways to run tests again, as choices of a menu. */
export const rerunChoices = (rerun: (isAlone: boolean) => Promise<void>) => [
	{id: 'closure', label: 'With what it needs and what needs it', do: () => rerun(false)},
	{id: 'alone', label: 'Alone, with the values of the run before', do: () => rerun(true)},
];

/** Shows what was started, and says what was not. */
function showTicket({tests, navigation, ui}: Dashboard, ticket: BatchTicket): void {
	const {batchId, accepted, conflicts, deferred, advisories} = ticket;
	const {projectId} = tests.store.getState();
	const left = conflicts.length + deferred.length;
	if (batchId === null) {
		ui.toast(conflicts[0]?.message ?? 'No test could be started.', 'error');
		return;
	}
	tests.clearMarks();
	navigation.open({screen: 'run', batchId, projectId});
	if (left > 0)
		ui.toast(
			`${left} of ${accepted.length + left} tests were not started: ${conflicts[0]?.message ?? 'the queue is full'}`,
			'error',
		);
	else if (advisories?.[0]) ui.toast(advisories[0].message);
}
