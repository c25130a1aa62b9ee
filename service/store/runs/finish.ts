import type {FailureKind, TerminalRunStatus} from '../../../contract/enums.ts';
import type {BatchId, RunId} from '../../../contract/ids.ts';
import type {StepCounts} from '../../domain/code-steps.ts';
import type {CallTable} from '../calls/call-tables.ts';
import type {NotedLine} from '../plans/learning-tables.ts';
import type {TargetReason} from './block-for-target.ts';
import type {FinishedPlan} from './finish-plan.ts';

/** A recorded call: what lists show, and the rest of it. */
export type FinishedCall = Pick<CallTable, 'seq' | 'method' | 'url' | 'status' | 'latency_ms' | 'started_at'> & {
	/** Made by the runner before a call of the test, to see whether a name is free; absent: false. */
	isReadBefore?: boolean;
	detail: object;
};

/** How one execution ended. */
export type Finish = {
	runId: RunId;
	/** Where it is known: it is read together with the run. */
	batchId?: BatchId;
	/** The execution that ended: a later one has taken its place when this is not the present attempt. */
	attempt: number;
	status: TerminalRunStatus;
	/** Milliseconds of the execution by a clock that nobody sets; absent: it ends when its end is stored. */
	tookMs?: number;
	failureKind: FailureKind | null;
	error: string | null;
	trace: string | null;
	apiOutput: string | null;
	failedLine: number | null;
	captures: ReadonlyArray<{name: string; value: unknown; json?: string; declared: boolean; at: number}>;
	calls: readonly FinishedCall[];
	advisories: readonly string[];
	/** Secrets that it was given: a captured value that is one is sealed. Never stored. Absent: none. */
	secrets?: readonly string[];
	/** Blocked by its API, which says nothing about the test; absent: it was not. */
	blockedBy?: TargetReason;
	/** Assertions that did not hold and were only noted; absent: none. */
	noted?: readonly NotedLine[];
	/** Of a plan in a browser; absent: it was code. */
	plan?: FinishedPlan;
	/** Of code; absent: nobody has counted them. */
	steps?: StepCounts;
};
