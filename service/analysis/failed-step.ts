import type {RunOutcome} from '../runners/runner.ts';
import type {StepCounts} from '../domain/code-steps.ts';
import {readAssertion} from './assertion.ts';
import {readException} from './exception.ts';
import {failedStatus, unexpectedRefusal} from './failed-status.ts';
import {locateValue} from './located-value.ts';
import {statementAt} from './statement.ts';
import {locateBody} from './symptoms.ts';

type Ended = Pick<RunOutcome, 'status' | 'failureKind' | 'error' | 'trace' | 'failedLine' | 'calls'>;

/**
 * The steps of an execution of code: one per call in the order in which they were made, and what did not hold as a step
 * of its own behind the call that it speaks about. A call that got no answer is the failing step itself.
 */
export function stepsOfCode({calls: all, ...outcome}: Ended, code: string): StepCounts {
	const calls = all.filter(({isReadBefore}) => !isReadBefore);
	// A run that was stopped leaves the call it waited for: that one failed as little as it passed.
	const open = outcome.status === 'cancelled' ? calls.filter(isUnderWay).length : 0;
	const unanswered = calls.filter(({status}) => status === null).length - open;
	if (outcome.status !== 'failed' || outcome.error === null)
		return {total: calls.length, failed: unanswered, open, failedIndex: null};
	if (outcome.failureKind === 'network' || outcome.failureKind === 'network_timeout') {
		const index = calls.findLastIndex(({status}) => status === null);
		if (index !== -1) return {total: calls.length, failed: unanswered, open, failedIndex: index + 1};
	}
	const assertion = readAssertion(outcome);
	const statement = statementAt(code, outcome.failedLine);
	const status = failedStatus({calls}, assertion, readException(outcome.error, outcome.trace), statement);
	const call =
		status?.call ??
		locateValue(assertion?.actual ?? null, statement, calls)?.call ??
		locateBody(assertion, calls)?.call ??
		unexpectedRefusal({calls, code}, () => null)?.call ??
		calls.at(-1);
	return {total: calls.length + 1, failed: unanswered + 1, open, failedIndex: call ? calls.indexOf(call) + 2 : 1};
}

/** It was sent, and neither an answer nor an error has come. */
const isUnderWay = ({status, latencyMs}: Ended['calls'][number]): boolean => status === null && latencyMs === null;
