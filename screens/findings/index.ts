import type {ProjectId} from '../../contract/ids.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {evidenceStore} from '../../source/stores/evidence.ts';
import {findingsStore} from '../../source/stores/findings.ts';
import type {Place} from '../../source/stores/screen.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {projectStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {countRed} from '../../source/stores/keep-batch.ts';
import {findingList} from './finding-list.ts';

type FindingsPlace = Place & {projectId: ProjectId};

/** Pause between looks, in ms: runs find something new, and the service has no long poll for it. */
const pause = 10_000;

async function keepFindings(keeper: Keeper, {projectId}: FindingsPlace, signal: AbortSignal) {
	const {dashboard, persist, every} = keeper;
	const {tests} = dashboard;
	tests.open(projectId);
	const endpoints = dashboard.storeOf(endpointsStore);
	const isKnown = endpoints.store.getState().key === projectId && endpoints.store.getState().data !== null;
	await Promise.all([
		persist(() => tests.loadProject(signal), signal),
		isKnown ? undefined : persist(() => endpoints.load(projectId, signal), signal),
		countRed(keeper, projectId, signal),
		every(pause, () => dashboard.storeOf(findingsStore).load(projectId, signal), signal),
	]);
}

/** The second tab of screen 10: where the API and its description differ, and what is decided about it. */
export const findingsScreen = defineScreen<FindingsPlace>({
	name: 'findings',
	title: 'Findings',
	depth: 5,
	scope: 'project',
	keys: ['g f'],
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 2 : 1), headingLines: 1},
	bindings: [
		bind(
			'findings',
			'accept',
			['a'],
			'accept it: the API is right, tests expect what it does',
			'accept',
			'write:tests',
		),
		// It takes the key that makes a pane large elsewhere.
		{
			...bind('findings', 'fail', ['f'], 'fail it: the document is right, its tests are red', 'fail', 'write:tests'),
			over: ['global.zoom'],
		},
		bind('findings', 'mute', ['m'], 'mute it: nobody needs to see it', 'mute', 'write:tests'),
		bind('findings', 'reopen', ['u'], 'take the decision back', 'take back', 'write:tests'),
		bind('findings', 'only', ['o'], 'show only findings of a state', 'only'),
		bind('findings', 'changes', [']'], 'the next tab: changes', 'changes'),
		bind('findings', 'plan', ['['], 'the tab before: plan'),
		bind('findings', 'page', ['p'], 'read the finding in $PAGER'),
	],
	starts: {findings: projectStart('findings')},
	sources: dashboard => [
		dashboard.storeOf(findingsStore).store,
		dashboard.storeOf(evidenceStore).store,
		dashboard.storeOf(endpointsStore).store,
		dashboard.tests.store,
	],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(findingsStore).store.getState();
		const isFrontend = dashboard.tests.store.getState().project?.type === 'frontend';
		// A website has no findings: that the service refuses to list them is no failure.
		return {isLoaded: data !== null || isFrontend, error: isFrontend ? null : error, count: data?.length ?? 0};
	},
	list: findingList,
	headerEnd: dashboard => headerCount(dashboard.storeOf(findingsStore).store.getState().data?.length ?? 0, 'finding'),
	keep: keepFindings,
	loadView: async () => (await import('./findings-view.tsx')).findingsView,
	loadPage: async () => (await import('./findings-page.ts')).findingsPage,
});
