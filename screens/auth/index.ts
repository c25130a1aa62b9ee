import type {ProjectId} from '../../contract/ids.ts';
import {authStore} from '../../source/stores/auth.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import type {Place} from '../../source/stores/screen.ts';
import {projectStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {authList, countAuthRows} from './auth-list.ts';
import {keepProjectInStrip} from '../../source/stores/keep-batch.ts';

type AuthPlace = Place & {projectId: ProjectId};

/** Pause between looks, in ms: a login is renewed by runs, and nothing tells of it. */
const pause = 15_000;

/** Reads what a project authenticates with again and again, and learns the name of the project. */
async function keepAuth(keeper: Keeper, {projectId}: AuthPlace, signal: AbortSignal): Promise<void> {
	const load = () => keeper.dashboard.storeOf(authStore).load(projectId, signal);
	await Promise.all([keepProjectInStrip(keeper, projectId, signal), keeper.every(pause, load, signal)]);
}

/** Screen 11: what the calls of a project authenticate with, and how its automatic login stands. */
export const authScreen = defineScreen<AuthPlace>({
	name: 'auth',
	title: 'Auth',
	depth: 5,
	scope: 'project',
	keys: ['g a'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('auth', 'edit', ['e'], 'change the credential, login or set', 'edit', 'write:projects'),
		bind('auth', 'test', ['t'], 'test the login: signs in once, stores nothing', 'test login', 'write:projects'),
		bind('auth', 'toggle', ['d'], 'switch auto-auth off or on (asks)', 'off / on', 'write:projects'),
		bind('auth', 'add', ['n'], 'add a credential set', 'new set', 'write:projects'),
		bind('auth', 'remove', ['D'], 'remove the credential, login or set (asks)', undefined, 'write:projects'),
		bind('auth', 'set', ['b'], 'jump to the set whose credential counts here'),
		bind('auth', 'fold', ['space', 'z'], 'show or hide the endpoints of the family', 'endpoints'),
	],
	starts: {auth: projectStart('auth')},
	sources: dashboard => [dashboard.storeOf(authStore).store, dashboard.tests.store],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(authStore).store.getState();
		return {isLoaded: data !== null, error, count: countAuthRows(dashboard)};
	},
	list: authList,
	headerEnd: dashboard =>
		headerCount(dashboard.storeOf(authStore).store.getState().data?.backend?.sets.length ?? 0, 'credential set'),
	keep: keepAuth,
	loadView: async () => (await import('./auth-view.tsx')).authView,
	loadPage: async () => (await import('./auth-page.ts')).authPage,
});
