import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlannedEdge} from '../kinds/candidate.ts';
import type {Kind} from '../kinds/kind.ts';
import {withArticle} from '../kinds/names.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call, Step, Value} from '../recipe.ts';
import {addChildren} from './children.ts';
import type {PlanContext} from './context.ts';
import {sentRecord} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import {valueAtPlace} from './ready-record.ts';
import type {OwnRecordOptions, RequestOptions, StepOptions} from './recipe-options.ts';

/**
 * Where a request relates records and says nothing else: `POST /classes/{classId}/bookings {memberId}`, `POST /loans {bookId,
 * memberId}`; or nothing of its own, and may be refused because of a conflict. What it makes is there already once another
 * test has related the same ones, or they may have only so many of it. The edges of what its body names; empty: the request
 * has something of its own.
 */
function relatingEdges(api: ApiModel, operation: PlanOperation, call: Call): PlannedEdge[] {
	const sent = Object.values(sentRecord(call.body).fields);
	const related = [...Object.values(call.path), ...sent];
	const named = related.filter(({is}) => is === 'variable');
	// A date is that of a day on which others relate them, too.
	const saysNothing = related.every(one => one.is === 'variable' || one.is === 'now');
	// `POST /rentals {assetId, customerId, days}` with a 409: nothing in it but the records can be what is in conflict.
	const isOfThem = operation.statuses.includes(409) && !sent.some(isOwn);
	const isLink = sent.length > 0 && named.length > 1 && (saysNothing || isOfThem);
	if (!isLink || operation.endpoint.body?.isGiven || api.kindMadeBy(operation)?.creator !== operation) return [];
	return api.edgesOf(operation).filter(({place, producer}) => {
		const kind = producer?.kind;
		return place.startsWith('body:') && kind?.creator && kind.creator !== operation && kind.deleter !== null;
	});
}

/** Whether a value has something that no other test sends. */
const isOwn = (value: Value): boolean =>
	value.is === 'unique' ||
	(value.is === 'array' && value.items.some(isOwn)) ||
	(value.is === 'object' && Object.values(value.fields).some(isOwn));

/**
 * Where a record comes of another one, which is used up by it: `POST /carts/{cartId}/checkout` makes an order of a cart once.
 * The edge of the record that it is made of.
 */
export function usedUpEdges(api: ApiModel, operation: PlanOperation): PlannedEdge[] {
	const {name} = operation.pathParameters.at(-1) ?? {};
	if (name === undefined || api.kindMadeBy(operation)?.origin !== 'action') return [];
	const edge = api.edgeOf(operation, `path:${name}`);
	return edge?.producer?.kind?.creator && edge.producer.kind.deleter !== null ? [edge] : [];
}

/** The row that needs them. */
type Drafted = {
	readonly context: PlanContext;
	readonly steps: readonly Step[];
	readonly consumes: Set<string>;
	isFirst(record: Value, action: PlanOperation): boolean;
	ownRecord(kind: Kind, options: OwnRecordOptions): OwnRecord | null;
	requestOn(operation: PlanOperation, record: OwnRecord, options?: RequestOptions): Call;
	step(options: StepOptions): Step;
};

/**
 * Makes the records that only this test relates or uses up, each in a step of its own.
 *
 * @param before what the row has consumed before the call was made
 * @param own what stands in the place of shared records already
 * @returns own records by the variables in whose place they are named; null: none is needed
 */
export function ownPartners(
	draft: Drafted,
	operation: PlanOperation,
	{call, before, own: known}: {call: Call; before: ReadonlySet<string>; own: ReadonlyMap<string, Value>},
	{mayBeThere = false, path = {}}: RequestOptions,
): ReadonlyMap<string, Value> | null {
	const {api, canMake} = draft.context;
	const usedUp = usedUpEdges(api, operation).filter(({place, variable}) => {
		const value = known.get(variable);
		return !(place.slice('path:'.length) in path) && !(value && draft.isFirst(value, operation));
	});
	// What may be left out and is not sent is made for nobody.
	const isSent = ({place, required}: PlannedEdge) => required || valueAtPlace(call, place) !== null;
	const edges = [
		...(mayBeThere ? [] : relatingEdges(api, operation, call).filter(one => isSent(one) && !known.has(one.variable))),
		...usedUp,
	];
	if (edges.length === 0) return null;
	const made = new Map<string, Value>();
	const after = [...draft.consumes].filter(name => !before.has(name));
	for (const name of after) draft.consumes.delete(name);
	for (const edge of edges) {
		const kind = edge.producer?.kind;
		if (!kind || !canMake(kind)) continue;
		const taken = draft.steps.filter(({id}) => id.startsWith(`partner_${kind.name}`)).length;
		const number = taken === 0 ? '' : `_${taken + 1}`;
		const own = draft.ownRecord(kind, {
			id: `partner_${kind.name}${number}`,
			variant: `partner${number}`,
			title: `make ${withArticle(kind.noun)} for it`,
		});
		if (!own) continue;
		made.set(edge.variable, own.handle);
		// An order of an empty cart is refused.
		if (usedUp.includes(edge)) addChildren(draft, draft.context, own, operation);
	}
	if (made.size > 0) return made;
	for (const name of after) draft.consumes.add(name);
	return null;
}
