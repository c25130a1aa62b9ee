import type {CleanupRow} from '../source/stores/cleanup-rows.ts';
import type {CleanupCard} from '../source/contract/cleanup.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import type {Glyphs, Tone} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {cardStatus, type CardStatus} from '../source/view-model/card-status.ts';
import type {CellsOf} from './cell-row.tsx';

export type CleanupColumn = 'status' | 'resource' | 'id' | 'creator';

export const cleanupColumns: readonly Column<CleanupColumn>[] = [
	{key: 'status', title: 'STATUS', width: 19},
	{key: 'resource', title: 'RESOURCE', width: 12, isFlexible: true, most: 28},
	{key: 'id', title: 'CAPTURED ID', width: 14, most: 32, drop: 2},
	{key: 'creator', title: 'CREATED BY', width: 18, most: 40, drop: 1},
];

const tones: Record<CardStatus, Tone> = {
	'Might be orphaned': 'blocked',
	Failed: 'failed',
	'Cleaned up': 'passed',
	'Auto-cleaned': 'passed',
	Kept: 'idle',
	Dismissed: 'cancelled',
	Pending: 'waiting',
};

/** What became of a record, as glyph and word. */
export function outcomeSpan(card: CleanupCard, glyphs: Glyphs): Span {
	const word = cardStatus(card);
	const tone = tones[word];
	return {text: `${glyphs.status[tone]} ${word}`, role: tone};
}

export const cleanupCells: CellsOf<CleanupRow, CleanupColumn> = (row, {glyphs}) => {
	if (row.kind === 'section')
		return [
			{text: `${row.isFolded ? glyphs.folded : glyphs.open} `, role: 'muted'},
			{text: row.title, role: 'title'},
			{text: `  ${row.count}`, role: 'muted'},
		];
	const {card} = row;
	return {
		status: [outcomeSpan(card, glyphs)],
		resource: [{text: cleanLine(card.label)}],
		id: [{text: cleanLine(card.capturedId ?? '-'), role: 'muted'}],
		creator: [{text: cleanLine(card.createdBy.title), role: 'muted'}],
	};
};
