import type {RecordedCall} from '../../runners/runner.ts';
import {answered, contentType} from '../answer-text.ts';
import {counted} from '../excerpt.ts';
import {unknownPathText} from '../documented.ts';
import {type Handle, handlesOf, segmentsOf} from '../handles.ts';
import {idsInPath} from '../endpoint.ts';
import {addressOf, apiCode, data, environment, testCode} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import {metTest, succeededBefore, thenAnswered} from '../phrases.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** How web frameworks say that no route fits, rather than that a record is missing. */
const noRoute =
	/^\s*(?:<!doctype|<html)|cannot (?:get|post|put|patch|delete)\b|no route|route .{0,200}not found|page not found|no such endpoint|unknown path|^\s*\{"detail":\s*"Not Found"\}\s*$|requested URL was not found/i;

/** 404: no such path, or no such record. 405: the path does not know the method. */
export const unknownRoute: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (status?.status !== 404 && status?.status !== 405) return null;
	const {call} = status;
	// What it answered before is there, whatever a document says.
	const unknown = succeededBefore(call, symptoms) ? null : unknownPathText(symptoms.facts, call);
	const allowed = status.status === 405 ? responseHeader(call, 'allow') : null;
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${allowed ? ` The path allows ${allowed}.` : ''}${allMissing(symptoms)}${unknown ? ` ${unknown}` : ''}${thenAnswered(call, symptoms)}`,
		fix: unknown
			? testCode(symptoms, 'the document has no such endpoint: correct method and path, or the document.')
			: fixOf(symptoms, call),
		call,
	};
};

const isMissing = ({status}: RecordedCall) => status === 404;

/** Whether nothing at all was found, which speaks against the address rather than against one path. */
const nothingFound = ({run}: Symptoms) => run.calls.length > 1 && run.calls.every(isMissing);

const allMissing = (symptoms: Symptoms) =>
	nothingFound(symptoms) ? ` All ${counted(symptoms.run.calls.length, 'call')} of the run were answered 404.` : '';

function fixOf(symptoms: Symptoms, call: RecordedCall) {
	if (nothingFound(symptoms))
		return environment(
			symptoms.run.targetUrl ?? addressOf(call),
			'Nothing was found below this address: check the target URL, its base path above all.',
		);
	const record = recordOf(symptoms, call);
	const isRouting = call.status === 405 || contentType(call) === 'text/html' || noRoute.test(call.responseBody ?? '');
	const gone = record && record.from !== 'answer' && !isRouting ? goneSince[record.from] : null;
	if (succeededBefore(call, symptoms))
		return gone
			? data(record!.segment, gone)
			: apiCode(
					symptoms,
					call,
					'the endpoint answered this request when the test last passed; its route or its data have changed.',
				);
	if (record && !isRouting)
		return data(
			record.segment,
			'The path is known, the record is not: it was never created, was deleted, or belongs to another account.',
		);
	if (isRouting) return testCode(symptoms, 'the API has no such route: compare method and path with its document.');
	return apiCode(symptoms, call, 'it does not find what the test asks for; compare method and path with its document.');
}

const goneSince = {
	source:
		'The test names a record that it does not make; it was there when the test last passed, and was deleted or changed since. Let the test make its own.',
	sent: 'The test names a record that was there when it last passed, and was deleted or changed since.',
	value:
		'The record was captured from another test, and is not there any more: see what deletes it between the two (svc test steps <test-id>).',
};

/** The record that a path names last, and where the run had it from; `source`: the test spells it. */
function recordOf(
	{run}: Symptoms,
	call: RecordedCall,
): (Pick<Handle, 'segment'> & {from: Handle['from'] | 'source'}) | null {
	const handles = handlesOf(call, run.calls, run.setUp.values);
	const id =
		idsInPath(call).at(-1) ??
		segmentsOf(call.url)
			.slice(1)
			.findLast(segment => isKey(segment, call));
	return handles.at(-1) ?? (id === undefined ? null : {segment: id, from: 'source'});
}

/** Whether a segment without the form of an id names a record: it has a number, or the answer quotes it. */
const isKey = (segment: string, {responseBody}: RecordedCall): boolean =>
	/\d/.test(segment)
		? !/^(?:v\d+(?:\.\d+)?|[a-z]+\d)$/i.test(segment)
		: [`"${segment}\\"`, `'${segment}'`].some(quoted => responseBody?.slice(0, searched).includes(quoted));

/** Characters of an answer that are searched. */
const searched = 4000;
