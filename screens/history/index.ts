import type {ProjectId, TestId} from '../../contract/ids.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {historyStore} from '../../source/stores/history.ts';
import type {Place, FindStart} from '../../source/stores/screen.ts';
import {projectStart, testStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {historyList, historyRows, shownSubject} from './history-list.ts';
import {keepProjectInStrip} from '../../source/stores/keep-batch.ts';

/** Pause between looks for news: the service has no long poll for a history, in ms. */
const pause = 5000;

/** Reads a history, notices what is started elsewhere, and learns the name of the project. */
async function keepHistory(
	keeper: Keeper,
	{projectId, testId = null}: {projectId: ProjectId; testId?: TestId | null},
	signal: AbortSignal,
): Promise<void> {
	const load = () => keeper.dashboard.storeOf(historyStore).load({projectId, testId}, signal);
	await Promise.all([keepProjectInStrip(keeper, projectId, signal), keeper.every(pause, load, signal)]);
}

/** The history of a project; of a test where the id of one is named. */
const historyStart: FindStart = async input => {
	if (!input.id?.startsWith('tst_')) return projectStart('history')(input);
	const {places} = await testStart(input);
	const projectId = places.at(-1)?.projectId ?? null;
	return {places: [...places, {screen: 'history', projectId, testId: input.id}], rowId: null};
};

/** Screen 13: batches of a project, or runs of a test, newest first; two of them are compared. */
export const historyScreen = defineScreen<Place & {projectId: ProjectId; testId?: TestId | null}>({
	name: 'history',
	title: 'History',
	// Below the run screen, so that Esc comes back from a run that was opened here.
	depth: 2,
	scope: 'project',
	keys: ['g h'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('history', 'pick', ['space'], 'pick for a comparison', 'pick'),
		bind('history', 'compare', ['c'], 'compare the two that are picked, or this one with the one before it', 'compare'),
		bind('history', 'only', ['x'], 'show only those of a status', 'status'),
		bind('history', 'unpick', ['u'], 'unpick all'),
	],
	starts: {history: historyStart},
	sources: dashboard => {
		const {store, picks} = dashboard.storeOf(historyStore);
		return [store, picks, dashboard.tests.store];
	},
	state(dashboard) {
		const {key, data, error} = dashboard.storeOf(historyStore).store.getState();
		const {projectId, testId} = shownSubject(dashboard);
		const isShown = key === (testId ?? projectId);
		return {isLoaded: isShown && data !== null, error: isShown ? error : null, count: historyRows(dashboard).length};
	},
	list: historyList,
	crumb(dashboard, {testId}) {
		if (!testId) return 'History';
		return `History of ${dashboard.tests.store.getState().tests.find(({id}) => id === testId)?.name ?? testId}`;
	},
	headerEnd(dashboard) {
		const {store, picks} = dashboard.storeOf(historyStore);
		const picked = picks.getState().ids.length;
		const isComplete = store.getState().data?.next === null;
		return [
			...(picked > 0 ? [{text: `${picked} picked   `, role: 'key' as const}] : []),
			...headerCount(historyRows(dashboard).length, 'run', {isComplete}),
		];
	},
	keep: keepHistory,
	loadView: async () => (await import('./history-view.tsx')).historyView,
	loadPage: async () => (await import('./history-page.ts')).historyPage,
});
