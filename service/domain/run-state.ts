import type {FailureKind, Label, RunStatus, TerminalRunStatus} from '../../contract/enums.ts';

/**
 * What moves a run. `lose`: the process that executed it is gone or was stopped; `block`: a needed value will never come.
 */
export type RunTrigger = 'claim' | 'block' | 'cancel' | 'pass' | 'fail' | 'refuse' | 'lose' | 'lose_again';

type Move = {from: RunStatus; trigger: RunTrigger; to: RunStatus};

/** "States: run". What the table does not list does not happen. */
const moves: readonly Move[] = [
	{from: 'queued', trigger: 'claim', to: 'running'},
	{from: 'queued', trigger: 'block', to: 'blocked'},
	{from: 'queued', trigger: 'cancel', to: 'cancelled'},
	{from: 'running', trigger: 'cancel', to: 'cancelled'},
	{from: 'running', trigger: 'pass', to: 'passed'},
	{from: 'running', trigger: 'fail', to: 'failed'},
	// The runner could not start the file.
	{from: 'running', trigger: 'refuse', to: 'blocked'},
	{from: 'running', trigger: 'lose', to: 'queued'},
	{from: 'running', trigger: 'lose_again', to: 'failed'},
	{from: 'cancelled', trigger: 'cancel', to: 'cancelled'},
];

/** The status after `trigger`, or null when a run in `from` does not move by it. */
export function moveRun(from: RunStatus, trigger: RunTrigger): RunStatus | null {
	return moves.find(move => move.from === from && move.trigger === trigger)?.to ?? null;
}

/** The trigger that stands for how a runner said an execution ended. */
export const triggerOfOutcome = {
	passed: 'pass',
	failed: 'fail',
	blocked: 'refuse',
	cancelled: 'cancel',
} as const satisfies Record<TerminalRunStatus, RunTrigger>;

/** A run that was lost is executed again once; the second loss ends it. */
export const maxAttempts = 2;

/** How a run ends whose second execution was lost as well. */
export const lostRun: {failureKind: FailureKind; error: string} = {
	failureKind: 'infra',
	error: 'The service stopped twice while this test was running; it was not started a third time.',
};

const labelOfStatus: Record<RunStatus, Label> = {
	queued: 'Pending',
	running: 'Running',
	passed: 'Pass',
	failed: 'Failed',
	blocked: 'Blocked',
	cancelled: 'Cancelled',
};

/** The displayed status. `skipped`: a teardown test whose record was never created. */
export const labelOf = (status: RunStatus, skipped: boolean): Label => (skipped ? 'Skipped' : labelOfStatus[status]);

type Verdict = 'passed' | 'failed' | 'blocked';

/** Statuses that say something about the test; a cancelled run leaves the last verdict alone. */
export const verdicts: readonly Verdict[] = ['passed', 'failed', 'blocked'];

export const isVerdict = (status: string): status is Verdict => (verdicts as readonly string[]).includes(status);
