import type {CleanupCard} from '../../contract/cleanup.ts';
import {cardDeletion} from '../../source/view-model/card-deletion.ts';
import {curlLine} from '../../source/view-model/curl-line.ts';

/**
 * The DELETE of a record as a curl line. Without a known DELETE endpoint it is the creating path with the handle behind
 * it, which is how most APIs name a record; `isGuess` says so, and also of an address that is not known as a whole.
 */
export function deleteLine(card: CleanupCard, targetUrl: string | null): {line: string; isGuess: boolean} | null {
	const {deletion, capturedId, sourceEndpoint} = card;
	if (deletion !== null && /^https?:/i.test(deletion.url))
		return {line: curlLine({method: deletion.method, url: deletion.url}), isGuess: deletion.url.includes('{')};
	const known = cardDeletion(card);
	if (known === null && capturedId === null) return null;
	const path = known?.path ?? `${sourceEndpoint.path.replace(/\/$/, '')}/${encodeURIComponent(capturedId ?? '')}`;
	const url = `${(targetUrl ?? '').replace(/\/$/, '')}${path}`;
	return {line: curlLine({method: known?.method ?? 'DELETE', url}), isGuess: known === null};
}
