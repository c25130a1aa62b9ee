import type {CleanupCard, UncreatedCall} from '../contract/cleanup.ts';
import {wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine, cleanLines} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {cardDeletion, deletedBy} from '../source/view-model/card-deletion.ts';
import {orphanWords, proofWords, settledWords} from '../source/view-model/orphan-words.ts';
import {outcomeSpan} from './cleanup-row.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

/** Everything about one record: where it came from, what was tried, what to do. */
export function cleanupDetailLines(card: CleanupCard, {glyphs, width}: {glyphs: Glyphs; width: number}): PaneLine[] {
	const {label, createdBy, capturedId, sourceEndpoint, family, cleanupTest, fromBatchId, note} = card;
	const why = card.outcome === 'orphaned' || card.outcome === 'failed' ? orphanWords(card) : settledWords(card);
	const request = cardDeletion(card);
	return [
		...wrapped(cleanLine(label), width, 'title'),
		[outcomeSpan(card, glyphs)],
		...(why ? [[], ...wrapped(cleanLine(why), width)] : []),
		...(note ? [[], ...wrapped(cleanLine(note), width)] : []),
		[],
		...labelled('Captured', capturedId ?? 'unknown', width),
		...labelled('Source', `${sourceEndpoint.method} ${sourceEndpoint.path}`, width),
		...labelled('Created by', createdBy.title, width),
		...labelled('Deleted by', deletedBy(card), width),
		...labelled('DELETE', request && `${request.method} ${request.path}`, width),
		...labelled('Proof', proofWords(card), width),
		...labelled('Type', family, width),
		...labelled('Earlier', fromBatchId, width),
		...consideredLines(card, width),
		...(cleanupTest
			? [
					[],
					[{text: 'Deletion', role: 'accent' as const}],
					[{text: 'Status'.padEnd(11), role: 'muted' as const}, statusSpan(cleanLine(cleanupTest.status), glyphs)],
					...labelled('Answer', cleanupTest.httpStatus === null ? null : String(cleanupTest.httpStatus), width),
					...labelled('Attempts', cleanupTest.attempts > 0 ? String(cleanupTest.attempts) : null, width),
					...labelled('Error', cleanupTest.error, width, 'failed'),
					...bodyLines(cleanupTest.responseBody, width),
				]
			: []),
	];
}

/** Fields that might be the handle of a record that has none, and the key that says which one is. */
function consideredLines({considered, reason}: CleanupCard, width: number): PaneLine[] {
	if (considered.length === 0 && reason !== 'handle_missing') return [];
	return [
		[],
		[{text: 'Handle', role: 'accent'}],
		...wrapped(
			considered.length === 0 ? 'Its answer names no field that could be one.' : 'Considered, but not taken:',
			width,
		),
		...considered.flatMap(({field, preview}) => labelled(cleanLine(field), preview, width)),
		...wrapped('H says which one it is.', width, 'muted'),
	];
}

/** Everything about a call that left nothing behind. */
export function uncreatedCallLines({title, method, path, text, callId}: UncreatedCall, width: number): PaneLine[] {
	return [
		...wrapped(cleanLine(`${method} ${path}`), width, 'title'),
		...wrapped('left nothing', width, 'muted'),
		[],
		...wrapped(cleanLine(text), width),
		[],
		...labelled('Test', title, width),
		...labelled('Call', callId, width),
	];
}

function bodyLines(body: string | null, width: number): PaneLine[] {
	if (!body?.trim()) return [];
	const lines = cleanLines(body).flatMap(line => wrapCells(line, Math.max(10, width)));
	return [[], [{text: 'Answer body', role: 'accent'}], ...lines.map(text => [{text}])];
}
