import type {RecordedCall} from '../../runners/runner.ts';
import type {Finding} from '../facts.ts';
import {endpointOf} from '../endpoint.ts';
import {data, environment, testCode} from '../fix-target.ts';
import {pathText, responseJson, valueAt} from '../json-body.ts';
import type {Symptoms} from '../symptoms.ts';
import {answerChangeText} from './answer-change.ts';
import {answerDifference, type Difference} from './answer-difference.ts';
import {type AskedChange, askedChange, askedText} from './asked-change.ts';
import {credentialChange} from './credential-change.ts';
import {otherProgram} from './other-program.ts';
import {foreignChange} from './foreign-change.ts';
import {changeAt, changeOfHeader, changeOfNames, changeText, type SourceChange} from './source-change.ts';
import {valueOrigin} from './value-origin.ts';

/**
 * Whether a call was answered as in the last passing run, as far as the failure is about its answer: its status, the value
 * at the place that was compared, else the whole body. Then the answer explains nothing.
 */
function answeredAsBefore({earlierOf, status, value}: Symptoms, call: RecordedCall): boolean {
	const earlier = earlierOf(call);
	if (!earlier || call.status === null || earlier.status !== call.status) return false;
	if (status?.call === call) return true;
	if (call.truncated || earlier.truncated) return false;
	if (value?.call !== call) return call.responseBody === earlier.responseBody;
	const [is, was] = [call, earlier].map(one => valueAt(responseJson(one), value.path));
	if (value.isLength) return Array.isArray(is) && Array.isArray(was) && is.length === was.length;
	return is !== undefined && Object.is(is, was);
}

/**
 * "It must not blame the API before it has ruled out the test and the set-up": what differs from the last passing run, in
 * this order: the test's source, the request and those before it, its credential, the values it was given, what other
 * tests of the batch did to the record, the target, what the answers say, what an unchanged answer is compared with. The
 * first that differs is it; null: nothing does that is not told already.
 *
 * @param finding what the rules say about the failure; null: nothing
 */
export function firstDifference(symptoms: Symptoms, finding: Finding | null): Difference | null {
	const {run, lastPassed, changedSource} = symptoms;
	const call = finding?.call ?? symptoms.lastAnswer;
	if (run.failureKind === 'network') return targetChange(symptoms) ?? sourceMention(symptoms);
	const asked = askedChange(symptoms, call);
	const answered = finding?.isAboutTime ? null : call;
	if (changedSource) return ofSource(symptoms, changedSource, answered, asked, finding);
	if (asked?.kind === 'request')
		return (
			ofAnswerBefore(symptoms, asked) ?? {
				kind: 'request',
				text: asked.isItself
					? `The request is not the one of the last passing run: ${askedText(asked, symptoms)}.`
					: `A request before it is not the one of the last passing run: ${askedText(asked, symptoms)}.`,
				fix: testCode(symptoms, `find out where the test takes ${asked.change.what} from.`),
			}
		);
	return (
		(call && otherProgram(symptoms, call)) ||
		(lastPassed && call && credentialChange(run, lastPassed, call, symptoms.earlierOf(call))) ||
		valueOrigin(run, lastPassed, call) ||
		foreignChange(run, call) ||
		targetChange(symptoms) ||
		answerDifference(symptoms, finding) ||
		otherExpectation(symptoms, answered)
	);
}

/** That the source has changed, where the failure is certain by itself: where it stopped says what to look at. */
export function sourceMention({run, lastPassed, changedSource}: Symptoms): Difference | null {
	if (!changedSource) return null;
	const versions = `${lastPassed?.codeVersion ?? '?'} → ${run.codeVersion ?? '?'}`;
	const place = changeAt(changedSource, run.failedLine) ?? undefined;
	return {
		kind: 'source',
		text: `Its source has changed since it last passed (${versions}): ${changeText(changedSource, place)}.`,
		fix: null,
	};
}

