import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlannedEdge} from '../kinds/candidate.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';

/**
 * Where a request relates records and says nothing else: `POST /classes/{classId}/bookings {memberId}`, `POST /loans {bookId,
 * memberId}`. What it makes is there already once another test has related the same ones, or they may have only so many of
 * it. The edges of what its body names; empty: the request has something of its own.
 */
export function relatingEdges(api: ApiModel, operation: PlanOperation, call: Call): PlannedEdge[] {
	const sent = Object.values(sentRecord(call.body).fields);
	const related = [...Object.values(call.path), ...sent];
	const named = related.filter(({is}) => is === 'variable');
	// A date is that of a day on which others relate them, too.
	const isLink = sent.length > 0 && named.length > 1 && related.every(one => one.is === 'variable' || one.is === 'now');
	if (!isLink || operation.endpoint.body?.isGiven || api.kindMadeBy(operation)?.creator !== operation) return [];
	return api.edgesOf(operation).filter(({place, producer}) => {
		const kind = producer?.kind;
		return place.startsWith('body:') && kind?.creator && kind.creator !== operation && kind.deleter !== null;
	});
}
