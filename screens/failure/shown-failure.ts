import type {BatchMember} from '../../contract/batch.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failureStore} from '../../source/stores/failure.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import {type FailureTab, tabOf} from './failure-tabs.ts';

/** The run of the shown place. */
export const shownRunId = ({navigation}: Dashboard): string => {
	const place = currentPlace(navigation.store.getState());
	return place['runId'] ?? '';
};

export const shownTab = ({navigation}: Dashboard): FailureTab => tabOf(currentView(navigation.store.getState()).tab);

/** What was read of the shown run; null until it is there. */
export function shownFailure(dashboard: Dashboard) {
	const {failure, calls, comparison, page} = dashboard.storeOf(failureStore);
	const runId = shownRunId(dashboard);
	const {key, data} = failure.store.getState();
	if (key !== runId || data === null) return null;
	const ofRun = <Data>(loader: {store: {getState(): {key: string | null; data: Data | null; error: unknown}}}) => {
		const state = loader.store.getState();
		return state.key === runId ? state : {key: runId, data: null, error: null};
	};
	return {...data, calls: ofRun(calls), comparison: ofRun(comparison), page: ofRun(page)};
}
export type ShownFailure = NonNullable<ReturnType<typeof shownFailure>>;

/** The row of the shown run in its batch; null until the batch is there. */
export const shownMember = (dashboard: Dashboard): BatchMember | null =>
	dashboard.batches.store.getState().batch?.members.find(({runId}) => runId === shownRunId(dashboard)) ?? null;
