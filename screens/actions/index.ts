import type {Actions, Stage} from './action.ts';
import {detailActions} from './detail-actions.ts';
import {globalActions} from './global-actions.ts';
import {listActions} from './list-actions.ts';
import {overlayActions} from './overlay-actions.ts';
import {projectActions} from './project-actions.ts';
import {runActions} from './run-actions.ts';
import {testActions} from './test-actions.ts';

/** What every binding does. */
export function createActions(stage: Stage): Actions {
	const actions: Actions = {
		...globalActions(stage),
		...listActions(stage),
		...detailActions(stage),
		...projectActions(stage),
		...testActions(stage),
		...runActions(stage),
		...overlayActions(stage, () => actions),
	};
	return actions;
}
