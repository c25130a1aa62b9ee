import {deleteAddress, guessedReads} from './delete-address.ts';
import {revisionPlace} from '../inference/delete-tiers.ts';
import type {HandleCandidate} from '../inference/handle-candidates.ts';
import {explicitHandle, handlePlaceOf, type HandlePlace} from './explicit-handle.ts';
import type {KnownEndpoint} from './known-endpoint.ts';
import {creationOfCall} from './creation-of-call.ts';
import type {Creation} from '../inference/creation-path.ts';
import type {OrphanReason} from '../../source/contract/enums.ts';
import {isIdSegment} from '../domain/id-segment.ts';
import {hasOwnKey, recordsIn} from '../inference/body-records.ts';
import {CallHistory} from './call-history.ts';
import type {OwnershipProof} from '../../source/contract/cleanup.ts';
import {Absences} from './absence.ts';
import {
	answersList,
	handsOutToken,
	isLogin,
	isWrite,
	mayCreate,
	ownedIn,
	ownKey,
	repeatsRequest,
	untrackedRecords,
} from './creation.ts';
import {type Claim, creatingEndpoints, Ownership} from './ownership.ts';
import {type EarlierLives, Sightings} from './sightings.ts';
import {type FoundCall, madeNothing, type Remains} from './uncreated.ts';
import {type DeleteMatch, findDelete, indexDeletes, withoutAction} from '../inference/delete-rule.ts';
import type {DeleteWith} from '../store/cleanup-tables.ts';
import type {MemberRead} from '../store/sweep-store.ts';
import {createdRecords} from '../inference/created-records.ts';
import {capturedHandle, type NamedCapture} from '../inference/handle-value.ts';
import {type AnsweredCall, MemberCalls} from '../inference/member-calls.ts';
import {recordValues} from './record-values.ts';
import {isObject, type JsonObject, scalarsOf} from '../inference/json-value.ts';
import type {ObservedCall} from './observed-call.ts';
import {handleInLists, inferTemplate, namedValues, observedDeletes} from './observed-templates.ts';
import {linkParents} from './parents.ts';
import {type Removal, Removals} from './removals.ts';
import {bestFit, fillTemplate, parameterOf, parametersOf, segmentsOf} from '../inference/path-template.ts';
import {isSingular, kindOf} from '../inference/word-form.ts';

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
	/** What its DELETE is sent with beside its address; null: nothing. */
	deleteWith: DeleteWith | null;
	/** Reads that would tell what is missing. */
	reads: MemberRead[];
	/** What proves that the batch made it; null: nothing, and it is not deleted without a word. */
	proof: OwnershipProof | null;
	reason: OrphanReason | null;
	/** Its address as far as it is known, with `{parameter}` in the place of what is missing; null: it is known, or none is. */
	knownUrl: string | null;
	/** Template of that address. */
	knownPath: string | null;
	/** Values that may be its handle, best first; for whoever has to choose one. */
	candidates: HandleCandidate[];
	/** What its DELETE needs that cannot be sent, in words; null: nothing. */
	note: string | null;
	/** What is known of the record, for rules that keep some. */
	fields: JsonObject;
	/** Keys of the records it belongs to. */
	parents: string[];
	/** Hands out a token, perhaps the one that cleanup itself needs: removed last. */
	isLast: boolean;
	/** The last DELETE that a test sent for it. */
	removal: Omit<Removal, 'place'> | null;
};

export type Search = {
	/** Calls of the tests to their own target, in the order in which they were made. */
	calls: readonly ObservedCall[];
	endpoints: readonly KnownEndpoint[];
	/** Segments of the path of the target URL. */
	base: readonly string[];
	/** What the tests have captured by name. */
	captures?: ReadonlyArray<NamedCapture & {run_id: string}>;
	/** Where people have said that handles stand. */
	handles?: readonly HandlePlace[];
	/** Reads of records that were sent for what is missing, and that have shown them. */
	reads?: readonly AnsweredCall[];
	/** What answers of other batches had shown. */
	earlier?: EarlierLives;
};

