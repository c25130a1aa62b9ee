import type {CallRow} from '../../source/stores/call-rows.ts';
import type {ListedCall} from '../../source/stores/calls.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import type {Role} from '../../source/terminal/themes.ts';
import type {CellsOf} from '../cell-row.tsx';
import {counted} from '../../source/view-model/counted.ts';

/** Planned calls with how they went: a glyph says whether all passed. */
export function tallySpans(
	{calls, passed, failed}: {calls: number; passed: number; failed: number},
	glyphs: Glyphs,
): Span[] {
	if (calls === 0) return [{text: '-', role: 'muted'}];
	if (failed > 0) return [{text: `${glyphs.status.failed} ${passed}/${calls}`, role: 'failed'}];
	if (passed < calls) return [{text: `${glyphs.status.waiting} ${passed}/${calls}`, role: 'muted'}];
	return [{text: `${glyphs.status.passed} ${passed}/${calls}`, role: 'passed'}];
}

type CallColumn = 'status' | 'test' | 'badges' | 'took';

/** Titles of tests have what room there is before the values. */
export const callColumns: readonly Column<CallColumn>[] = [
	{key: 'status', title: 'STATUS', width: 6},
	{key: 'test', title: 'TEST', width: 18, holdsNames: true, isFlexible: true, most: 64},
	{key: 'badges', title: 'VALUES', width: 15, most: 60},
	{key: 'took', title: 'TOOK', width: 6, align: 'right', drop: 1},
];

const classRoles: Record<string, Role> = {'2xx': 'passed', '4xx': 'blocked', '5xx': 'failed'};

/** "2xx green, 3xx neutral, 4xx yellow, 5xx red, none when no response was recorded": the number is always there. */
export function statusSpanOf({status, statusClass}: Pick<ListedCall, 'status' | 'statusClass'>): Span {
	if (status === null) return {text: '-', role: 'muted'};
	const role = classRoles[statusClass ?? ''];
	return role ? {text: String(status), role} : {text: String(status)};
}

/** "produces x, produces n variables when several, uses x (from …)", as short as a list needs it. */
function badgeSpans({produces, uses}: Pick<ListedCall, 'produces' | 'uses'>, glyphs: Glyphs): Span[] {
	const [first, ...more] = produces;
	const gives = first ? (more.length > 0 ? `${produces.length} variables` : cleanLine(first.name)) : '';
	return [
		...(first ? [{text: `${glyphs.produces} ${gives}  `, role: 'key' as const}] : []),
		...uses.map(({name, fromTitle}): Span => {
			const from = fromTitle === null ? '' : ` (${glyphs.from} ${cleanLine(fromTitle)})`;
			return {text: `${glyphs.needs} ${cleanLine(name)}${from}  `, role: 'muted'};
		}),
	];
}

const kindWords: Record<string, string> = {
	discovery: 'discovery',
	auth: 'auth',
	cleanup: 'cleanup',
	prerequisite: 'prerequisite of a chain',
};

export const kindWord = (kind: string): string => kindWords[kind] ?? cleanLine(kind);

/** "Other observed behaviors (n)" with what they are: cleanup 3, auth 1. */
export function otherCounts({counts}: {counts: Readonly<Record<string, unknown>>}): string {
	return Object.entries(counts)
		.filter(([, count]) => typeof count === 'number' && count > 0)
		.map(([kind, count]) => `${cleanLine(kind)} ${count}`)
		.join(', ');
}

/** What a row of the Calls form shows. */
export const callCells: CellsOf<CallRow, CallColumn> = (row, {glyphs}) => {
	const {group} = row;
	if (row.kind === 'group') {
		const {method, path, calls} = group;
		const isQuiet = calls === 0;
		return [
			{text: `${row.isFolded ? glyphs.folded : glyphs.open} `, role: 'muted'},
			{text: cleanLine(method), role: isQuiet ? 'muted' : 'accent'},
			{text: ` ${cleanLine(path)}`, role: isQuiet ? 'muted' : 'title'},
			{text: `   ${counted(calls, 'call')}  `, role: 'muted'},
			...(isQuiet ? [] : tallySpans(group, glyphs)),
			...(row.isFolded && group.other.count > 0
				? [{text: `  ${group.other.count} other`, role: 'muted' as const}]
				: []),
		];
	}
	if (row.kind === 'other')
		return [
			{text: ` ${row.isFolded ? glyphs.folded : glyphs.open} `, role: 'muted'},
			{text: `Other observed behaviors (${row.shown})  ${otherCounts(group.other)}`, role: 'muted'},
		];
	const {call} = row;
	const isOther = call.kind !== 'test';
	const title = cleanLine(call.testTitle ?? '');
	return {
		status: [statusSpanOf(call)],
		test: isOther
			? [{text: [kindWord(call.kind), title].filter(Boolean).join(` ${glyphs.separator} `), role: 'muted'}]
			: [
					...(call.passed === false ? [{text: `${glyphs.status.failed} `, role: 'failed' as const}] : []),
					{text: title},
				],
		badges: badgeSpans(call, glyphs),
		took: [{text: call.latencyMs === null ? '-' : formatDuration(call.latencyMs), role: 'muted'}],
	};
};

/** Longest method that is common. */
const methodWidth = 6;

/** A method as wide as the others, so that paths begin below each other. */
export const methodSpan = (method: string): Span => ({text: cleanLine(method).padEnd(methodWidth), role: 'accent'});
