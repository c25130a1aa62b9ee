import {serviceStart} from '../../source/stores/start-ways.ts';
import {usageKey, usageStore} from '../../source/stores/usage.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {shownEntries, usageList} from './usage-list.ts';

/** Pause between looks: the service has no long poll for bookings, in ms. */
const pause = 15_000;

/** Screen 14: credits, plan and costs, and what was booked. */
export const usageScreen = defineScreen({
	name: 'usage',
	title: 'Usage',
	// Over everything: Esc comes back to where it was asked for.
	depth: 9,
	scope: 'service',
	keys: ['g u'],
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 4 : 3), headingLines: 1},
	bindings: [
		bind('usage', 'only', ['x'], 'show only bookings of a kind', 'kind'),
		bind('usage', 'run', ['b'], 'open the run that was charged', 'run'),
	],
	starts: {usage: serviceStart('usage')},
	sources: dashboard => [dashboard.storeOf(usageStore).store],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(usageStore).store.getState();
		return {isLoaded: data !== null, error, count: shownEntries(dashboard).length};
	},
	list: usageList,
	headerEnd(dashboard) {
		const isComplete = dashboard.storeOf(usageStore).store.getState().data?.next === null;
		return headerCount(shownEntries(dashboard).length, 'booking', {isComplete});
	},
	keep: ({dashboard, every}, _here, signal) =>
		every(pause, () => dashboard.storeOf(usageStore).load(usageKey, signal), signal),
	loadView: async () => (await import('./usage-view.tsx')).usageView,
	loadPage: async () => (await import('./usage-page.ts')).usagePage,
});