/** What the writes of a batch have come to: each made records, or nothing that is still there. */
export type Found = {records: FoundRecord[]; calls: FoundCall[]};

/**
 * Records that recorded calls created and that no test has removed again, and the calls that made nothing of the kind.
 * Precision comes first: a record is only said to be deletable when the address of its DELETE follows from the call, and
 * never from a field that names another one; it is only deleted when something proves that it was not there before.
 */
export function findRecords({calls, endpoints, base, captures = [], handles = [], reads = [], earlier}: Search): Found {
	const named = namedValues(calls);
	const deletes = indexDeletes(
		endpoints.filter(({method}) => method === 'DELETE'),
		endpoints,
	);
	const seen = indexDeletes(observedDeletes(calls, named).map(path => ({endpointId: null, path})));
	const removals = new Removals(calls);
	const history = new CallHistory(calls);
	const members = new MemberCalls([...calls, ...reads]);
	const capturesOf = new Map<string, NamedCapture[]>();
	for (const capture of captures) capturesOf.set(capture.run_id, [...(capturesOf.get(capture.run_id) ?? []), capture]);
	const found: FoundRecord[] = [];
	const addresses = new Set<string>();
	const nothing: FoundCall[] = [];
	const templates = new Map(
		calls.flatMap(call => (isWrite(call) ? [[call, knownTemplate(call, endpoints, base)] as const] : [])),
	);
	const pathOf = (call: ObservedCall) => templates.get(call)?.path ?? inferTemplate(call.segments, named);
	const absences = new Absences(calls, endpoints, base);
	const ownership = new Ownership({
		sightings: new Sightings(calls, earlier),
		absences,
		created: creatingEndpoints(calls, pathOf),
	});
	for (const [place, call] of calls.entries()) {
		const known = templates.get(call);
		if (known === undefined) continue;
		const sourcePath = pathOf(call);
		const remains: Remains = {known: null, removal: null, again: null, isList: false};
		if (!mayCreate(call)) {
			nothing.push(madeNothing(call, sourcePath, ownership, remains));
			continue;
		}
		const own = capturesOf.get(call.runId) ?? [];
		const surroundings: Surroundings = {
			history,
			place,
			members,
			remains,
			explicit: handlePlaceOf(call, handles, base),
			captured: kind => capturedBy(call, own, kind),
		};
		const creation = creationOfCall(call, known?.segments ?? null);
		// A PUT on a name that was read as free has made the record, whatever its status says.
		if (call.method === 'PUT' && absences.before(call, [call.segments], []) !== null)
			creation.statuses = [...(creation.statuses ?? []), 201];
		const matchOf = (one: Creation) => findDelete(one, deletes, base) ?? findDelete(one, seen, base);
		const match = matchOf(creation);
		const parts = match
			? deletable(call, match, surroundings)
			: (listed(
					call,
					segments => matchOf({...creation, segments, template: null, location: null, links: []}),
					surroundings,
				) ??
				orphans(call, surroundings).map(part =>
					besideCollection({call, part, reads}, segments =>
						matchOf({...creation, segments, template: null, location: null, links: []}),
					),
				));
		let isFound = false;
		for (const [number, part] of parts.entries()) {
			// Not the address: that may only become known when a later test shows the DELETE endpoint.
			const key = `${call.id} ${number}`;
			const removal = removals.last(part, call, place);
			const sent = removal?.isTeardown ? sentDeletion(calls[removal.place]!, part.handle, named) : null;
			const deletion = part.deletion ?? sent;
			const {handle, family, record, isDirect, list} = part;
			const url = deletion && ((deletion === part.deletion && part.deleteWith?.readUrl) || deletion.url);
			const claim: Claim = {call, handle, family, url, record, sourcePath, isDirect, list};
			const addressKey = `${deletion?.url} ${part.deleteWith?.body ?? ''}`;
			const isRepeated = deletion !== null && addresses.has(addressKey);
			const isKnown = call.status !== 201 && ownership.isKnown(claim);
			const proof = ownership.prove(claim);
			const name = `${family} ${handle ?? ''}`.trim();
			const isDeleted = removal?.isGone === true && !removal.isTeardown && (proof !== null || !isKnown);
			// Whatever the call did: that was there before.
			const isOld = proof === null && isKnown && !removal?.isTeardown;
			if (isDeleted) remains.removal = {name, status: removal.status};
			else if (isRepeated) remains.again = name;
			else if (isOld) remains.known = name;
			if (isDeleted || isRepeated || isOld) continue;
			isFound = true;
			if (deletion) addresses.add(addressKey);
			found.push({
				...part,
				deletion,
				deleteWith: deletion === part.deletion ? part.deleteWith : null,
				knownUrl: deletion ? null : part.knownUrl,
				proof,
				reason: deletion ? (proof ? null : 'may_have_existed') : part.reason,
				key,
				call,
				sourcePath,
				parents: [],
				isLast: handsOutToken(call.response),
				removal,
			});
		}
		if (!isFound) nothing.push(madeNothing(call, sourcePath, ownership, remains));
	}
	return {records: linkParents(found), calls: nothing};
}

