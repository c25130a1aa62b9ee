import {pairKey, type RunComparison, runComparisonStore} from '../../source/stores/comparison.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';

/** The two runs of the shown place; null until they are there. */
export function shownRuns(dashboard: Dashboard): RunComparison | null {
	const place = currentPlace(dashboard.navigation.store.getState());
	const {key, data} = dashboard.storeOf(runComparisonStore).store.getState();
	return key === pairKey(place['one'] ?? '', place['other'] ?? '') ? data : null;
}
