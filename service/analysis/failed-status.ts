import type {RecordedCall} from '../runners/runner.ts';
import type {Assertion} from './assertion.ts';
import type {Exception} from './exception.ts';
import type {FailedRun} from './facts.ts';
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
	run: FailedRun,
	assertion: Assertion | null,
	exception: Exception | null,
	statement: Statement | null,
): FailedStatus | null {
	const compared = comparedStatus(assertion, statement);
	if (compared !== null && assertion) {
		const call = run.calls.findLast(({status}) => status === compared);
		if (call) return {call, status: compared, expectation: assertion.expectation};
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

/** The actual status of an assertion about one: `assert response.status_code == 201`. */
function comparedStatus(assertion: Assertion | null, statement: Statement | null): number | null {
	if (!assertion) return null;
	// A message such as "expected 201, got 500: {…}" begins with the number.
	const actual = assertion.actual?.value ?? Number(/^[1-5]\d\d\b/.exec(assertion.actualText ?? '')?.[0] ?? Number.NaN);
	if (!isStatus(actual)) return null;
	if (statement) return /status|\.code\b|getcode/i.test(statement.text) ? actual : null;
	return /(?<!\d)[1-5]\d\d(?!\d)/.test(assertion.expectation) ? actual : null;
}

/**
 * A call that was refused although the test says nothing of its status: the last one, when the test stumbled right after
 * it. Not when the test's source names the status, or the same call had it in the last passing run: it was wanted then.
 */
export function unexpectedRefusal(
	run: FailedRun,
	earlierOf: (call: RecordedCall) => RecordedCall | null,
): FailedStatus | null {
	// Clean-up in a `finally` runs after the failure.
	const cleansUp = /^\s*finally\s*:/m.test(run.code ?? '');
	const call = run.calls.findLast(({method}) => !(cleansUp && method.toUpperCase() === 'DELETE'));
	if (!call?.status || call.status < 400) return null;
	if (new RegExp(`(?<!\\d)${call.status}(?!\\d)`).test(run.code ?? '')) return null;
	if (earlierOf(call)?.status === call.status) return null;
	return {call, status: call.status, expectation: null};
}
