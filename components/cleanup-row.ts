import type {CleanupRow} from '../source/stores/cleanup-rows.ts';
import type {CleanupCard, UncreatedCall} from '../contract/cleanup.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import type {Glyphs, Tone} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {cardDeletion, deletedBy} from '../source/view-model/card-deletion.ts';
import {settledWords, shortReason} from '../source/view-model/orphan-words.ts';
import {cardStatus, type CardStatus} from '../source/view-model/statuses.ts';
import type {CellsOf} from './cell-row.tsx';

type CleanupCardRow = Extract<CleanupRow, {kind: 'card'}>;

type CleanupColumn = 'status' | 'resource' | 'id' | 'request' | 'creator' | 'deleter';

export const cleanupColumns: readonly Column<CleanupColumn>[] = [
	{key: 'status', title: 'STATUS', width: 19},
	{key: 'request', title: 'DELETE', width: 16, holdsNames: true, isFlexible: true, most: 44},
	{key: 'creator', title: 'CREATED BY', width: 12, holdsNames: true, most: 32},
	{key: 'resource', title: 'RESOURCE', width: 12, most: 20, drop: 2},
	{key: 'deleter', title: 'DELETED BY', width: 12, holdsNames: true, most: 30, drop: 3},
	{key: 'id', title: 'CAPTURED ID', width: 14, holdsNames: true, most: 32, drop: 1},
];

const tones: Record<CardStatus, Tone> = {
	'Might be orphaned': 'blocked',
	Failed: 'failed',
	'Cleaned up': 'passed',
	'Auto-cleaned': 'passed',
	Gone: 'passed',
	Kept: 'idle',
	Dismissed: 'cancelled',
	Pending: 'waiting',
};

/** What became of a record, as glyph and word. */
export function outcomeSpan(card: CleanupCard, glyphs: Glyphs): Span {
	if (card.outcome === 'gone' && settledWords(card) !== null)
		return {text: `${glyphs.status.idle} Made nothing`, role: 'idle'};
	const word = cardStatus(card);
	const tone = tones[word];
	return {text: `${glyphs.status[tone]} ${word}`, role: tone};
}

const shortWhy = (reason: string): string =>
	reason === 'no_delete_endpoint' ? 'no DELETE known' : shortReason(cleanLine(reason));

/** The same in a row below the head of its section: what the head says already is told as its reason. */
function rowOutcome({section, card}: CleanupCardRow, glyphs: Glyphs): Span {
	const {outcome, reason} = card;
	if (section !== 'orphaned' || outcome !== 'orphaned' || reason === null) return outcomeSpan(card, glyphs);
	return {text: `${glyphs.status.blocked} ${shortWhy(reason)}`, role: 'blocked'};
}

/** The request that deletes a record; without one, that nothing is known, never the path of another record. */
function requestSpan(card: CleanupCard): Span {
	const request = cardDeletion(card);
	if (request) return {text: cleanLine(`${request.method} ${request.path}`)};
	const reason = card.reason && card.outcome !== 'orphaned' ? shortReason(cleanLine(card.reason)) : '-';
	return {text: settledWords(card) ?? reason, role: 'muted'};
}

/** A call that was answered 2xx and has left no record. */
const callCells = ({method, path, title, reason}: UncreatedCall, glyphs: Glyphs): Record<CleanupColumn, Span[]> => ({
	status: [{text: `${glyphs.status.idle} Left nothing`, role: 'idle'}],
	request: [{text: cleanLine(`${method} ${path}`)}],
	creator: [{text: cleanLine(title), role: 'muted'}],
	resource: [{text: shortReason(cleanLine(reason)), role: 'muted'}],
	deleter: [{text: '-', role: 'muted'}],
	id: [{text: '-', role: 'muted'}],
});

export const cleanupCells: CellsOf<CleanupRow, CleanupColumn> = (row, {glyphs}) => {
	if (row.kind === 'section')
		return [
			{text: `${row.isFolded ? glyphs.folded : glyphs.open} `, role: 'muted'},
			{text: row.title, role: 'title'},
			{text: `  ${row.count}`, role: 'muted'},
		];
	if (row.kind === 'call') return callCells(row.call, glyphs);
	const {card} = row;
	return {
		status: [rowOutcome(row, glyphs)],
		request: [requestSpan(card)],
		resource: [{text: cleanLine(card.label)}],
		deleter: [{text: cleanLine(deletedBy(card) ?? '-'), role: 'muted'}],
		id: [{text: cleanLine(card.capturedId ?? '-'), role: 'muted'}],
		creator: [{text: cleanLine(card.createdBy.title), role: 'muted'}],
	};
};
