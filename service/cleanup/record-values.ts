import type {CallHistory} from './call-history.ts';
import type {ObservedCall} from './observed-call.ts';
import {handleInLists} from './observed-templates.ts';
import {bareValueIn, type PointedRecord} from '../inference/body-records.ts';
import type {DeleteMatch} from '../inference/delete-rule.ts';
import {type HandleCandidate, handleCandidates, sureFrom} from '../inference/handle-candidates.ts';
import {fieldOf, parentHandle} from '../inference/handle-value.ts';
import {handleText, type JsonObject} from '../inference/json-value.ts';
import type {MemberCalls} from '../inference/member-calls.ts';
import {parameterType} from '../inference/pairs.ts';
import {valueAt} from '../inference/pointer.ts';
import {explicitHandle} from './explicit-handle.ts';

/** What the values of a record are read from. */
type ValueSources = {
	call: ObservedCall;
	place: number;
	match: DeleteMatch;
	record: PointedRecord | null;
	request: JsonObject;
	history: CallHistory;
	members: MemberCalls;
	/** What the test itself has named as the handle of a kind of record. */
	captured(kind: string): string | null;
	/** Where a person has said that the handle is; null: nobody has. */
	explicit: string | null;
	/** Of the record among those of the call. */
	number: number;
};

type RecordValues = {
	values: Map<string, string>;
	/** Null: no value is sure enough. */
	handle: string | null;
	/** Handles of further records that the same list of the request names. */
	more: string[];
	/** Every value that was considered, best first; also where one was chosen. */
	candidates: HandleCandidate[];
};

/** The values for the address of a record's DELETE. What is only a guess is a candidate and no value. */
export function recordValues(sources: ValueSources): RecordValues {
	const {call, match, record, request, explicit, number} = sources;
	const values = new Map(match.values);
	const own = match.open.at(-1)!;
	const candidates = ownCandidates(sources, own);
	const handle = explicit === null ? chosen(candidates) : explicitHandle(call, explicit, match.values, number);
	const bodies = [record?.record ?? {}, request];
	for (const parameter of match.open.slice(0, -1)) {
		const kind = match.kinds.get(parameter) ?? '';
		const value =
			match.tier === 'path'
				? bodies.flatMap(body => fieldOf(body, parameter) ?? [])[0]
				: parentHandle(bodies, parameter, kind);
		if (value) values.set(parameter, value);
	}
	if (handle !== null) values.set(own, handle);
	const pointer = explicit === null ? candidates.find(({value}) => value === handle)?.pointer : undefined;
	return {values, handle, more: pointer === undefined ? [] : restOfList(pointer, request), candidates};
}

/** `{usernames: ['ada', 'bob']}` makes a member of each: what comes after the first of the list. */
function restOfList(pointer: string, request: JsonObject): string[] {
	if (!/^\$request\b.*\[0\]/.test(pointer)) return [];
	const rest: string[] = [];
	for (let number = 1; number < mostInList; number++) {
		const value = valueAt(pointer.replace('[0]', `[${number}]`), {request});
		if (value === null) break;
		rest.push(value);
	}
	return rest;
}

const mostInList = 1000;

const chosen = (candidates: readonly HandleCandidate[]): string | null => {
	const [best] = candidates;
	return best && (best.isConfirmed || best.score >= sureFrom) ? best.value : null;
};

function ownCandidates(sources: ValueSources, own: string): HandleCandidate[] {
	const {call, place, match, record, request, history, members, captured} = sources;
	const {template} = match;
	const kind = match.kinds.get(own) ?? '';
	const isOpened = (value: string) => members.isOpened(template, own, value, place);
	const found = handleCandidates({
		parameter: own,
		kind,
		record,
		request,
		taken: new Set(match.values.values()),
		headers: call.responseHeaders,
		query: Object.fromEntries(Object.entries(call.query).map(([name, given]) => [name, given[0] ?? ''])),
		type: parameterType(match.entry.operation, own),
		keyFields: members.keyFields(template, own),
		isOpened,
	});
	const sure = found.some(({score, isConfirmed}) => isConfirmed || score >= sureFrom);
	const more = (value: string | null, pointer: string, score: number, reason: string): HandleCandidate[] =>
		value === null ? [] : [{value, pointer, score, reason, isConfirmed: isOpened(value)}];
	const named = more(captured(kind), '$capture', 0.9, 'the test has captured it under the name of the record');
	const seen = sure || named.length > 0 ? null : handleInLists({request}, history.readsAfter(place, call.segments));
	const listed = more(seen, '$list', 0.8, 'a later list shows it beside what was sent');
	// `201 "tk-1"`: the whole answer is the handle.
	// `{code: 0, data: 276}` of a path that says that it makes something: a list that shows it later tells no more.
	const alone = call.saysThatItMakes === true ? bareValueIn(call.response) : null;
	const whole = call.status === 201 ? handleText(call.response) : null;
	const bare = more(alone ?? whole, '$', alone === null ? 0.7 : 0.85, 'it is all that was answered');
	return [...found, ...named, ...listed, ...bare].sort(
		(a, b) => Number(b.isConfirmed) - Number(a.isConfirmed) || b.score - a.score,
	);
}

/** Fields that were considered as a handle, with the start of their values, for whoever has to say which one it is. */
export const consideredFields = (candidates: readonly HandleCandidate[]): Array<{field: string; preview: string}> =>
	candidates.slice(0, mostConsidered).map(({pointer, value}) => ({
		field: pointer,
		// Enough to tell values apart; what may be a secret is not shown as a whole.
		preview: value.length > previewLength ? `${value.slice(0, previewLength)}…` : value,
	}));

const mostConsidered = 10;
const previewLength = 6;
