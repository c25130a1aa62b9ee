import {isInDoubt} from '../domain/cleanup.ts';
import {timestamp} from '../domain/timestamp.ts';
import {isObject} from '../inference/json-value.ts';
import type {UnknownQuestion} from '../store/cleanup/sweep-store.ts';
import type {FoundRecord} from './found-record.ts';
import type {ObservedCall} from './observed-call.ts';
import {familyOf} from './record-parts.ts';
import type {Removals} from './removals.ts';
import type {Settlement} from './settle-unknown.ts';

/**
 * A call that may have made a record without saying so: its test was cancelled, timed out or was killed before the
 * answer, or the server broke on the way, or refused it when it was stored already.
 */
export const isOfUnknownOutcome = (call: ObservedCall): boolean =>
	(call.isUnanswered || isInDoubt(call)) && (call.method === 'POST' || call.method === 'PUT');

/** What is known of the outcome, and what may be asked for it; a text: why nothing can. */
type Known = {question: UnknownQuestion | string; settlement: Settlement | null};

/**
 * What a call of unknown outcome may have left behind, so that it is listed; null: a test has deleted it since.
 *
 * @param sourcePath template of the call
 * @param place of the call among the others
 */
export function unknownRecord(
	call: ObservedCall,
	sourcePath: string,
	removals: Removals,
	place: number,
	{question, settlement}: Known,
): FoundRecord | null {
	const handle = call.method === 'PUT' ? (call.segments.at(-1) ?? null) : null;
	const family = familyOf([], call.method === 'PUT' ? call.segments.slice(0, -1) : call.segments);
	const removal = handle === null ? null : removals.last({handle, deletion: null}, call, place);
	if (removal?.isGone) return null;
	return {
		key: `${call.id} 0`,
		call,
		handle,
		family,
		sourcePath,
		deletion: null,
		deleteWith: null,
		knownUrl: null,
		knownPath: null,
		reads: [],
		reason: 'unknown_outcome',
		candidates: [],
		note: [sentText(call), settlement ? saidBy(settlement) : typeof question === 'string' ? question : '']
			.filter(text => text !== '')
			.join('; '),
		question: typeof question === 'string' ? null : question,
		isNothing: settlement?.outcome === 'nothing',
		fields: isObject(call.request) ? call.request : {},
		proof: null,
		parents: [],
		isLast: false,
		removal,
	};
}

/** When a call was sent, in words. */
export const sentText = ({method, segments, startedAt, status}: ObservedCall): string =>
	`${method} /${segments.join('/')} was sent at ${timestamp(startedAt)} and ${status === null ? 'never answered' : `answered ${status}`}`;

const saidBy = ({outcome, text}: Settlement): string =>
	outcome === 'nothing' ? `not found: nothing was created (${text})` : text;
