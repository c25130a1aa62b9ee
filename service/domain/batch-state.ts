import type {BatchPhase, CleanupState, RunStatus, TerminalRunStatus} from '../../contract/enums.ts';

/** Members of a batch, or of one of its waves, by status. `skipped` counts teardown tests that had nothing to remove. */
export type MemberCounts = {
	queued: number;
	running: number;
	passed: number;
	failed: number;
	blocked: number;
	cancelled: number;
	skipped: number;
};

export const noMembers: Readonly<MemberCounts> = {
	queued: 0,
	running: 0,
	passed: 0,
	failed: 0,
	blocked: 0,
	cancelled: 0,
	skipped: 0,
};

export function addCounts(a: MemberCounts, b: MemberCounts): MemberCounts {
	return {
		queued: a.queued + b.queued,
		running: a.running + b.running,
		passed: a.passed + b.passed,
		failed: a.failed + b.failed,
		blocked: a.blocked + b.blocked,
		cancelled: a.cancelled + b.cancelled,
		skipped: a.skipped + b.skipped,
	};
}

export const openMembers = (counts: MemberCounts): number => counts.queued + counts.running;

type BatchTriggerEvent = 'member_left_queue' | 'tests_ended' | 'cleanup_ended';

type Move = {from: BatchPhase; trigger: BatchTriggerEvent; cleanup: boolean | null; to: BatchPhase};

/** "States: batch". `cleanup`: there is something to clean and cleanup was not cancelled; null when it does not matter. */
const moves: readonly Move[] = [
	{from: 'queued', trigger: 'member_left_queue', cleanup: null, to: 'tests'},
	{from: 'queued', trigger: 'tests_ended', cleanup: true, to: 'cleanup'},
	{from: 'queued', trigger: 'tests_ended', cleanup: false, to: 'done'},
	{from: 'tests', trigger: 'tests_ended', cleanup: true, to: 'cleanup'},
	{from: 'tests', trigger: 'tests_ended', cleanup: false, to: 'done'},
	{from: 'cleanup', trigger: 'cleanup_ended', cleanup: null, to: 'done'},
];

/** The phase after `trigger`; the phase itself when the batch does not move by it. */
export function moveBatch(from: BatchPhase, trigger: BatchTriggerEvent, cleanup = false): BatchPhase {
	const move = moves.find(m => m.from === from && m.trigger === trigger && (m.cleanup ?? cleanup) === cleanup);
	return move?.to ?? from;
}

/**
 * The worst member outside the cleanup wave, in the order failed, blocked, cancelled, passed; a cancelled batch is
 * cancelled whatever its members say; an empty one is passed.
 */
export function outcomeOf(tests: MemberCounts, cancelled: boolean): TerminalRunStatus {
	if (cancelled) return 'cancelled';
	if (tests.failed > 0) return 'failed';
	if (tests.blocked > 0) return 'blocked';
	if (tests.cancelled > 0) return 'cancelled';
	return 'passed';
}

/** `queued` or `running` until the phase is `done`, then the outcome. */
export function batchStatusOf(phase: BatchPhase, outcome: TerminalRunStatus | null): RunStatus {
	if (phase === 'done') return outcome ?? 'passed';
	return phase === 'queued' ? 'queued' : 'running';
}

/** How a cleanup ended: `failed` when a cleanup test failed or a record is left that might be orphaned. */
export const cleanupStateAfter = (failedTeardowns: number, leftRecords: number): CleanupState =>
	failedTeardowns > 0 || leftRecords > 0 ? 'failed' : 'done';

/** What a wave shows: nothing started, something open, nothing open. */
export function waveStatusOf(counts: MemberCounts, total: number): 'pending' | 'running' | 'done' {
	if (openMembers(counts) === 0) return 'done';
	return counts.queued === total ? 'pending' : 'running';
}
