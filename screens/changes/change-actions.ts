import {changeFilters, partRowId} from '../../source/stores/change-rows.ts';
import type {ChangeTurn} from '../../source/stores/conversation.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {isReady} from '../../source/view-model/statuses.ts';
import {type Action, type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {chooseOnly, ask} from '../actions/choices.ts';
import {foldGroup} from '../actions/list-actions.ts';
import {pageText} from '../actions/hand-over.ts';
import {selectedChange, selectedTurn} from './change-list.ts';
import {sayAboutPlan, sayAboutTest} from './say.ts';
import {conversationOf, showChanged, shownTalk, talkKey, type Talk} from './shown-conversation.ts';
import {counted} from '../../source/view-model/counted.ts';

/** Asks before a change is taken back: later ones go with it. */
export function askUndo(dashboard: Dashboard, talk: Talk, {id, text, reply}: ChangeTurn): void {
	ask(dashboard, {
		title: 'Take the change back',
		lines: [cleanLine(text || (reply ?? '')), 'What was applied later is taken back with it.'],
		keep: 'Keep it',
		choices: [
			{
				id: 'undo',
				label: 'Take it back',
				async do() {
					await conversationOf(dashboard, talk).decide(talkKey(talk), id, 'undo');
					await showChanged(dashboard, talk);
					dashboard.ui.toast('Taken back', 'success');
				},
			},
		],
	});
}

const parts = (count: number) => counted(count, 'change');

/**
 * Keys of a conversation.
 * @param layer the screen whose keys they are
 * @param textOf the pane as text
 */
export function changeActions(
	stage: Stage,
	layer: 'changes' | 'refine',
	textOf: (dashboard: Dashboard, glyphs: Glyphs) => string,
): Actions {
	const {dashboard, glyphs} = stage;
	const {ui, navigation, tests} = dashboard;
	const talk = () => shownTalk(dashboard);
	const conversation = () => conversationOf(dashboard, talk());
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

	function accept({id, parts: all}: ChangeTurn): void {
		const left = conversation().left.getState();
		const possible = (all ?? []).filter(({refused}) => refused === null);
		const chosen = possible.filter(part => !left.has(partRowId(id, part.id)));
		if (possible.length > 0 && chosen.length === 0) {
			ui.toast('Nothing is ticked. Space ticks a part, x puts all of it away.', 'error');
			return;
		}
		const isWhole = chosen.length === (all ?? []).length;
		const what = isWhole ? 'all of it' : `${parts(chosen.length)} of ${all?.length ?? 0}`;
		const about = talk();
		attempt(dashboard, async () => {
			await conversation().decide(talkKey(about), id, 'apply', isWhole ? null : chosen.map(part => part.id));
			await showChanged(dashboard, about);
			ui.toast(`Accepted ${what}. u takes it back`, 'success');
		});
	}

	function sayMore(): void {
		const {projectId, testId} = talk();
		if (testId === null) sayAboutPlan(dashboard, projectId ?? '', null);
		else
			sayAboutTest(dashboard, {
				id: testId,
				name: tests.store.getState().tests.find(({id}) => id === testId)?.name ?? testId,
			});
	}

	const shared: Actions = {
		accept: onTurn(isReady, accept),
		tick: {
			do() {
				const row = selectedChange(dashboard);
				if (row?.kind === 'part') {
					conversation().toggle(row.id);
				} else if (row) foldGroup(dashboard, row.id);
			},
			isAvailable() {
				const row = selectedChange(dashboard);
				return row?.kind === 'turn' || (row?.kind === 'part' && isReady(row.turn) && row.part.refused === null);
			},
		},
		undo: onTurn(
			({status}) => status === 'applied',
			one => askUndo(dashboard, talk(), one),
		),
		discard: onTurn(isReady, ({id}) =>
			attempt(dashboard, async () => {
				await conversation().decide(talkKey(talk()), id, 'discard');
				ui.toast('Put away: nothing was changed', 'success');
			}),
		),
		say: {do: sayMore},
		only: {do: () => chooseOnly(dashboard, 'Show only', changeFilters)},
		fold: onTurn(
			() => true,
			({id}) => foldGroup(dashboard, id),
		),
		page: onTurn(
			() => true,
			() => attempt(dashboard, () => pageText(stage, 'change.diff', `${textOf(dashboard, glyphs)}\n`)),
		),
	};
	const own: Actions =
		layer === 'changes'
			? {
					next: {do: () => navigation.open({screen: 'plan', projectId: talk().projectId})},
					previous: {do: () => navigation.open({screen: 'findings', projectId: talk().projectId})},
				}
			: {};
	return Object.fromEntries(Object.entries({...shared, ...own}).map(([name, action]) => [`${layer}.${name}`, action]));
}
