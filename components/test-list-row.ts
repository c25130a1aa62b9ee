import type {TestListDetail} from '../contract/test-list.ts';
import type {TestListRow} from '../source/stores/test-list-rows.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {formatAge} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CellsOf} from './cell-row.tsx';
import {statusSpan} from './status-text.ts';

type TestListColumn = 'status' | 'name' | 'cases' | 'project' | 'priority' | 'when';

/** Where the width does not do, columns go in this order: project, priority. */
export const testListColumns: readonly Column<TestListColumn>[] = [
	{key: 'status', title: 'STATUS', width: 11},
	{key: 'name', title: 'TEST LIST', width: 20, holdsNames: true, isFlexible: true},
	{key: 'project', title: 'PROJECT', width: 18, holdsNames: true, drop: 1},
	{key: 'priority', title: 'PRIO', width: 4, drop: 2},
	{key: 'cases', title: 'CASES', width: 5, align: 'right'},
	{key: 'when', title: 'LAST RUN', width: 8, align: 'right'},
];

/** How the cases of a list stand: what needs attention decides. */
export function listStatusSpan({stats}: Pick<TestListDetail, 'stats'>, glyphs: Glyphs): Span {
	const {total, passed, failed, blocked, running} = stats;
	if (running > 0) return {text: `${glyphs.status.running} ${running} running`, role: 'running'};
	if (failed > 0) return {text: `${glyphs.status.failed} ${failed} failed`, role: 'failed'};
	if (blocked > 0) return {text: `${glyphs.status.blocked} ${blocked} blocked`, role: 'blocked'};
	if (total > 0 && passed === total) return {text: `${glyphs.status.passed} passed`, role: 'passed'};
	if (total === 0) return {text: `${glyphs.status.idle} empty`, role: 'idle'};
	return {text: `${glyphs.status.idle} ${passed} passed`, role: 'idle'};
}

export const testListCells: CellsOf<TestListRow, TestListColumn> = (row, {glyphs, now}) => {
	if (row.kind === 'case') {
		const {title, status, projectName, priority} = row.test;
		return {
			status: [statusSpan(cleanLine(status), glyphs)],
			name: [{text: `  ${cleanLine(title)}`}],
			project: [{text: cleanLine(projectName), role: 'muted'}],
			priority: [{text: cleanLine(priority ?? ''), role: 'muted'}],
			cases: [],
			when: [],
		};
	}
	const {list, detail, isOpen} = row;
	const fold = list.caseCount === 0 ? ' ' : isOpen ? glyphs.open : glyphs.folded;
	return {
		status: detail ? [listStatusSpan(detail, glyphs)] : [],
		name: [
			{text: `${fold} `, role: 'muted'},
			{text: cleanLine(list.name), role: 'title'},
		],
		project: [],
		priority: [],
		cases: [{text: String(list.caseCount)}],
		when: [{text: lastRunWords(row, now), role: 'muted'}],
	};
};

function lastRunWords({list, detail}: Extract<TestListRow, {kind: 'list'}>, now: number): string {
	if (list.lastExecutionId === null) return 'never';
	const at = detail?.lastExecutionCreated;
	return at ? formatAge(Date.parse(at), now) : '';
}
