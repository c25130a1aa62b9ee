import type {UncreatedReason} from '../../contract/enums.ts';
import {saysError} from '../inference/answered-error.ts';
import {isLogin} from './creation.ts';
import type {ObservedCall} from './observed-call.ts';
import type {Ownership} from './ownership.ts';

/** A write that made nothing that is still there, and why. */
export type FoundCall = {call: ObservedCall; path: string; reason: UncreatedReason; text: string};

/** What the search for records has noticed on the way; names are a kind of record and its handle, `/users 7`. */
export type Remains = {
	/** A record that an earlier answer had shown. */
	known: string | null;
	/** A record that a test deleted. */
	removal: {name: string; status: number | null} | null;
	/** A record that an earlier call of the batch has made. */
	again: string | null;
	/** The answer is a list that nobody asked to create. */
	isList: boolean;
};

/**
 * Why a write made nothing. The evidence that says most comes first.
 *
 * @param template of the call; it is shown with the address that it went to
 */
export function madeNothing(call: ObservedCall, template: string, ownership: Ownership, remains: Remains): FoundCall {
	const address = `/${call.segments.join('/')}`;
	const because = (reason: UncreatedReason, text: string): FoundCall => ({call, path: address, reason, text});
	const {known, removal, again} = remains;
	if (saysError(call.response)) return because('answered_error', `was answered ${call.status} with an error inside`);
	if (removal)
		return because('deleted_by_test', `made ${removal.name}, which a test deleted (DELETE answered ${removal.status})`);
	if (again !== null) return because('own_record', `speaks of ${again} again, which an earlier call of this run made`);
	const owner = ownership.ownerIn(call.segments);
	if (owner !== null) return because('own_record', `did something to ${owner}, which this run made`);
	if (known !== null) return because('known_record', `speaks of ${known}, which an earlier answer had shown`);
	if (isLogin(call))
		return because('hands_out_token', 'was answered with a token or a session, and with no new record');
	if (remains.isList)
		return because('lists_records', 'was answered with a list, and nobody had asked for one to be made');
	const shown = ownership.shownPath(call);
	if (shown) return because('known_record', `changed ${address}, which an earlier answer had shown`);
	const above = ownership.shownAbove(call, template);
	if (above !== null) return because('known_record', `did something to ${above}, which an earlier answer had shown`);
	return because('no_trace', `neither its answer (${call.status}) nor any DELETE endpoint speaks of a new record`);
}
