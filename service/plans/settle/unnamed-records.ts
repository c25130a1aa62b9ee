import type {Answer} from '../../domain/endpoint-detail.ts';
import {seenAnswer} from '../../inference/seen-answer.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {creatorHandle} from '../kinds/find-handle.ts';
import type {Handle, Kind} from '../kinds/kind.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import {jsonOf, type ObservedCall, parsed} from '../learning/observe.ts';
import {asCalled, asOperation} from '../model/operation.ts';
import {valueAt} from '../model/pointer.ts';
import {calledPath, type Recipe} from '../recipe.ts';
import {endpointAt} from '../../domain/endpoint-at.ts';

/** A creator whose answers do not hold what its document lets expect, and where they name the record instead. */
export type UnnamedRecord = {
	operation: Recipe['endpoint'];
	/** What was answered, as it is kept beside the document. */
	answer: Answer;
	/** Where the record is named, for people: `the header Location`, `$.data.supplierId`. */
	where: string;
};

/** A run with what it has called, in order. */
export type RunCalls = {recipe: Recipe; calls: readonly ObservedCall[]};

/**
 * Records that were made and not named where planning has looked for the name: the document is silent and the answer is
 * not what is usual, or it has no body at all. Only those whose answers name the record elsewhere.
 */
export function unnamedRecords(api: ApiModel, runs: readonly RunCalls[]): UnnamedRecord[] {
	const madeBy = new Map(api.kinds.flatMap(kind => (kind.creator ? [[kind.creator.key, kind] as const] : [])));
	const answers = new Map<Kind, ObservedCall[]>();
	for (const {recipe, calls} of runs) {
		const aligned = alignCalls(recipe, calls);
		for (const {id, call, cases} of recipe.steps) {
			const kind = madeBy.get(`${call.operation.method} ${call.operation.path}`);
			if (!kind || kind.handle?.from === 'location' || cases.length > 0) continue;
			const made = (aligned.get(id) ?? []).filter(({status}) => Math.floor((status ?? 0) / 100) === 2);
			answers.set(kind, [...(answers.get(kind) ?? []), ...made]);
		}
	}
	return [...answers].flatMap(([kind, made]) => unnamedRecord(api, kind, made) ?? []);
}

function unnamedRecord(api: ApiModel, kind: Kind, made: readonly ObservedCall[]): UnnamedRecord | null {
	const {handle} = kind;
	const creator = kind.creator!;
	const last = made.at(-1);
	if (!last) return null;
	const isLocated = isAddressOf(kind, last);
	if (handle?.from === 'body' && !isLocated && made.some(call => namedBy(call, handle) !== undefined)) return null;
	const isEmpty = made.every(({responseBody}) => (responseBody ?? '') === '');
	const isSilent = creator.success?.schema == null;
	if (!isEmpty && !isSilent && !isLocated) return null;
	const bodies = made.map(jsonOf);
	const known = isEmpty || !isSilent || bodies.includes(undefined) ? [] : bodies;
	const answer = seenAnswer(last.status!, headersOf(last), known);
	const success = isEmpty || isSilent ? answer : {...creator.success!, headers: answer.headers};
	const found = creatorHandle(api.schemas, {...creator, success}, kind.parameter, kind.word);
	if (found === null || found.from === 'sent') return null;
	const name = namedBy(last, found);
	// What the caller has chosen is the name, where the answer says the same.
	if (name === undefined || (handle !== null && name === namedBy(last, handle))) return null;
	return {
		operation: asCalled(creator),
		answer,
		where: found.from === 'location' ? 'the header Location' : found.pointer,
	};
}

/** Whether the answer says in `Location` that its record is where records of the kind are read. */
function isAddressOf({reader, deleter}: Kind, call: ObservedCall): boolean {
	const location = headersOf(call)['location'] ?? '';
	const shown = reader ?? deleter;
	if (!shown || !URL.canParse(location, call.url)) return false;
	const template = calledPath(asOperation(shown));
	return endpointAt([{method: 'GET', path: template}], 'GET', new URL(location, call.url).pathname) !== null;
}

/** What names the record of a call, where a handle says that it stands; undefined: nothing is there. */
function namedBy(call: ObservedCall, handle: Handle): string | undefined {
	const said =
		handle.from === 'location'
			? lastSegment(headersOf(call)['location'])
			: handle.from === 'body'
				? valueAt(jsonOf(call), handle.pointer)
				: handle.in === 'body'
					? valueAt(parsed(call.requestBody ?? ''), handle.pointer)
					: undefined;
	return said === undefined || said === null || typeof said === 'object' ? undefined : String(said);
}

const lastSegment = (address = ''): string | undefined => address.split('/').findLast(segment => segment !== '');

const headersOf = ({responseHeaders}: ObservedCall): Record<string, string> =>
	Object.fromEntries(Object.entries(responseHeaders ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
