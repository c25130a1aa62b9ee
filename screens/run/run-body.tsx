import {Box} from 'ink';
import {memo, useEffect} from 'react';
import {BatchHead} from '../../components/batch-head.tsx';
import {BatchLine, memberCells, memberColumns} from '../../components/batch-row.tsx';
import {isTableFitting, summaryLines, summaryRows} from '../../components/batch-summary.ts';
import {gutterWidth} from '../../components/list-row.tsx';
import {tailLines, memberHeadLines, outputSections} from '../../components/member-detail-lines.ts';
import {spinnerAt} from '../../components/status-text.ts';
import {SummaryTable} from '../../components/summary-table.tsx';
import {TextPane, type PaneLine} from '../../components/text-pane.tsx';
import {listRowWidth, WindowedList} from '../../components/windowed-list.tsx';
import {useChanges} from '../../hooks/use-changes.ts';
import {useDashboard, useSelected} from '../../hooks/use-dashboard.ts';
import {useFittedColumns} from '../../hooks/use-fitted-columns.ts';
import {useRested} from '../../hooks/use-rested.ts';
import type {Batch, BatchMember} from '../../contract/batch.ts';
import {useGlyphs} from '../../hooks/use-terminal.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {OutputState} from '../../source/stores/output-tail.ts';
import {isActive} from '../../source/view-model/batch-progress.ts';
import {isFailure} from '../../source/stores/failure-rows.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {type BatchRow, batchRowId} from '../../source/stores/batch-rows.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {listWindow} from '../current-list.ts';
import type {Area, Layout} from '../layout.ts';
import {ListAndPane} from '../list-and-pane.tsx';
import {ListState} from '../list-state.tsx';
import type {Look} from '../screen-view.ts';
import {batchList} from './batch-list.ts';
import {wholeRun} from './run-actions.ts';

/** The detail pane of the run screen: facts, then trace and output. */
export function memberPaneLines(
	member: BatchMember,
	output: OutputState,
	{glyphs, width, now}: Look,
	hypothesis: string | null,
): {head: PaneLine[]; sections: PaneLine[][]} {
	const isShown = output.runId === member.runId;
	return {
		head: memberHeadLines(member, now, glyphs, width, hypothesis),
		sections: isShown ? outputSections(output, width) : [],
	};
}

/** Why a member did not pass, where it was read. */
export const hypothesisOf = (dashboard: Dashboard, {runId}: BatchMember): string | null =>
	dashboard.storeOf(failuresStore).store.getState().digests.get(runId)?.hypothesis ?? null;

/** A batch while it runs and after: waves, members, what the selected one prints. */
export function RunBody({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {batch, error} = useSelected(dashboard.batches.store, state => ({batch: state.batch, error: state.error}));
	const {histories} = useSelected(dashboard.tests.store, state => ({
		histories: state.histories,
		standing: state.standing,
	}));
	const now = useSelected(dashboard.ui.store, state => state.now);
	useSelected(dashboard.navigation.store, ({views}) => views);
	const glyphs = useGlyphs();
	const list = batchList(dashboard);
	const selected = list.rows[listWindow(list).cursor];
	const rested = useRested(selected ? batchRowId(selected) : null);
	const {body, list: listArea, detail, direction, head} = layout;

	if (!batch)
		return (
			<ListState
				area={{width: body.width, height: body.height + head}}
				isLoaded={false}
				error={error}
				isFiltered={false}
				empty={{title: '', lines: []}}
			/>
		);
	const spinner = spinnerAt(glyphs, now);
	const whole = wholeRun(dashboard);
	return (
		<Box flexDirection="column">
			{head > 0 && (
				<BatchHead
					batch={batch}
					now={now}
					spinner={spinner}
					width={body.width}
					height={head}
					whole={whole}
					durationOf={testId => histories.get(testId)?.durations.at(-1)}
				/>
			)}
			<ListAndPane
				layout={layout}
				list={list}
				rows={
					listArea && (
						<MemberList area={listArea} hasEdge={direction === 'row' && detail !== null} now={now} spinner={spinner} />
					)
				}
				pane={detail && <RunPane area={detail} batch={batch} rowId={rested} now={isActive(batch) ? now : 0} />}
			/>
		</Box>
	);
}

type ListProps = {area: Area; hasEdge: boolean; now: number; spinner: string};

function MemberList({area, hasEdge, now, spinner}: ListProps) {
	const dashboard = useDashboard();
	const {focus} = useSelected(dashboard.navigation.store, ({views, focus: pane}) => ({views, focus: pane}));
	const list = batchList(dashboard);
	const {cursor, top, end} = listWindow(list);
	const width = listRowWidth(area.width);
	const glyphs = useGlyphs();
	const isRunning = (row: BatchRow) => row.kind === 'member' && row.member.label === 'Running';
	const columns = useFittedColumns(memberColumns, width - gutterWidth, list.rows.slice(top, end), row =>
		row.kind === 'member' ? memberCells(row.member, isRunning(row) ? now : 0, glyphs, spinner) : null,
	);
	if (list.rows.length === 0)
		return <ListState area={area} isLoaded error={null} isFiltered empty={{title: '', lines: []}} />;
	return (
		<WindowedList
			rows={list.rows}
			top={top}
			height={area.height}
			width={area.width}
			hasEdge={hasEdge}
			keyOf={batchRowId}
			renderRow={(row, index) => (
				<BatchLine
					row={row}
					columns={columns}
					isSelected={index === cursor}
					isFocused={focus === 'list'}
					width={width}
					now={isRunning(row) ? now : 0}
					spinner={isRunning(row) ? spinner : ''}
				/>
			)}
		/>
	);
}

type PaneProps = {area: Area; batch: Batch; rowId: string | null; now: number};

/** What the row under the cursor is about: a member and its output, or the verdicts of the whole batch. */
const RunPane = memo(({area, batch, rowId, now}: PaneProps) => {
	const dashboard = useDashboard();
	const glyphs = useGlyphs();
	const {focus, detailScroll} = useSelected(dashboard.navigation.store, state => ({
		focus: state.focus,
		detailScroll: state.detailScroll,
	}));
	const output = useSelected(dashboard.output.store, state => state);
	const failures = dashboard.storeOf(failuresStore);
	useChanges([failures.store]);
	const member = batch.members.find(({runId}) => runId === rowId) ?? null;
	const shownRunId = member?.runId ?? null;

	useEffect(() => {
		if (shownRunId === null) return;
		const left = new AbortController();
		const current = () =>
			dashboard.batches.store.getState().batch?.members.find(({runId}) => runId === shownRunId) ?? null;
		void dashboard.output.watch(shownRunId, current, AbortSignal.any([left.signal, dashboard.context.ended]));
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
		const rows = summaryRows(batch.members);
		if (!isTableFitting(rows, area)) return <TextPane lines={summaryLines(batch.members)} scroll={scroll} {...area} />;
		return (
			<Box {...area} flexDirection="column">
				<SummaryTable rows={rows} isAscii={glyphs === glyphSets.ascii} />
			</Box>
		);
	}
	const {head, sections} = memberPaneLines(
		member,
		output,
		{glyphs, width: area.width - 1, now},
		hypothesisOf(dashboard, member),
	);
	const lines = focus === 'detail' ? [...head, ...sections.flat()] : tailLines(head, sections, area.height);
	return <TextPane lines={lines} scroll={scroll} {...area} />;
});
