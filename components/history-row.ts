import {failureWords} from '../source/view-model/failure-words.ts';
import type {HistoryRow} from '../source/stores/history.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {formatAge, formatDuration} from '../source/terminal/durations.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CellsOf} from './cell-row.tsx';
import {countSpans, statusSpan} from './status-text.ts';

type BatchColumn = 'status' | 'when' | 'counts' | 'took' | 'trigger' | 'source' | 'id';

/** Where the width does not do, columns go in this order: id, source, took. */
export const batchColumns: readonly Column<BatchColumn>[] = [
	{key: 'status', title: 'OUTCOME', width: 11},
	{key: 'when', title: 'WHEN', width: 8, align: 'right'},
	{key: 'counts', title: 'PASS  FAIL  BLOCK', width: 17, align: 'right'},
	{key: 'took', title: 'TOOK', width: 8, align: 'right', drop: 3},
	{key: 'trigger', title: 'STARTED AS', width: 10, isFlexible: true},
	{key: 'source', title: 'BY', width: 13, drop: 2},
	{key: 'id', title: 'ID', width: 30, drop: 1},
];

type RunColumn = 'status' | 'when' | 'took' | 'kind' | 'code' | 'trigger' | 'source' | 'id';

/** Where the width does not do, columns go in this order: id, source, code version, trigger, took. */
export const runColumns: readonly Column<RunColumn>[] = [
	{key: 'status', title: 'OUTCOME', width: 11},
	{key: 'when', title: 'WHEN', width: 8, align: 'right'},
	{key: 'took', title: 'TOOK', width: 8, align: 'right', drop: 5},
	{key: 'kind', title: 'FAILURE', width: 11, isFlexible: true},
	{key: 'code', title: 'CODE', width: 5, drop: 3},
	{key: 'trigger', title: 'AS', width: 6, drop: 4},
	{key: 'source', title: 'BY', width: 13, drop: 2},
	{key: 'id', title: 'ID', width: 30, drop: 1},
];

const muted = (text: string): Span[] => [{text: cleanLine(text), role: 'muted'}];

/** From its start to its end; nothing while it goes on or when it never began. */
export const tookOf = ({startedAt, finishedAt}: {startedAt: string | null; finishedAt: string | null}): string =>
	startedAt && finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)) : '';

/** A batch in a history. */
export const batchHistoryCells: CellsOf<HistoryRow, BatchColumn> = (row, {glyphs, now}) => {
	if (row.kind !== 'batch') return [];
	const {status, summary, trigger, source, finishedAt, createdAt, batchId} = row.batch;
	return {
		status: [statusSpan(cleanLine(status), glyphs)],
		when: muted(formatAge(Date.parse(finishedAt ?? createdAt), now)),
		counts: countSpans(summary),
		took: [{text: tookOf(row.batch)}],
		trigger: muted(trigger.replaceAll('_', ' ')),
		source: muted(source.replaceAll('_', ' ')),
		id: muted(batchId),
	};
};

/** A run in the history of a test. */
export const runHistoryCells: CellsOf<HistoryRow, RunColumn> = (row, {glyphs, now}) => {
	if (row.kind !== 'run') return [];
	const {status, source, isRerun, finishedAt, createdAt, codeVersion, failureKind, runId} = row.run;
	return {
		status: [statusSpan(cleanLine(status), glyphs)],
		when: muted(formatAge(Date.parse(finishedAt ?? createdAt), now)),
		took: [{text: tookOf(row.run)}],
		kind: [{text: cleanLine(failureWords(failureKind) ?? '')}],
		code: muted(codeVersion ?? ''),
		trigger: muted(isRerun ? 'rerun' : 'run'),
		source: muted(source.replaceAll('_', ' ')),
		id: muted(runId),
	};
};
