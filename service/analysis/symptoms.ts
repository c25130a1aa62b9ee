import type {RecordedCall} from '../runners/runner.ts';
import {type Assertion, readAssertion} from './assertion.ts';
import {counterpartOf} from './counterpart.ts';
import {callName} from './endpoint.ts';
import {type Exception, readException} from './exception.ts';
import {type FailedStatus, failedStatus, unexpectedRefusal} from './failed-status.ts';
import type {FailedRun, FailureFacts, PassedRun} from './facts.ts';
import {type LocatedBody, locateBody} from './located-body.ts';
import {type LocatedValue, locateValue} from './located-value.ts';
import {type RequestChange, requestChanges} from './since-passed/request-change.ts';
import {type SourceChange, sourceChange} from './since-passed/source-change.ts';
import {type Statement, statementAt} from './statement.ts';

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
	/** What its source has changed in since the last passing run; null: nothing, or there was none. */
	changedSource: SourceChange | null;
	/** What a call asked otherwise than in the last passing run; empty: nothing, or there was no such call. */
	changesOf(call: RecordedCall): RequestChange[];
	/** `POST /coupons` */
	nameOf(call: RecordedCall): string;
	/** ` (line 12)`, or nothing. */
	atLine: string;
	/** `name.py:12`, or null. */
	place: string | null;
};

export function symptomsOf(facts: FailureFacts): Symptoms {
	const {run, lastPassed} = facts;
	const statement = statementAt(run.code, run.failedLine);
	const assertion = readAssertion(run);
	const exception = readException(run.error);
	const earlierOf = (call: RecordedCall) => (lastPassed ? counterpartOf(call, run.calls, lastPassed.calls) : null);
	const changedSource = lastPassed && sourceChange(lastPassed.code, run.code);
	const spelled = changedSource?.places.flatMap(({before, after}) => [...before, ...after]) ?? [];
	const known = new Map<RecordedCall, RequestChange[]>();
	const changesOf = (call: RecordedCall) => {
		const earlier = earlierOf(call);
		if (!lastPassed || !earlier) return [];
		const changes =
			known.get(call) ?? requestChanges(call, earlier, counterpartOf(call, run.calls, lastPassed.callsBefore), spelled);
		known.set(call, changes);
		return changes;
	};
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
		changedSource,
		changesOf,
		nameOf: call => callName(call, run.targetUrl),
		atLine: run.failedLine === null ? '' : ` (line ${run.failedLine})`,
		place: run.failedLine === null ? null : `${run.testName}.py:${run.failedLine}`,
	};
}
