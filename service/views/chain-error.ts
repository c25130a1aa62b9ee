import type {ChainError, ChainStep} from '../../contract/chain.ts';
import type {TestId} from '../../contract/ids.ts';
import type {BlockedBy} from '../../contract/run.ts';
import {firstLine} from '../domain/result-summary.ts';

/** A step with what decides about the error of its chain. */
export type JudgedStep = Pick<ChainStep, 'index' | 'status' | 'uses'> & {
	testId: TestId;
	/** Of its run. */
	error: string | null;
	isAssertion: boolean;
	blockedBy: BlockedBy | null;
	/** The two tests of its circular dependency. */
	cycle: readonly [string, string] | null;
};

const notFoundReasons = new Set(['not_captured', 'no_producer', 'name_mismatch', 'producer_unticked', 'stale_capture']);

/**
 * What is wrong with a chain, in one sentence. A circular dependency first, then the first blocked step, then the first
 * that failed; null when nothing is.
 */
export function chainErrorOf(steps: readonly JudgedStep[]): ChainError | null {
	const circular = steps.find(({blockedBy}) => blockedBy?.reason === 'circular_dependency');
	if (circular) return circularError(circular);
	const blocked = steps.find(({status}) => status === 'Blocked');
	if (blocked) return blockedError(blocked, steps);
	const failed = steps.find(({status}) => status === 'Failed');
	if (!failed) return null;
	return {
		kind: 'assertion_failed',
		message: `step ${failed.index} ${failed.isAssertion ? 'failed its assertion' : 'failed'}: ${lineOf(failed)}`,
		stepIndex: failed.index,
		causeStepIndex: null,
		variable: null,
		testIds: null,
	};
}

const lineOf = ({error}: JudgedStep) => firstLine(error) ?? 'it did not pass';

function circularError(step: JudgedStep): ChainError {
	return {
		kind: 'circular_dependency',
		message: lineOf(step),
		stepIndex: step.index,
		causeStepIndex: null,
		variable: null,
		testIds: step.cycle && [...step.cycle],
	};
}

function blockedError(step: JudgedStep, steps: readonly JudgedStep[]): ChainError {
	const {index, blockedBy} = step;
	const variable = blockedBy?.variable ?? null;
	if (blockedBy && notFoundReasons.has(blockedBy.reason)) {
		const producer = step.uses.find(({name}) => name === variable)?.fromStep ?? null;
		return {
			kind: 'variable_not_found',
			message: `step ${index}: ${lineOf(step).replace(/^Blocked: /, '')}`,
			stepIndex: index,
			causeStepIndex: producer,
			variable,
			testIds: null,
		};
	}
	// The last step of the test that went wrong is the one that did.
	const cause = steps.findLast(one => one.testId === blockedBy?.producer?.testId && one.status !== 'Pass');
	return {
		kind: 'blocked_by_step',
		message: cause
			? `step ${index} is blocked because step ${cause.index} ${cause.status === 'Cancelled' ? 'was cancelled' : 'failed'}${
					variable === null ? '' : ` (variable "${variable}" is not available)`
				}; fix step ${cause.index}, then step ${index} runs automatically on rerun`
			: lineOf(step),
		stepIndex: index,
		causeStepIndex: cause?.index ?? null,
		variable,
		testIds: null,
	};
}
