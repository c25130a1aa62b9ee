import {changesStore} from '../../source/stores/changes.ts';
import {findingsStore} from '../../source/stores/findings.ts';
import type {Place} from '../../source/stores/place.ts';
import type {Keeper} from '../../source/stores/screen.ts';
import {projectStart} from '../../source/stores/start-ways.ts';
import {countAside} from '../aside.ts';
import {bind} from '../bind.ts';
import {defineScreen} from '../screen-definition.ts';
import {changeList} from './change-list.ts';

export type ChangesPlace = Place & {projectId: string};

/** Pause between looks, in ms: learning makes change sets, too, and the service has no long poll for their list. */
const pause = 10_000;

async function keepChanges({dashboard, persist, every}: Keeper, {projectId}: ChangesPlace, signal: AbortSignal) {
	const {tests} = dashboard;
	const changes = dashboard.storeOf(changesStore);
	tests.open(projectId);
	await Promise.all([
		tests.store.getState().project === null ? persist(() => tests.loadProject(signal), signal) : undefined,
		every(
			pause,
			async () => {
				await changes.load(projectId, signal);
				const [newest] = changes.store.getState().data ?? [];
				// The newest one is open from the start.
				const known = newest && changes.whole.getState().get(newest.id);
				if (newest && (!known || known.version < newest.version)) await changes.open({projectId}, newest.id, signal);
			},
			signal,
		),
	]);
}

/** The third tab of screen 10: what was said about the plan, what it changes, and whether that is wanted. */
export const changesScreen = defineScreen<ChangesPlace>({
	name: 'changes',
	title: 'Changes',
	depth: 2,
	scope: 'project',
	keys: ['g c'],
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 2 : 1), headingLines: 1},
	bindings: [
		bind('changes', 'accept', ['a'], 'accept what is ticked of it', 'accept'),
		bind('changes', 'tick', ['space'], 'tick or untick the part', 'tick'),
		bind('changes', 'discard', ['x'], 'put it away: nothing is changed', 'put away'),
		bind('changes', 'undo', ['u'], 'take it back (asks)', 'take back'),
		bind('changes', 'say', ['i'], 'say what should be different', 'say more'),
		bind('changes', 'next', [']'], 'the next tab: plan', 'plan'),
		bind('changes', 'previous', ['['], 'the tab before: findings'),
		bind('changes', 'only', ['o'], 'show only changes of a status', 'only'),
		bind('changes', 'fold', ['z'], 'show or hide its parts'),
		bind('changes', 'page', ['p'], 'read the diff in $PAGER'),
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
	aside: dashboard => countAside(dashboard.storeOf(changesStore).store.getState().data?.length ?? 0, 'change set'),
	keep: keepChanges,
	loadView: async () => (await import('./changes-view.tsx')).changesView,
	loadPage: async () => (await import('./changes-page.ts')).changesPage,
});
