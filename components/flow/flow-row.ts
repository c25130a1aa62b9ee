import type {FlowRow} from '../../source/stores/flow-rows.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {shortPath} from '../../source/view-model/short-path.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import type {CellsOf} from '../cell-row.tsx';
import {tallySpans, methodSpan} from './call-row.ts';
import {laneSpans} from './lane-spans.ts';

type FlowColumn = 'endpoint' | 'takes' | 'calls';

/** Where the width does not do, what an endpoint takes is left to the arrows and the pane. */
export const flowColumns: readonly Column<FlowColumn>[] = [
	{key: 'endpoint', title: 'ENDPOINT', width: 30, holdsNames: true, isFlexible: true, most: 120},
	{key: 'takes', title: 'USES', width: 16, most: 90, drop: 1},
	{key: 'calls', title: 'CALLS', width: 9, align: 'right'},
];

/** Who takes what an endpoint gives: the one by name, several by their number. */
function takersText(to: readonly string[]): string {
	const [only, ...more] = to;
	return only === undefined ? 'nobody' : more.length === 0 ? cleanLine(only) : `${to.length} endpoints`;
}

/**
 * What a row of the Flow form shows.
 * @param strong the endpoint whose values stand out, null = none
 */
export const flowCells =
	(strong: string | null): CellsOf<FlowRow, FlowColumn> =>
	(row, {glyphs}) => {
		const lanes = laneSpans(row.lanes, glyphs, wire => strong !== null && row.wireKeys[wire] === strong);
		switch (row.kind) {
			case 'family':
				return {
					endpoint: [
						...lanes,
						{text: `${row.isFolded ? glyphs.folded : glyphs.open} `, role: 'muted'},
						{text: cleanLine(row.family), role: 'title'},
						...(row.isFolded ? [{text: `  ${row.endpoints.length} endpoints`, role: 'muted' as const}] : []),
					],
					takes: [],
					calls: tallySpans(row.tally, glyphs),
				};
			case 'endpoint': {
				const {method, calls, other} = row.group;
				const isQuiet = calls === 0;
				return {
					endpoint: [
						...lanes,
						isQuiet ? {...methodSpan(method), role: 'muted'} : methodSpan(method),
						{text: ` ${cleanLine(row.path)}`, ...(isQuiet ? {role: 'muted' as const} : {})},
					],
					takes:
						row.takes.length === 0 ? [] : [{text: `${glyphs.needs} ${cleanLine(row.takes.join(', '))}`, role: 'muted'}],
					calls: isQuiet ? [{text: `${other.count} other`, role: 'muted'}] : tallySpans(row.group, glyphs),
				};
			}
			case 'gives':
				return {
					endpoint: [
						...lanes,
						{text: `${glyphs.produces} `, role: 'key'},
						{text: cleanLine(row.gift.names.join(', ')), role: 'key'},
						{
							text: ` ${glyphs.arrow} ${row.isNarrow ? shortPath(takersText(row.gift.to)) : takersText(row.gift.to)}`,
							role: 'muted',
						},
					],
					takes: [],
					calls: [],
				};
		}
	};
