import {Box} from 'ink';
import {memo, useEffect} from 'react';
import {BatchHead} from '../../components/batch-head.tsx';
import {batchCells, isRunningRow, memberColumns} from '../../components/batch-row.ts';
import {isTableFitting, summaryLines, summaryRows} from '../../components/batch-summary.ts';
import {tailLines, memberHeadLines, outputSections} from '../../components/member-detail-lines.ts';
import {spinnerAt} from '../../components/status-text.ts';
import {SummaryTable} from '../../components/summary-table.tsx';
import {TextPane, type PaneLine} from '../../components/text-pane.tsx';
import type {Batch, BatchMember} from '../../contract/batch.ts';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {isFailure} from '../../source/stores/failure-rows.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {isActive} from '../../source/view-model/batch-progress.ts';
import {openFailure} from '../failures/open-failure.ts';
import type {Area, Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import {ListState} from '../list-state.tsx';
import type {Look, ScreenView} from '../screen-view.ts';
import {selectedMember} from './batch-list.ts';
import {runActions, toggleFold, wholeRun} from './run-actions.ts';
import {outputTailStore} from '../../source/stores/output-tail.ts';

/** The pane of a member: facts and why it did not pass, where that was read; then trace and output. */
function memberLines(
	dashboard: Dashboard,
	member: BatchMember,
	{glyphs, width, now}: Look,
): {head: PaneLine[]; sections: PaneLine[][]} {
	const output = dashboard.storeOf(outputTailStore).store.getState();
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	return {
		head: memberHeadLines(member, now, glyphs, width, digests.get(member.runId)?.hypothesis ?? null),
		sections: output.runId === member.runId ? outputSections(output, width) : [],
	};
}

const nothing = {title: '', lines: []};

/** A batch while it runs and after: waves, members, what the selected one prints. */
function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {batch, error} = useSelected(dashboard.batches.store, state => ({batch: state.batch, error: state.error}));
	const {body, head} = layout;
	if (!batch) {
		const area = {width: body.width, height: body.height + head};
		return <ListState area={area} isLoaded={false} error={error} isFiltered={false} empty={nothing} />;
	}
	return (
		<ListScreen
			layout={layout}
			columns={memberColumns}
			cells={batchCells}
			empty={nothing}
			head={<Head batch={batch} width={body.width} height={head} />}
			Detail={RunPane}
			keepsPane
			isLive={isRunningRow}
		/>
	);
}

function Head({batch, width, height}: {batch: Batch} & Area) {
	const dashboard = useDashboard();
	const {histories} = useSelected(dashboard.tests.store, state => ({
		histories: state.histories,
		standing: state.standing,
	}));
	const now = useSelected(dashboard.ui.store, state => state.now);
	return (
		<BatchHead
			batch={batch}
			now={now}
			spinner={spinnerAt(useGlyphs(), now)}
			width={width}
			height={height}
			whole={wholeRun(dashboard)}
			durationOf={testId => histories.get(testId)?.durations.at(-1)}
		/>
	);
}

/** What the row under the cursor is about: a member and its output, or the verdicts of the whole batch. */
const RunPane = memo(({area, id}: {area: Area; id: string | null}) => {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const {batch} = useSelected(dashboard.batches.store, state => ({batch: state.batch}));
	const {focus, detailScroll} = useSelected(dashboard.navigation.store, state => ({
		focus: state.focus,
		detailScroll: state.detailScroll,
	}));
	const now = useSelected(dashboard.ui.store, state => (batch && isActive(batch) ? state.now : 0));
	const failures = dashboard.storeOf(failuresStore);
	useChanges([failures.store, dashboard.storeOf(outputTailStore).store]);
	const member = batch?.members.find(({runId}) => runId === id) ?? null;
	const shownRunId = member?.runId ?? null;

	useEffect(() => {
		if (shownRunId === null) return;
		const left = new AbortController();
		const current = () =>
			dashboard.batches.store.getState().batch?.members.find(({runId}) => runId === shownRunId) ?? null;
		void dashboard
			.storeOf(outputTailStore)
			.watch(shownRunId, current, AbortSignal.any([left.signal, dashboard.context.ended]));
		return () => left.abort();
	}, [shownRunId, dashboard]);

	const failedRunId = member && isFailure(member) ? member.runId : null;
	useEffect(() => {
		if (failedRunId === null) return;
		const left = new AbortController();
		const signal = AbortSignal.any([left.signal, dashboard.context.ended]);
		failures.look([failedRunId], signal).catch((error: unknown) => {
			if (!signal.aborted) throw error;
		});
		return () => left.abort();
	}, [failedRunId, failures, dashboard]);

	const scroll = focus === 'detail' ? detailScroll : 0;
	if (!member) {
		const rows = summaryRows(batch?.members ?? []);
		if (!isTableFitting(rows, area))
			return <TextPane lines={summaryLines(batch?.members ?? [])} scroll={scroll} {...area} />;
		return (
			<Box {...area} flexDirection="column">
				<SummaryTable rows={rows} isAscii={glyphs === glyphSets.ascii} />
			</Box>
		);
	}
	const {head, sections} = memberLines(dashboard, member, {glyphs, width: area.width - 1, now});
	const lines = focus === 'detail' ? [...head, ...sections.flat()] : tailLines(head, sections, area.height);
	return <TextPane lines={lines} scroll={scroll} {...area} />;
});

export const runView: ScreenView = {
	Body,
	actions: runActions,
	open({dashboard}) {
		const member = selectedMember(dashboard);
		if (member === null) toggleFold(dashboard);
		else if (isFailure(member)) openFailure(dashboard, member.runId);
		else dashboard.navigation.setFocus('detail');
	},
	detailLines(dashboard, look) {
		const member = selectedMember(dashboard);
		if (!member) return summaryLines(dashboard.batches.store.getState().batch?.members ?? []);
		const {head, sections} = memberLines(dashboard, member, look);
		return [...head, ...sections.flat()];
	},
};
