import {isSuccess} from '../domain/status.ts';
import {isIdSegment} from '../domain/endpoint-path.ts';
import {isInDoubt} from '../domain/cleanup.ts';
import {pushTo} from '../domain/push-to.ts';
import type {OwnershipProof} from '../../contract/cleanup.ts';
import type {OrphanReason} from '../../contract/enums.ts';
import type {RunId} from '../../contract/ids.ts';
import type {Creation} from '../inference/creation-path.ts';
import {findDelete, indexDeletes} from '../inference/delete-rule.ts';
import {capturedHandle, type NamedCapture} from '../inference/handle-value.ts';
import {type JsonObject, scalarsOf} from '../inference/json-value.ts';
import {type AnsweredCall, MemberCalls} from '../inference/member-calls.ts';
import {bestFit, parameterOf, segmentsOf, templateOf} from '../inference/path-template.ts';
import {Absences} from './absence.ts';
import {besideCollection} from './beside-collection.ts';
import {CallHistory} from './call-history.ts';
import {handsOutToken, isWrite, mayCreate} from './creation.ts';
import {creationOfCall} from './creation-of-call.ts';
import {type HandlePlace, handlePlaceOf} from './explicit-handle.ts';
import type {KnownEndpoint} from './known-endpoint.ts';
import {addressBeside, type ObservedCall} from './observed-call.ts';
import {inferTemplate, namedValues, observedDeletes} from './observed-templates.ts';
import {type Claim, creatingEndpoints, Ownership} from './ownership.ts';
import type {FoundRecord} from './found-record.ts';
import {Numbering} from './numbering.ts';
import {Moves} from './moves.ts';
import {linkParents} from './parents.ts';
import {deletableParts, listedParts, type MatchOf, orphanParts, type Surroundings} from './record-parts.ts';
import {Removals} from './removals.ts';
import {type EarlierLives, Sightings} from './sightings.ts';
import type {Settlements} from './settle-unknown.ts';
import {isOfUnknownOutcome, sentText, unknownRecord} from './unanswered.ts';
import type {RunOrigin} from '../store/cleanup/read-sweep.ts';
import {questionOf} from './unknown-question.ts';
import {type FoundCall, madeNothing, type Remains} from './uncreated.ts';

type Search = {
	/** Calls of the tests to their own target, in the order in which they were made. */
	calls: readonly ObservedCall[];
	endpoints: readonly KnownEndpoint[];
	/** Segments of the path of the target URL. */
	base: readonly string[];
	/** What the tests have captured by name. */
	captures?: ReadonlyArray<NamedCapture & {run_id: RunId}>;
	/** Where people have said that handles stand. */
	handles?: readonly HandlePlace[];
	/** Reads of records that were sent for what is missing, and that have shown them. */
	reads?: readonly AnsweredCall[];
	/** DELETEs, by their templates, after which the API keeps a record and only hides it. */
	marking?: ReadonlyMap<string, unknown>;
	/** DELETEs, by their templates, that were accepted and left a record of these calls where it was. */
	idle?: ReadonlySet<string>;
	/** What answers of other batches had shown. */
	earlier?: EarlierLives;
	/** By run: where the values of calls that were never answered may come from. */
	origins?: ReadonlyMap<string, RunOrigin>;
	/** What reading has told of such calls. */
	settlements?: Settlements;
	/** `RUN_TAG` of the execution that made a call; null: it may have been that of an earlier one. */
	tagOf?: (call: ObservedCall) => string | null;
};

/** What the writes of a batch have come to: each made records, or nothing that is still there. */
type Found = {records: FoundRecord[]; calls: FoundCall[]};

/**
 * Records that recorded calls created and that no test has removed again, and the calls that made nothing of the kind.
 * Precision comes first: a record is only said to be deletable when the address of its DELETE follows from the call, and
 * never from a field that names another one; it is only deleted when something proves that it was not there before.
 */
