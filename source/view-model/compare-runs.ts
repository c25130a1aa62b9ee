import type {RunDiff} from '../../contract/documents/run.ts';
import type {Run, RunStep} from '../../contract/run.ts';

/** What differs between two runs: verdict, failure, code version and the status of every step. */
export function compareRuns(a: Run, b: Run): RunDiff {
	return {
		runA: sideOf(a),
		runB: sideOf(b),
		verdictChanged: a.status !== b.status,
		failedStepIndexChanged: a.failedStepIndex !== b.failedStepIndex,
		failureKindChanged: a.failureKind !== b.failureKind,
		codeVersionChanged: a.codeVersion !== b.codeVersion,
		crossTest: a.testId !== b.testId,
		changedSteps: changedSteps(a.steps ?? [], b.steps ?? []),
	};
}

const sideOf = ({
	runId,
	testId,
	testTitle,
	status,
	failureKind,
	failedStepIndex,
	codeVersion,
}: Run): RunDiff['runA'] => ({
	runId,
	testId,
	...(testTitle ? {testTitle} : {}),
	status,
	failureKind,
	failedStepIndex,
	codeVersion,
});

/** The steps whose status differs, in their order; a step that one run does not have is `absent` there. */
function changedSteps(a: readonly RunStep[], b: readonly RunStep[]): RunDiff['changedSteps'] {
	const byIndex = (steps: readonly RunStep[]) => new Map(steps.map(step => [Number(step.stepIndex), step]));
	const [stepsA, stepsB] = [byIndex(a), byIndex(b)];
	const indexes = [...new Set([...stepsA.keys(), ...stepsB.keys()])].sort((one, other) => one - other);
	return indexes.flatMap(stepIndex => {
		const [stepA, stepB] = [stepsA.get(stepIndex), stepsB.get(stepIndex)];
		const statusA = stepA ? stepA.status : 'absent';
		const statusB = stepB ? stepB.status : 'absent';
		if (statusA === statusB) return [];
		const errors = {...(stepA?.error ? {errorA: stepA.error} : {}), ...(stepB?.error ? {errorB: stepB.error} : {})};
		return [{stepIndex, statusA, statusB, ...errors}];
	});
}
