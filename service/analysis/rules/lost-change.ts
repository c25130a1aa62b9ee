import {isSuccess} from '../../domain/status.ts';
import {withoutQuery} from '../endpoint.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import {valueText} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {lastName, places, requestJson, responseJson} from '../json-body.ts';
import type {Rule} from './rule.ts';

/** A change was accepted, and a read of the same address afterwards shows the value from before: it was not stored. */
export const lostChange: Rule = symptoms => {
	const {assertion, status, run, nameOf, atLine} = symptoms;
	const [expected, actual] = [assertion?.expected?.value, assertion?.actual?.value];
	const read = run.calls.findLast(call => call.status !== null);
	if (status || expected === undefined || actual === undefined || read?.method !== 'GET') return null;
	const before = run.calls.slice(0, run.calls.indexOf(read));
	const place = before.findLastIndex(call => isChange(call) && withoutQuery(call.url) === withoutQuery(read.url));
	const change = before[place];
	if (!change) return null;
	const sent = namesOf(requestJson(change), expected);
	const name = namesOf(responseJson(read), actual).find(one => sent.includes(one));
	if (name === undefined) return null;
	const known = before.slice(0, place).flatMap(call => [requestJson(call), responseJson(call)]);
	if (!known.some(body => namesOf(body, actual).includes(name))) return null;
	return {
		cause: `${nameOf(change)} answered ${change.status} to ${valueText(expected)} as \`${name}\`, but ${nameOf(read)} still has ${valueText(actual)} there, as before${atLine}: the change was not stored.`,
		fix: apiCode(symptoms, change, `it answers that \`${name}\` is changed and does not store it.`),
		call: change,
	};
};

/** Names under which a body has a value. */
const namesOf = (body: unknown, value: unknown): string[] =>
	[...places(body)].flatMap(place => (Object.is(place.value, value) ? (lastName(place.path) ?? []) : []));

const isChange = ({method, status}: RecordedCall): boolean =>
	(method === 'PUT' || method === 'PATCH') && isSuccess(status);
