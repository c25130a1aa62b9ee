import type {CleanupCard, UncreatedCall} from '../../contract/cleanup.ts';
import {cardDeletion, deletedBy} from '../../source/view-model/card-deletion.ts';
import {cleanupSentence} from '../../contract/cleanup-words.ts';
import {orphanWords} from '../../source/view-model/orphan-words.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {cardStatus} from '../../source/view-model/statuses.ts';
import type {Page, Reader} from '../reader.ts';

/** A cleanup in words: what is left first. */
export function cleanupPage({dashboard, say}: Reader): Page {
	const cleanup = dashboard.storeOf(cleanupStore);
	const {data} = cleanup.store.getState();
	if (!data) return {lines: ['Reading the cleanup.'], choices: []};
	const calls = data.calls ?? [];
	const sections = [
		{label: 'Might be orphaned', cards: data.orphaned},
		{label: 'Cleaned up', cards: data.cleanedUp},
		{label: 'Kept or pending', cards: data.pending},
	].filter(({cards}) => cards.length > 0);
	return {
		lines: [`${cleanupSentence({state: data.state, ...data.progress})}.`],
		choices: [
			...sections.map(({label, cards}) => ({
				label: `${label}: ${cards.length}`,
				do: () => say(cards.map(cardWords)),
			})),
			...(calls.length > 0 ? [{label: `Left nothing: ${calls.length}`, do: () => say(calls.map(callWords))}] : []),
			...(data.state === 'asking'
				? [
						{
							label: 'Send every DELETE that waits',
							needs: 'run:tests' as const,
							async do() {
								const {resourceIds} = await cleanup.start(data.batchId);
								say([`${resourceIds.length} are sent.`]);
								dashboard.live.refresh();
							},
						},
					]
				: []),
		],
	};
}

const callWords = ({method, path, title, text}: UncreatedCall): string =>
	cleanLine(`${method} ${path} of ${title}: ${text}`);

function cardWords(card: CleanupCard): string {
	const {label, capturedId, createdBy, sourceEndpoint, cleanupTest, proof} = card;
	const request = cardDeletion(card);
	const by = deletedBy(card);
	const isLeft = card.outcome === 'orphaned' || card.outcome === 'failed';
	const why = isLeft ? orphanWords(card) : null;
	return cleanLine(
		[
			`${cardStatus(card)}: ${label} ${capturedId ?? 'without an id'}`,
			`, created by ${createdBy.title} with ${sourceEndpoint.method} ${sourceEndpoint.path}`,
			request ? `; ${request.method} ${request.path}${cleanupTest ? ` ${cleanupTest.status}` : ''}` : '',
			by ? `; deleted by ${by}` : '',
			proof ? `; proof: ${proof.text}` : '',
			why ? `; ${why}` : '',
		].join(''),
	);
}
