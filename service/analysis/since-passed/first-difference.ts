import type {RecordedCall} from '../../runners/runner.ts';
import {valueText} from '../excerpt.ts';
import type {Finding} from '../facts.ts';
import {environment, testCode} from '../fix-target.ts';
import type {Symptoms} from '../symptoms.ts';
import {credentialChange} from './credential-change.ts';
import type {Difference} from './difference.ts';
import type {RequestChange} from './request-change.ts';
import {changeAt, changeText, type SourceChange} from './source-change.ts';
import {valueOrigin} from './value-origin.ts';

/**
 * "It must not blame the API before it has ruled out the test and the set-up": what differs from the last passing run, in
 * this order: the test's source, the request, its credential, the values it was given, the target. The first that
 * differs is it; null: nothing does, so the answer itself is what has changed.
 *
 * @param finding what the rules say about the failure; null: nothing
 */
export function firstDifference(symptoms: Symptoms, finding: Finding | null): Difference | null {
	const {run, lastPassed, changedSource} = symptoms;
	const call = finding?.call ?? symptoms.lastAnswer;
	if (run.failureKind === 'network') return targetChange(symptoms);
	const request = call ? symptoms.changesOf(call)[0] : undefined;
	if (changedSource) return ofSource(symptoms, changedSource, call, request);
	if (request)
		return {
			kind: 'request',
			text: `The request is not the one of the last passing run: ${requestText(request)}.`,
			fix: testCode(symptoms, `find out where the test takes ${request.what} from.`),
		};
	return (
		(lastPassed && call && credentialChange(run, lastPassed, call, symptoms.earlierOf(call))) ||
		valueOrigin(run, lastPassed, call) ||
		targetChange(symptoms)
	);
}

/** The source has changed: whether that explains the failure is seen in the request and the statement that failed. */
function ofSource(
	symptoms: Symptoms,
	changed: SourceChange,
	call: RecordedCall | null,
	request: RequestChange | undefined,
): Difference {
	const {run, lastPassed, statement, exception} = symptoms;
	const atStatement = changeAt(changed, statement?.line ?? null);
	const versions = `${lastPassed?.codeVersion ?? '?'} → ${run.codeVersion ?? '?'}`;
	const text = `Its source has changed since it last passed (${versions}): ${changeText(changed, placeOf(changed, request) ?? atStatement ?? undefined)}`;
	const isNewCall = call !== null && symptoms.earlierOf(call) === null;
	if (request || atStatement || isNewCall || exception?.name === 'NameError')
		return {
			kind: 'source',
			text: `${text}${request ? `; ${requestText(request)}` : isNewCall ? '; it did not make this request then' : ''}.`,
			fix: testCode(
				symptoms,
				request || isNewCall
					? 'the API was not asked this when the test last passed: correct the request, or what is expected of it.'
					: 'the expectation has changed, the request has not: correct whichever is wrong.',
			),
		};
	return {kind: 'source', text: `${text}; the request and the line that failed are as they were.`, fix: null};
}

/** The changed place that spells what the request says otherwise. */
const placeOf = (changed: SourceChange, request: RequestChange | undefined) =>
	request &&
	changed.places.find(({before, after}) =>
		[...before, ...after].some(line =>
			[request.before, request.after].some(value => value !== undefined && line.includes(String(value))),
		),
	);

function requestText({what, before, after}: RequestChange): string {
	if (before === undefined) return `${what} is new (${valueText(after)})`;
	if (after === undefined) return `${what} is not sent any more (it was ${valueText(before)})`;
	return `${what} was ${valueText(before)} and is ${valueText(after)}`;
}

function targetChange({run, lastPassed}: Symptoms): Difference | null {
	const [is, was] = [run.targetUrl, lastPassed?.targetUrl ?? null];
	if (is === null || was === null || is === was) return null;
	return {
		kind: 'target',
		text: `It ran against ${is}; it last passed against ${was}.`,
		fix: environment(is, 'Compare the two: another version, other data, or another base path may be there.'),
	};
}
