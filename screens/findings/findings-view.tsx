import {findingCells, findingColumns, findingLines} from '../../components/plan/finding-row.ts';
import {PlanHead} from '../../components/plan/plan-head.tsx';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard} from '../../hooks/use-dashboard.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {evidenceStore} from '../../source/stores/evidence.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import {readyCount} from '../changes/change-list.ts';
import {shownProjectId} from '../plan/plan-changes.ts';
import {wholeEndpoint} from '../plan/plan-list.ts';
import type {Look, ScreenView} from '../screen-view.ts';
import {findingActions, openEvidence} from './finding-actions.ts';
import {openFindingCount, selectedFinding} from './finding-list.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

const empty = {
	title: 'No findings',
	lines: [
		'Differences between an API and its description appear here: after a discovery with probes, and after the first run.',
		'Each one is accepted (the API is right) or made a failure (the document is right) with one key.',
	],
};

const noCalls = new Map();

/** The calls that show a finding are read when the cursor rests on it. */
const onRest = async (dashboard: Dashboard, _id: string, signal: AbortSignal): Promise<void> => {
	const finding = selectedFinding(dashboard);
	if (finding) await dashboard.storeOf(evidenceStore).open(shownProjectId(dashboard), finding, signal);
};

function detailLines(dashboard: Dashboard, look: Look): readonly PaneLine[] {
	const finding = selectedFinding(dashboard);
	if (!finding) return [];
	const endpoints = finding.endpointIds.flatMap(id => {
		const endpoint = wholeEndpoint(dashboard, id);
		return endpoint ? [`${endpoint.method} ${endpoint.path}`] : [];
	});
	const {findingId, calls} = dashboard.storeOf(evidenceStore).store.getState();
	return findingLines({finding, endpoints, calls: findingId === finding.findingId ? calls : noCalls}, look);
}

/** The pane as text for clipboard and pager: clean, and not folded. */
const findingText = (dashboard: Dashboard, glyphs: Glyphs): string =>
	unfoldedText(width => detailLines(dashboard, {glyphs, width, now: dashboard.ui.store.getState().minute}));

function Body({layout}: {layout: Layout}) {
	return (
		<ListScreen
			layout={layout}
			columns={findingColumns}
			cells={findingCells}
			empty={empty}
			head={<Head width={layout.body.width} height={layout.head} />}
			detailLines={detailLines}
			onRest={onRest}
		/>
	);
}

function Head({width, height}: {width: number; height: number}) {
	const dashboard = useDashboard();
	useChanges(dashboard.screens.of({screen: 'findings'}).sources(dashboard));
	return (
		<PlanHead
			tab="findings"
			openFindings={openFindingCount(dashboard)}
			readyChanges={readyCount(dashboard)}
			lines={[[{text: ' Where the API and its description differ. Enter opens a call that shows it.', role: 'muted'}]]}
			width={width}
			height={height}
		/>
	);
}

export const findingsView: ScreenView = {
	Body,
	actions: stage => findingActions(stage, findingText),
	detailLines,
	open: openEvidence,
	copyText: findingText,
};
