import {bindingId} from '../source/terminal/key-table.ts';
import type {Actions} from './actions/action.ts';
import type {Stage} from './screen-view.ts';
import type {DashboardBinding} from './bind.ts';
import {permittedBindings} from './permitted.ts';
import {activeLayers} from './dispatch.ts';

/** Shown on every screen, at the right end. */
const always = ['global.help', 'global.quit'];

type FooterBindings = {bindings: DashboardBinding[]; fixed: DashboardBinding[]};

/** Bindings with a hint that can be used right now, in the order of the table. */
export function footerBindings(stage: Stage, actions: Actions): FooterBindings {
	const layers = activeLayers(stage);
	const usable = permittedBindings(stage).filter(
		binding =>
			binding.hint !== undefined &&
			layers.includes(binding.layer) &&
			(actions[bindingId(binding)]?.isAvailable?.() ?? true),
	);
	const isFixed = (binding: DashboardBinding) => always.includes(bindingId(binding));
	return {bindings: usable.filter(binding => !isFixed(binding)), fixed: usable.filter(isFixed)};
}
