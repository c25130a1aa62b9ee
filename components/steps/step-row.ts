import type {RunStep} from '../../source/contract/run.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import type {CellsOf} from '../cell-row.tsx';
import {statusSpan} from '../status-text.ts';

export type StepColumn = 'index' | 'status' | 'text' | 'took' | 'note';

/** Where the width does not do, columns go in this order: took, note. */
export const stepColumns: readonly Column<StepColumn>[] = [
	{key: 'index', title: '#', width: 3, align: 'right'},
	{key: 'status', title: 'STATUS', width: 9},
	{key: 'text', title: 'STEP', width: 20, isFlexible: true},
	{key: 'took', title: 'TOOK', width: 7, align: 'right', drop: 1},
	{key: 'note', title: 'NOTE', width: 6, drop: 2},
];

/** Word of a step; one that was not reached has none of its own. */
export const stepStatus = ({status}: RunStep): string => cleanLine(status ?? 'not run');

/** A step in the list of its run. */
export const stepCells: CellsOf<RunStep, StepColumn> = (step, {glyphs}) => ({
	index: [{text: String(Number(step.stepIndex)), role: 'muted'}],
	status: [statusSpan(stepStatus(step), glyphs)],
	text: [{text: cleanLine(step.description)}],
	took: [{text: step.durationMs == null ? '' : formatDuration(step.durationMs), role: 'muted'}],
	note: step.healed ? [{text: 'healed', role: 'key'}] : [{text: step.note ? 'note' : '', role: 'muted'}],
});
