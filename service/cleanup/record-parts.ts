import {isIdSegment} from '../domain/endpoint-path.ts';
import {hasOwnKey, recordsIn} from '../inference/body-records.ts';
import type {Creation} from '../inference/creation-path.ts';
import {createdRecords} from '../inference/created-records.ts';
import {type DeleteMatch, withoutAction} from '../inference/delete-rule.ts';
import {revisionPlace} from '../inference/delete-tiers.ts';
import type {HandleCandidate} from '../inference/handle-candidates.ts';
import {isObject, type JsonObject} from '../inference/json-value.ts';
import type {MemberCalls} from '../inference/member-calls.ts';
import {fillTemplate, parameterOf, parametersOf} from '../inference/path-template.ts';
import {kindOf} from '../inference/word-form.ts';
import type {OrphanReason} from '../../contract/enums.ts';
import type {EndpointId} from '../../contract/ids.ts';
import type {DeleteWith} from '../store/cleanup/cleanup-tables.ts';
import type {MemberRead} from '../store/cleanup/sweep-store.ts';
import type {CallHistory} from './call-history.ts';
import {answersList, isLogin, ownedIn, ownKey, repeatsRequest, sentRecords, untrackedRecords} from './creation.ts';
import {deleteAddress, guessedReads} from './delete-address.ts';
import {explicitHandle} from './explicit-handle.ts';
import type {ObservedCall} from './observed-call.ts';
import {handleInLists} from './observed-templates.ts';
import type {Claim} from './ownership.ts';
import {recordValues} from './record-values.ts';
import type {Remains} from './uncreated.ts';

/** What is known around a call. */
export type Surroundings = {
	history: CallHistory;
	/** Of the call among the others. */
	place: number;
	members: MemberCalls;
	/** To be told why a call made nothing. */
	remains: Remains;
	/** A read before the call was answered that nothing is at its path. */
	isFree: boolean;
	/** The path of the call was read as free before it, or is read with success after it and was never shown before. */
	isFilled: boolean;
	/** Where a person has said that the handle stands. */
	explicit: string | null;
	/** What the test itself has named as the handle of a kind of record. */
	captured(kind: string): string | null;
};
/** A record that a call has made, as far as the call and its DELETE tell it. */
export type RecordPart = {
	/** Null: it has one, but nobody said which. */
	handle: string | null;
	/** Kind of record, such as `/items`. */
	family: string;
	/** Null: no DELETE endpoint is known, or its address cannot be put together. */
	deletion: {endpointId: EndpointId | null; path: string; url: string} | null;
	/** What its DELETE is sent with beside its address; null: nothing. */
	deleteWith: DeleteWith | null;
	/** The address of its DELETE is that of the whole collection, and only the body says which record is meant. */
	isShared: boolean;
	/** Reads that would tell what is missing. */
	reads: MemberRead[];
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
} & Pick<Claim, 'record' | 'isDirect' | 'isNew' | 'list'>;

/** Finds the DELETE of what a request to some path created. */
export type MatchOf = (creation: Pick<Creation, 'segments'>) => DeleteMatch | null;

