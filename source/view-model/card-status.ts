import type {CleanupCard} from '../../contract/cleanup.ts';

/** What a card says of its record, in the words of the screen. */
export const cardStatuses = [
	'Might be orphaned',
	'Failed',
	'Cleaned up',
	'Auto-cleaned',
	'Gone',
	'Kept',
	'Dismissed',
	'Pending',
] as const;
export type CardStatus = (typeof cardStatuses)[number];

const statusOfOutcome: Record<string, CardStatus> = {
	orphaned: 'Might be orphaned',
	failed: 'Failed',
	test: 'Cleaned up',
	auto: 'Auto-cleaned',
	gone: 'Gone',
	kept: 'Kept',
	dismissed: 'Dismissed',
	pending: 'Pending',
};

export const cardStatus = ({outcome}: CleanupCard): CardStatus => statusOfOutcome[outcome] ?? 'Pending';
