import type {RunStep} from '../../contract/run.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import type {Span} from '../../source/terminal/spans.ts';
import type {CellsOf} from '../cell-row.tsx';
import {statusSpan} from '../status-text.ts';

/** A step with what stands of its repair, null where none was kept, and since when it runs, null where it does not. */
export type StepRow = RunStep & {repair: string | null; since: string | null};

/** Rows whose clock goes on. */
export const isLiveStep = ({since}: StepRow): boolean => since !== null;

type StepColumn = 'index' | 'status' | 'text' | 'took' | 'note';

/** Where the width does not do, columns go in this order: took, note. */
export const stepColumns: readonly Column<StepColumn>[] = [
	{key: 'index', title: '#', width: 3, align: 'right'},
	{key: 'status', title: 'STATUS', width: 10},
	{key: 'text', title: 'STEP', width: 20, isFlexible: true},
	{key: 'took', title: 'TOOK', width: 7, align: 'right', drop: 1},
	{key: 'note', title: 'NOTE', width: 8, drop: 2},
];

/** Word of a step; one that was not reached has none of its own, and one that passed only by a repair says so. */
export const stepStatus = ({status, healed}: RunStep): string =>
	healed && status === 'passed' ? 'repaired' : cleanLine(status ?? 'not run');

/** A step in the list of its run. */
export const stepCells: CellsOf<StepRow, StepColumn> = (step, {glyphs, now}) => ({
	index: [{text: String(Number(step.stepIndex)), role: 'muted'}],
	status: [statusSpan(stepStatus(step), glyphs)],
	text: [{text: cleanLine(step.description)}],
	took: [{text: step.durationMs == null ? '' : formatDuration(step.durationMs), role: 'muted'}],
	note: clockSpans(step, now) ?? repairSpans(step) ?? [{text: step.note ? 'note' : '', role: 'muted'}],
});

/** A running step has no note yet: its clock stands there, as that column stays longest. */
const clockSpans = ({since}: StepRow, now: number): Span[] | null =>
	since === null ? null : [{text: formatDuration(Math.max(0, now - Date.parse(since))), role: 'running'}];

/** A step that was repaired: whether somebody is to decide it, and what was decided. */
function repairSpans({healed, repair}: StepRow): Span[] | null {
	if (repair === 'proposed') return [{text: 'repair?', role: 'waiting'}];
	if (repair === 'accepted' || repair === 'refused') return [{text: repair, role: 'muted'}];
	return healed ? [{text: 'repaired', role: 'key'}] : null;
}
