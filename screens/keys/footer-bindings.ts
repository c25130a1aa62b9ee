import {bindingId} from '../../source/terminal/key-table.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import {currentList} from '../current-list.ts';
import {failingAtHand} from '../failure/failing-at-hand.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import type {DashboardBinding} from '../bind.ts';
import {permittedBindings} from './permitted.ts';
import {activeLayers} from './dispatch.ts';

/** Shown on every screen, at the right end. */
const always = ['global.help', 'global.quit'];

type FooterBindings = {bindings: DashboardBinding[]; fixed: DashboardBinding[]};

/** What only changes which rows of a list are shown, or their order. */
const narrows = /^list\.filter$|\.(?:only|order)$/;

/** The list is empty, and nothing that its user has chosen makes it so. */
function hasNothingToNarrow(dashboard: Dashboard): boolean {
	const {filter, only} = currentView(dashboard.navigation.store.getState());
	return filter === '' && only === null && currentList(dashboard).rows.length === 0;
}

/** Bindings with a hint that can be used right now, in the order of the table. */
export function footerBindings(stage: Stage, actions: Actions): FooterBindings {
	const layers = activeLayers(stage);
	const isBare = hasNothingToNarrow(stage.dashboard);
	const usable = permittedBindings(stage).filter(
		binding =>
			binding.hint !== undefined &&
			layers.includes(binding.layer) &&
			!(isBare && narrows.test(bindingId(binding))) &&
			(actions[bindingId(binding)]?.isAvailable?.() ?? true),
	);
	// What a red row is opened for, whatever else can be done there.
	const why = usable.find(binding => bindingId(binding) === 'list.open');
	const isRed = why !== undefined && failingAtHand(stage.dashboard) !== null;
	const ordered = isRed ? [{...why, hint: 'why'}, ...usable.filter(binding => binding !== why)] : usable;
	const isFixed = (binding: DashboardBinding) => always.includes(bindingId(binding));
	return {bindings: ordered.filter(binding => !isFixed(binding)), fixed: ordered.filter(isFixed)};
}
