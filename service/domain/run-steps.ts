import type {StepSummary} from '../../contract/run.ts';

/** Where one step of a run stands. */
export type StepStanding = {
	/** From 1. */
	step_index: number;
	/** Null: not reached, or not read. */
	status: 'passed' | 'failed' | null;
	healed: 0 | 1;
	note: string | null;
};

/** @param total steps of the plan, whether they were reached or not */
export function summaryOfSteps(steps: readonly StepStanding[], total: number): StepSummary {
	const passedCount = steps.filter(({status}) => status === 'passed').length;
	const failedCount = steps.filter(({status}) => status === 'failed').length;
	return {total, completed: passedCount + failedCount, passedCount, failedCount};
}

/**
 * Whether a step has a part in a failure: the failing one, "with it every earlier step that has a note or was healed, null
 * for the rest".
 */
export function contributesToFailure(step: StepStanding, failedStepIndex: number | null): boolean | null {
	if (failedStepIndex === null) return null;
	if (step.step_index === failedStepIndex) return true;
	return step.step_index < failedStepIndex && (step.healed === 1 || step.note !== null) ? true : null;
}
