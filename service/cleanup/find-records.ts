import type {OrphanReason} from '../../source/contract/enums.ts';
import {isIdSegment} from '../domain/id-segment.ts';
import {recordsIn} from './body-records.ts';
import {handsOutToken, isAction, mayCreate, ownedIn, ownKey, putCreates, untrackableHandle} from './creation.ts';
import {type DeleteMatch, findDelete, indexDeletes, withoutAction} from './delete-rule.ts';
import {fieldOf, ownHandle, parentHandle, requestedHandle} from './handle-value.ts';
import {isObject, type JsonObject} from './json-value.ts';
import {isGone, type ObservedCall} from './observed-call.ts';
import {handleInLists, inferTemplate, namedValues, observedDeletes} from './observed-templates.ts';
import {linkParents} from './parents.ts';
import {bestFit, fillTemplate, parameterOf, parametersOf, segmentsOf} from './path-template.ts';
import {kindOf} from './word-form.ts';

/** An operation of the API that is known from a document or from the list of endpoints. */
export type KnownEndpoint = {endpointId: string; method: string; path: string; basePath: string};

/** A record that a test created and that nothing but cleanup removes. */
export type FoundRecord = {
	/** The same whenever the same calls are read again. */
	key: string;
	call: ObservedCall;
	/** Null: it has one, but nobody said which. */
	handle: string | null;
	/** Kind of record, such as `/items`. */
	family: string;
	/** Template of the creating request. */
	sourcePath: string;
	/** Null: no DELETE endpoint is known, or its address cannot be put together. */
	deletion: {endpointId: string | null; path: string; url: string} | null;
	reason: OrphanReason | null;
	/** What is known of the record, for rules that keep some. */
	fields: JsonObject;
	/** Keys of the records it belongs to. */
	parents: string[];
	/** Hands out a token, perhaps the one that cleanup itself needs: removed last. */
	isLast: boolean;
	/** The last DELETE that a test sent for it. */
	removal: {runId: string; status: number | null; isTeardown: boolean} | null;
};

export type Search = {
	/** Calls of the tests to their own target, in the order in which they were made. */
	calls: readonly ObservedCall[];
	endpoints: readonly KnownEndpoint[];
	/** Segments of the path of the target URL. */
	base: readonly string[];
};

/**
 * Records that recorded calls created and that no test has removed again. Precision comes first: a record is only said
 * to be deletable when the address of its DELETE follows from the call, and never from a field that names another one.
 */
export function findRecords({calls, endpoints, base}: Search): FoundRecord[] {
	const named = namedValues(calls);
	const deletes = indexDeletes(endpoints.filter(({method}) => method === 'DELETE'));
	const seen = indexDeletes(observedDeletes(calls, named).map(path => ({endpointId: null, path})));
	const removals = removalsIn(calls);
	const found: FoundRecord[] = [];
	const addresses = new Set<string>();
	const owned = new Set<string>();
	for (const [place, call] of calls.entries()) {
		if (!mayCreate(call)) continue;
		const surroundings: Surroundings = {
			earlier: () => calls.slice(0, place),
			later: () => calls.slice(place + 1),
			owned,
		};
		const location = locationOf(call);
		const match = findDelete(call, location, deletes, base) ?? findDelete(call, location, seen, base);
		const parts = match ? deletable(call, match, surroundings) : orphan(call);
		const sourcePath = templateOfCall(call, endpoints, named);
		for (const [number, part] of parts.entries()) {
			// Not the address: that may only become known when a later test shows the DELETE endpoint.
			const key = `${call.id} ${number}`;
			const removal = lastRemoval(part, call, removals, place);
			if (removal && isGone(removal.status) && !removal.isTeardown) continue;
			const {url} = part.deletion ?? {};
			if (url !== undefined && addresses.has(url)) continue;
			if (url !== undefined) addresses.add(url);
			found.push({...part, key, call, sourcePath, parents: [], isLast: handsOutToken(call.response), removal});
			if (part.handle !== null) owned.add(ownKey(kindOf(part.family), part.handle));
		}
	}
	return linkParents(found);
}

type Surroundings = {
	earlier(): readonly ObservedCall[];
	later(): readonly ObservedCall[];
	owned: ReadonlySet<string>;
};
type Part = Pick<FoundRecord, 'handle' | 'family' | 'deletion' | 'reason' | 'fields'>;

/** `Location` below the origin of the call; null without one, or when it leads elsewhere. */
function locationOf({location, origin, segments}: ObservedCall): string[] | null {
	if (location === null || location.includes('•')) return null;
	const base = `${origin}/${segments.map(encodeURIComponent).join('/')}`;
	if (!URL.canParse(location, base)) return null;
	const url = new URL(location, base);
	const path = segmentsOf(url.pathname);
	// Back to the address of the request: nothing is said about a new record.
	return path.length > 0 && path.join('/') !== segments.join('/') ? path : null;
}