/** The DELETE of a teardown test, for a record that nothing else tells how to delete: to be tried again with it. */
function sentDeletion(
	{origin, segments}: ObservedCall,
	handle: string | null,
	named: ReadonlySet<string>,
): FoundRecord['deletion'] {
	// Without the record in its path it named it elsewhere: sent again as it is, it would delete the collection.
	if (handle === null || !segments.includes(handle)) return null;
	const url = `${origin}/${segments.map(encodeURIComponent).join('/')}`;
	return {endpointId: null, path: inferTemplate(segments, named), url};
}

type Surroundings = {
	history: CallHistory;
	/** Of the call among the others. */
	place: number;
	members: MemberCalls;
	/** To be told why a call made nothing. */
	remains: Remains;
	/** Where a person has said that the handle stands. */
	explicit: string | null;
	/** What the test itself has named as the handle of a kind of record. */
	captured(kind: string): string | null;
};
type Part = Pick<
	FoundRecord,
	| 'handle'
	| 'family'
	| 'deletion'
	| 'deleteWith'
	| 'reads'
	| 'reason'
	| 'fields'
	| 'knownUrl'
	| 'knownPath'
	| 'candidates'
	| 'note'
> &
	Pick<Claim, 'record' | 'isDirect' | 'list'>;

const capturedBy = ({response}: ObservedCall, captures: readonly NamedCapture[], kind: string) =>
	captures.length === 0
		? null
		: capturedHandle(captures, kind, new Set([...scalarsOf(response)].map(({text}) => text)));

