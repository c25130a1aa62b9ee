import {useEffect} from 'react';
import {scheduleDetailLines} from '../../components/schedule-detail-lines.ts';
import {scheduleCells, scheduleColumns} from '../../components/schedule-row.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {memoizeBy} from '../../source/stores/memoize.ts';
import type {ScheduleRow} from '../../source/stores/schedule-rows.ts';
import {schedulesStore} from '../../source/stores/schedules.ts';
import {listOf, listWindow} from '../current-list.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {scheduleActions} from './schedule-actions.ts';
import {scheduleList, selectedSchedule} from './schedule-list.ts';

const empty = {
	title: 'No schedules here',
	needs: 'run:tests' as const,
	lines: [
		'A schedule runs a project or a test list at set times.',
		'',
		'Press n to create one, a to see all there are.',
	],
};

/** Clocks of time zones are dear, and the lines are asked for at every key of the pane. */
const linesOf = storeKey(() =>
	memoizeBy(
		(row: ScheduleRow, {glyphs, width, now}: Look, isMetered: boolean) => [row, glyphs, width, now, isMetered],
		(row, look, isMetered) => scheduleDetailLines(row, {...look, isMetered}),
	),
);

function detailLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const row = selectedSchedule(dashboard);
	const isMetered = dashboard.session.store.getState().credits !== null;
	return row ? dashboard.storeOf(linesOf)(row, look, isMetered) : [];
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const schedules = dashboard.storeOf(schedulesStore);
	const data = useSelected(schedules.store, state => state.data);
	useSelected(dashboard.navigation.store, ({views}) => views);
	const list = listOf(dashboard, scheduleList(dashboard));
	const {top, end} = listWindow(list);
	const visibleIds = list.rows.slice(top, end).map(list.idOf);
	const wanted = visibleIds.join(' ');

	// biome-ignore lint/correctness/useExhaustiveDependencies: read again when other rows are seen or the rows were read anew
	useEffect(() => {
		void schedules.lookAt(visibleIds);
	}, [schedules, wanted, data]);

	return (
		<ListScreen
			layout={layout}
			columns={scheduleColumns}
			cells={scheduleCells}
			empty={empty}
			detailLines={detailLines}
		/>
	);
}

export const schedulesView: ScreenView = {Body, actions: scheduleActions, detailLines};
