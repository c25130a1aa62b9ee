import type {StepSummary} from '../../contract/run.ts';

/** The steps of an execution of code, counted. */
export type StepCounts = {
	total: number;
	/** Those among them that failed. */
	failed: number;
	/** Calls that were under way when the run was stopped: they neither passed nor failed. */
	open: number;
	/** The one it failed at, from 1; null: it failed at none. */
	failedIndex: number | null;
};

/** What a run of code stores of its steps; null in runs that are older than steps, or have not ended. */
type CodeStepColumns = {
	step_total: number | null;
	steps_failed: number | null;
	steps_open: number;
	failed_step_index: number | null;
};

export function summaryOfCode({step_total, steps_failed, steps_open}: CodeStepColumns): StepSummary {
	const [total, failedCount] = [step_total ?? 0, steps_failed ?? 0];
	const completed = total - steps_open;
	return {total, completed, passedCount: completed - failedCount, failedCount};
}

/** A recorded call as a step shows it. */
export type StepCall = {
	seq: number;
	method: string;
	url: string;
	/** Null: no answer came. */
	status: number | null;
	latency_ms: number | null;
	/** Epoch milliseconds. */
	started_at: number;
	/** Why no answer came. */
	error: string | null;
};

/** A step of a run of code: a call, or what did not hold. `index` from 1. */
export type CodeStep = {index: number; call: StepCall} | {index: number; call: null};

/**
 * The calls of a run in their order with the failing step in its place.
 *
 * @param calls in the order in which they were made
 */
export function codeSteps(row: CodeStepColumns, calls: readonly StepCall[]): CodeStep[] {
	const own = row.step_total !== null && row.step_total > calls.length ? row.failed_step_index : null;
	const steps: CodeStep[] = calls.map((call, place) => ({
		index: own !== null && place + 1 >= own ? place + 2 : place + 1,
		call,
	}));
	if (own !== null) steps.splice(own - 1, 0, {index: own, call: null});
	return steps;
}

/** The index of the step that shows a call; null: none does. */
export const stepOfCall = (steps: readonly CodeStep[], seq: number): number | null =>
	steps.find(({call}) => call?.seq === seq)?.index ?? null;
