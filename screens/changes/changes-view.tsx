import {changeCells, changeColumns, partLines, turnLines} from '../../components/plan/change-row.ts';
import {PlanHead} from '../../components/plan/plan-head.tsx';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard} from '../../hooks/use-dashboard.ts';
import type {ChangeRow} from '../../source/stores/change-rows.ts';
import {changesStore} from '../../source/stores/changes.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {storeKey} from '../../source/stores/store-key.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {unfoldedText} from '../../source/terminal/unfolded-text.ts';
import {foldGroup} from '../actions/folds.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import {openFindingCount} from '../findings/finding-list.ts';
import {shownProjectId} from '../plan/plan-changes.ts';
import type {Look, ScreenView} from '../screen-definition.ts';
import {changeActions} from './change-actions.ts';
import {readyCount, selectedChange, selectedTurn} from './change-list.ts';

const empty = {
	title: 'Nothing was changed in words yet',
	lines: [
		'Press i and say what should be different, for example:',
		'',
		'keep only happy paths · make checkout high · a duplicate code is refused · skip /admin',
		'',
		'What it would change is shown first; you accept it, or parts of it, and can take it back.',
	],
};

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
const onRest = async (dashboard: Dashboard, _id: string, signal: AbortSignal): Promise<void> => {
	const turn = selectedTurn(dashboard);
	if (turn && turn.parts === null)
		await dashboard
			.storeOf(changesStore)
			.open({projectId: shownProjectId(dashboard)}, turn.id, signal)
			// The list stays; the next look tries again, and the connection is told elsewhere.
			.catch(() => undefined);
};

function Body({layout}: {layout: Layout}) {
	return (
		<ListScreen
			layout={layout}
			columns={changeColumns}
			cells={changeCells}
			empty={empty}
			head={<Head width={layout.body.width} height={layout.head} />}
			detailLines={detailLines}
			onRest={onRest}
		/>
	);
}

function Head({width, height}: {width: number; height: number}) {
	const dashboard = useDashboard();
	useChanges(dashboard.screens.of({screen: 'changes'}).sources(dashboard));
	return (
		<PlanHead
			tab="changes"
			openFindings={openFindingCount(dashboard)}
			readyChanges={readyCount(dashboard)}
			lines={[[{text: ' What was said or learned, and what it changes. i says more.', role: 'muted'}]]}
			width={width}
			height={height}
		/>
	);
}

export const changesView: ScreenView = {
	Body,
	actions: stage => changeActions(stage, changeText),
	detailLines,
	open({dashboard}) {
		const row = selectedChange(dashboard);
		if (row?.kind === 'turn' && (row.turn.parts?.length ?? 0) > 0) foldGroup(dashboard, row.id);
		else if (row) dashboard.navigation.setFocus('detail');
	},
	copyText: changeText,
};
