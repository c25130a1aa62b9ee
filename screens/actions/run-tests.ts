import type {Dashboard} from '../../source/stores/dashboard.ts';

/**
 * Runs tests of the open project and shows the run.
 * @param testIds null = all of them
 */
export async function runTests({tests, navigation, ui}: Dashboard, testIds: readonly string[] | null): Promise<void> {
	const {projectId} = tests.store.getState();
	const {batchId, accepted, conflicts, deferred, advisories} = await tests.run(testIds);
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
