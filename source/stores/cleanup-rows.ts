import type {CleanupCard, CleanupView, UncreatedCall} from '../../contract/cleanup.ts';
import {cardDeletion, deletedBy} from '../view-model/card-deletion.ts';
import {cardStatus} from '../view-model/statuses.ts';
import {memoizeLast} from './memoize.ts';

/** A section's head, a record in it, or a call that made none. */
export type CleanupRow =
	| {kind: 'section'; id: string; title: string; count: number; isFolded: boolean}
	| {kind: 'card'; id: string; section: string; card: CleanupCard}
	| {kind: 'call'; id: string; section: string; call: UncreatedCall};

/** Section of the calls that left nothing: they made none, or a test deleted it. */
const callSection = {id: 'calls', title: 'Left nothing'};

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
			const calls = only === null ? (view.calls ?? []).filter(call => isCallShown(call, words)) : [];
			const records = sections.flatMap(({id, title}): CleanupRow[] => {
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
			if (calls.length === 0) return records;
			const isFolded = folded.includes(callSection.id);
			return [
				...records,
				{kind: 'section', ...callSection, count: calls.length, isFolded},
				...(isFolded
					? []
					: calls.map((call): CleanupRow => ({kind: 'call', id: call.callId, section: callSection.id, call}))),
			];
		},
	);

const isCallShown = ({title, method, path, reason}: UncreatedCall, words: readonly string[]): boolean => {
	const text = `${title} ${method} ${path} ${reason}`.toLowerCase();
	return words.every(word => text.includes(word));
};

function searchText(card: CleanupCard): string {
	const {label, createdBy, capturedId, sourceEndpoint, family, reason} = card;
	const source = [sourceEndpoint.method, sourceEndpoint.path, cardDeletion(card)?.path, deletedBy(card)];
	return [label, createdBy.title, capturedId, ...source, family, reason].join(' ').toLowerCase();
}

/** Families of the records, for the menu of types. */
export const familiesOf = ({orphaned, cleanedUp, pending}: CleanupView): readonly string[] =>
	[...new Set([...orphaned, ...cleanedUp, ...pending].flatMap(({family}) => family ?? []))].sort();
