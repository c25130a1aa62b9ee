import type {OwnershipProof} from '../../contract/cleanup.ts';
import {isIdSegment} from '../domain/endpoint-path.ts';
import {withoutAction} from '../inference/delete-rule.ts';
import {handleText, isObject, type JsonObject, scalarsOf} from '../inference/json-value.ts';
import {parameterOf, segmentsOf} from '../inference/path-template.ts';
import {kindOf, plainName} from '../inference/word-form.ts';
import {type Absences, pathOfRecord, pathOfUrl} from './absence.ts';
import {creationTimeIn, whenCreated} from './creation-time.ts';
import type {ObservedCall} from './observed-call.ts';
import type {KnownEndpoint} from './known-endpoint.ts';
import type {Numbering} from './numbering.ts';
import {hasTag, repeatsMadeUp, repeatsSent, repeatsTag} from './repeated-texts.ts';
import {isUnique, keyOfRequest, keysOfPath, keysOfRecord} from './record-keys.ts';
import type {Sightings} from './sightings.ts';

/** A record that a call may have made. */
export type Claim = {
	call: ObservedCall;
	handle: string | null;
	/** Kind of record, such as `/items`. */
	family: string;
	/** Address of its DELETE; null: none is known. */
	url: string | null;
	/** As the answer shows it. */
	record: JsonObject;
	/** Template of the creating request, for the proof in words. */
	sourcePath: string;
	/** The creating request is that of the collection itself, or its answer says with `Location` where the record is. */
	isDirect: boolean;
	/** The answer shows by itself that it speaks of a new record: as many as were sent, or the copy of one that is known. */
	isNew: boolean;
	/** The handle is known from a list that was read later; `read`: it had been read before, too, without the record. */
	list: 'read' | 'unread' | null;
};

type OwnershipParts = {
	sightings: Sightings;
	absences: Absences;
	/** Endpoints that have answered 201: their 200 speaks of what was there before. */
	created: ReadonlySet<string>;
	numbering: Numbering;
	/** What the execution of a call names its records with and no other execution has; null: a given seed repeats it. */
	tagOf(call: ObservedCall): string | null;
};

/** Flags by which an answer says that the record was there before. */
const existed = new Set([
	'existed',
	'existing',
	'alreadyexists',
	'alreadyexisted',
	'duplicate',
	'isduplicate',
	'exists',
]);
const made = new Set(['created', 'iscreated', 'new', 'isnew', 'inserted', 'wascreated']);
const ownNames = new Set([
	'id',
	'uuid',
	'guid',
	'uid',
	'key',
	'slug',
	'name',
	'code',
	'number',
	'identifier',
	'handle',
]);
/** Fields by which a record is known to people. */
const goesBy = new Set([
	'email',
	'emailaddress',
	'username',
	'login',
	'name',
	'fullname',
	'title',
	'slug',
	'code',
	'sku',
]);

/**
 * What proves that the batch made the records that it seems to have made. Claims are made in the order of the calls; a
 * record that is proven owns everything below it.
 */
export class Ownership {
	readonly #parts: OwnershipParts;
	/** Proven records by path, by `kind handle` and by handles that are unique, with their names in words. */
	readonly #owned = new Map<string, string>();
	readonly #addresses = new Map<string, OwnershipProof>();
	/** Proven records that a test has named, by `kind handle`, with the path above their collection. */
	readonly #chosen = new Map<string, {name: string; above: readonly string[]}>();

	constructor(parts: OwnershipParts) {
		this.#parts = parts;
	}

	/** Whether an answer had shown the record before the call was sent. */
	isKnown(claim: Claim): boolean {
		return this.#lastShown(claim) !== null;
	}

