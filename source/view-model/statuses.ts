import type {CleanupCard} from '../../contract/cleanup.ts';

/** Whether a status says that something is wrong: there is a failure to look at. */
export const isRed = (status: string | null | undefined): boolean => status === 'failed' || status === 'blocked';

/** Whether something can still be decided about a change set. */
export const isReady = ({status}: {status: string}): boolean => status === 'ready';

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
