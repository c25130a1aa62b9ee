import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlannedEdge} from '../kinds/candidate.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call} from '../recipe.ts';
import {sentRecord} from './expect-record.ts';

/**
 * Where a request names the second of two records and says nothing else: `POST /classes/{classId}/bookings {memberId}`. What
 * it makes is there already once another test has related the same two. Null: the request has something of its own.
 */
export function relatingEdge(api: ApiModel, operation: PlanOperation, call: Call): PlannedEdge | null {
	const sent = Object.values(sentRecord(call.body).fields);
	const related = [...Object.values(call.path), ...sent];
	const isLink = sent.length > 0 && related.length > 1 && related.every(({is}) => is === 'variable');
	if (!isLink || operation.endpoint.body?.isGiven || api.kindMadeBy(operation)?.creator !== operation) return null;
	const own = api.edgesOf(operation).findLast(({place, producer}) => {
		const kind = producer?.kind;
		return place.startsWith('body:') && kind?.creator && kind.creator !== operation && kind.deleter !== null;
	});
	return own ?? null;
}
