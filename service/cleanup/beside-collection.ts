import {isIdSegment} from '../domain/endpoint-path.ts';
import {recordsIn} from '../inference/body-records.ts';
import {handleCandidates, sureFrom} from '../inference/handle-candidates.ts';
import {handleText, type JsonObject, scalarsOf} from '../inference/json-value.ts';
import type {AnsweredCall} from '../inference/member-calls.ts';
import {fillTemplate, parameterOf, segmentsOf} from '../inference/path-template.ts';
import {isSingular} from '../inference/word-form.ts';
import type {MemberRead} from '../store/cleanup/sweep-store.ts';
import {creationTimeIn, whenCreated} from './creation-time.ts';
import {addressBeside, type ObservedCall} from './observed-call.ts';
import {familyOf, type MatchOf, type RecordPart} from './record-parts.ts';

/** What is known around a call beside a collection. */
type Beside = {
	call: ObservedCall;
	part: RecordPart;
	/** Template of the call, with the base path in front; null: none is known. */
	template: readonly string[] | null;
	/** Reads that were sent for what is missing. */
	reads: readonly AnsweredCall[];
	matchOf: MatchOf;
	/** What earlier answers showed of the record at a path. */
	shownAt(path: readonly string[]): JsonObject | null;
	/** Whether a path holds records of its own. */
	isCollection(path: readonly string[]): boolean;
};

/**
 * A record that a call beside its collection was answered with: `POST /labels/bulk` answered `201 [{id}]`, `POST
 * /boards/21/clone` answered `201 {id: 22}`. No word of the path says that the id is one of the collection (`POST
 * /users/invite` may answer with an invitation, `POST /jobs/21/start` with a run): the record is read there first, and has
 * to show what was sent, a creation time within the call or, of a copy, what its source shows.
 */
export function besideCollection(beside: Beside): RecordPart {
	const {call, part, matchOf, reads} = beside;
	const place = placeOf(beside);
	if (place === null) return part;
	const match = matchOf({segments: place.collection});
	const own = match?.open.length === 1 ? match.open[0] : undefined;
	if (match?.tier !== 'path' || own === undefined || match.template.query.length > 0) return part;
	const handle = part.handle ?? namedHandle(part.record, own, match.kinds.get(own) ?? '');
	if (handle === null || call.segments.includes(handle)) return part;
	const {template, endpoint, prefix} = match;
	const path = fillTemplate(template, prefix, new Map([...match.values, [own, handle]]));
	if (path === null) return part;
	const url = call.origin + path;
	const source = place.source && (beside.shownAt(place.source) ?? recordAt(reads, place.source));
	const read = recordAt(reads, segmentsOf(new URL(url).pathname));
	if (read === null) {
		const ofSource: MemberRead[] =
			place.source === null || source !== null
				? []
				: [{url: addressBeside(call, place.source), handle: place.source.at(-1)!, isGuess: false, isContext: true}];
		return {...part, reads: [...ofSource, {url, handle, isGuess: true}]};
	}
	const isCopy = source !== null && isCopyOf(read, source);
	if (!showsSent(call, part, read) && !isMadeNow(read, call) && !isCopy) return part;
	return {
		...part,
		handle,
		family: familyOf(template.segments, place.collection),
		deletion: {endpointId: endpoint.endpointId, path: endpoint.path, url},
		reason: null,
		record: {...read, ...part.record},
		isNew: part.isNew || (isCopy && call.status === 201),
	};
}

/** The collection that a call may have added to, and the record whose copy it may have made; null: none. */
function placeOf({call, part: {handle}, template, isCollection}: Beside) {
	const {method, segments} = call;
	const last = segments.at(-1) ?? '';
	// A plural names records of its own, and so does a path that is read as a list.
	if (method !== 'POST' || segments.length < 2 || !isSingular(last) || isIdSegment(last)) return null;
	if (segments.includes(handle ?? '') || isCollection(segments)) return null;
	const front = segments.slice(0, -1);
	const isValue = isIdSegment(front.at(-1)!) || parameterOf(template?.[front.length - 1] ?? '') !== null;
	if (!isValue) return {collection: front, source: null};
	return front.length < 2 ? null : {collection: front.slice(0, -1), source: front};
}

/** What the answer calls the record by, where nothing in it is called an id: `{name: "copy"}` for `{featureName}`. */
function namedHandle(record: JsonObject, parameter: string, kind: string): string | null {
	const search = {parameter, kind, record: {record, pointer: '$'}, request: {}};
	const [best] = handleCandidates(search);
	return best && best.score >= sureFrom ? best.value : null;
}

function recordAt(reads: readonly AnsweredCall[], path: readonly string[]): JsonObject | null {
	const read = reads.find(({segments}) => segments.join('/') === path.join('/'));
	return (read && recordsIn(read.response, new Set())[0]) ?? null;
}

/** Whether the record shows a text that was sent: numbers agree by chance. */
function showsSent(call: ObservedCall, {fields}: RecordPart, read: JsonObject): boolean {
	const sent = new Set([...scalarsOf(call.request)].flatMap(({text}) => (/^\d*$/.test(text) ? [] : [text])));
	const repeated = new Set(Object.values(fields).filter(value => typeof value === 'string' && sent.has(value)));
	return [...scalarsOf(read)].some(({text}) => repeated.has(text));
}

function isMadeNow(read: JsonObject, call: ObservedCall): boolean {
	const time = creationTimeIn(read);
	return time !== null && whenCreated(time, call) === 'during';
}

/** A word such as `active` is the state of many records. */
const isTelling = (text: string) => text.length >= 4 && !/^(?:[a-z_]+|[A-Z_]+)$/.test(text);

/** Whether a record has the fields of another one, and a text of it: "Copy of board 21" for "board 21". */
function isCopyOf(record: JsonObject, source: JsonObject): boolean {
	const names = Object.keys(record);
	if (names.length < 2 || names.length !== Object.keys(source).length) return false;
	if (!names.every(name => name in source)) return false;
	return names.some(name => {
		const [text, original] = [handleText(record[name]), handleText(source[name])];
		return typeof source[name] === 'string' && original !== null && isTelling(original) && text?.includes(original);
	});
}
