import type {Batch} from '../../contract/batch.ts';
import {useMemo} from 'react';
import {callCells, callColumns, tallySpans, methodSpan} from '../../components/flow/call-row.ts';
import {DataFlowHead} from '../../components/flow/data-flow-head.tsx';
import {flowCells, flowColumns} from '../../components/flow/flow-row.ts';
import {groupPaneLines} from '../../components/flow/group-pane-lines.ts';
import {wrapped} from '../../components/pane-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {highlightStore} from '../../source/stores/call-rows.ts';
import {callsStore} from '../../source/stores/calls.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {initialView} from '../../source/stores/list-view.ts';
import {currentView} from '../../source/stores/navigation.ts';
import {wrapCells} from '../../source/terminal/cell-text.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {spansWidth} from '../../source/terminal/spans.ts';
import {foldGroup} from '../actions/list-actions.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {callPane, callText} from './call-pane.ts';
import {dataFlowActions} from './data-flow-actions.ts';
import {showConsumers} from './data-flow-jumps.ts';
import {
	type DataFlowRow,
	flowLinksOf,
	selectedCall,
	selectedDataFlowRow,
	shownCalls,
	shownForm,
} from './data-flow-list.ts';
import {counted} from '../../source/view-model/counted.ts';

const notRun = {
	title: 'Nothing has run yet',
	needs: 'run:tests' as const,
	lines: [
		'The data flow shows what the tests of a project call, and which values flow from one answer into the next request. It appears once a run has completed.',
		'',
		'Press a to run all tests, or 2 to choose some.',
	],
};
const noCalls = {
	title: 'No calls yet',
	lines: ['The tests of this run have made no HTTP call so far. Calls appear here as soon as they are answered.'],
};
/** Of a run that has ended nothing more comes: what it made none for. */
function endedWithoutCalls({members}: Batch) {
	const blocked = members.filter(({status, role}) => status === 'blocked' && role !== 'teardown');
	const [first] = blocked;
	const why = first?.error?.split('\n', 1)[0];
	return {
		title: 'No calls',
		lines: [
			'This run is over, and its tests made no HTTP call.',
			...(first === undefined
				? []
				: [
						'',
						`${blocked.length} of ${members.length} ${blocked.length === 1 ? 'was' : 'were'} blocked${why ? `: ${cleanLine(why)}` : '.'}`,
						'',
						'Press 4 for what was blocked.',
					]),
		],
	};
}
const notBackend = {
	title: 'No data flow here',
	lines: ['Data flow is for backend projects: it shows what their tests call. Press 2 for the tests of this project.'],
};

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const row = selectedDataFlowRow(dashboard);
	if (!row) return [];
	if (row.kind === 'call') return callPane(dashboard, row, {glyphs, width});
	if (row.kind === 'family')
		return [
			...wrapped(cleanLine(row.family), width, 'title'),
			...wrapped(counted(row.endpoints.length, 'endpoint'), width, 'muted'),
			[],
			...row.endpoints.flatMap(({method, path, ...tally}): PaneLine[] => {
				const head = methodSpan(method);
				const end = tallySpans(tally, glyphs);
				const blanks = ' '.repeat(spansWidth([head]) + 1);
				// Paths of a family begin alike: each stands whole, and room is kept for its tally.
				const lines = wrapCells(cleanLine(path), Math.max(10, width - blanks.length - spansWidth(end) - 2));
				return lines.map((text, index) => [
					...(index === 0 ? [head, {text: ' '}] : [{text: blanks}]),
					{text},
					...(index === lines.length - 1 ? [{text: '  '}, ...end] : []),
				]);
			}),
		];
	const {gifts, takes} = flowLinksOf(dashboard);
	const {groupKey} = row.group;
	return groupPaneLines(
		row.group,
		{gift: gifts.get(groupKey) ?? null, takes: takes.get(groupKey) ?? []},
		{glyphs, width},
	);
}

const onRest = async (dashboard: Dashboard, _id: string, signal: AbortSignal): Promise<void> => {
	const selected = selectedCall(dashboard);
	if (selected) await dashboard.storeOf(callsStore).open(selected.group.groupKey, selected.call, signal);
};

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const data = useSelected(dashboard.storeOf(callsStore).store, ({data: view}) => view);
	const {ids, giver} = useSelected(dashboard.storeOf(highlightStore).store, state => state);
	const project = useSelected(dashboard.tests.store, state => state.project);
	useSelected(dashboard.navigation.store, state => currentView(state).tab);
	const batch = useSelected(dashboard.batches.store, ({batch: shown}) => shown);
	const isOver = batch !== null && batch.batchId === data?.batchId && batch.phase === 'done';
	const none = isOver ? endedWithoutCalls(batch) : noCalls;
	const form = shownForm(dashboard);
	const marked = useMemo(() => new Set(ids), [ids]);
	const cellsOfFlow = useMemo(() => flowCells(giver), [giver]);
	const shared = {
		layout,
		empty: project?.type === 'frontend' ? notBackend : data?.available === false ? notRun : none,
		head: data?.available && <DataFlowHead view={data} form={form} width={layout.body.width} height={layout.head} />,
		detailLines,
		isMarked: ({id}: DataFlowRow) => marked.has(id),
	};
	return form === 'calls' ? (
		<ListScreen key="calls" {...shared} columns={callColumns} cells={callCells} onRest={onRest} />
	) : (
		<ListScreen key="flow" {...shared} columns={flowColumns} cells={cellsOfFlow} />
	);
}

export const dataFlowView: ScreenView = {
	Body,
	actions: dataFlowActions,
	detailLines,
	open({dashboard}) {
		const row = selectedDataFlowRow(dashboard);
		if (!row) return;
		if (row.kind === 'call') dashboard.navigation.setFocus('detail');
		else if (row.kind === 'gives') showConsumers(dashboard);
		else if (row.kind === 'endpoint') {
			const {folded} = currentView(dashboard.navigation.store.getState());
			dashboard.storeOf(highlightStore).clear();
			dashboard.navigation.update({
				tab: 'calls',
				folded: folded.filter(id => id !== row.id),
				list: {...initialView, id: row.id},
			});
		} else foldGroup(dashboard, row.id);
	},
	copyText(dashboard, glyphs) {
		const selected = selectedCall(dashboard);
		const whole = selected && dashboard.storeOf(callsStore).known(selected.call.callId);
		return whole && shownCalls(dashboard) ? callText(dashboard, whole, glyphs) : null;
	},
};
