import type {RecordedCall} from '../runners/runner.ts';
import type {Assertion} from './assertion.ts';
import type {Exception} from './exception.ts';
import type {FailedRun} from './facts.ts';
import {readLiteral} from './python-literal.ts';
import type {Statement} from './statement.ts';

/** A call whose status is what the test failed about. */
export type FailedStatus = {
	call: RecordedCall;
	status: number;
	/** What the test wanted instead, in words; null when it only stumbled over the answer. */
	expectation: string | null;
};

const isStatus = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 100 && value < 600;

/** The last call with a status, where the test compared the status or an HTTP library raised for it. */
export function failedStatus(
	run: Pick<FailedRun, 'calls'>,
	assertion: Assertion | null,
	exception: Exception | null,
	statement: Statement | null,
): FailedStatus | null {
	const compared = comparedStatus(assertion, statement) ?? soughtStatus(assertion, statement);
	if (compared) {
		const call = run.calls.findLast(({status}) => status !== null && compared.is(status));
		if (call) return {call, status: call.status!, expectation: compared.expectation};
	}
	if (exception?.httpStatus) {
		const call = run.calls.findLast(({status}) => status === exception.httpStatus);
		if (call) return {call, status: exception.httpStatus, expectation: 'a success'};
	}
	if (assertion && /\.(ok|is_success|is_error|is_client_error|is_server_error)\b/.test(statement?.text ?? '')) {
		const call = run.calls.findLast(({status}) => status !== null && status >= 400);
		if (call) return {call, status: call.status!, expectation: 'a success'};
	}
	return null;
}

/** What the status was that an assertion did not accept, and what it wanted. */
type ComparedStatus = {is(status: number): boolean; expectation: string};

/** The actual status of an assertion about one: `assert response.status_code == 201`, `… // 100 == 2`. */
function comparedStatus(assertion: Assertion | null, statement: Statement | null): ComparedStatus | null {
	if (!assertion) return null;
	// A message such as "expected 201, got 500: {…}" begins with the number.
	const actual = assertion.actual?.value ?? Number(/^[1-5]\d\d\b/.exec(assertion.actualText ?? '')?.[0] ?? Number.NaN);
	const classes = [assertion.expected?.value, actual];
	if (/status\w{0,40}\s*\/\/\s*100\b/.test(statement?.text ?? '') && classes.every(isStatusClass))
		return {is: status => Math.floor(status / 100) === actual, expectation: `${assertion.expectation}xx`};
	if (!isStatus(actual)) return null;
	const found = {is: (status: number) => status === actual, expectation: assertion.expectation};
	if (statement) return aboutStatus.test(statement.text) ? found : null;
	return /(?<!\d)[1-5]\d\d(?!\d)/.test(assertion.expectation) ? found : null;
}

const aboutStatus = /status|\.code\b|getcode/i;
const isStatusClass = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5;

/** The status that is none of several: `assert response.status_code in (403, 404)`. */
function soughtStatus(assertion: Assertion | null, statement: Statement | null): ComparedStatus | null {
	const {membership} = assertion ?? {};
	const actual = membership?.value?.value;
	if (!membership?.isWanted || !isStatus(actual) || !aboutStatus.test(statement?.text ?? '')) return null;
	const wanted = readLiteral(membership.container)?.value;
	const expectation = Array.isArray(wanted) ? wanted.join(' or ') : `one of ${membership.container}`;
	return {is: status => status === actual, expectation};
}

/**
 * A call that was refused although the test says nothing of its status: the last one, when the test stumbled right after
 * it. Not when the test's source names the status, or the same call had it in the last passing run: it was wanted then.
 */
export function unexpectedRefusal(
	run: Pick<FailedRun, 'calls' | 'code'>,
	earlierOf: (call: RecordedCall) => RecordedCall | null,
): FailedStatus | null {
	// Clean-up in a `finally` runs after the failure.
	const cleansUp = /^[ \t]*finally[ \t]*:/m.test(run.code ?? '');
	const call = run.calls.findLast(({method}) => !(cleansUp && method.toUpperCase() === 'DELETE'));
	if (!call?.status || call.status < 400) return null;
	if (new RegExp(`(?<!\\d)${call.status}(?!\\d)`).test(run.code ?? '')) return null;
	if (earlierOf(call)?.status === call.status) return null;
	return {call, status: call.status, expectation: null};
}
