import type {CleanupCard} from '../../source/contract/cleanup.ts';
import {curlLine} from '../../source/view-model/curl-line.ts';

/** Fills the last parameter of a template with the handle; what else it names stays for the reader to fill in. */
export function deletePath({cleanupTest, capturedId}: CleanupCard): string | null {
	if (cleanupTest === null) return null;
	const place = cleanupTest.path.lastIndexOf('{');
	if (place < 0 || capturedId === null) return cleanupTest.path;
	const end = cleanupTest.path.indexOf('}', place);
	return `${cleanupTest.path.slice(0, place)}${encodeURIComponent(capturedId)}${cleanupTest.path.slice(end + 1)}`;
}

/**
 * The DELETE of a record as a curl line. Without a known DELETE endpoint it is the creating path with the handle behind
 * it, which is how most APIs name a record; `isGuess` says so.
 */
export function deleteLine(card: CleanupCard, targetUrl: string | null): {line: string; isGuess: boolean} | null {
	const known = deletePath(card);
	if (known === null && card.capturedId === null) return null;
	const path = known ?? `${card.sourceEndpoint.path.replace(/\/$/, '')}/${encodeURIComponent(card.capturedId ?? '')}`;
	const method = card.cleanupTest?.method ?? 'DELETE';
	return {line: curlLine({method, url: `${(targetUrl ?? '').replace(/\/$/, '')}${path}`}), isGuess: known === null};
}
