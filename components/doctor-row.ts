import type {DoctorReport} from '../contract/documents/setup.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CheckStatus, Inspection} from '../source/view-model/doctor-report.ts';
import type {CellsOf} from './cell-row.tsx';
import {labelled, wrapped} from './pane-lines.ts';
import type {PaneLine} from './text-pane.tsx';

type CheckColumn = 'status' | 'name' | 'detail';

export const checkColumns: readonly Column<CheckColumn>[] = [
	{key: 'status', title: 'CHECK', width: 6},
	{key: 'name', title: '', width: 13},
	{key: 'detail', title: '', width: 20, isFlexible: true, drop: 1},
];

const tones = {ok: 'passed', warn: 'blocked', fail: 'failed'} as const;
const words: Record<CheckStatus, string> = {ok: 'OK', warn: 'WARN', fail: 'FAIL'};

/** How a check went, as glyph and word. */
const checkSpan = (status: CheckStatus, glyphs: Glyphs): Span => ({
	text: `${glyphs.status[tones[status]]} ${words[status]}`,
	role: tones[status],
});

export const checkCells: CellsOf<Inspection, CheckColumn> = ({name, status, detail}, {glyphs}) => ({
	status: [checkSpan(status, glyphs)],
	name: [{text: cleanLine(name)}],
	detail: [{text: cleanLine(detail), ...(status === 'ok' ? {role: 'muted' as const} : {})}],
});

/** How all checks went, in one line. */
export function doctorSentence({checks, failures, warnings}: DoctorReport, glyphs: Glyphs): Span[] {
	const counted = (count: number, status: CheckStatus, word: string): Span[] =>
		count === 0 ? [] : [{text: `${glyphs.status[tones[status]]} ${count} ${word}   `, role: tones[status]}];
	return [
		...counted(failures, 'fail', 'failed'),
		...counted(warnings, 'warn', `warning${warnings === 1 ? '' : 's'}`),
		...counted(checks.length - failures - warnings, 'ok', 'ok'),
		...(failures + warnings === 0 ? [{text: 'Everything is ready.', role: 'muted' as const}] : []),
	];
}

/** A check in full, and what to do next. */
export function checkLines({name, status, detail, next}: Inspection, {glyphs, width}: {glyphs: Glyphs; width: number}) {
	const lines: PaneLine[] = [
		...wrapped(cleanLine(name), width, 'title'),
		[checkSpan(status, glyphs)],
		[],
		...wrapped(cleanLine(detail), width),
	];
	return next === null ? lines : [...lines, [], ...labelled('Next', next, width, 'key')];
}
