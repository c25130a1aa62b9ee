import {recordsToClean} from './cleanup.ts';

const stateWords: Record<string, string> = {
	none: 'nothing to clean up',
	waiting: 'cleanup waits for the tests',
	asking: 'cleanup waits for your word, nothing is sent',
	running: 'cleaning up',
	done: 'cleanup done',
	failed: 'cleanup done, something is left',
};

/** Where a cleanup is, and how many records became what; a record is in one of the counts besides `captured`. */
type CleanupStanding = {state: string} & Record<
	'captured' | 'cleaned' | 'orphaned' | 'pending' | 'kept' | 'dismissed',
	number
>;

type Standing = Pick<CleanupStanding, 'state' | 'orphaned' | 'pending'>;

/** No DELETE had to be sent, but not because nothing was made. */
export const isUntouched = ({state, orphaned, pending}: Standing): boolean =>
	state === 'none' && orphaned + pending > 0;

/** How a cleanup stands. Without a DELETE to send it may still have left what nothing can delete, or what it was told to leave. */
export function cleanupWords(cleanup: Standing): string {
	if (isUntouched(cleanup)) return 'no DELETE was sent, something may be left';
	return stateWords[cleanup.state] ?? cleanup.state;
}

/** The same as a sentence with its counts and without a period: `Cleanup done: 3 of 3 records are gone, 1 kept`. */
export function cleanupSentence(cleanup: CleanupStanding): string {
	const {cleaned, orphaned, pending, kept, dismissed} = cleanup;
	const total = recordsToClean(cleanup);
	const words = cleanupWords(cleanup);
	const counts = [
		cleaned > 0 || (total > 0 && cleanup.state !== 'none')
			? `${cleaned} of ${total} ${total === 1 ? 'record is' : 'records are'} gone`
			: '',
		orphaned > 0 ? `${orphaned} might be orphaned` : '',
		pending > 0 ? `${pending} pending` : '',
		kept > 0 ? `${kept} kept` : '',
		dismissed > 0 ? `${dismissed} dismissed` : '',
	].filter(Boolean);
	return [words.charAt(0).toUpperCase() + words.slice(1), counts.join(', ')].filter(Boolean).join(': ');
}
