import {cleanupDetailLines, uncreatedCallLines} from '../../components/cleanup-detail-lines.ts';
import {CleanupHead} from '../../components/cleanup-head.tsx';
import {cleanupCells, cleanupColumns} from '../../components/cleanup-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {foldGroup} from '../actions/list-actions.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {cleanupActions} from './cleanup-actions.ts';
import {selectedCard, selectedCleanupRow} from './cleanup-list.ts';

const empty = {
	title: 'Nothing to clean up',
	lines: [
		'The tests of this run created no record that a DELETE could remove.',
		'',
		'Records are found by their POST or PUT. g p lists the endpoints; a adds one that deletes.',
	],
};

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const card = selectedCard(dashboard);
	if (card) return cleanupDetailLines(card, {glyphs, width});
	const row = selectedCleanupRow(dashboard);
	if (row?.kind === 'call') return uncreatedCallLines(row.call, width);
	if (row?.kind !== 'section') return [];
	const thing = row.id === 'calls' ? 'call' : 'record';
	return [
		[{text: row.title, role: 'title'}],
		[{text: `${row.count} ${thing}${row.count === 1 ? '' : 's'}`, role: 'muted'}],
	];
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const view = useSelected(dashboard.storeOf(cleanupStore).store, ({data}) => data);
	return (
		<ListScreen
			layout={layout}
			columns={cleanupColumns}
			cells={cleanupCells}
			empty={empty}
			head={view && <CleanupHead view={view} width={layout.body.width} />}
			detailLines={detailLines}
		/>
	);
}

export const cleanupView: ScreenView = {
	Body,
	actions: cleanupActions,
	detailLines,
	open({dashboard}) {
		const row = selectedCleanupRow(dashboard);
		if (row?.kind === 'section') foldGroup(dashboard, row.id);
		else if (row) dashboard.navigation.setFocus('detail');
	},
};
