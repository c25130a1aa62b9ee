import type {ProjectId} from '../../contract/ids.ts';
import {changesStore} from '../../source/stores/changes.ts';
import {findingsStore} from '../../source/stores/findings.ts';
import type {Place} from '../../source/stores/screen.ts';
import {projectStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind, type DashboardBinding} from '../bind.ts';
import {changeList} from './change-list.ts';
import {keepConversation} from './keep-conversation.ts';

/** Keys of a conversation, for the layer of a screen. */
export const changeKeys = (layer: string): readonly DashboardBinding[] => [
	bind(layer, 'accept', ['a'], 'accept what is ticked of it', 'accept', 'write:tests'),
	bind(layer, 'tick', ['space'], 'tick or untick the part', 'tick', 'write:tests'),
	bind(layer, 'discard', ['x'], 'put it away: nothing is changed', 'put away', 'write:tests'),
	bind(layer, 'undo', ['u'], 'take it back (asks)', 'take back', 'write:tests'),
	bind(layer, 'say', ['i'], 'say what should be different', 'say more', 'write:tests'),
	bind(layer, 'only', ['o'], 'show only changes of a status', 'only'),
	bind(layer, 'fold', ['z'], 'show or hide its parts'),
	bind(layer, 'page', ['p'], 'read the diff in $PAGER'),
];

type ChangesPlace = Place & {projectId: ProjectId};

/** The third tab of screen 10: what was said about the plan, what it changes, and whether that is wanted. */
export const changesScreen = defineScreen<ChangesPlace>({
	name: 'changes',
	title: 'Changes',
	depth: 5,
	scope: 'project',
	keys: ['g c'],
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 2 : 1), headingLines: 1},
	bindings: [
		...changeKeys('changes'),
		bind('changes', 'next', [']'], 'the next tab: plan', 'plan'),
		bind('changes', 'previous', ['['], 'the tab before: findings'),
	],
	starts: {changes: projectStart('changes')},
	sources(dashboard) {
		const {store, whole, left} = dashboard.storeOf(changesStore);
		return [store, whole, left, dashboard.storeOf(findingsStore).store, dashboard.tests.store];
	},
	state(dashboard) {
		const {data, error} = dashboard.storeOf(changesStore).store.getState();
		return {isLoaded: data !== null, error, count: data?.length ?? 0};
	},
	list: changeList,
	headerEnd: dashboard => headerCount(dashboard.storeOf(changesStore).store.getState().data?.length ?? 0, 'change set'),
	keep: (keeper, {projectId}, signal) => keepConversation(keeper, {projectId, testId: null}, signal),
	loadView: async () => (await import('./changes-view.tsx')).changesView,
	loadPage: async () => (await import('./changes-page.ts')).changesPage,
});
