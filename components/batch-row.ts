import type {BatchMember, Wave} from '../contract/batch.ts';
import type {BatchRow, LabelCounts} from '../source/stores/batch-rows.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {type Glyphs, toneOf} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CellsOf} from './cell-row.tsx';
import {memberDuration, memberReason} from './member-detail-lines.ts';
import {spinnerAt, statusSpan} from './status-text.ts';

type MemberColumn = 'status' | 'name' | 'role' | 'priority' | 'reason' | 'took';

/** Where the width does not do, columns go in this order: role, priority, reason. */
export const memberColumns: readonly Column<MemberColumn>[] = [
	{key: 'status', title: '', width: 13},
	{key: 'name', title: '', width: 20, holdsNames: true, isFlexible: true, most: 64},
	{key: 'priority', title: '', width: 2, drop: 2},
	{key: 'role', title: '', width: 8, drop: 1},
	{key: 'reason', title: '', width: 30, most: 100, drop: 3},
	{key: 'took', title: '', width: 8, align: 'right'},
];

/** Rows whose clock goes on. */
export const isRunningRow = (row: BatchRow): boolean => row.kind === 'member' && row.member.label === 'Running';

/** A line of the run screen: head of a wave, or member. */
export const batchCells: CellsOf<BatchRow, MemberColumn> = (row, {glyphs, now}) =>
	row.kind === 'member'
		? memberCells(row.member, now, glyphs, spinnerAt(glyphs, now))
		: [{text: ' '}, ...waveSpans(row.wave, row.counts, row.isFolded, glyphs)];

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
