import {pathnameOf} from '../domain/endpoint-path.ts';
import type {RecordedCall} from '../runners/runner.ts';
import type {GivenValue} from './facts.ts';
import {places, requestJson, responseHeader, responseJson} from './json-body.ts';
import {decoded} from '../../contract/address.ts';

/** A segment of a path that names a record: what it was taken from. */
export type Handle = {
	/** Decoded. */
	segment: string;
	/** `answer`: an earlier answer of the run has it; `value`: it was given; `sent`: an earlier request made it up. */
	from: 'answer' | 'value' | 'sent';
};

/** Calls back that are searched, the nearest first. */
const farthest = 30;

/**
 * The segments of a call's path that the run had from somewhere: whatever their form, such as `ada`, `b_7` or a slug,
 * they name a record.
 *
 * @param calls those of the run, in their order
 * @param values what the run was given to start with
 */
export function handlesOf(call: RecordedCall, calls: readonly RecordedCall[], values: readonly GivenValue[]): Handle[] {
	const before = calls.slice(0, Math.max(0, calls.indexOf(call))).slice(-farthest);
	const wanted = segmentsOf(call.url).slice(1);
	if (wanted.length === 0) return [];
	const answers = new Set(before.flatMap(one => [...textsOf(responseJson(one)), ...locationOf(one)]));
	const given = new Set(values.flatMap(({value}) => textsOf(parsed(value))));
	const sent = new Set(before.flatMap(one => textsOf(requestJson(one))));
	return wanted.flatMap((segment): Handle[] => {
		if (answers.has(segment)) return [{segment, from: 'answer'}];
		if (given.has(segment)) return [{segment, from: 'value'}];
		return sent.has(segment) ? [{segment, from: 'sent'}] : [];
	});
}

/** Whether two values that stand at the same place of a request in two runs were handed on in both. */
export function handedOn(
	now: readonly Handle[],
	then: readonly Handle[],
	values: readonly GivenValue[],
	valuesThen: readonly GivenValue[],
): (before: unknown, after: unknown) => boolean {
	const has = (handles: readonly Handle[], value: unknown) =>
		handles.some(({segment, from}) => from !== 'sent' && segment === value);
	return (before, after) =>
		(has(now, after) && has(then, before)) ||
		values.some(({name, value}) => {
			const earlier = valuesThen.find(one => one.name === name);
			return earlier !== undefined && isValue(value, after) && isValue(earlier.value, before);
		});
}

/** @param json a value as it was captured */
const isValue = (json: string, sent: unknown): boolean => String(parsed(json)) === String(sent);

/** Decoded, without the empty one in front. */
export const segmentsOf = (url: string): string[] => pathnameOf(url)?.split('/').slice(1).map(decoded) ?? [];

const textsOf = (body: unknown): string[] =>
	[...places(body)].flatMap(({value}) =>
		typeof value === 'number' || (typeof value === 'string' && value !== '') ? [String(value)] : [],
	);

/** The last segment of the address that an answer points to. */
function locationOf(call: RecordedCall): string[] {
	const location = responseHeader(call, 'location');
	return location === null ? [] : segmentsOf(new URL(location, 'http://any.invalid').href).slice(-1);
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return json;
	}
}
