import type {DeleteAnswer, DeleteVerdict} from '../store/delete-call.ts';
import {saysError} from './answered-error.ts';
import {parsedJson} from './json-value.ts';
import {isGone, isSuccess} from './observed-call.ts';
import type {Presence} from './read-back.ts';

/** The answer of a request; `status` null: none came. */
export type Answer = DeleteAnswer & {
	/** First 4096 bytes of the body. */
	body: string | null;
	error: string | null;
};

/** What the rules of deletion work with. */
export type DeleteParts = {
	/** Sends one DELETE and records it. Null: the sweep was stopped. */
	sendDelete(options: {asJson: boolean}): Promise<Answer | null>;
	/** Reads the record. */
	readBack(): Promise<Presence>;
	/**
	 * Gets other credentials after a refusal: `taken`, those that somebody else has got meanwhile, unless a login is
	 * demanded, or `fresh` ones; null when there is no way.
	 */
	renew(mustLogIn: boolean): Promise<'taken' | 'fresh' | null>;
	/** Resolves after some milliseconds; rejects when the sweep is stopped. */
	wait(ms: number): Promise<void>;
	/** The last round: a conflict is final. */
	isLastRound: boolean;
	/** An earlier DELETE of the record may have worked although nobody was told so. */
	isUncertain: boolean;
};

/** "3 attempts, 0.5 s and 1.5 s apart". */
const pausesMs = [500, 1500];

/**
 * Deletes one record. "2xx, 404: cleaned; 5xx, network failure: 3 attempts, then orphaned; other 4xx, 3xx: Failed with
 * the response body; 401 with auto-auth: one refresh". A failure that may have deleted the record anyway is settled by
 * reading it, and so is a success with an error inside.
 *
 * @returns null when the sweep was stopped on the way
 */
export async function deleteRecord(parts: DeleteParts): Promise<{answer: Answer; verdict: DeleteVerdict} | null> {
	let asJson = false;
	let isRenewed = false;
	let hasTaken = false;
	let {isUncertain} = parts;
	for (let attempt = 0; ; ) {
		const answer = await parts.sendDelete({asJson});
		if (answer === null) return null;
		const {status} = answer;
		if (isGone(status)) {
			// 200 with an error inside: only a record that can still be read was certainly not deleted.
			const isRefused = isSuccess(status) && saysError(parsedJson(answer.body)) && (await parts.readBack()) === 'there';
			return {answer, verdict: isRefused ? refused(answer) : verdictOf(answer, 'Passed')};
		}
		if (status === 415 && !asJson) {
			// Some refuse a request without a body unless it says what kind of body it does not have.
			asJson = true;
			continue;
		}
		if (status === 401 && !isRenewed) {
			const renewed = await parts.renew(hasTaken);
			// What others have got may be as old as a slow answer: that does not use up the one refresh.
			hasTaken = renewed === 'taken';
			isRenewed = !hasTaken;
			if (renewed) continue;
		}
		if (status === null || status >= 500) {
			isUncertain = true;
			const pause = pausesMs[attempt++];
			if (pause !== undefined) {
				await parts.wait(pause);
				continue;
			}
		}
		// It may have been deleted by a call that failed: what answers 404 now is gone.
		if (isUncertain && (await parts.readBack()) === 'gone') return {answer, verdict: verdictOf(answer, 'Passed')};
		if (status === null || status >= 500) return {answer, verdict: verdictOf(answer, 'Failed')};
		const again = status === 409 && !parts.isLastRound;
		return {answer, verdict: {...verdictOf(answer, 'Failed'), again}};
	}
}

function verdictOf({status, body, error}: Answer, result: 'Passed' | 'Failed'): DeleteVerdict {
	const isPassed = result === 'Passed';
	const isOrphaned = !isPassed && (status === null || status >= 500);
	return {
		status: result,
		outcome: isPassed ? 'auto' : isOrphaned ? 'orphaned' : 'failed',
		reason: isOrphaned ? 'delete_failed' : null,
		httpStatus: status,
		responseBody: isPassed ? null : body,
		error: isPassed ? null : (error ?? `DELETE answered ${status}`),
		again: false,
	};
}

const refused = (answer: Answer): DeleteVerdict => ({
	...verdictOf(answer, 'Failed'),
	error: `DELETE answered ${answer.status} with an error inside, and the record is still there`,
});
