import type {CleanupCard, CleanupView} from '../contract/cleanup.ts';
import {cardStatus} from '../view-model/card-status.ts';
import {memoizeLast} from './memoize.ts';

/** A section's head, or a record in it. */
export type CleanupRow =
	| {kind: 'section'; id: string; title: string; count: number; isFolded: boolean}
	| {kind: 'card'; id: string; section: string; card: CleanupCard};

/** Orphans first: they are what is left to do. */
const sections = [
	{id: 'orphaned', title: 'Might be orphaned'},
	{id: 'cleanedUp', title: 'Cleaned up'},
	{id: 'pending', title: 'Kept or pending'},
] as const;

/** The cards as they are listed; a section without cards has no head. */
export const selectCleanupRows = () =>
	memoizeLast(
		(
			view: CleanupView | null,
			filter: string,
			only: string | null,
			folded: readonly string[],
		): readonly CleanupRow[] => {
			if (view === null) return [];
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const isShown = (card: CleanupCard) =>
				(only === null || cardStatus(card) === only) && words.every(word => searchText(card).includes(word));
			return sections.flatMap(({id, title}): CleanupRow[] => {
				const cards = view[id].filter(isShown);
				if (cards.length === 0) return [];
				const isFolded = folded.includes(id);
				const head: CleanupRow = {kind: 'section', id, title, count: cards.length, isFolded};
				return [
					head,
					...(isFolded
						? []
						: cards.map((card): CleanupRow => ({kind: 'card', id: card.resourceId, section: id, card}))),
				];
			});
		},
	);

const searchText = ({label, createdBy, capturedId, sourceEndpoint, family}: CleanupCard): string =>
	[label, createdBy.title, capturedId, sourceEndpoint.method, sourceEndpoint.path, family].join(' ').toLowerCase();

/** Families of the records, for the menu of types. */
export const familiesOf = ({orphaned, cleanedUp, pending}: CleanupView): readonly string[] =>
	[...new Set([...orphaned, ...cleanedUp, ...pending].flatMap(({family}) => family ?? []))].sort();
