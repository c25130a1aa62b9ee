import {changesStore, type ChangeTurn} from '../../source/stores/changes.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {planStore} from '../../source/stores/plan.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {ask} from '../actions/choices.ts';
import {shownProjectId} from '../plan/plan-changes.ts';

/** Asks before a change is taken back: later ones go with it. */
export function askUndo(dashboard: Dashboard, {id, text, reply}: ChangeTurn): void {
	const projectId = shownProjectId(dashboard);
	ask(dashboard, {
		title: 'Take the change back',
		lines: [cleanLine(text || (reply ?? '')), 'What was applied later is taken back with it.'],
		keep: 'Keep it',
		choices: [
			{
				id: 'undo',
				label: 'Take it back',
				async do() {
					await dashboard.storeOf(changesStore).undo({projectId}, id);
					await dashboard.storeOf(planStore).catchUp(projectId);
					dashboard.ui.toast('Taken back', 'success');
				},
			},
		],
	});
}

/** The change that was applied last; null: none. */
export const lastApplied = (dashboard: Dashboard): ChangeTurn | null =>
	(dashboard.storeOf(changesStore).store.getState().data ?? []).find(({status}) => status === 'applied') ?? null;