function deletable(call: ObservedCall, match: DeleteMatch, {earlier, later, owned}: Surroundings): Part[] {
	const {tier, template, endpoint} = match;
	if (call.method === 'PUT' && !putCreates(call, earlier(), owned)) return [];
	if (tier === 'family' && (isAction(call.segments) || handsOutToken(call.response))) return orphan(call);
	const family = familyOf(template.segments, call.segments);
	const part = (values: ReadonlyMap<string, string>, handle: string | null, fields: JsonObject): Part => {
		const path = fillTemplate(template, match.prefix, values);
		return path === null
			? {handle, family, deletion: null, reason: 'handle_missing', fields}
			: {
					handle,
					family,
					deletion: {endpointId: endpoint.endpointId, path: endpoint.path, url: call.origin + path},
					reason: null,
					fields,
				};
	};
	const own = parametersOf(template).at(-1);
	const sent = isObject(call.request) ? call.request : {};
	if (match.open.length === 0) {
		const [record = {}] = recordsIn(call.response, kindsOf(call, match));
		return [part(match.values, (own && match.values.get(own)) ?? null, {...sent, ...record})];
	}
	const answered = recordsIn(call.response, kindsOf(call, match));
	// A list that nobody asked to create is what a search answers.
	if (answered.length > 1 && !Array.isArray(call.request) && call.status !== 201) return [];
	const requests = Array.isArray(call.request) ? call.request.filter(isObject) : [sent];
	const records = answered.length > 0 ? answered : requests.map(() => ({}));
	return records.flatMap((record, place) => {
		const request = requests[place] ?? sent;
		const {values, handle} = valuesOf(call, match, record, request, later);
		// The path names the record itself: something was done to it.
		if (handle !== null && ownedIn(call.segments, new Set([ownKey(kindOf(family), handle)])).length > 0) return [];
		// Errors, too, are answered 200 by some: without a handle only an explicit "created" or an empty answer counts.
		if (handle === null && call.status !== 201 && call.hasResponseBody) return [];
		return [part(values, handle, {...request, ...record})];
	});
}

function valuesOf(
	call: ObservedCall,
	match: DeleteMatch,
	record: JsonObject,
	request: JsonObject,
	later: Surroundings['later'],
): {values: Map<string, string>; handle: string | null} {
	const values = new Map(match.values);
	const own = match.open.at(-1)!;
	const isUsed = (value: string) =>
		later().some(({segments, status}) => status !== null && status < 400 && segments.at(-1) === value);
	let handle: string | null = null;
	for (const parameter of match.open) {
		const kind = match.kinds.get(parameter) ?? '';
		let value: string | null;
		if (parameter === own) {
			value =
				ownHandle(record, parameter, kind) ??
				requestedHandle(request, parameter, kind, isUsed) ??
				handleInLists(call, later());
			handle = value;
		} else if (match.tier === 'path') value = fieldOf(record, parameter) ?? fieldOf(request, parameter);
		else value = parentHandle([record, request], parameter, kind);
		if (value !== null) values.set(parameter, value);
	}
	return {values, handle};
}

/** What was created without a known way to delete it. */
function orphan(call: ObservedCall): Part[] {
	const kinds = new Set([kindOf(withoutAction(call.segments).at(-1) ?? '')]);
	const created = untrackableHandle(call, kinds);
	if (!created) return [];
	const [record = {}] = recordsIn(call.response, kinds);
	const request = isObject(call.request) ? call.request : {};
	const family = familyOf([], call.segments);
	return [
		{handle: created.handle, family, deletion: null, reason: 'no_delete_endpoint', fields: {...request, ...record}},
	];
}

/** Words under which the answer may wrap the record. */
function kindsOf({segments}: ObservedCall, {kinds, template}: DeleteMatch): Set<string> {
	const fixed = template.segments.filter(segment => parameterOf(segment) === null);
	return new Set(
		[...kinds.values(), kindOf(fixed.at(-1) ?? ''), kindOf(withoutAction(segments).at(-1) ?? '')].filter(Boolean),
	);
}

/** `/items` of `/carts/{cartId}/items/{itemId}`, else of the path that created the record. */
function familyOf(template: readonly string[], path: readonly string[]): string {
	const fixed = (segments: readonly string[]) =>
		segments.filter(segment => parameterOf(segment) === null && !isIdSegment(segment) && kindOf(segment) !== '');
	return `/${fixed(template).at(-1) ?? fixed(path).at(-1) ?? ''}`;
}

function templateOfCall(call: ObservedCall, endpoints: readonly KnownEndpoint[], named: ReadonlySet<string>): string {
	const known = bestFit(
		endpoints.filter(({method}) => method === call.method),
		call.segments,
	);
	return known?.endpoint.path ?? inferTemplate(call.segments, named);
}

type Removal = {runId: string; status: number | null; isTeardown: boolean; place: number};

/** DELETE calls by their path. */
function removalsIn(calls: readonly ObservedCall[]): Map<string, Removal[]> {
	const removals = new Map<string, Removal[]>();
	for (const [place, {method, segments, status, runId, isTeardown}] of calls.entries()) {
		if (method !== 'DELETE') continue;
		const path = segments.join('/');
		const own = removals.get(path);
		const removal = {runId, status, isTeardown, place};
		if (own) own.push(removal);
		else removals.set(path, [removal]);
	}
	return removals;
}

/** The DELETE that tells what became of a record: the one that removed it, else the last one that tried. */
function lastRemoval(
	part: Part,
	call: ObservedCall,
	removals: ReadonlyMap<string, Removal[]>,
	place: number,
): Removal | null {
	const url = part.deletion ? new URL(part.deletion.url) : null;
	// A record that is named in the query shares its path with all others.
	if (url?.search) return null;
	const below = part.handle === null ? null : [...withoutAction(call.segments), part.handle].join('/');
	const path = url ? segmentsOf(url.pathname).join('/') : below;
	const later = (removals.get(path ?? '') ?? []).filter(removal => removal.place > place);
	return later.find(({status}) => isGone(status)) ?? later.at(-1) ?? null;
}
