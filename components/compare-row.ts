import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {formatDuration} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {Role} from '../source/terminal/themes.ts';
import type {ComparedMember, MemberChange} from '../source/view-model/compare-batches.ts';
import type {CellsOf} from './cell-row.tsx';
import {statusSpan} from './status-text.ts';

type ComparedColumn = 'change' | 'name' | 'before' | 'after' | 'took' | 'slower';

/** Where the width does not do, columns go in this order: duration, difference, before, after. */
export const comparedColumns: readonly Column<ComparedColumn>[] = [
	{key: 'change', title: 'CHANGE', width: 15},
	{key: 'name', title: 'TEST', width: 20, holdsNames: true, isFlexible: true},
	{key: 'before', title: 'BEFORE', width: 11, drop: 3},
	{key: 'after', title: 'AFTER', width: 11, drop: 4},
	{key: 'took', title: 'TOOK', width: 8, align: 'right', drop: 1},
	{key: 'slower', title: 'SLOWER', width: 9, align: 'right', drop: 2},
];

/** A change as glyph and word; what is as it was stands back. */
export function changeSpan(change: MemberChange, {status}: Glyphs): Span {
	const looks: Record<MemberChange, {glyph: string; role: Role}> = {
		'newly failed': {glyph: status.failed, role: 'failed'},
		'newly blocked': {glyph: status.blocked, role: 'blocked'},
		recovered: {glyph: status.passed, role: 'passed'},
		changed: {glyph: status.running, role: 'running'},
		added: {glyph: '+', role: 'accent'},
		gone: {glyph: status.cancelled, role: 'accent'},
		'still broken': {glyph: status.failed, role: 'muted'},
		'left out': {glyph: status.cancelled, role: 'muted'},
		same: {glyph: '=', role: 'muted'},
	};
	const {glyph, role} = looks[change];
	return {text: `${glyph} ${change}`, role};
}

/** A difference with its sign: `+1.2 s`, `-300 ms`; nothing where there is none to tell. */
export function slowerText(slowerMs: number | null): string {
	if (slowerMs === null || slowerMs === 0) return '';
	return `${slowerMs < 0 ? '-' : '+'}${formatDuration(Math.abs(slowerMs))}`;
}

/** A test took half as long again, and more than a glance. */
const isMuchSlower = ({before, slowerMs}: ComparedMember): boolean =>
	slowerMs !== null && slowerMs > 500 && slowerMs > (before?.durationMs ?? 0) / 2;

export const comparedCells: CellsOf<ComparedMember, ComparedColumn> = (member, {glyphs}) => {
	const {change, name, before, after, slowerMs} = member;
	const side = (status: string | undefined): Span[] =>
		status === undefined ? [{text: '-', role: 'muted'}] : [statusSpan(cleanLine(status), glyphs)];
	return {
		change: [changeSpan(change, glyphs)],
		name: [{text: cleanLine(name)}],
		before: side(before?.status),
		after: side(after?.status),
		took: after?.durationMs == null ? [] : [{text: formatDuration(after.durationMs), role: 'muted'}],
		slower: [{text: slowerText(slowerMs), role: isMuchSlower(member) ? 'blocked' : 'muted'}],
	};
};
