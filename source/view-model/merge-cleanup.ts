import type {CleanupCard, CleanupView} from '../../contract/cleanup.ts';
import {mergeRows} from '../../contract/merge-batch.ts';

const sections = ['orphaned', 'cleanedUp', 'pending'] as const;

/**
 * The view of a cleanup after one more answer: with `delta: true` its rows replace or join the known ones, wherever they
 * stood before; everything else of it is complete anyway.
 */
export function mergeCleanup(known: CleanupView | null, answer: CleanupView): CleanupView {
	if (known === null || !answer.delta) return answer;
	const changed = new Set(sections.flatMap(section => answer[section].map(({resourceId}) => resourceId)));
	const cards = (section: (typeof sections)[number]): CleanupCard[] => {
		const fresh = new Map(answer[section].map(card => [card.resourceId, card]));
		const stayed = known[section].flatMap(card => {
			const next = fresh.get(card.resourceId);
			fresh.delete(card.resourceId);
			return next ? [next] : changed.has(card.resourceId) ? [] : [card];
		});
		return [...stayed, ...fresh.values()];
	};
	return {
		...answer,
		delta: false,
		orphaned: cards('orphaned'),
		cleanedUp: cards('cleanedUp'),
		pending: cards('pending'),
		calls: answer.calls ?? known.calls,
		tests: mergeRows(known.tests, answer.tests, ({cleanupTestId}) => cleanupTestId),
	};
}
