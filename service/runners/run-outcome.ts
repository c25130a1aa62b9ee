import {constants} from 'node:os';
import type {PythonEnd, PythonResult} from './python-messages.ts';
import type {RecordedCall, RunOutcome} from './runner.ts';

/** What is known of an execution when it has ended. */
export type EndedExecution = {
	end: PythonEnd;
	/** The test's own report; null when it died before it could. */
	result: PythonResult | null;
	calls: RecordedCall[];
	apiOutput: string;
	timeoutSeconds: number;
};

type Verdict = Pick<RunOutcome, 'status' | 'failureKind' | 'error'>;

/** The verdict: the test's own report, else what the runtime saw. */
export function runOutcome({end, result, calls, apiOutput, timeoutSeconds}: EndedExecution): RunOutcome {
	const hasVerdict = result !== null && result.status !== null && end.cause !== 'cancel';
	const verdict = hasVerdict ? ownVerdict(result) : seenVerdict(end, timeoutSeconds);
	return {
		...verdict,
		trace: hasVerdict ? result.trace : null,
		failedLine: hasVerdict ? result.failedLine : null,
		captures: result?.captures ?? [],
		advisories: result?.advisories ?? [],
		...(result?.deviations && result.deviations.length > 0 ? {deviations: result.deviations} : {}),
		calls,
		apiOutput,
		startedAt: end.startedAt,
		finishedAt: end.finishedAt,
	};
}

/** An execution that never ran, or whose runtime was lost. */
export function withoutRun(verdict: Verdict, at: number): RunOutcome {
	const nothing = {trace: null, failedLine: null, captures: [], advisories: [], calls: [], apiOutput: ''};
	return {...verdict, ...nothing, startedAt: at, finishedAt: at};
}

export const cancelledVerdict: Verdict = {status: 'cancelled', failureKind: null, error: 'cancelled'};
export const infraVerdict = (error: string): Verdict => ({status: 'blocked', failureKind: 'infra', error});

const failed = (failureKind: RunOutcome['failureKind'], error: string): Verdict => ({
	status: 'failed',
	failureKind,
	error,
});

function ownVerdict({status, failureKind, error}: PythonResult): Verdict {
	return {status: status!, failureKind, error};
}

function seenVerdict({cause, message, signal, exitCode}: PythonEnd, timeoutSeconds: number): Verdict {
	switch (cause) {
		case 'cancel':
			return cancelledVerdict;
		case 'timeout':
			return failed('timeout', `the test ran longer than its limit of ${timeoutSeconds} s`);
		case 'infra':
			return infraVerdict(message ?? 'the test could not be started');
		case 'limit':
			return failed('unknown', message ?? 'the test used more than it may');
		case 'exit':
			return signal === null ? left(exitCode) : killed(signal);
	}
}

const left = (exitCode: number | null) =>
	failed('unknown', `the test ended its process with exit code ${exitCode ?? 'unknown'} before the file ended`);

function killed(signal: number): Verdict {
	if (signal === constants.signals.SIGXCPU) {
		return failed('timeout', 'the test used more CPU time than its time limit allows');
	}
	const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`;
	const hint = signal === constants.signals.SIGKILL ? '; the machine may have run out of memory' : '';
	return failed('unknown', `the process of the test was ended by ${name}${hint}`);
}
