import {cleanupDetailLines} from '../../components/cleanup-detail-lines.ts';
import {CleanupHead} from '../../components/cleanup-head.tsx';
import {cleanupCells, cleanupColumns} from '../../components/cleanup-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {foldGroup} from '../actions/folds.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-definition.ts';
import {cleanupActions} from './cleanup-actions.ts';
import {selectedCard, selectedCleanupRow} from './cleanup-list.ts';
import {deletePath} from './delete-line.ts';

const empty = {
	title: 'Nothing to clean up',
	lines: [
		'The tests of this run created no record that a DELETE could remove.',
		'',
		'Records are found by their POST or PUT; svc endpoint add tells how they are deleted.',
	],
};

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const card = selectedCard(dashboard);
	if (card) return cleanupDetailLines(card, deletionOf(card), {glyphs, width});
	const row = selectedCleanupRow(dashboard);
	if (row?.kind !== 'section') return [];
	return [
		[{text: row.title, role: 'title'}],
		[{text: `${row.count} record${row.count === 1 ? '' : 's'}`, role: 'muted'}],
	];
}

const deletionOf = (card: Parameters<typeof deletePath>[0]): string | null => {
	const path = deletePath(card);
	return path === null || card.cleanupTest === null ? null : `${card.cleanupTest.method} ${path}`;
};

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
