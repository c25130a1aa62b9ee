import {Box} from 'ink';
import {Line} from '../../components/line.tsx';
import type {PaneLine} from '../../components/text-pane.tsx';
import {entryCells, entryColumns, entryLines, unmeteredColumns, usageHeadLines} from '../../components/usage-lines.ts';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {ledgerKinds} from '../../contract/ledger.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {cursorOn} from '../../source/stores/navigation.ts';
import {kindWords, type Usage, usageStore} from '../../source/stores/usage.ts';
import {fillSpans} from '../../source/terminal/spans.ts';
import {type Actions, attempt} from '../action.ts';
import {chooseOnly} from '../actions/choices.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView, Stage} from '../screen-view.ts';
import {selectedEntry, usageList} from './usage-list.ts';

const empty = {
	title: 'No bookings',
	lines: ['What is charged is listed here: runs, generated tests, repairs.'],
};
const emptyUnmetered = {
	title: 'No bookings',
	lines: ['What would be charged is listed here: runs, generated tests, repairs.'],
};

/** Whether the service counts credits. */
const isMetered = (dashboard: Dashboard): boolean =>
	dashboard.storeOf(usageStore).store.getState().data?.me.credits !== undefined;

function detailLines(dashboard: Dashboard, {width}: Look): readonly PaneLine[] {
	const entry = selectedEntry(dashboard);
	return entry ? entryLines(entry, {width, isMetered: isMetered(dashboard)}) : [];
}

/** Rows below the cursor at which older ones are read. */
const margin = 10;

/** The end of what was read is near: older bookings are read. */
async function readOlder(dashboard: Dashboard, id: string, signal: AbortSignal): Promise<void> {
	const {rows} = usageList(dashboard);
	if (rows.findIndex(({entryId}) => entryId === id) < rows.length - margin) return;
	attempt(dashboard, () => dashboard.storeOf(usageStore).loadOlder(signal));
}

function Head({usage: {me, summary}, width}: {usage: Usage; width: number}) {
	const glyphs = useGlyphs();
	return (
		<Box flexDirection="column" width={width} flexShrink={0}>
			{usageHeadLines(me, summary, {glyphs, width}).map((spans, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: three lines, each in its place
				<Line key={index} spans={fillSpans(spans, width, glyphs.ellipsis)} />
			))}
		</Box>
	);
}

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const usage = useSelected(dashboard.storeOf(usageStore).store, ({data}) => data);
	return (
		<ListScreen
			layout={layout}
			columns={usage?.me.credits === undefined ? unmeteredColumns : entryColumns}
			cells={entryCells}
			empty={usage?.me.credits === undefined ? emptyUnmetered : empty}
			head={usage && <Head usage={usage} width={layout.body.width} />}
			detailLines={detailLines}
			onRest={readOlder}
		/>
	);
}

function usageActions({dashboard}: Stage): Actions {
	return {
		'usage.only': {do: () => chooseOnly(dashboard, 'Show only', ledgerKinds.map(kindWords))},
		'usage.run': {
			do() {
				const {batchId = null, runId = null, projectId = null} = selectedEntry(dashboard) ?? {};
				if (batchId === null) return;
				dashboard.navigation.open({screen: 'run', batchId, projectId}, runId === null ? undefined : cursorOn(runId));
			},
			isAvailable: () => (selectedEntry(dashboard)?.batchId ?? null) !== null,
		},
	};
}

export const usageView: ScreenView = {Body, actions: usageActions, detailLines};