function deletable(call: ObservedCall, match: DeleteMatch, surroundings: Surroundings): Part[] {
	const {history, place, members, captured, explicit, remains} = surroundings;
	const {tier, template, endpoint} = match;
	const isCollection = isOfCollection(call, match);
	if ((tier === 'family' || tier === 'described') && !isCollection && isLogin(call)) return orphans(call, surroundings);
	const family = familyOf(template.segments, call.segments);
	const part = (
		values: ReadonlyMap<string, string>,
		handle: string | null,
		record: JsonObject,
		request: JsonObject,
		{
			candidates = [],
			isDirect = isCollection,
			list = null,
		}: Partial<Pick<Part, 'candidates' | 'isDirect' | 'list'>> = {},
	): Part => {
		const {url, knownUrl, note, more, toRead} = deleteAddress({call, match, values, record, handle, members});
		const deletion = url === null ? null : {endpointId: endpoint.endpointId, path: endpoint.path, url};
		return {
			...{handle, family, deletion, fields: {...request, ...record}, candidates, note, record, isDirect, list},
			reason: deletion ? null : 'handle_missing',
			deleteWith: more,
			reads:
				handle === null
					? guessedReads(call, match, values, explicit === null ? candidates : [])
					: toRead === null
						? []
						: [{url: toRead, handle, isGuess: false}],
			knownUrl: deletion ? null : knownUrl,
			knownPath: deletion ? null : endpoint.path,
		};
	};
	const own = parametersOf({
		...template,
		segments: template.segments.slice(0, revisionPlace(template.segments)?.from),
	}).at(-1);
	const sent = isObject(call.request) ? call.request : {};
	if (match.open.length === 0) {
		const [record = {}] = recordsIn(call.response, kindsOf(call, match));
		const said = explicit === null ? null : explicitHandle(call, explicit, match.values);
		const values = said === null || own === undefined ? match.values : new Map([...match.values, [own, said]]);
		return [part(values, (own && values.get(own)) ?? null, record, sent)];
	}
	const ownKind = match.kinds.get(match.open.at(-1)!) ?? '';
	const answered = createdRecords(call.response, ownKind, kindsOf(call, match), new Set(match.values.values()), sent);
	// A list that nobody asked to create is what a search answers.
	const shown = answered.map(({record}) => record);
	const isList = answersList(call, shown) && !(answered.length === 1 && showsParent(call));
	// One element at the collection itself may be what was made, or the only hit of a search.
	if (isList && (answered.length > 1 || !isCollection)) {
		remains.isList = true;
		return [];
	}
	const requests = Array.isArray(call.request) ? call.request.filter(isObject) : [sent];
	const records = answered.length > 0 ? answered : requests.map(() => null);
	return records.flatMap((answer, number) => {
		const request = requests[number] ?? sent;
		const record = answer?.record ?? {};
		const sources = {call, place, match, record: answer, request, history, members, captured, explicit, number};
		const {values, handle, more, candidates} = recordValues(sources);
		// The path names the record itself: something was done to it.
		if (tier === 'described' && handle !== null && call.segments.includes(handle)) return [];
		if (handle !== null && ownedIn(call.segments, new Set([ownKey(kindOf(family), handle)])).length > 0) return [];
		// Errors, too, are answered 200 by some: without a handle only the request of the collection itself, an explicit
		// "created", an empty answer or one that repeats the request counts.
		const isSaid = call.status === 201 || !call.hasResponseBody || isCollection || repeatsRequest(request, record);
		if (handle === null && !isSaid) return [];
		const wasRead = history.readsBefore(place, call.segments).length > 0;
		const list: Part['list'] =
			handle !== null && candidates[0]?.pointer === '$list' ? (wasRead ? 'read' : 'unread') : null;
		const known = {candidates, isDirect: isCollection && !isList, list};
		const last = match.open.at(-1)!;
		return [
			part(values, handle, record, request, known),
			...more.map(other => part(new Map([...values, [last, other]]), other, {}, request, known)),
		];
	});
}

/**
 * A record that a call one level above its collection created without telling its handle, such as `POST /users/invite`
 * answered 204: the collection is read later and shows one element that repeats what was sent and was not there before.
 * Null: nothing says so.
 */
function listed(
	call: ObservedCall,
	matchOf: (segments: readonly string[]) => DeleteMatch | null,
	{history, place}: Surroundings,
): Part[] | null {
	const segments = call.segments.slice(0, -1);
	if (call.method !== 'POST' || call.hasResponseBody || segments.length === 0) return null;
	const handle = handleInLists(call, history.readsAfter(place, segments));
	if (handle === null || handleInLists(call, history.readsBefore(place, segments)) !== null) return null;
	const match = matchOf(segments);
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
			...plain,
			record: {},
			list: history.readsBefore(place, segments).length > 0 ? 'read' : 'unread',
		},
	];
}

/**
 * A record that a call one level below its collection was answered with, such as `POST /labels/bulk` answered
 * `201 [{id}]`. The path alone does not say that the id is one of the collection (`POST /users/invite` may answer with an
 * invitation): the record is read there first, and has to show what was sent.
 */
