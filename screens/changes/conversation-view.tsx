import {changeCells, changeColumns, partLines, turnLines} from '../../components/plan/change-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {ChangeRow} from '../../source/stores/change-rows.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {foldGroup} from '../actions/list-actions.ts';
import type {Look, ScreenView} from '../screen-view.ts';
import {changeActions} from './change-actions.ts';
import {selectedChange, selectedTurn} from './change-list.ts';
import {conversationOf, shownTalk, talkKey} from './shown-conversation.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

/** Made once for each line and width: a diff may be long, and keys of the pane ask for it again and again. */
const linesStore = storeKey(() =>
	memoizeLast((row: ChangeRow, glyphs: Glyphs, width: number): readonly PaneLine[] =>
		row.kind === 'turn' ? turnLines(row.turn, {glyphs, width}) : partLines(row, {glyphs, width}),
	),
);

function detailLines(dashboard: Dashboard, {glyphs, width}: Pick<Look, 'glyphs' | 'width'>): readonly PaneLine[] {
	const row = selectedChange(dashboard);
	return row ? dashboard.storeOf(linesStore)(row, glyphs, width) : [];
}

/** The pane as text for clipboard and pager: clean, and not folded. */
const changeText = (dashboard: Dashboard, glyphs: Glyphs): string =>
	unfoldedText(width => detailLines(dashboard, {glyphs, width}));

/** A turn is read with its changes when the cursor rests on it. */
async function onRest(dashboard: Dashboard, _id: string, signal: AbortSignal): Promise<void> {
	const turn = selectedTurn(dashboard);
	const talk = shownTalk(dashboard);
	if (turn?.parts === null)
		await conversationOf(dashboard, talk)
			.open(talkKey(talk), turn.id, signal)
			// The list stays; the next look tries again, and the connection is told elsewhere.
			.catch(() => undefined);
}

/** What the list of a conversation needs besides its layout, head and empty state. */
export const conversationList = {columns: changeColumns, cells: changeCells, detailLines, onRest} as const;

/** A view of a conversation around its body. */
export const conversationView = (layer: 'changes' | 'refine', Body: ScreenView['Body']): ScreenView => ({
	Body,
	actions: stage => changeActions(stage, layer, changeText),
	detailLines,
	open({dashboard}) {
		const row = selectedChange(dashboard);
		if (row?.kind === 'turn' && (row.turn.parts?.length ?? 0) > 0) foldGroup(dashboard, row.id);
		else if (row) dashboard.navigation.setFocus('detail');
	},
	copyText: changeText,
});
