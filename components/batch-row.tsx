import {memo} from 'react';
import type {BatchMember, Wave} from '../contract/batch.ts';
import {useGlyphs} from '../hooks/use-terminal.ts';
import type {BatchRow, LabelCounts} from '../source/stores/batch-rows.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column, PlacedColumn} from '../source/terminal/column-layout.ts';
import {type Glyphs, toneOf} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {ListRow} from './list-row.tsx';
import {memberDuration, memberReason} from './member-detail-lines.ts';
import {statusSpan} from './status-text.ts';

export type MemberColumn = 'status' | 'name' | 'role' | 'priority' | 'reason' | 'took';

/** Where the width does not do, columns go in this order: role, priority, reason. */
export const memberColumns: readonly Column<MemberColumn>[] = [
	{key: 'status', title: '', width: 13},
	{key: 'name', title: '', width: 20, holdsNames: true, isFlexible: true, most: 40},
	{key: 'priority', title: '', width: 2, drop: 2},
	{key: 'role', title: '', width: 8, drop: 1},
	{key: 'reason', title: '', width: 30, most: 100, drop: 3},
	{key: 'took', title: '', width: 8, align: 'right'},
];

type Props = {
	row: BatchRow;
	columns: readonly PlacedColumn<MemberColumn>[];
	isSelected: boolean;
	isFocused: boolean;
	width: number;
	/** Epoch ms; the same value for rows in which nothing runs, so that they are not drawn again. */
	now: number;
	spinner: string;
};

const waveColumns: readonly PlacedColumn<'head'>[] = [{key: 'head', title: '', width: 1, cells: 1}];

/** A line of the run screen: head of a wave, or member. */
export const BatchLine = memo(({row, columns, now, spinner, ...rest}: Props) => {
	const glyphs = useGlyphs();
	if (row.kind === 'member')
		return <ListRow {...rest} columns={columns} cells={memberCells(row.member, now, glyphs, spinner)} />;
	const [head] = waveColumns;
	const placed = head ? [{...head, cells: Math.max(1, rest.width - 3)}] : [];
	return <ListRow {...rest} columns={placed} cells={{head: waveSpans(row.wave, row.counts, row.isFolded, glyphs)}} />;
});

export function memberCells(
	member: BatchMember,
	now: number,
	glyphs: Glyphs,
	spinner: string,
): Record<MemberColumn, readonly Span[]> {
	const {label, name, role, priority} = member;
	const isWaiting = toneOf(label) === 'waiting';
	const reason = memberReason(member, glyphs);
	return {
		status: [{text: '  '}, statusSpan(cleanLine(label), glyphs, spinner)],
		name: [{text: cleanLine(name), ...(isWaiting ? {role: 'muted' as const} : {})}],
		priority: [{text: cleanLine(priority ?? ''), role: 'muted'}],
		role: [{text: role === 'selected' ? '' : cleanLine(role), role: 'muted'}],
		reason: [{text: reason, role: 'muted'}],
		took: [{text: memberDuration(member, now), ...(label === 'Running' ? {role: 'running' as const} : {})}],
	};
}

/** What is told of a wave: its name, how far it is, and its members by status. */
export function waveSpans(wave: Wave, counts: LabelCounts, isFolded: boolean, glyphs: Glyphs): Span[] {
	const name = wave.kind === 'cleanup' ? 'Cleanup tests' : `Wave ${wave.wave}`;
	const finished = Math.max(wave.finished, finishedOf(counts));
	const shown = ['Running', 'Failed', 'Blocked', 'Cancelled', 'Skipped'].filter(label => (counts[label] ?? 0) > 0);
	return [
		{text: `${isFolded ? glyphs.folded : glyphs.open} `, role: 'muted'},
		{text: name, role: 'title'},
		{text: `   ${finished}/${wave.total}`, role: finished === wave.total ? 'passed' : 'muted'},
		...shown.flatMap((label): Span[] => [
			{text: '   '},
			{text: `${glyphs.status[toneOf(label)]} ${counts[label]} ${label.toLowerCase()}`, role: toneOf(label)},
		]),
	];
}

const finishedOf = (counts: LabelCounts): number =>
	Object.entries(counts).reduce(
		(sum, [label, count]) => sum + (label === 'Pending' || label === 'Running' ? 0 : count),
		0,
	);
