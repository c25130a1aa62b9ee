import {isSuccess} from '../domain/status.ts';
import {parsedJson} from '../inference/json-value.ts';
import {ofState} from '../inference/lead-up.ts';
import type {DeleteVerdict} from '../store/cleanup/delete-call.ts';
import {saysError} from '../inference/answered-error.ts';
import {isPutAway} from './archived-note.ts';
import {headerOf, type ReadRecord} from './read-back.ts';
import type {Answer} from './send-request.ts';

/** What one DELETE is sent with beside its address and its credentials. */
type SendOptions = {asJson: boolean; ifMatch: string | null};

/** What the rules of deletion work with. */
type DeleteParts = {
	/** Sends one DELETE and records it. Null: the sweep was stopped. */
	sendDelete(options: SendOptions): Promise<Answer | null>;
	/** State of the record that the DELETE means, as answers have shown it; null: none did. */
	ifMatch: string | null;
	/** Whether the address names a revision, which may have changed. */
	hasRevision: boolean;
	/** Takes the revision that an answer shows into the address; false: it names none, or that one. */
	revise(after: Answer): boolean;
	/** Reads the record. */
	read(): Promise<ReadRecord>;
	/** Whether the address has answered 2xx in this batch, so that its 404 tells that the record is gone. */
	isShown(): boolean;
	/** Whether a DELETE of the same endpoint has worked in this batch. */
	isEndpointShown(): boolean;
	/**
	 * Gets other credentials after a refusal: `taken`, those that somebody else has got meanwhile, unless a login is
	 * demanded, or `fresh` ones; null when there is no way.
	 */
	renew(mustLogIn: boolean): Promise<'taken' | 'fresh' | null>;
	/**
	 * Does what has to come before the DELETE, as far as it is known or the refusal says it; false: nothing was done that
	 * has not been done before.
	 */
	leadUp(refusal: Answer): Promise<boolean>;
	/** Resolves after some milliseconds; rejects when the sweep is stopped. */
	wait(ms: number): Promise<void>;
	/** From 0 to 1: how long a pause is among its possible lengths. */
	chance(): number;
	/** What is to be said of a record that is still there after its DELETE was accepted. */
	archivedNote(after: Answer): Promise<string>;
	/** The last round: a conflict is final. */
	isLastRound: boolean;
	/** Whether other DELETEs were under way meanwhile: alone it may fare better. */
	hadCompany(): boolean;
	/** An earlier DELETE of the record may have worked although nobody was told so. */
	isUncertain: boolean;
};

/** "3 attempts, 0.5 s and 1.5 s apart" in the mean; one more alone after the others. */
const pausesMs = [500, 1500];
const alonePausesMs = [1000];
/** How long a record may take to go after its DELETE was accepted for later (202), and after any other success. */
const laterMs = [250, 500, 1000, 2000, 4000];
const soonMs = [200, 800];

/**
 * Deletes one record. "2xx, 404: cleaned; 5xx, network failure: 3 attempts, then orphaned; other 4xx, 3xx: Failed with
 * the response body; 401 with auto-auth: one refresh". A 404 counts only where the address is known to be right, and no read
 * shows the record afterwards. A
 * failure that may have deleted the record anyway is settled by reading it, and so is every success: a record that can
 * still be read was archived, or not deleted at all. What was refused because others were busy with the store is sent
 * again alone; what is not in the state for it is brought there first.
 *
 * @returns null when the sweep was stopped on the way
 */
