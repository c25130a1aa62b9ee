import type {CleanupCard} from '../source/contract/cleanup.ts';
import {wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine, cleanLines} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {outcomeSpan} from './cleanup-row.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

const reasons: Record<string, string> = {
	no_delete_endpoint:
		'No DELETE endpoint is known for it. Add one (svc endpoint add), then try again; or delete it by hand and dismiss it.',
	delete_failed: 'Its DELETE failed three times. Try again, or delete it by hand and dismiss it.',
	handle_missing:
		'The answer that created it does not say how it is named, so nothing can delete it. Delete it by hand and dismiss it.',
};

/** Everything about one record: where it came from, what was tried, what to do. */
export function cleanupDetailLines(
	card: CleanupCard,
	deletion: string | null,
	{glyphs, width}: {glyphs: Glyphs; width: number},
): PaneLine[] {
	const {label, createdBy, capturedId, sourceEndpoint, family, cleanupTest, reason, fromBatchId} = card;
	return [
		...wrapped(cleanLine(label), width, 'title'),
		[outcomeSpan(card, glyphs)],
		...(reason ? [[], ...wrapped(reasons[reason] ?? cleanLine(reason), width)] : []),
		[],
		...labelled('Captured', capturedId ?? 'unknown', width),
		...labelled('Source', `${sourceEndpoint.method} ${sourceEndpoint.path}`, width),
		...labelled('Created by', createdBy.title, width),
		...labelled('Type', family, width),
		...labelled('Earlier', fromBatchId, width),
		...(cleanupTest
			? [
					[],
					[{text: 'Deletion', role: 'accent' as const}],
					...labelled('Request', deletion ?? `${cleanupTest.method} ${cleanupTest.path}`, width),
					...labelled('By', cleanupTest.kind === 'planned' ? cleanupTest.title : 'the sweep', width),
					[{text: 'Status'.padEnd(11), role: 'muted' as const}, statusSpan(cleanLine(cleanupTest.status), glyphs)],
					...labelled('Answer', cleanupTest.httpStatus === null ? null : String(cleanupTest.httpStatus), width),
					...labelled('Attempts', cleanupTest.attempts > 0 ? String(cleanupTest.attempts) : null, width),
					...labelled('Error', cleanupTest.error, width, 'failed'),
					...bodyLines(cleanupTest.responseBody, width),
				]
			: []),
	];
}

function bodyLines(body: string | null, width: number): PaneLine[] {
	if (!body?.trim()) return [];
	const lines = cleanLines(body).flatMap(line => wrapCells(line, Math.max(10, width)));
	return [[], [{text: 'Answer body', role: 'accent'}], ...lines.map(text => [{text}])];
}
