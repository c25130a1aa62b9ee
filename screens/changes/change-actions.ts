import {isReady} from '../../source/view-model/change-status.ts';
import {changeFilters, partRowId} from '../../source/stores/change-rows.ts';
import {changesStore, type ChangeTurn} from '../../source/stores/changes.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {planStore} from '../../source/stores/plan.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Action, Actions, Stage} from '../actions/action.ts';
import {chooseOnly} from '../actions/choices.ts';
import {foldGroup} from '../actions/folds.ts';
import {pageText} from '../actions/hand-over.ts';
import {attempt} from '../actions/report.ts';
import {moveCursor} from '../current-list.ts';
import {shownProjectId} from '../plan/plan-changes.ts';
import {selectedChange, selectedTurn} from './change-list.ts';
import {sayAboutPlan} from './say.ts';
import {askUndo} from './undo-change.ts';

const parts = (count: number) => `${count} change${count === 1 ? '' : 's'}`;

/** Keys of the changes. */
export function changeActions(stage: Stage, textOf: (dashboard: Dashboard, glyphs: Glyphs) => string): Actions {
	const {dashboard, glyphs} = stage;
	const {ui, navigation} = dashboard;
	const changes = dashboard.storeOf(changesStore);
	const of = () => ({projectId: shownProjectId(dashboard)});
	const turn = () => selectedTurn(dashboard);
	const onTurn = (isPossible: (turn: ChangeTurn) => boolean, work: (turn: ChangeTurn) => void): Action => ({
		do() {
			const current = turn();
			if (current) work(current);
		},
		isAvailable() {
			const current = turn();
			return current !== null && isPossible(current);
		},
	});

	/** The plan has other rows now. */
	const readPlan = () => dashboard.storeOf(planStore).catchUp(shownProjectId(dashboard));

	function accept({id, parts: all}: ChangeTurn): void {
		const left = changes.left.getState();
		const possible = (all ?? []).filter(({refused}) => refused === null);
		const chosen = possible.filter(part => !left.has(partRowId(id, part.id)));
		if (possible.length > 0 && chosen.length === 0) {
			ui.toast('Nothing is ticked. Space ticks a part, x puts all of it away.', 'error');
			return;
		}
		const isWhole = chosen.length === (all ?? []).length;
		attempt(dashboard, async () => {
			await changes.apply(of(), id, isWhole ? null : chosen.map(part => part.id));
			await readPlan();
			ui.toast(
				`Accepted ${isWhole ? 'all of it' : `${parts(chosen.length)} of ${all?.length ?? 0}`}. u takes it back`,
				'success',
			);
		});
	}

	return {
		'changes.accept': onTurn(isReady, accept),
		'changes.tick': {
			do() {
				const row = selectedChange(dashboard);
				if (row?.kind === 'part') {
					changes.toggle(row.id);
					moveCursor(dashboard, 'down');
				} else if (row) foldGroup(dashboard, row.id);
			},
			isAvailable() {
				const row = selectedChange(dashboard);
				return row?.kind === 'turn' || (row?.kind === 'part' && isReady(row.turn) && row.part.refused === null);
			},
		},
		'changes.undo': onTurn(
			({status}) => status === 'applied',
			one => askUndo(dashboard, one),
		),
		'changes.discard': onTurn(isReady, ({id}) =>
			attempt(dashboard, async () => {
				await changes.discard(of(), id);
				ui.toast('Put away: nothing was changed', 'success');
			}),
		),
		'changes.say': {do: () => sayAboutPlan(dashboard, shownProjectId(dashboard), null)},
		'changes.only': {do: () => chooseOnly(dashboard, 'Show only', changeFilters)},
		'changes.fold': onTurn(
			() => true,
			({id}) => foldGroup(dashboard, id),
		),
		'changes.next': {do: () => navigation.open({screen: 'plan', ...of()})},
		'changes.previous': {do: () => navigation.open({screen: 'findings', ...of()})},
		'changes.page': onTurn(
			() => true,
			() => attempt(dashboard, () => pageText(stage, 'change.diff', `${textOf(dashboard, glyphs)}\n`)),
		),
	};
}
