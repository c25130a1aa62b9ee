import type {BatchMember} from '../../contract/batch.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failureStore} from '../../source/stores/failure.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';

/** Tabs of the viewer in their order; the first one is shown first. */
export const failureTabs = ['summary', 'steps', 'request', 'output', 'trace', 'code', 'compare'] as const;
export type FailureTab = (typeof failureTabs)[number];

/** The tab of a place; a name this version does not know is the first one. */
const tabOf = (name: string | null): FailureTab => failureTabs.find(tab => tab === name) ?? 'summary';

/** The tab after or before one, from the last to the first and back. */
export const tabBeside = (tab: FailureTab, step: 1 | -1): FailureTab =>
	failureTabs[(failureTabs.indexOf(tab) + step + failureTabs.length) % failureTabs.length] ?? 'summary';

export const tabTitles: Record<FailureTab, {short: string; long: string}> = {
	summary: {short: 'Summary', long: 'Summary'},
	steps: {short: 'Steps', long: 'Steps'},
	request: {short: 'Request', long: 'Request / Response'},
	output: {short: 'Output', long: 'Output'},
	trace: {short: 'Trace', long: 'Trace'},
	code: {short: 'Code', long: 'Code'},
	compare: {short: 'Compare', long: 'Compare with the last pass'},
};

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
