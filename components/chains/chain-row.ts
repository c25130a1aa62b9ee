import type {ChainStep} from '../../contract/chain.ts';
import type {ChainRow} from '../../source/stores/chain-rows.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import type {CellsOf} from '../cell-row.tsx';
import {methodSpan} from '../flow/call-row.ts';
import {statusSpan} from '../status-text.ts';

type ChainColumn = 'status' | 'name' | 'steps' | 'captures';

export const chainColumns: readonly Column<ChainColumn>[] = [
	{key: 'status', title: 'STATUS', width: 9},
	{key: 'name', title: 'CHAIN', width: 28, holdsNames: true, isFlexible: true, most: 64},
	{key: 'steps', title: 'STEPS', width: 5, align: 'right'},
	{key: 'captures', title: 'CAPTURES', width: 30, most: 90, drop: 1},
];

/** Status of a chain or step as glyph and word; a chain without one has never run. */
export const chipSpan = (label: string | null, glyphs: Glyphs): Span =>
	label === null ? {text: `${glyphs.status.idle} not run`, role: 'idle'} : statusSpan(cleanLine(label), glyphs);

/** Where a value of a step comes from: a step of the chain, else a test. */
export function originText({fromStep, fromTitle}: ChainStep['uses'][number], glyphs: Glyphs): string {
	if (fromStep !== null) return ` ${glyphs.from} step ${fromStep}`;
	return fromTitle === null ? '' : ` ${glyphs.from} ${cleanLine(fromTitle)}`;
}

/** What a step gives, then what it takes. */
const wiringSpans = ({produces, uses}: ChainStep, glyphs: Glyphs): Span[] => [
	...produces.map((name): Span => ({text: `${glyphs.produces} ${cleanLine(name)}  `, role: 'key'})),
	...uses.map(
		(use): Span => ({text: `${glyphs.needs} ${cleanLine(use.name)}${originText(use, glyphs)}  `, role: 'muted'}),
	),
];

/** What a row of the chains shows: a chain in its columns, a step below it with its wiring. */
export const chainCells: CellsOf<ChainRow, ChainColumn> = (row, {glyphs}) => {
	if (row.kind === 'chain') {
		const {label, name, steps, captures} = row.chain;
		return {
			status: [chipSpan(label, glyphs)],
			name: [{text: `${row.isOpen ? glyphs.open : glyphs.folded} `, role: 'muted'}, {text: cleanLine(name)}],
			steps: [{text: String(steps.length), role: 'muted'}],
			captures: [{text: captures.length === 0 ? '-' : cleanLine(captures.join(', ')), role: 'muted'}],
		};
	}
	const {index, method, path, status} = row.step;
	return {
		status: [chipSpan(status, glyphs)],
		name: [{text: `${String(index).padStart(4)} `, role: 'muted'}, methodSpan(method), {text: ` ${cleanLine(path)}`}],
		steps: [],
		captures: wiringSpans(row.step, glyphs),
	};
};
