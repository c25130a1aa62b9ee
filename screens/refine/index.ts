import type {ProjectId, TestId} from '../../contract/ids.ts';
import type {Place} from '../../source/stores/screen.ts';
import {refinementsStore} from '../../source/stores/refinements.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {changeList} from '../changes/change-list.ts';
import {changeKeys} from '../changes/index.ts';
import {keepConversation} from '../changes/keep-conversation.ts';

type RefinePlace = Place & {projectId: ProjectId | null; testId: TestId};

/** The conversation about one test: what was said, what it changes in its code, and whether that is wanted. */
export const refineScreen = defineScreen<RefinePlace>({
	name: 'refine',
	title: 'In words',
	depth: 7,
	scope: 'project',
	// It is about a test: it is opened from one, or from a chain.
	keys: [],
	shape: {panes: 'both', headingLines: 1},
	bindings: changeKeys('refine'),
	starts: {},
	sources(dashboard) {
		const {store, whole, left} = dashboard.storeOf(refinementsStore);
		return [store, whole, left, dashboard.tests.store];
	},
	state(dashboard) {
		const {data, error} = dashboard.storeOf(refinementsStore).store.getState();
		return {isLoaded: data !== null, error, count: data?.length ?? 0};
	},
	list: changeList,
	crumb: ({tests}, {testId}) =>
		`In words: ${tests.store.getState().tests.find(({id}) => id === testId)?.name ?? testId}`,
	headerEnd: dashboard =>
		headerCount(dashboard.storeOf(refinementsStore).store.getState().data?.length ?? 0, 'sentence'),
	goTo: async ({ui}) => ui.toast('Select a test (2) or a chain (9) first, then i says what should be different.'),
	canGoTo: () => true,
	keep: (keeper, {projectId, testId}, signal) => keepConversation(keeper, {projectId, testId}, signal),
	loadView: async () => (await import('./refine-view.tsx')).refineView,
	loadPage: async () => (await import('../changes/changes-page.ts')).changesPage,
});