	#lastShown({call, handle, family, url, record}: Claim): number | null {
		const last = call.segments.at(-1) ?? '';
		// `POST /items/{collection}`: item 1 of another collection is another item. Where a DELETE is known, care comes first.
		const isInOneOf = url === null && handle !== null && isIdSegment(last) && last !== handle && !isUnique(handle);
		const kinds = [...(isInOneOf ? [] : [kindOf(family)]), kindOf(last)];
		const paths = [
			...memberPaths(url, handle),
			...(handle === null ? [] : [[...call.segments, handle]]),
			...(handle !== null && call.segments.at(-1) === handle ? [call.segments] : []),
		];
		return this.#parts.sightings.lastShown(
			call,
			keysOfRecord({handle, kinds, paths, record, isBeside: call.segments.length > 2}),
			call.method === 'POST' && repeatsTag(call, record, this.#parts.tagOf(call)),
		);
	}

	/** Whether an answer had shown what the path of a call names. */
	shownPath(call: ObservedCall): boolean {
		return this.#parts.sightings.lastShown(call, keysOfPath(call.segments).slice(0, 1)) !== null;
	}

	/**
	 * The record further up in the path of a call that an earlier answer had shown, such as `/teams/1`; null: none.
	 *
	 * @param template of the call: what is no parameter there names no record
	 */
	shownAbove(call: ObservedCall, template: string): string | null {
		const named = segmentsOf(template);
		const ahead = call.segments.length - named.length;
		for (let end = call.segments.length - 1; end > 1; end--) {
			const path = call.segments.slice(0, end);
			const [before = '', last = ''] = path.slice(-2);
			if (isIdSegment(before) || parameterOf(named[end - 1 - ahead] ?? '') === null) continue;
			const keys = [...keysOfPath(path).slice(0, 1), ...keysOfPath([before, last]).slice(1)];
			if (this.#parts.sightings.lastShown(call, keys) !== null) return pathName(path);
		}
		return null;
	}

	/** The proven record that a path names, in words; null: it names none. */
	ownerIn(segments: readonly string[]): string | null {
		for (const [place, segment] of segments.entries()) {
			if (place === 0) continue;
			const owner =
				this.#owned.get(pathName(segments.slice(0, place + 1))) ??
				this.#owned.get(`${kindOf(segments[place - 1]!)} ${segment}`) ??
				(isUnique(segment) ? this.#owned.get(segment) : undefined) ??
				this.#chosenIn(segments, place);
			if (owner !== undefined) return owner;
		}
		return null;
	}

	/**
	 * A proven record whose name a test has made up, at another address of its collection: `/features/flag-9b6db2a6` for
	 * `/projects/default/features/flag-9b6db2a6`, `/-/package/tool-9b6db2a6` for the `/{package}` that it was read as free
	 * at. Not below another record, where it may name something else.
	 */
	#chosenIn(segments: readonly string[], place: number): string | undefined {
		const segment = segments[place]!;
		if (!isUnique(segment)) return undefined;
		const chosen = this.#chosen.get(`${kindOf(segments[place - 1]!)} ${segment}`);
		const above = segments.slice(0, place - 1).filter(name => kindOf(name) !== '');
		return chosen && isPartOf(above, chosen.above) ? chosen.name : undefined;
	}

	/** The proof of a claim; null: none. */
	prove(claim: Claim): OwnershipProof | null {
		const proof = this.#proofOf(claim);
		if (proof === null) return null;
		this.#own(claim, proof);
		if (proof.kind === 'server_id') this.#parts.numbering.add(claim.sourcePath, claim.call, claim.handle!);
		return proof;
	}

	/**
	 * The proof of a record that was read back with what only its call had sent; null: an answer had shown it before.
	 *
	 * @param text what was read, in words
	 */
	vouch(claim: Claim, text: string): OwnershipProof | null {
		if (this.isKnown(claim)) return null;
		const proof: OwnershipProof = {kind: 'read_back', text, callId: claim.call.id};
		this.#own(claim, proof);
		return proof;
	}

	#own({call, handle, family, url}: Claim, proof: OwnershipProof): void {
		if (url !== null) this.#addresses.set(url, proof);
		if (handle === null) return;
		const name = `${family} ${handle}`;
		const path = url === null ? [...withoutAction(call.segments), handle] : pathOfRecord(url, handle);
		// `DELETE /articles/7/favorite` takes back a favorite; the article is somebody else's.
		if (path.at(-1) !== handle) return;
		this.#owned.set(pathName(path), name);
		if (call.method === 'POST') this.#owned.set(pathName([...withoutAction(call.segments), handle]), name);
		// A handle that somebody chose may name something else at every other place: the user of a membership.
		if (proof.kind !== 'server_id') {
			const kind = path.length > 1 ? kindOf(path.at(-2)!) : kindOf(family);
			if (kind !== '') this.#chosen.set(`${kind} ${handle}`, {name, above: path.slice(0, -2)});
			return;
		}
		if (isUnique(handle)) this.#owned.set(handle, name);
		if (path.slice(0, -1).some(isIdSegment)) return;
		for (const kind of [kindOf(family), kindOf(path.at(-2) ?? '')])
			if (kind !== '') this.#owned.set(`${kind} ${handle}`, name);
	}

	#proofOf(claim: Claim): OwnershipProof | null {
		const {call, handle, url, sourcePath} = claim;
		const shown = this.#lastShown(claim);
		const request = `${call.method} ${sourcePath}`;
		// Made by this batch, deleted by one of its tests, and made again.
		const before = url === null ? undefined : this.#addresses.get(url);
		if (before) return before;
		const parent = this.#parentOf(claim);
		if (parent !== null)
			return {kind: 'owned_parent', text: `it lies below ${parent}, which this run made`, callId: call.id};
		const absence = this.#absenceOf(claim);
		// Shown since: somebody else has made it meanwhile.
		if (absence && (shown === null || shown < absence.answeredAt))
			return {
				kind: 'absent_before',
				text: `${absence.method} /${absence.segments.join('/')} was answered ${absence.status} before ${request}`,
				callId: absence.id,
			};
		if (shown !== null) return null;
		if (handle !== null && this.#isNamedByRun(claim, handle))
			return {kind: 'own_name', text: `${request} made ${handle}, a name that only this run has`, callId: call.id};
		const time = creationTimeIn(claim.record) ?? creationTimeIn(call.response);
		const when = time && whenCreated(time, call);
		if (time && when === 'during' && call.status === 201)
			return {
				kind: 'created_at',
				text: `${request} was answered 201, and its ${time.field} is of that moment`,
				callId: call.id,
			};
		if (when === 'before' || handle === null || !this.#isChosenByServer(claim, handle, when === 'during')) return null;
		return {
			kind: 'server_id',
			text: `${request} was answered with ${handle}, which no earlier answer had shown`,
			callId: call.id,
		};
	}

	/**
	 * A proven record that the address of the DELETE lies below: also one that its last part names, such as the own user of
	 * `/groups/7/members/{userId}`. The creating path alone says too little: `POST /articles/{own}/tags` may answer with a
	 * tag that all articles share.
	 */
	#parentOf({call, handle, url, record}: Claim): string | null {
		const path = url === null ? [...call.segments, ...(handle === null ? [] : [handle])] : pathOfRecord(url, handle);
		const above = this.ownerIn(path.slice(0, -1));
		if (above !== null) return above;
		if (handle === null || url === null || path.at(-1) !== handle) return null;
		if (isUnique(handle)) return this.#owned.get(handle) ?? null;
		// `POST /courses {termId: 5}` that answers the course 5: two numbers that are the same by chance.
		if (ownKeyOf(record) === handle) return null;
		for (const {key, text} of scalarsOf(call.request)) {
			const about = /^(.+?)[_-]?ids?$/i.exec(key)?.[1];
			if (text === handle && about !== undefined && this.#owned.has(`${kindOf(about)} ${handle}`))
				return this.#owned.get(`${kindOf(about)} ${handle}`) ?? null;
		}
		return null;
	}

	/** The read that was answered "not there": of the address of the DELETE, of that of the call, or of the list. */
	#absenceOf({call, handle, url}: Claim): ObservedCall | null {
		const isAddressed = handle !== null && call.segments.at(-1) === handle;
		const list = isAddressed ? call.segments.slice(0, -1) : call.segments;
		const members = [
			...(url === null ? [] : [pathOfUrl(url)]),
			...(isAddressed ? [call.segments] : handle === null ? [] : [[...call.segments, handle]]),
		];
		return this.#parts.absences.before(call, members, list);
	}

	/**
	 * Whether the record is at a name that nobody can have used before: it holds the tag of the execution that sent it, to
	 * the collection below which its DELETE lies or to its own path. A rename of an old record names another path.
	 */
	#isNamedByRun({call, url, isDirect}: Claim, handle: string): boolean {
		const tag = this.#parts.tagOf(call);
		if (tag === null || !handle.toLowerCase().includes(tag)) return false;
		if (call.method === 'PUT') return call.segments.at(-1) === handle;
		const path = url === null ? [...call.segments, handle] : pathOfRecord(url, handle);
		return (
			call.method === 'POST' &&
			isDirect &&
			path.at(-1) === handle &&
			call.segments.every((one, place) => one === path[place])
		);
	}

	/**
	 * Whether a record was made of another one of this run, such as the employee of a candidate that is hired: it is created, and
	 * goes by a name that only this run has. What is shown inside it may belong to somebody else's record.
	 */
	#isMadeOfOwn(call: ObservedCall, record: JsonObject): boolean {
		const tag = this.#parts.tagOf(call);
		if (call.method !== 'POST' || call.status !== 201 || this.ownerIn(call.segments) === null) return false;
		return Object.entries(record).some(
			([key, text]) => goesBy.has(plainName(key)) && typeof text === 'string' && hasTag(text, tag),
		);
	}

	/**
	 * Whether an answer repeats a reference to a record of this run: what was there before cannot refer to it, unless it was
	 * found by a name that was sent and moved to it.
	 */
	#refersToOwn({request}: ObservedCall, record: JsonObject): boolean {
		const sent = new Map([...scalarsOf(request)].map(({key, text}) => [plainName(key), text]));
		const repeated = [...scalarsOf(record)].filter(({key, text}) => sent.get(plainName(key)) === text);
		if (repeated.some(({key}) => goesBy.has(plainName(key)) || ownNames.has(plainName(key)))) return false;
		return repeated.some(({key, text}) => {
			const about = /^(.+?)[_-]?ids?$/i.exec(key)?.[1];
			return about !== undefined && this.#owned.has(`${kindOf(about)} ${text}`);
		});
	}

	/** Whether the server chose the handle, and answered with something that it did not have before. */
	#isChosenByServer(claim: Claim, handle: string, isOfNow: boolean): boolean {
		const {call, record, isDirect, isNew, list} = claim;
		const {method, status, response} = call;
		// "Created", and a later list shows what was sent under an id that was new; or the list was read before.
		if (list !== null && !isSent(claim, handle)) return status === 201 || list === 'read';
		if (!isInAnswer(call, handle) || isSent(claim, handle)) return false;
		// `DELETE /stories/how-to/favorite` takes back what the very path of the call has set, perhaps before this run.
		if (claim.url !== null && !claim.url.includes('?') && pathOfUrl(claim.url).join('/') === call.segments.join('/'))
			return false;
		if (!call.isRequestKnown && !isIdSegment(handle)) return false;
		if (saysExisted(record) || saysExisted(response)) return false;
		// A call beside the collection may answer with any record, and some answer every POST 201: one that says that it is of
		// this moment, or that repeats what was made up for it, is new.
		const isMadeUp = () => repeatsMadeUp(call, record, this.#parts.tagOf(call));
		if (!isDirect) return isNew || isOfNow || isMadeUp() || this.#isMadeOfOwn(call, record);
		// What is accepted for later is not found.
		if (status === 201 || (status === 202 && method === 'POST')) return true;
		// PUT and PATCH that are not answered 201 have changed something.
		if (method !== 'POST' || this.#parts.created.has(`${method} ${claim.sourcePath}`)) return false;
		// `POST /labels {name}` that is answered 200 with that name may have found the label that has it already. The same
		// request made another record before: it makes one every time.
		if (isOfNow || !repeatsSent(call, record) || isMadeUp() || this.#refersToOwn(call, record)) return true;
		if (this.#parts.sightings.lastShown(call, [keyOfRequest(call)]) !== null) return true;
		return this.#parts.numbering.isNext(claim.sourcePath, call, handle);
	}
}

/** The path of an address that is the record's own: one that names it in its query shares its path with all others. */
function memberPaths(url: string | null, handle: string | null): string[][] {
	if (url === null) return [];
	const path = pathOfUrl(url);
	const isShared =
		handle !== null && !path.includes(handle) && [...new URL(url).searchParams.values()].includes(handle);
	if (isShared) return [];
	const plain = pathOfRecord(url, handle);
	return plain.at(-1) === path.at(-1) ? [path] : [path, plain];
}

/** Whether all of a path stands in another one, in the same order. */
function isPartOf(path: readonly string[], whole: readonly string[]): boolean {
	let place = 0;
	for (const segment of whole) if (segment === path[place]) place++;
	return place === path.length;
}

const pathName = (segments: readonly string[]): string => `/${segments.map(encodeURIComponent).join('/')}`;

/** Whether the answer itself tells the handle, in its body or its `Location`. */
function isInAnswer({response, location, origin}: ObservedCall, handle: string): boolean {
	for (const {text} of scalarsOf(response)) if (text === handle) return true;
	return (
		location !== null && URL.canParse(location, origin) && pathOfUrl(new URL(location, origin).href).includes(handle)
	);
}

/** Whether the test has sent the handle, as it is or in another spelling: `My Tag` becomes `my-tag`. */
function isSent({call, family}: Claim, handle: string): boolean {
	const {segments, query, request, requestText} = call;
	if (segments.at(-1) === handle || Object.values(query).flat().includes(handle)) return true;
	const kind = kindOf(family);
	if (segments.some((segment, place) => segment === handle && kindOf(segments[place - 1] ?? '') === kind)) return true;
	const plain = plainName(handle);
	const isNumber = /^\d+$/.test(handle);
	if (request === undefined) return requestText !== null && !isNumber && requestText.includes(handle);
	for (const {key, text} of scalarsOf(request)) {
		if (isNumber) {
			// `{quantity: 2}` does not choose the order 2.
			const name = plainName(key);
			if (text === handle && (ownNames.has(name) || name === kind || name === `${kind}id`)) return true;
		} else if (text === handle || (plain !== '' && plainName(text) === plain)) return true;
	}
	return false;
}

const ownKeyOf = (record: JsonObject): string | null => handleText(record['id'] ?? record['_id'] ?? record['uuid']);

/** `{created: false}`, `{existing: true}`: the answer itself says that nothing is new. */
function saysExisted(value: unknown): boolean {
	if (!isObject(value)) return false;
	return Object.entries(value).some(([key, flag]) => {
		const name = plainName(key);
		return (flag === true && existed.has(name)) || (flag === false && made.has(name));
	});
}

/**
 * `METHOD /template` of every POST that was answered 201, or that the document says to be answered 201 or 200: what it
 * answers 200 was there before.
 */
export function creatingEndpoints(
	calls: readonly ObservedCall[],
	endpoints: readonly KnownEndpoint[],
	templateOf: (call: ObservedCall) => string,
): Set<string> {
	const posts = calls.filter(({method}) => method === 'POST');
	const said = new Set(posts.map(call => `POST ${templateOf(call)}`));
	return new Set([
		...posts.flatMap(call => (call.status === 201 ? [`POST ${templateOf(call)}`] : [])),
		...endpoints.flatMap(({method, path, responseShape}) => {
			if (method !== 'POST' || !said.has(`POST ${path}`)) return [];
			const statuses = responseShape?.statuses ?? [];
			return statuses.includes(200) && statuses.includes(201) ? [`POST ${path}`] : [];
		}),
	]);
}
