import {recordsIn} from '../inference/body-records.ts';
import {type Creation, withoutAction} from '../inference/creation-path.ts';
import {scalarsOf} from '../inference/json-value.ts';
import {ownAddresses} from '../inference/own-address.ts';
import {fixedSegments, segmentsOf} from '../inference/path-template.ts';
import {kindOf} from '../inference/word-form.ts';
import {addressBeside, type ObservedCall} from './observed-call.ts';

/**
 * A recorded call as the rules of pairs read it.
 *
 * @param template segments of the template that the call fits, with the base path in front; null: none is known
 */
export function creationOfCall(call: ObservedCall, template: readonly string[] | null): Creation {
	const {method, segments, origin, request, response, query, status} = call;
	const kinds = new Set([kindOf(fixedSegments(withoutAction(segments)).at(-1) ?? '')]);
	const records = recordsIn(response, kinds);
	const sent = new Set([...scalarsOf(request)].map(({text}) => text));
	return {
		method,
		segments,
		template,
		location: locationOf(call),
		// Of several records each has an address of its own: the path they share tells how each is deleted.
		links: records.length === 1 ? ownAddresses(records[0]!, origin, sent) : [],
		request,
		response,
		query: new Set(Object.keys(query)),
		statuses: status === null ? [] : [status],
	};
}

/** `Location` below the origin of the call; null without one, or when it leads elsewhere. */
function locationOf(call: ObservedCall): string[] | null {
	const {location, origin, segments} = call;
	if (location === null || location.includes('•')) return null;
	const base = addressBeside(call, segments);
	if (!URL.canParse(location, base)) return null;
	const url = new URL(location, base);
	if (url.origin !== origin) return null;
	const path = segmentsOf(url.pathname);
	return path.length > 0 ? path : null;
}
