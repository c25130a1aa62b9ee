import type {CleanupCard} from '../../source/contract/cleanup.ts';
import {cardStatus} from '../../source/view-model/card-status.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {commonChoices, type Page, type Reader} from '../accessible/reader.ts';

/** A cleanup in words: what is left first. */
export function cleanupPage({dashboard, say, quit}: Reader): Page {
	const {data} = dashboard.storeOf(cleanupStore).store.getState();
	if (!data) return {lines: ['Reading the cleanup.'], choices: commonChoices(dashboard, quit, true)};
	const {captured, cleaned, kept, dismissed} = data.progress;
	const sections = [
		{label: 'Might be orphaned', cards: data.orphaned},
		{label: 'Cleaned up', cards: data.cleanedUp},
		{label: 'Kept or pending', cards: data.pending},
	].filter(({cards}) => cards.length > 0);
	return {
		lines: [`Cleanup ${data.state}: ${cleaned} of ${captured - kept - dismissed} records are gone.`],
		choices: [
			...sections.map(({label, cards}) => ({
				label: `${label}: ${cards.length}`,
				do: () => say(cards.map(cardWords)),
			})),
			...commonChoices(dashboard, quit, true),
		],
	};
}

const cardWords = (card: CleanupCard): string => {
	const {label, capturedId, createdBy, sourceEndpoint, cleanupTest} = card;
	const deletion = cleanupTest ? `; ${cleanupTest.method} ${cleanupTest.path} ${cleanupTest.status}` : '';
	const source = `${sourceEndpoint.method} ${sourceEndpoint.path}`;
	return cleanLine(
		`${cardStatus(card)}: ${label} ${capturedId ?? 'without an id'}, created by ${createdBy.title} with ${source}${deletion}`,
	);
};
