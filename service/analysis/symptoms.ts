import {isDeepStrictEqual} from 'node:util';
import type {RecordedCall} from '../runners/runner.ts';
import {type Assertion, readAssertion} from './assertion.ts';
import {type Asked, counterpartOf} from './counterpart.ts';
import {masked} from '../domain/sealed-text.ts';
import {credentialOf} from './credential.ts';
import {callName} from './endpoint.ts';
import {type Exception, readException, sourceName} from './exception.ts';
import {type FailedStatus, failedStatus, unexpectedRefusal} from './failed-status.ts';
import type {FailedRun, FailureFacts, PassedRun} from './facts.ts';
import {handedOn, handlesOf} from './handles.ts';
import {type Path, places, responseJson} from './json-body.ts';
import {type LocatedValue, locateValue} from './located-value.ts';
import {readLiteral} from './python-literal.ts';
import {type AnswerChange, answerChanges} from './since-passed/answer-change.ts';
import {type RequestChange, requestChanges} from './since-passed/request-change.ts';
import {changeOfHeader, type SourceChange, sourceChange} from './since-passed/source-change.ts';
import {type Statement, statementAt} from './statement.ts';

/** An object or list of an answer that an assertion compared as a whole. */
type LocatedBody = {call: RecordedCall; path: Path; actual: object; expected: object};

/** The latest answer that holds the compared object or list, and the place in it; null when none does. */
export function locateBody(assertion: Assertion | null, calls: readonly RecordedCall[]): LocatedBody | null {
	if (!assertion?.actualText) return null;
	const actual = readLiteral(assertion.actualText)?.value;
	const expected = readLiteral(assertion.expectation)?.value;
	// An empty one turns up in too many places to say where it came from.
	if (!isContainer(actual) || !isContainer(expected) || Object.keys(actual).length === 0) return null;
	for (const call of calls.toReversed())
		for (const {path, value} of places(responseJson(call)))
			if (isContainer(value) && isDeepStrictEqual(value, actual)) return {call, path, actual, expected};
	return null;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The facts of one failure, read: what every rule looks at. */
export type Symptoms = {
	facts: FailureFacts;
	run: FailedRun;
	lastPassed: PassedRun | null;
	exception: Exception | null;
	assertion: Assertion | null;
	/** Where the test failed. */
	statement: Statement | null;
	/** The status the test failed about, or stumbled over. */
	status: FailedStatus | null;
	/** Where the value came from that an assertion did not accept. */
	value: LocatedValue | null;
	/** The object or list of an answer that an assertion compared as a whole. */
	body: LocatedBody | null;
	/** The answered call the failure is most probably about; null when no call was answered. */
	lastAnswer: RecordedCall | null;
	/** The same call in the last passing run. */
	earlierOf(call: RecordedCall): RecordedCall | null;
	/** Whether a call of the last passing run was made in this one, too. */
	isAskedNow(earlier: RecordedCall): boolean;
	/** What its source has changed in since the last passing run; null: nothing, or there was none. */
	changedSource: SourceChange | null;
	/** What a call asked otherwise than in the last passing run; empty: nothing, or there was no such call. */
	changesOf(call: RecordedCall): RequestChange[];
	/** What the answers say otherwise than in the last passing run, in the order of the calls. */
	changedAnswers(): readonly AnswerChange[];
	/** `POST /coupons` */
	nameOf(call: RecordedCall): string;
	/** ` (line 12)`, or nothing. */
	atLine: string;
	/** `name.py:12`, `"two words.py":12`, or null. */
	place: string | null;
};

export function symptomsOf(facts: FailureFacts): Symptoms {
	const {run, lastPassed} = facts;
	const statement = statementAt(run.code, run.failedLine);
	const assertion = readAssertion(run);
	const exception = readException(run.error, run.trace);
	const asked: Asked = {calls: run.calls, values: run.setUp.values};
	const askedThen: Asked | null = lastPassed && {calls: lastPassed.calls, values: lastPassed.setUp.values};
	const earlierOf = memoized((call: RecordedCall) => askedThen && counterpartOf(call, asked, askedThen));
	const changedSource = lastPassed && sourceChange(lastPassed.code, run.code);
	const spelled = changedSource?.places.flatMap(({before, after}) => [...before, ...after]) ?? [];
	const changesOf = memoized((call: RecordedCall): RequestChange[] => {
		const earlier = earlierOf(call);
		if (!askedThen || !lastPassed || !earlier) return [];
		const stable = counterpartOf(call, asked, {...askedThen, calls: lastPassed.callsBefore});
		const isHandedOn = handedOn(handlesIn(call, asked), handlesIn(earlier, askedThen), asked.values, askedThen.values);
		const header = credentialOf(call);
		const isOther = header !== null && header === credentialOf(earlier) && changedSource;
		const credential = isOther && changeOfHeader(changedSource, header) ? header : null;
		return [
			...requestChanges(call, earlier, stable, spelled, isHandedOn),
			...(credential ? [{what: `header \`${credential}\``, before: masked, after: masked, credential}] : []),
		];
	});
	let changedAnswers: AnswerChange[] | undefined;
	const compared = failedStatus(run, assertion, exception, statement);
	const value = compared ? null : locateValue(assertion?.actual ?? null, statement, run.calls);
	const body = compared || value ? null : locateBody(assertion, run.calls);
	const status = compared ?? (value || body ? null : unexpectedRefusal(run, earlierOf));
	return {
		facts,
		run,
		lastPassed,
		exception,
		assertion,
		statement,
		status,
		value,
		body,
		lastAnswer: status?.call ?? value?.call ?? body?.call ?? run.calls.findLast(call => call.status !== null) ?? null,
		earlierOf,
		isAskedNow: earlier => askedThen === null || counterpartOf(earlier, askedThen, asked) !== null,
		changedSource,
		changesOf,
		changedAnswers: () => (changedAnswers ??= answerChanges(facts, call => changesOf(call).length === 0)),
		nameOf: call => callName(call, run.targetUrl),
		atLine: run.failedLine === null ? '' : ` (line ${run.failedLine})`,
		place: run.failedLine === null ? null : `${sourceName(run.testName)}:${run.failedLine}`,
	};
}

const handlesIn = (call: RecordedCall, {calls, values}: Asked) => handlesOf(call, calls, values);

/** A function of a call, worked out once for each. */
function memoized<Result>(work: (call: RecordedCall) => Result): (call: RecordedCall) => Result {
	const known = new Map<RecordedCall, Result>();
	return call => {
		if (!known.has(call)) known.set(call, work(call));
		return known.get(call)!;
	};
}