function besideCollection(
	{call, part, reads}: {call: ObservedCall; part: Part; reads: readonly AnsweredCall[]},
	matchOf: (segments: readonly string[]) => DeleteMatch | null,
): Part {
	const {handle, fields} = part;
	const last = call.segments.at(-1) ?? '';
	// A plural names records of its own.
	const isBeside = call.method === 'POST' && call.status === 201 && isSingular(last) && !isIdSegment(last);
	if (!isBeside || handle === null || call.segments.length < 2 || call.segments.includes(handle)) return part;
	const segments = call.segments.slice(0, -1);
	const match = matchOf(segments);
	const own = match?.open.length === 1 ? match.open[0] : undefined;
	if (match?.tier !== 'path' || own === undefined || match.template.query.length > 0) return part;
	const {template, endpoint, prefix} = match;
	const path = fillTemplate(template, prefix, new Map([...match.values, [own, handle]]));
	if (path === null) return part;
	const url = call.origin + path;
	const address = segmentsOf(new URL(url).pathname).join('/');
	const sent = new Set([...scalarsOf(call.request)].flatMap(({text}) => (/^\d*$/.test(text) ? [] : [text])));
	const repeated = new Set(Object.values(fields).filter(value => typeof value === 'string' && sent.has(value)));
	if (repeated.size === 0) return part;
	const isRead = reads.some(
		read => read.segments.join('/') === address && [...scalarsOf(read.response)].some(({text}) => repeated.has(text)),
	);
	return isRead
		? {
				...part,
				family: familyOf(template.segments, segments),
				deletion: {endpointId: endpoint.endpointId, path: endpoint.path, url},
				reason: null,
			}
		: {...part, reads: [{url, handle, isGuess: true}]};
}

const noValues: ReadonlyMap<string, string> = new Map();

/** A part that needs nothing read and of which nothing else is known. */
const plain = {
	deleteWith: null,
	reads: [],
	knownUrl: null,
	knownPath: null,
	candidates: [],
	note: null,
	isDirect: false,
} satisfies Partial<Part>;

/** What was created without a known way to delete it. */
function orphans(call: ObservedCall, {captured, explicit, remains}: Surroundings): Part[] {
	const kind = kindOf(withoutAction(call.segments).at(-1) ?? '');
	const kinds = new Set([kind]);
	remains.isList = answersList(call, recordsIn(call.response, kinds));
	const requests = Array.isArray(call.request) ? call.request : [call.request];
	return untrackedRecords(call, kinds).map(({handle, record}, number): Part => {
		const request = requests[number];
		return {
			handle: (explicit === null ? handle : explicitHandle(call, explicit, noValues, number)) ?? captured(kind),
			family: familyOf([], call.segments),
			deletion: null,
			reason: 'no_delete_endpoint',
			fields: {...(isObject(request) ? request : {}), ...record},
			...plain,
			record,
			list: null,
		};
	});
}

/** `POST /users`, `POST /v2/users/create` for `DELETE /users/{id}`; not `POST /users/login` or `POST /users/7/clone`. */
function isOfCollection(call: ObservedCall, {tier, template}: DeleteMatch): boolean {
	if (tier === 'location') return true;
	const last = withoutAction(call.segments).at(-1) ?? '';
	const fixed = template.segments.filter(segment => parameterOf(segment) === null && kindOf(segment) !== '');
	return fixed.length > 0 && kindOf(last) === kindOf(fixed.at(-1)!);
}

/** The answer shows the parent with its list: the last element is what was added. */
const showsParent = ({response}: ObservedCall): boolean => isObject(response) && hasOwnKey(response);

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

/** The endpoint that a call went to, with its template below the base path of the call; null: none is known. */
function knownTemplate(call: ObservedCall, endpoints: readonly KnownEndpoint[], base: readonly string[]) {
	const known = bestFit(
		endpoints.filter(({method}) => method === call.method),
		call.segments,
		base,
	);
	return known && {path: known.endpoint.path, segments: [...known.fit.prefix, ...segmentsOf(known.endpoint.path)]};
}