/** What a call with a known DELETE endpoint has created. */
export function deletableParts(call: ObservedCall, match: DeleteMatch, surroundings: Surroundings): RecordPart[] {
	const {history, place, members, captured, explicit, remains} = surroundings;
	const {tier, template, endpoint} = match;
	const isCollection = isOfCollection(call, match);
	if ((tier === 'family' || tier === 'described') && !isCollection && isLogin(call))
		return orphanParts(call, surroundings);
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
			isNew = false,
		}: Partial<Pick<RecordPart, 'candidates' | 'isDirect' | 'isNew' | 'list'>> = {},
	): RecordPart => {
		const {url, knownUrl, note, more, toRead, isShared} = deleteAddress({call, match, values, record, handle, members});
		const deletion = url === null ? null : {endpointId: endpoint.endpointId, path: endpoint.path, url};
		return {
			...{handle, family, deletion, fields: {...request, ...record}, candidates, note, record, isDirect, isNew, list},
			reason: deletion ? null : 'handle_missing',
			deleteWith: more,
			isShared,
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
	const bulk = sentRecords(call, shown);
	const requests = bulk ?? (Array.isArray(call.request) ? call.request.filter(isObject) : [sent]);
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
		const list: RecordPart['list'] =
			handle !== null && candidates[0]?.pointer === '$list' ? (wasRead ? 'read' : 'unread') : null;
		const known = {candidates, isDirect: isCollection && !isList, isNew: bulk !== null && call.status === 201, list};
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
export function listedParts(call: ObservedCall, matchOf: MatchOf, {history, place}: Surroundings): RecordPart[] | null {
	const segments = call.segments.slice(0, -1);
	if (call.method !== 'POST' || call.hasResponseBody || segments.length === 0) return null;
	const handle = handleInLists(call, history.readsAfter(place, segments));
	if (handle === null || handleInLists(call, history.readsBefore(place, segments)) !== null) return null;
	const match = matchOf({segments});
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

const noValues: ReadonlyMap<string, string> = new Map();

/** A part that needs nothing read and of which nothing else is known. */
const plain = {
	deleteWith: null,
	isShared: false,
	reads: [],
	knownUrl: null,
	knownPath: null,
	candidates: [],
	note: null,
	isDirect: false,
	isNew: false,
} satisfies Partial<RecordPart>;

/** What was created without a known way to delete it. */
export function orphanParts(
	call: ObservedCall,
	{captured, explicit, remains, history, place, isFree, isFilled}: Surroundings,
): RecordPart[] {
	const kind = kindOf(withoutAction(call.segments).at(-1) ?? '');
	const kinds = new Set([kind]);
	const answered = recordsIn(call.response, kinds);
	remains.isList = answersList(call, answered);
	const bulk = sentRecords(call, answered);
	const requests = bulk ?? (Array.isArray(call.request) ? call.request : [call.request]);
	const shownAt = (path: readonly string[]) => history.shownAt(place, path);
	return untrackedRecords(call, kinds, {isFree, isFilled, shownAt}).map(({handle, record}, number): RecordPart => {
		const request = requests[number];
		const path = call.segments.at(-1) === handle ? call.segments.slice(0, -1) : call.segments;
		return {
			handle: (explicit === null ? handle : explicitHandle(call, explicit, noValues, number)) ?? captured(kind),
			family: familyOf([], path),
			deletion: null,
			reason: 'no_delete_endpoint',
			fields: {...(isObject(request) ? request : {}), ...record},
			...plain,
			record,
			isNew: bulk !== null && call.status === 201,
			list: null,
		};
	});
}

/** `POST /users`, `POST /v2/users/create` for `DELETE /users/{id}`; not `POST /users/login` or `POST /users/7/clone`. */
function isOfCollection(call: ObservedCall, {tier, template}: DeleteMatch): boolean {
	// A record says in every answer where it is; only the header is there to tell of a new one.
	if (tier === 'location' && call.location !== null) return true;
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

/**
 * `/items` of `/carts/{cartId}/items/{itemId}`, else of the path that created the record. `/package` of
 * `/{package}/-rev/{revision}`: what names the revision is no name of the record.
 */
export function familyOf(template: readonly string[], path: readonly string[]): string {
	const fixed = (segments: readonly string[]) =>
		segments.filter(segment => parameterOf(segment) === null && !isIdSegment(segment) && kindOf(segment) !== '');
	const member = template.slice(0, revisionPlace(template)?.from);
	const named = member.length < template.length ? parameterOf(member.at(-1) ?? '') : null;
	return `/${fixed(member).at(-1) ?? named ?? fixed(path).at(-1) ?? ''}`;
}
