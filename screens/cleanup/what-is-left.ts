import type {CleanupCard} from '../../contract/cleanup.ts';
import {isConcrete} from '../../source/view-model/card-deletion.ts';
import {canDelete} from './send-deletes.ts';

/** Whether the cleanup has left a record behind that nobody has dismissed. */
export const isLeft = ({outcome}: Pick<CleanupCard, 'outcome'>): boolean =>
	outcome === 'orphaned' || outcome === 'failed';

/** Whether a record is left because no endpoint is known that deletes it, or the one that was known is wrong. */
export const lacksEndpoint = (card: CleanupCard | null): boolean =>
	card !== null && isLeft(card) && (card.reason === 'no_delete_endpoint' || card.reason === 'wrong_endpoint');

type LeftOver = {
	/** Their DELETE was sent and failed. */
	tried: number;
	/** Their DELETE is known and was not sent. */
	held: number;
	/** Nobody knows how they are deleted. */
	unknown: number;
};

/** What is left, by what can be done about it. */
export function leftOver(cards: readonly CleanupCard[]): LeftOver {
	const left = cards.filter(isLeft);
	const tried = left.filter(({cleanupTest}) => cleanupTest !== null).length;
	const held = left.filter(card => card.cleanupTest === null && isConcrete(card)).length;
	return {tried, held, unknown: left.length - tried - held};
}

/** Why the DELETE of a record cannot be sent, and the key that helps; null where it can. */
export function whyNotDeleted(card: CleanupCard | null): string | null {
	if (card === null) return 'Put the cursor on a record.';
	if (card.outcome === 'auto' || card.outcome === 'test' || card.outcome === 'gone') return 'It is deleted already.';
	const {reason} = card;
	if (lacksEndpoint(card)) return 'No DELETE is known for it: E names the endpoint, d dismisses it.';
	if (reason === 'handle_missing') return 'Nothing says how it is named: H says where its handle is.';
	return canDelete(card) ? null : 'No DELETE of it can be sent: delete it by hand and dismiss it (d).';
}