export async function deleteRecord(parts: DeleteParts): Promise<{answer: Answer; verdict: DeleteVerdict} | null> {
	const options: SendOptions = {asJson: false, ifMatch: parts.ifMatch};
	let wasRevised = false;
	const pauses = parts.isLastRound ? alonePausesMs : pausesMs;
	let renewals = 0;
	let wasRenewed = false;
	let hasTaken = false;
	let {isUncertain} = parts;
	for (let attempt = 0; ; ) {
		const answer = await parts.sendDelete(options);
		if (answer === null) return null;
		const {status} = answer;
		if (isSuccess(status)) return {answer, verdict: await verdictOfSuccess(answer, parts)};
		if (status === 404 || status === 410) {
			const isRight = parts.isShown() || (isUncertain && parts.isEndpointShown());
			if (!isRight) return {answer, verdict: wrongEndpoint(answer)};
			const {presence} = await readUntilGone(parts, soonMs);
			return {answer, verdict: presence === 'there' ? stillThere(answer) : verdictOf(answer, 'Passed')};
		}
		if (status === 415 && !options.asJson) {
			// Some refuse a request without a body unless it says what kind of body it does not have.
			options.asJson = true;
			continue;
		}
		const isOutdated = status === 412 || status === 428;
		if ((isOutdated || (status === 409 && parts.hasRevision)) && !wasRevised) {
			// It wants to hear which state of the record is meant: the present one.
			wasRevised = true;
			const {answer: present} = await parts.read();
			const etag = isOutdated ? headerOf(present, 'etag') : null;
			const isNewer = etag !== null && etag !== options.ifMatch;
			if (isNewer) options.ifMatch = etag;
			if (parts.revise(present) || isNewer) continue;
		}
		if (status === 412 && options.ifMatch !== null) {
			// It never meant that header.
			options.ifMatch = null;
			continue;
		}
		if (ofState.includes(status ?? 0) && (await parts.leadUp(answer))) continue;
		if (isRefusal(answer) && renewals < (parts.isLastRound ? 2 : 1)) {
			const renewed = await parts.renew(hasTaken);
			// What others have got may be as old as a slow answer: that does not use up the one refresh.
			hasTaken = renewed === 'taken';
			if (!hasTaken) renewals++;
			wasRenewed ||= renewed !== null;
			if (renewed) continue;
		}
		const isFailure = status === null || status >= 500;
		if (isFailure) isUncertain = true;
		if (isFailure || isBusy(answer)) {
			// What does not even answer is not waited for again, one after the other.
			const pause = status === null && parts.isLastRound ? undefined : pauses[attempt++];
			if (pause !== undefined) {
				// Not all at the same moment again.
				await parts.wait(Math.round(pause * (0.5 + parts.chance())));
				continue;
			}
		}
		// It may have been deleted by a call that failed: what is not there any more is gone.
		if (isUncertain && (await parts.read()).presence === 'gone') return {answer, verdict: verdictOf(answer, 'Passed')};
		// A token may run out before a slow target has looked at it: alone the next one may be in time.
		const isLate = status === 401 && wasRenewed;
		const mayHelp = status === 409 || isLate || ((isFailure || isBusy(answer)) && parts.hadCompany());
		return {answer, verdict: {...verdictOf(answer, 'Failed'), again: mayHelp && !parts.isLastRound}};
	}
}

/** What a success means: the record is gone, still there because something was wrong, or put away. */
async function verdictOfSuccess(answer: Answer, parts: DeleteParts): Promise<DeleteVerdict> {
	const isRefused = saysError(parsedJson(answer.body));
	const pauses = isRefused ? [] : answer.status === 202 ? laterMs : soonMs;
	const {presence, answer: after} = await readUntilGone(parts, pauses);
	if (presence !== 'there') return verdictOf(answer, 'Passed');
	if (!isRefused) return archived(answer, await parts.archivedNote(after));
	const again = !parts.isLastRound && parts.hadCompany();
	return {...refused(answer), again};
}

/** What the last of several reads says, as long as the record is still there. */
async function readUntilGone(parts: DeleteParts, pauses: readonly number[]): Promise<ReadRecord> {
	let read = await parts.read();
	for (const pause of pauses) {
		if (read.presence !== 'there' || isPutAway(read.answer)) break;
		await parts.wait(pause);
		read = await parts.read();
	}
	return read;
}

/** The store, or whoever limits calls, asks for patience: alone, or later, the same DELETE may work. */
function isBusy({status, body}: Answer): boolean {
	if (status === 423 || status === 425 || status === 429) return true;
	return (
		status === 400 && /\b(?:database|table|store|resource|file)\b.{0,20}\b(?:is )?(?:locked|busy)\b/i.test(body ?? '')
	);
}

/** Nobody is logged in any more: 401, for some 403, and for pages a redirect to the login. */
function isRefusal(answer: Answer): boolean {
	const {status} = answer;
	if (status === 401 || status === 403) return true;
	return (
		status !== null && status >= 300 && status < 400 && /log-?in|sign-?in/i.test(headerOf(answer, 'location') ?? '')
	);
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
		note: null,
		again: false,
	};
}

const refused = (answer: Answer): DeleteVerdict => ({
	...verdictOf(answer, 'Failed'),
	error: `DELETE answered ${answer.status} with an error inside, and the record is still there`,
});

const wrongEndpoint = (answer: Answer): DeleteVerdict => ({
	...verdictOf(answer, 'Failed'),
	outcome: 'orphaned',
	reason: 'wrong_endpoint',
	error: `DELETE answered ${answer.status}, and nothing shows that this address was ever right`,
	note: 'Neither a test nor the sweep could read the record at this address, so its 404 does not say that it is gone.',
});

/** No such route, rather than no such record. */
const stillThere = (answer: Answer): DeleteVerdict => ({
	...wrongEndpoint(answer),
	error: `DELETE answered ${answer.status}, and the record can still be read`,
	note: 'The record can still be read at this address, so the 404 of its DELETE does not say that it is gone.',
});

const archived = (answer: Answer, note: string): DeleteVerdict => ({
	...verdictOf(answer, 'Failed'),
	outcome: 'orphaned',
	reason: 'archived',
	error: `DELETE answered ${answer.status}, and the record can still be read`,
	note,
});

/** A DELETE that was not sent, because it would have gone out without the credential that belongs to it. */
export const withoutCredential = (missing: string): DeleteVerdict => ({
	status: 'Failed',
	outcome: 'orphaned',
	reason: 'no_credential',
	httpStatus: null,
	responseBody: null,
	error: `not sent: ${missing}`,
	note: `No credential for its DELETE: ${missing}.`,
	again: false,
});
