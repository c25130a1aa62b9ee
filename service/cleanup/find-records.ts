import type {OrphanReason} from '../../source/contract/enums.ts';
import {isIdSegment} from '../domain/id-segment.ts';
import {saysError} from './answered-error.ts';
import {recordsIn} from './body-records.ts';
import {CallHistory} from './call-history.ts';
import {
	handsOutToken,
	isAction,
	mayCreate,
	ownedIn,
	ownKey,
	putCreates,
	repeatsRequest,
	untrackedRecords,
} from './creation.ts';
import {type DeleteMatch, findDelete, indexDeletes, withoutAction} from './delete-rule.ts';
import {capturedHandle, fieldOf, type NamedCapture, ownHandle, parentHandle, requestedHandle} from './handle-value.ts';
import {isObject, type JsonObject, scalarsOf} from './json-value.ts';
import {isGone, type ObservedCall} from './observed-call.ts';
import {handleInLists, inferTemplate, namedValues, observedDeletes} from './observed-templates.ts';
import {linkParents} from './parents.ts';
import {bestFit, fillTemplate, parameterOf, parametersOf, segmentsOf} from './path-template.ts';
import {isSingular, kindOf} from './word-form.ts';

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
	removal: {runId: string; status: number | null; isGone: boolean; isTeardown: boolean} | null;
};

export type Search = {
	/** Calls of the tests to their own target, in the order in which they were made. */
	calls: readonly ObservedCall[];
	endpoints: readonly KnownEndpoint[];
	/** Segments of the path of the target URL. */
	base: readonly string[];
	/** What the tests have captured by name. */
	captures?: ReadonlyArray<NamedCapture & {run_id: string}>;
};

/**
 * Records that recorded calls created and that no test has removed again. Precision comes first: a record is only said
 * to be deletable when the address of its DELETE follows from the call, and never from a field that names another one.
 */
export function findRecords({calls, endpoints, base, captures = []}: Search): FoundRecord[] {
	const named = namedValues(calls);
	const deletes = indexDeletes(endpoints.filter(({method}) => method === 'DELETE'));
	const seen = indexDeletes(observedDeletes(calls, named).map(path => ({endpointId: null, path})));
	const removals = removalsIn(calls);
	const history = new CallHistory(calls);
	const capturesOf = new Map<string, NamedCapture[]>();
	for (const capture of captures) capturesOf.set(capture.run_id, [...(capturesOf.get(capture.run_id) ?? []), capture]);
	const found: FoundRecord[] = [];
	const addresses = new Set<string>();
	const owned = new Set<string>();
	for (const [place, call] of calls.entries()) {
		if (!mayCreate(call)) continue;
		const own = capturesOf.get(call.runId) ?? [];
		const surroundings: Surroundings = {history, place, owned, captured: kind => capturedBy(call, own, kind)};
		const location = locationOf(call);
		const matchOf = (one: typeof call) =>
			findDelete(one, location, deletes, base) ?? findDelete(one, location, seen, base);
		const match = matchOf(call);
		const parts = match
			? deletable(call, match, surroundings)
			: (listed(call, matchOf, surroundings) ?? orphans(call, surroundings));
		const sourcePath = templateOfCall(call, {calls, endpoints, base}, named);
		for (const [number, part] of parts.entries()) {
			// Not the address: that may only become known when a later test shows the DELETE endpoint.
			const key = `${call.id} ${number}`;
			const removal = lastRemoval(part, call, removals, place);
			if (removal?.isGone && !removal.isTeardown) continue;
			const deletion = part.deletion ?? (removal?.isTeardown ? sentDeletion(calls[removal.place]!, named) : null);
			if (deletion && addresses.has(deletion.url)) continue;
			if (deletion) addresses.add(deletion.url);
			found.push({
				...part,
				deletion,
				key,
				call,
				sourcePath,
				parents: [],
				isLast: handsOutToken(call.response),
				removal,
			});
			if (part.handle !== null) owned.add(ownKey(kindOf(part.family), part.handle));
		}
	}
	return linkParents(found);
}

/** The DELETE of a teardown test, for a record that nothing else tells how to delete: to be tried again with it. */
const sentDeletion = ({origin, segments}: ObservedCall, named: ReadonlySet<string>): FoundRecord['deletion'] => ({
	endpointId: null,
	path: inferTemplate(segments, named),
	url: `${origin}/${segments.map(encodeURIComponent).join('/')}`,
});

type Surroundings = {
	history: CallHistory;
	/** Of the call among the others. */
	place: number;
	owned: ReadonlySet<string>;
	/** What the test itself has named as the handle of a kind of record. */
	captured(kind: string): string | null;
};
type Part = Pick<FoundRecord, 'handle' | 'family' | 'deletion' | 'reason' | 'fields'>;

const capturedBy = ({response}: ObservedCall, captures: readonly NamedCapture[], kind: string) =>
	captures.length === 0
		? null
		: capturedHandle(captures, kind, new Set([...scalarsOf(response)].map(({text}) => text)));

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

