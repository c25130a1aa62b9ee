import {failureFilters} from '../../source/stores/failure-rows.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import type {Place} from '../../source/stores/place.ts';
import {batchStart} from '../../source/stores/start-ways.ts';
import {bind} from '../bind.ts';
import {defineScreen} from '../screen-definition.ts';
import {countFailures, countsInReach, countWords, failureList, shownCounts} from './failure-list.ts';
import {failureKeys} from './failure-keys.ts';
import {keepFailures} from './keep-failures.ts';

export type FailuresPlace = Place & {batchId: string; projectId: string | null};

/** Screen 4: failed and blocked tests of a batch by kind, blocked ones under their root producer. */
export const failuresScreen = defineScreen<FailuresPlace>({
	name: 'failures',
	title: 'Failures',
	short: 'Fails',
	depth: 3,
	scope: 'batch',
	keys: ['4'],
	shape: {panes: 'both', headingLines: 1, widestPane: 72},
	bindings: [
		...failureKeys('failures'),
		bind('failures', 'only', ['x'], `show only ${failureFilters.join(', ')} tests`, 'only'),
		bind('failures', 'fold', ['space', 'z'], 'fold or unfold the kind of failure'),
		bind('failures', 'foldAll', ['Z'], 'fold or unfold all kinds'),
	],
	starts: {failures: batchStart('failures')},
	sources: dashboard => [dashboard.batches.store, dashboard.storeOf(failuresStore).store, dashboard.tests.store],
	state(dashboard) {
		const {batch, error} = dashboard.batches.store.getState();
		return {isLoaded: batch !== null, error, count: countFailures(dashboard)};
	},
	list: failureList,
	attention(dashboard) {
		const {failed, blocked} = countsInReach(dashboard);
		return [
			{kind: 'failed', count: failed},
			{kind: 'blocked', count: blocked},
		];
	},
	aside(dashboard) {
		const text = countWords(shownCounts(dashboard));
		return text === '' ? [] : [{text, role: 'muted'}];
	},
	keep: (keeper, {batchId}, signal) => keepFailures(keeper, batchId, signal),
	loadView: async () => (await import('./failures-view.tsx')).failuresView,
	loadPage: async () => (await import('./failures-page.ts')).failuresPage,
});