/** The source has changed: whether that explains the failure is seen in the requests, the answer and the statement that failed. */
function ofSource(
	symptoms: Symptoms,
	changed: SourceChange,
	answered: RecordedCall | null,
	asked: AskedChange | null,
	finding: Finding | null,
): Difference {
	const {run, lastPassed, statement, exception} = symptoms;
	const atStatement = changeAt(changed, statement?.line ?? null);
	const used = statement && changeOfNames(changed, statement.text);
	const versions = `${lastPassed?.codeVersion ?? '?'} → ${run.codeVersion ?? '?'}`;
	const shown = (asked?.kind === 'request' && placeOf(changed, asked)) || atStatement || used || undefined;
	const text = `Its source has changed since it last passed (${versions}): ${changeText(changed, shown)}`;
	// What is wrong with a credential that the test spells is said already.
	if (asked?.kind === 'request' && asked.change.credential !== undefined && finding?.fix?.kind === 'code')
		return {kind: 'source', text: `${text}; ${askedText(asked, symptoms)}.`, fix: null};
	if (asked)
		return {
			kind: 'source',
			text: `${text}; ${askedText(asked, symptoms)}.`,
			fix: testCode(
				symptoms,
				asked.kind === 'gone'
					? 'put that request back, or change what is expected without it.'
					: 'the API was not asked this when the test last passed: correct the request, or what is expected of it.',
			),
		};
	if (atStatement || exception?.name === 'NameError')
		return {kind: 'source', text: `${text}.`, fix: testCode(symptoms, adviceOn(symptoms))};
	if (answered && answeredAsBefore(symptoms, answered))
		return {
			kind: 'source',
			text: `${text}; ${symptoms.nameOf(answered)} was answered then as it is now.`,
			fix: testCode(
				symptoms,
				'the API was asked the same and answered the same when the test last passed: look at the changed lines.',
			),
		};
	return {kind: 'source', text: `${text}; the request and the line that failed are as they were.`, fix: null};
}

/** What to do about a changed line at which the test stopped, while its requests are what they were. */
function adviceOn({assertion, exception}: Symptoms): string {
	if (assertion || !exception) return 'the expectation has changed, the request has not: correct whichever is wrong.';
	return exception.name === 'NameError'
		? 'put back what the change took away, or define the name.'
		: 'the line that stops has changed, the request has not: correct what it reads.';
}

/** The request says otherwise what an earlier answer says otherwise: that answer is what has changed. */
function ofAnswerBefore(symptoms: Symptoms, asked: Extract<AskedChange, {kind: 'request'}>): Difference | null {
	const {call, change} = asked;
	const origin = symptoms
		.changedAnswers()
		.find(
			one =>
				one.call.seq < call.seq &&
				one.change.kind === 'value' &&
				change.before !== undefined &&
				String(one.change.before) === String(change.before) &&
				String(one.change.after) === String(change.after),
		);
	if (!origin) return null;
	const {call: answered, change: at} = origin;
	return {
		kind: 'answer',
		text: `First difference from the last passing run: ${answerChangeText(origin, symptoms.nameOf)}; the test hands it on: ${askedText(asked, symptoms)}.`,
		fix: data(
			endpointOf(answered),
			`The answer has changed since the test last passed, the test has not: find out what changed \`${pathText(at.path)}\`.`,
		),
	};
}

/** The changed place that spells what the request says otherwise. */
const placeOf = (changed: SourceChange, {change}: Extract<AskedChange, {kind: 'request'}>) =>
	change.credential !== undefined
		? changeOfHeader(changed, change.credential)
		: changed.places.find(({before, after}) =>
				[...before, ...after].some(line =>
					[change.before, change.after].some(value => value !== undefined && line.includes(String(value))),
				),
			);

function targetChange({run, lastPassed}: Symptoms): Difference | null {
	if (lastPassed === null) return null;
	const [is, was] = [run.targetUrl, lastPassed.targetUrl];
	const isUnreachable = run.failureKind === 'network';
	if (is !== null && was !== null && is !== was)
		return {
			kind: 'target',
			text: `It ran against ${is}; it last passed against ${was}.`,
			fix: environment(
				is,
				isUnreachable
					? `Correct the address (--target-url, --env, or the URL of the project), or start the API there: it last passed against ${was}.`
					: 'Compare the two: another version, other data, or another base path may be there.',
			),
		};
	if (isUnreachable || run.environment === lastPassed.environment) return null;
	return {
		kind: 'target',
		text: `It ran in ${environmentText(run.environment)}; it last passed in ${environmentText(lastPassed.environment)}.`,
		fix: environment(
			run.environment,
			'Compare variables, credentials and data of the two environments: svc project env list <project-id>.',
		),
	};
}

const environmentText = (name: string | null) => (name === null ? 'no environment' : `the environment ${name}`);

/** Source, requests and the answer are those of the last passing run, and yet an assertion failed. */
function otherExpectation(symptoms: Symptoms, call: RecordedCall | null): Difference | null {
	if (!call || !symptoms.assertion || !answeredAsBefore(symptoms, call)) return null;
	return {
		kind: 'expectation',
		text: `${symptoms.nameOf(call)} was answered the same when the test last passed: what the answer is compared with is another.`,
		fix: testCode(
			symptoms,
			'follow what it expects back to where it comes from: an earlier answer, a value of another test, a variable, the clock, or chance.',
		),
	};
}
