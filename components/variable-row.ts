import type {Variable} from '../contract/variable.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CellsOf} from './cell-row.tsx';

type VariableColumn = 'tag' | 'name' | 'value' | 'source' | 'usedBy' | 'deletedBy';

export const variableColumns: readonly Column<VariableColumn>[] = [
	{key: 'tag', title: 'TAG', width: 9, drop: 3},
	{key: 'name', title: 'DYNAMIC VARIABLE', width: 16, holdsNames: true, isFlexible: true, most: 28},
	{key: 'value', title: 'VALUE', width: 14, most: 30, drop: 5},
	{key: 'source', title: 'SOURCE', width: 16, holdsNames: true, most: 40, drop: 2},
	{key: 'usedBy', title: 'USED BY', width: 7, drop: 4},
	{key: 'deletedBy', title: 'DELETED BY', width: 12, holdsNames: true, most: 36, drop: 1},
];

const muted = (text: string): Span => ({text, role: 'muted'});

/** The value as it is listed: a glyph says when there is none. */
export function valueSpan({state, value}: Variable, glyphs: Glyphs): Span {
	if (state === 'missing') return {text: `${glyphs.status.blocked} missing`, role: 'blocked'};
	if (state === 'pending') return {text: `${glyphs.status.waiting} pending`, role: 'waiting'};
	return {text: cleanLine(value ?? '')};
}

/** What deletes the record behind it, with how that went. */
export function deletionSpan({deletedBy, cleanupOutcome}: Variable, glyphs: Glyphs): Span {
	if (cleanupOutcome === 'orphaned') return {text: `${glyphs.status.blocked} orphaned`, role: 'blocked'};
	if (deletedBy === null) return muted('-');
	const title = deletedBy.kind === 'sweep' ? 'sweep' : cleanLine(deletedBy.title);
	if (deletedBy.status === 'Passed') return {text: `${glyphs.status.passed} ${title}`, role: 'passed'};
	if (deletedBy.status === 'Failed') return {text: `${glyphs.status.failed} ${title}`, role: 'failed'};
	return muted(`${glyphs.status.waiting} ${title}`);
}

export const variableCells: CellsOf<Variable, VariableColumn> = (variable, {glyphs}) => ({
	tag: [muted(cleanLine(variable.tag))],
	name: [{text: cleanLine(variable.name)}],
	value: [valueSpan(variable, glyphs)],
	source: [muted(cleanLine(variable.source?.title ?? '-'))],
	usedBy: [muted(variable.usedBy.length === 0 ? '-' : String(variable.usedBy.length))],
	deletedBy: [deletionSpan(variable, glyphs)],
});
