import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {selectedFailure} from '../failures/failure-list.ts';
import {projectAtHand} from '../go-to.ts';
import {selectedHistoryRow} from '../history/history-list.ts';
import {selectedMember} from '../run/batch-list.ts';
import {selectedTest} from '../tests/test-list.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

/** The run that the shown place, or the row under its cursor, is about; null: none. */
export function runAtHand(dashboard: Dashboard): string | null {
	const place = currentPlace(dashboard.navigation.store.getState());
	switch (place.screen) {
		case 'run':
			return selectedMember(dashboard)?.runId ?? null;
		case 'failures':
			return selectedFailure(dashboard)?.runId ?? null;
		case 'history': {
			const row = selectedHistoryRow(dashboard);
			return row?.kind === 'run' ? row.id : null;
		}
		case 'tests': {
			const {testId, detail} = dashboard.storeOf(testDetailsStore).store.getState();
			return selectedTest(dashboard)?.id === testId ? (detail?.runs[0]?.runId ?? null) : null;
		}
		default:
			return place['runId'] ?? null;
	}
}

/** Opens the steps of the run at hand; says why when there is none. */
export async function goToSteps(dashboard: Dashboard): Promise<void> {
	const runId = runAtHand(dashboard);
	if (runId === null) dashboard.ui.toast('There is no run here whose steps could be shown.');
	else dashboard.navigation.open({screen: 'steps', projectId: projectAtHand(dashboard), runId});
}