function deletable(call: ObservedCall, match: DeleteMatch, surroundings: Surroundings): Part[] {
	const {history, place, owned} = surroundings;
	const {tier, template, endpoint} = match;
	if (call.method === 'PUT' && !putCreates(call, history.before(place), owned)) return [];
	if (tier === 'family' && (isAction(call.segments) || handsOutToken(call.response)))
		return orphans(call, surroundings);
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
	return records.flatMap((record, number) => {
		const request = requests[number] ?? sent;
		const {values, handle} = valuesOf(call, match, record, request, surroundings);
		// The path names the record itself: something was done to it.
		if (handle !== null && ownedIn(call.segments, new Set([ownKey(kindOf(family), handle)])).length > 0) return [];
		// Errors, too, are answered 200 by some: without a handle only an explicit "created", an empty answer or one that
		// repeats the request counts.
		if (handle === null && call.status !== 201 && call.hasResponseBody && !repeatsRequest(request, record)) return [];
		return [part(values, handle, {...request, ...record})];
	});
}

function valuesOf(
	call: ObservedCall,
	match: DeleteMatch,
	record: JsonObject,
	request: JsonObject,
	{history, place, captured}: Surroundings,
): {values: Map<string, string>; handle: string | null} {
	const values = new Map(match.values);
	const own = match.open.at(-1)!;
	const isUsed = (value: string) =>
		history.after(place).some(({segments, status}) => status !== null && status < 400 && segments.at(-1) === value);
	let handle: string | null = null;
	for (const parameter of match.open) {
		const kind = match.kinds.get(parameter) ?? '';
		let value: string | null;
		if (parameter === own) {
			value =
				ownHandle(record, parameter, kind) ??
				captured(kind) ??
				requestedHandle(request, parameter, kind, isUsed) ??
				handleInLists({request}, history.readsAfter(place, call.segments));
			handle = value;
		} else if (match.tier === 'path') value = fieldOf(record, parameter) ?? fieldOf(request, parameter);
		else value = parentHandle([record, request], parameter, kind);
		if (value !== null) values.set(parameter, value);
	}
	return {values, handle};
}

/**
 * A record that a call one level above its collection created without telling its handle, such as `POST /users/invite`
 * answered 204: the collection is read later and shows one element that repeats what was sent and was not there before.
 * Null: nothing says so.
 */
function listed(
	call: ObservedCall,
	matchOf: (call: ObservedCall) => DeleteMatch | null,
	{history, place}: Surroundings,
): Part[] | null {
	const segments = call.segments.slice(0, -1);
	if (call.method !== 'POST' || call.hasResponseBody || segments.length === 0) return null;
	const handle = handleInLists(call, history.readsAfter(place, segments));
	if (handle === null || handleInLists(call, history.readsBefore(place, segments)) !== null) return null;
	const match = matchOf({...call, segments, location: null});
	const own = match?.open.length === 1 ? match.open[0] : undefined;
	if (match?.tier !== 'path' || own === undefined) return null;
	const {template, endpoint} = match;
	const path = fillTemplate(template, match.prefix, new Map([...match.values, [own, handle]]));
	if (path === null) return null;
	return [
		{
			handle,
			family: familyOf(template.segments, segments),
			deletion: {endpointId: endpoint.endpointId, path: endpoint.path, url: call.origin + path},
			reason: null,
			fields: isObject(call.request) ? call.request : {},
		},
	];
}

/** What was created without a known way to delete it. */
function orphans(call: ObservedCall, {history, place, captured}: Surroundings): Part[] {
	const kind = kindOf(withoutAction(call.segments).at(-1) ?? '');
	const kinds = new Set([kind]);
	// `POST /versions/v1/save` may answer with a record that was there before; `POST /orders` may not.
	const mayAnswerOther = call.segments.length > 2 && isSingular(call.segments.at(-1)!);
	const isKnown = (handle: string, record: JsonObject) => mayAnswerOther && history.hasShown(place, handle, record);
	const requests = Array.isArray(call.request) ? call.request : [call.request];
	return untrackedRecords(call, kinds, isKnown).map(({handle, record}, number) => {
		const request = requests[number];
		return {
			handle: handle ?? captured(kind),
			family: familyOf([], call.segments),
			deletion: null,
			reason: 'no_delete_endpoint',
			fields: {...(isObject(request) ? request : {}), ...record},
		};
	});
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

function templateOfCall(call: ObservedCall, {endpoints, base}: Search, named: ReadonlySet<string>): string {
	const known = bestFit(
		endpoints.filter(({method}) => method === call.method),
		call.segments,
		base,
	);
	return known?.endpoint.path ?? inferTemplate(call.segments, named);
}

type Removal = {runId: string; status: number | null; isGone: boolean; isTeardown: boolean; place: number};

/** DELETE calls by their path. */
function removalsIn(calls: readonly ObservedCall[]): Map<string, Removal[]> {
	const removals = new Map<string, Removal[]>();
	for (const [place, {method, segments, status, response, runId, isTeardown}] of calls.entries()) {
		if (method !== 'DELETE') continue;
		const path = segments.join('/');
		const own = removals.get(path);
		const removal = {runId, status, isGone: isGone(status) && !saysError(response), isTeardown, place};
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
	return later.find(removal => removal.isGone) ?? later.at(-1) ?? null;
}