export function findRecords(search: Search): Found {
	const {calls, endpoints, base, captures = [], handles = [], reads = [], earlier} = search;
	const {tagOf = () => null, origins = new Map<string, never>(), settlements = new Map<string, never>()} = search;
	const {marking = new Map<string, never>(), idle = new Set<string>()} = search;
	const named = namedValues(calls);
	const deletes = indexDeletes(
		endpoints.filter(({method}) => method === 'DELETE'),
		endpoints,
	);
	const seen = indexDeletes(observedDeletes(calls, named).map(path => ({endpointId: null, path})));
	const removals = new Removals(calls);
	const moves = new Moves(calls);
	const history = new CallHistory(calls);
	const members = new MemberCalls([...calls, ...reads]);
	const capturesOf = new Map<string, NamedCapture[]>();
	for (const capture of captures) pushTo(capturesOf, capture.run_id, capture);
	const found: FoundRecord[] = [];
	const addresses = new Set<string>();
	const nothing: FoundCall[] = [];
	const templates = new Map(
		calls.flatMap(call =>
			isWrite(call) || isOfUnknownOutcome(call) ? [[call, knownTemplate(call, endpoints, base)] as const] : [],
		),
	);
	const pathOf = (call: ObservedCall) => templates.get(call)?.path ?? inferTemplate(call.segments, named);
	const absences = new Absences(calls, endpoints, base);
	const isCollection = collections(calls, endpoints, base);
	const sightings = new Sightings(calls, earlier);
	const asking = {
		calls,
		callsOfRun: callsByRun(calls),
		origins,
		sightings,
		endpoints,
		base,
		tagOf,
		isCollection,
	};
	const ownership = new Ownership({
		sightings,
		absences,
		tagOf,
		created: creatingEndpoints(calls, endpoints, pathOf),
		numbering: new Numbering(calls, pathOf),
	});
	const isReadAfter = (place: number, {segments}: ObservedCall) =>
		history.readsBefore(place, segments).length === 0 && history.readsAfter(place, segments).length > 0;
	for (const [place, sent] of calls.entries()) {
		const known = templates.get(sent);
		if (known === undefined) continue;
		const sourcePath = pathOf(sent);
		const settlement = settlements.get(sent.id) ?? null;
		const readBack = isOfUnknownOutcome(sent) && settlement?.outcome === 'made' ? settlement : null;
		const call = readBack ? asAnswered(sent, readBack) : sent;
		const unknown = () => {
			const question = questionOf(sent, asking);
			// Mostly a server that breaks or refuses has made nothing: only what can be read back is worth a look, and no word without one.
			const isIdle = isInDoubt(sent) && (typeof question === 'string' || settlement !== null);
			const record = isIdle ? null : unknownRecord(sent, sourcePath, removals, place, {question, settlement});
			if (record) found.push(record);
		};
		if (call.status === null || isInDoubt(call)) {
			unknown();
			continue;
		}
		const remains: Remains = {known: null, removal: null, again: null, isList: false};
		if (!mayCreate(call) || moves.isMove(place)) {
			nothing.push(madeNothing(call, sourcePath, ownership, remains));
			continue;
		}
		const own = capturesOf.get(call.runId) ?? [];
		const wasFree = absences.before(call, [call.segments], []) !== null;
		const isFree = call.method === 'PUT' && wasFree;
		const surroundings: Surroundings = {
			history,
			place,
			members,
			remains,
			isFree,
			isFilled:
				wasFree ||
				(call.method === 'PUT' && absences.wasMissing(call)) ||
				(isChosenName(call) && !ownership.shownPath(call) && isReadAfter(place, call)),
			explicit: handlePlaceOf(call, handles, base),
			captured: kind => capturedBy(call, own, kind),
		};
		const creation = creationOfCall(call, known?.segments ?? null);
		// A PUT on a name that was read as free has made the record, whatever its status says.
		if (isFree) creation.statuses = [...(creation.statuses ?? []), 201];
		const matchOf = (one: Creation) => findDelete(one, deletes, base) ?? findDelete(one, seen, base);
		const match = matchOf(creation);
		const without: MatchOf = one => matchOf({...creation, ...one, template: null, location: null, links: []});
		const shownAt = (path: readonly string[]) => history.shownAt(place, path);
		const template = known?.segments ?? null;
		const parts = match
			? deletableParts(call, match, surroundings)
			: (listedParts(call, without, surroundings) ??
				orphanParts(call, surroundings).map(part =>
					besideCollection({call, part, template, reads, matchOf: without, shownAt, isCollection}),
				));
		if (readBack && parts.length !== 1) {
			unknown();
			continue;
		}
		let isFound = false;
		for (const [number, part] of parts.entries()) {
			// Not the address: that may only become known when a later test shows the DELETE endpoint.
			const key = `${call.id} ${number}`;
			const now = moves.follow(part, place);
			const sentOff = removals.last(now, call, place);
			const deletePath = now.deletion?.path ?? '';
			const isMarked = sentOff?.isGone === true && marking.has(deletePath);
			const isIdle = sentOff?.isGone === true && !sentOff.isMissed && !isMarked && idle.has(deletePath);
			const isStillThere = sentOff?.isStillThere === true || isIdle;
			const removal = sentOff && {...sentOff, isStillThere, isMarked};
			const planned = removal?.isTeardown ? sentDeletion(calls[removal.place]!, now.handle, named) : null;
			const deletion = now.deletion ?? planned;
			const {record, isDirect, isNew, isShared, list, ...kept} = now;
			const {handle, family} = part;
			const url = part.deletion ? (part.deleteWith?.readUrl ?? part.deletion.url) : (planned?.url ?? null);
			const claim: Claim = {call, handle, family, url, record, sourcePath, isDirect, isNew, list};
			const addressKey = `${deletion?.url} ${part.deleteWith?.body ?? ''}`;
			const isRepeated = deletion !== null && addresses.has(addressKey);
			// A PUT without a known DELETE is told from the change of a record by what was shown of it.
			const mayBeOld = call.status !== 201 || (call.method === 'PUT' && deletion === null);
			const isKnown = mayBeOld && ownership.isKnown(claim);
			const proof = readBack
				? ownership.vouch(claim, `${sentText(sent)}; read back: ${readBack.text}`)
				: ownership.prove(claim);
			const name = `${family} ${now.handle ?? ''}`.trim();
			const isGone = removal?.isGone === true && !isStillThere && !isMarked;
			const isDeleted = isGone && !removal.isTeardown && (proof !== null || !isKnown);
			// Whatever the call did: that was there before.
			const isOld = proof === null && isKnown && !removal?.isTeardown;
			if (readBack && (isDeleted || isRepeated || proof === null)) {
				unknown();
				isFound = true;
				continue;
			}
			if (isDeleted) remains.removal = {name, status: removal.status};
			else if (isRepeated) remains.again = name;
			else if (isOld) remains.known = name;
			if (isDeleted || isRepeated || isOld) continue;
			isFound = true;
			if (deletion && !isMarked && !isStillThere) addresses.add(addressKey);
			found.push({
				...kept,
				deletion,
				deleteWith: deletion === now.deletion ? now.deleteWith : null,
				knownUrl: deletion ? null : part.knownUrl,
				proof,
				reason: deletion ? unsentReason(proof, isShared) : part.reason,
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

function callsByRun(calls: readonly ObservedCall[]): ReadonlyMap<string, readonly ObservedCall[]> {
	const byRun = new Map<string, ObservedCall[]>();
	for (const call of calls) pushTo(byRun, call.runId, call);
	return byRun;
}

/** A call that was never answered, as if it had been answered with the record that was read back. */
const asAnswered = (call: ObservedCall, {record}: {record: JsonObject}): ObservedCall => ({
	...call,
	status: 201,
	isUnanswered: false,
	response: record,
	hasResponseBody: true,
});

/** The DELETE of a teardown test, for a record that nothing else tells how to delete: to be tried again with it. */
function sentDeletion(call: ObservedCall, handle: string | null, named: ReadonlySet<string>): FoundRecord['deletion'] {
	const {segments, closing} = call;
	// Without the record in its path it named it elsewhere: sent again as it is, it would delete the collection.
	if (handle === null || !segments.includes(handle)) return null;
	return {endpointId: null, path: inferTemplate(segments, named) + closing, url: addressBeside(call, segments)};
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

/** Why a DELETE whose address is known is not sent unless somebody asks for it; null: it is. */
const unsentReason = (proof: OwnershipProof | null, isShared: boolean): OrphanReason | null =>
	proof === null ? 'may_have_existed' : isShared ? 'shared_address' : null;

const capturedBy = ({response}: ObservedCall, captures: readonly NamedCapture[], kind: string) =>
	captures.length === 0
		? null
		: capturedHandle(captures, kind, new Set([...scalarsOf(response)].map(({text}) => text)));

/** Whether a path holds records of its own: it can be read, or something lies below it. */
function collections(calls: readonly ObservedCall[], endpoints: readonly KnownEndpoint[], base: readonly string[]) {
	const known = endpoints.filter(({path}) => parameterOf(segmentsOf(path).at(-1) ?? '') === null);
	const readable = known.filter(({method}) => method === 'GET');
	const members = endpoints.flatMap(({path, ...rest}) => {
		const {segments} = templateOf(path);
		const isMember = segments.length > 1 && parameterOf(segments.at(-1)!) !== null;
		return isMember ? [{...rest, path: `/${segments.slice(0, -1).join('/')}`}] : [];
	});
	const holding = [...readable, ...members];
	const shown = new Set<string>();
	for (const {method, status, segments} of calls)
		if (method === 'GET' && isSuccess(status))
			for (const path of [segments, segments.slice(0, -1)]) shown.add(path.join('/'));
	return (path: readonly string[]): boolean => shown.has(path.join('/')) || isFixedFit(holding, path, base);
}

/** Whether a path is one of some templates, its last segment by its own name and not as the value of a parameter. */
function isFixedFit(
	templates: ReadonlyArray<{path: string}>,
	path: readonly string[],
	base: readonly string[],
): boolean {
	const fit = bestFit(
		templates.filter(template => segmentsOf(template.path).at(-1) === path.at(-1)),
		path,
		base,
	);
	return fit !== null;
}

/** Whether a path ends in what a test may have made up: `PUT /shelves/shelf-4f59aa71`, not the number of an old record. */
const isChosenName = ({segments}: ObservedCall): boolean =>
	isIdSegment(segments.at(-1) ?? '') && !/^\d+$/.test(segments.at(-1) ?? '');
