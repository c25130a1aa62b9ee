import type {Test} from '../contract/test.ts';
import type {TestHistory} from '../source/stores/tests.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {formatAge, formatDuration} from '../source/terminal/durations.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CellLook} from './cell-row.tsx';
import {sparkText} from './progress-bar.ts';
import {statusSpan} from './status-text.ts';

type TestColumn = 'status' | 'name' | 'priority' | 'wiring' | 'category' | 'type' | 'when' | 'took' | 'trend';

/** Where the width does not do, columns go in this order: type, category, trend, produces / needs, when, priority, took. */
export const testColumns: readonly Column<TestColumn>[] = [
	{key: 'status', title: 'STATUS', width: 11},
	{key: 'name', title: 'TEST', width: 28, holdsNames: true, isFlexible: true, most: 64},
	{key: 'priority', title: 'PRIO', width: 4, drop: 6},
	{key: 'wiring', title: 'PRODUCES / NEEDS', width: 26, most: 70, drop: 4},
	{key: 'category', title: 'CATEGORY', width: 12, drop: 2},
	{key: 'type', title: 'TYPE', width: 8, drop: 1},
	{key: 'when', title: 'LAST RUN', width: 8, align: 'right', drop: 5},
	{key: 'took', title: 'TOOK', width: 7, align: 'right', drop: 7},
	{key: 'trend', title: 'TREND', width: 6, drop: 3},
];

/**
 * Of the run that gave the test its status: the latest batches that were read need not hold it. What the list says of the
 * last run counts, unless a batch tells of a newer one, or it was cancelled and left the status alone.
 */
function lastOf(
	{lastRunId, lastRun}: Test,
	history: TestHistory | undefined,
): {finishedAt: string | null; durationMs: number | null; durations: readonly number[]} {
	const {last, durations = []} = history ?? {};
	const isOwn = last && (!lastRunId || last.runId >= lastRunId);
	if (isOwn || !lastRun || lastRun.status === 'cancelled')
		return {finishedAt: last?.finishedAt ?? null, durationMs: last?.durationMs ?? null, durations};
	const {finishedAt, durationMs} = lastRun;
	return {finishedAt, durationMs, durations: durationMs === null ? durations : [...durations, durationMs]};
}

/** What is known of a test besides: its latest runs, and that it passed and failed by turns. */
type TestFacts = {history: TestHistory | undefined; isFlaky: boolean};

export function testCells(
	test: Test,
	{history, now, glyphs, isFlaky}: CellLook & TestFacts,
): Record<TestColumn, readonly Span[]> {
	const {status, name, priority, category, type, produces, consumes, openHeals = 0} = test;
	const muted = (text: string): Span[] => [{text: cleanLine(text), role: 'muted'}];
	const {finishedAt: ended, durationMs: took, durations} = lastOf(test, history);
	const wires = [
		...(produces ?? []).map(variable => `${glyphs.produces} ${variable}`),
		...(consumes ?? []).map(variable => `${glyphs.needs} ${variable}`),
	];
	return {
		status: [statusSpan(cleanLine(status), glyphs)],
		name: [
			...(openHeals > 0 ? [{text: 'repair?  ', role: 'waiting' as const}] : []),
			...(isFlaky ? [{text: 'flaky  ', role: 'key' as const}] : []),
			{text: cleanLine(name)},
		],
		priority: muted(priority ?? ''),
		wiring: muted(wires.join('  ')),
		category: muted(category ?? ''),
		type: muted(type),
		when: muted(ended ? formatAge(Date.parse(ended), now) : ''),
		took: took === null ? [] : [{text: formatDuration(took)}],
		trend: durations.length > 0 ? muted(sparkText(durations, Math.max(...durations), glyphs)) : [],
	};
}
