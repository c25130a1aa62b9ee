import type {RecordedCall} from '../../runners/runner.ts';
import {answered, contentType} from '../answer-text.ts';
import {counted} from '../excerpt.ts';
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
	const allowed = status.status === 405 ? responseHeader(call, 'allow') : null;
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${allowed ? ` The path allows ${allowed}.` : ''}${allMissing(symptoms)}${thenAnswered(call, symptoms)}`,
		fix: fixOf(symptoms, call),
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
	if (succeededBefore(call, symptoms))
		return apiCode(
			call,
			'the endpoint answered this request when the test last passed; its route or its data have changed.',
		);
	const hasId = idsInPath(call).length > 0;
	const isRouting = call.status === 405 || contentType(call) === 'text/html' || noRoute.test(call.responseBody ?? '');
	if (hasId && !isRouting)
		return data(
			idsInPath(call).at(-1) ?? null,
			'The path is known, the record is not: it was never created, was deleted, or belongs to another account.',
		);
	if (isRouting) return testCode(symptoms, 'the API has no such route: compare method and path with its document.');
	return apiCode(call, 'it does not find what the test asks for; compare method and path with its document.');
}
