import type {ScreenViews, Stage} from '../screen-view.ts';
import type {Actions} from '../action.ts';
import {detailActions} from './detail-actions.ts';
import {globalActions} from './global-actions.ts';
import {listActions} from '../actions/list-actions.ts';
import {overlayActions} from './overlay-actions.ts';

/** What every binding does: those of every place, and those of each screen, also of one whose view arrives later. */
export function createActions(stage: Stage): Actions {
	const actions: Actions = {
		...globalActions(stage),
		...listActions(stage),
		...detailActions(stage),
		...overlayActions(stage, () => actions),
	};
	let known: ScreenViews = new Map();
	const take = (views: ScreenViews) => {
		for (const [name, view] of views) if (!known.has(name)) Object.assign(actions, view.actions?.(stage));
		known = views;
	};
	take(stage.views.getState());
	stage.views.subscribe(take);
	return actions;
}
