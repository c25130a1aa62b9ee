import type {CleanupCard} from '../../contract/cleanup.ts';

const words: Record<string, string> = {
	no_delete_endpoint: 'No DELETE endpoint is known for it. E tells one; or delete it by hand and dismiss it (d).',
	delete_failed: 'Its DELETE failed every time. Try again, or delete it by hand and dismiss it.',
	handle_missing:
		'Nothing says how it is named, so nothing can delete it. H tells where its handle stands; or delete it by hand and dismiss it.',
	may_have_existed:
		'Nothing proves that the run made it: it may have existed before, so it was left alone. D deletes it on request.',
	shared_address:
		'Its DELETE goes to the whole collection, and only its body says which record is meant: an API that ignores the body would delete everything. D sends it on request.',
	wrong_endpoint:
		'Its DELETE answered 404 and was never shown to be the right one. Look whether the endpoint is right, or delete it by hand.',
	archived: 'Its DELETE was accepted, and it can still be read: it is archived, not gone.',
	no_credential:
		'Its DELETE would have gone out without a credential, so it was not sent. Mend the login, then try again.',
	unknown_outcome:
		'The call was sent and never answered, and reading could not tell whether it created a record. Look in the API, delete by hand what it created, and dismiss it.',
};

/** Why a record might still be there, and what to do; null for one that is not left. */
export const orphanWords = ({reason}: Pick<CleanupCard, 'reason'>): string | null =>
	reason === null ? null : (words[reason] ?? reason);

/** What reading has told of a call that was never answered; null: it was answered, or is open. */
export function settledWords({
	proof,
	outcome,
	reason,
}: Pick<CleanupCard, 'proof' | 'outcome' | 'reason'>): string | null {
	if (outcome === 'gone' && reason === 'unknown_outcome') return 'not found: nothing was created';
	return outcome === 'auto' && proof?.kind === 'read_back' ? 'read back and deleted' : null;
}

/** What proves that the run made a record, or why nothing does; null: nobody asks about one that is gone. */
export function proofWords({proof, outcome}: Pick<CleanupCard, 'proof' | 'outcome'>): string | null {
	if (proof) return proof.text;
	if (outcome === 'auto') return 'none: its DELETE was sent because somebody asked for it';
	return outcome === 'test' || outcome === 'gone' ? null : 'nothing proves that the run made it';
}

/** The same in a few words, for a list. */
export const shortReason = (reason: string): string => reason.replaceAll('_', ' ');
