import {isSuccess} from '../../domain/status.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import {endpointOf} from '../endpoint.ts';
import {counted, valueText} from '../excerpt.ts';
import {data, testCode, apiCode} from '../fix-target.ts';
import {pathText, responseJson, valueAt, lastName, places} from '../json-body.ts';
import {lookupsOf, placesOf} from '../lookups.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** IndexError: the test reads an entry behind the last one of a list. */
export const shortList: Rule = symptoms => {
	const {exception, run, statement, nameOf, atLine, earlierOf} = symptoms;
	if (exception?.name !== 'IndexError') return null;
	for (const lookup of lookupsOf(statement, run.code)) {
		const {index} = lookup;
		if (typeof index === 'string') continue;
		for (const {call, path, value} of placesOf(lookup, run.calls)) {
			if (!Array.isArray(value) || value.length === 0) continue;
			const {length} = value;
			if (index !== null && (index < 0 ? -index <= length : index < length)) continue;
			const earlier = earlierOf(call);
			const before = earlier ? valueAt(responseJson(earlier), path) : undefined;
			const had = Array.isArray(before) && before.length > length ? before.length : null;
			const reads =
				index === null ? 'one behind the last' : index < 0 ? `number ${-index} from the end` : `number ${index + 1}`;
			return {
				cause: `\`${pathText(path)}\` of ${nameOf(call)} has ${entries(length)}, the test reads ${reads}${atLine}.${had === null ? '' : ` In the last passing run it had ${had}.`}`,
				fix:
					had === null
						? testCode(symptoms, 'read an entry that is there, or create as many records before the list is read.')
						: data(
								endpointOf(call),
								'The list was longer when the test last passed: its records, or what selects them, have changed.',
							),
				call,
			};
		}
	}
	return null;
};

/** IndexError: the test reads an entry of a list that is empty. */
export const emptyList: Rule = symptoms => {
	const {exception, run, statement, nameOf, atLine, earlierOf} = symptoms;
	if (exception?.name !== 'IndexError') return null;
	for (const call of run.calls.toReversed()) {
		const empty = [...places(responseJson(call))].filter(({value}) => Array.isArray(value) && value.length === 0);
		const place = empty.find(({path}) => statement?.keys.includes(lastName(path) ?? '')) ?? empty[0];
		if (!place) continue;
		const earlier = earlierOf(call);
		const before = earlier ? valueAt(responseJson(earlier), place.path) : undefined;
		const had = Array.isArray(before) && before.length > 0 ? before.length : 0;
		const list = place.path.length === 0 ? 'an empty list' : `an empty list at \`${pathText(place.path)}\``;
		return {
			cause: `The test reads an entry of a list${atLine}, but ${nameOf(call)} answered ${call.status} with ${list}.${had > 0 ? ` In the last passing run it had ${had}.` : ''}`,
			fix:
				had > 0
					? apiCode(
							symptoms,
							call,
							'the list was not empty when the test last passed: its filter or the records have changed.',
						)
					: data(endpointOf(call), 'There is no such record: create one before the test reads the list.'),
			call,
		};
	}
	return null;
};

/**
 * `in`: what the run has made, or was given, stands in no entry of a list that was read afterwards. Which entries a list
 * has may change from run to run; that this one is missing is enough.
 */
export const unlistedRecord: Rule = symptoms => {
	const {assertion, status, nameOf, atLine, earlierOf} = symptoms;
	const wanted = assertion?.membership;
	if (!wanted?.isWanted || !wanted.value || status) return null;
	const {value: handle} = wanted.value;
	if (typeof handle !== 'string' && typeof handle !== 'number') return null;
	const origin = originOf(handle, symptoms);
	if (!origin) return null;
	const reads = origin.callsAfter.filter(({method, status}) => method === 'GET' && isSuccess(status));
	const listing = reads.findLast(call => listIn(call) !== null);
	if (!listing || reads.some(call => call.truncated || placeOf(handle, call) !== null)) return null;
	const list = listIn(listing)!;
	const had = earlierOf(listing) ? valueAt(responseJson(earlierOf(listing)!), list.path) : undefined;
	const before = Array.isArray(had) && had.length > list.length ? ` In the last passing run it had ${had.length}.` : '';
	const holds = list.length === 0 ? 'is empty' : `has ${entries(list.length)}, none of them with ${valueText(handle)}`;
	return {
		cause: `${origin.text}, but ${nameOf(listing)}, which was read afterwards, does not list it${atLine}: \`${pathText(list.path)}\` ${holds}.${before}`,
		fix: apiCode(symptoms, listing, 'look at what selects the entries of this list: a filter, a page, a cache.'),
		call: listing,
	};
};

/** Where a handle comes from, in words, and the calls that could have listed it. */
function originOf(handle: string | number, {run, nameOf}: Symptoms) {
	const {calls, setUp} = run;
	const made = calls.find(
		call => call.method !== 'GET' && isSuccess(call.status) && !call.truncated && placeOf(handle, call) !== null,
	);
	if (made) {
		const place = pathText(placeOf(handle, made)!);
		const text = `${nameOf(made)} answered ${made.status} with ${valueText(handle)} at \`${place}\``;
		return {text, callsAfter: calls.slice(calls.indexOf(made) + 1)};
	}
	const given = setUp.values.find(({value}) => value === JSON.stringify(handle));
	return given && {text: `"${given.producer}" has made ${given.name} ${valueText(handle)}`, callsAfter: calls};
}

const entries = (count: number): string => counted(count, 'entry').replace('entrys', 'entries');

const placeOf = (value: unknown, call: RecordedCall) =>
	[...places(responseJson(call))].find(place => place.value === value)?.path ?? null;

/** The outermost list of an answer. */
function listIn(call: RecordedCall) {
	for (const {path, value} of places(responseJson(call))) if (Array.isArray(value)) return {path, length: value.length};
	return null;
}
