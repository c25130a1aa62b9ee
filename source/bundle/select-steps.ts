import type {FailureContext} from '../../contract/result.ts';

/**
 * Keeps the failing step with its neighbours: steps and evidence with |index − failedStepIndex| ≤ 1. Without a failed
 * step nothing is left out.
 */
export function aroundFailedStep(context: FailureContext): FailureContext {
	const failed = context.result.failedStepIndex;
	if (failed === null) return context;
	const isNear = ({stepIndex}: {stepIndex: number}) => Math.abs(stepIndex - failed) <= 1;
	return {
		...context,
		steps: context.steps.filter(isNear),
		failure: {...context.failure, evidence: context.failure.evidence.filter(isNear)},
	};
}
