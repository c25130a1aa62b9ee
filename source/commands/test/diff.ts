import {getRun} from '../../contract/routes/runs.ts';
import type {Run, RunStep} from '../../contract/run.ts';
import type {RunDiff} from '../../output/text/diff.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {negative} from '../outcome.ts';

export const diff = defineCommand({
	description: 'Compares verdict, failure, code version and the status of every step.',
	args: {runA: id('run-a', 'Run to compare'), runB: id('run-b', 'Run to compare it with')},
	flags: {},
	examples: ['test diff run_1 run_2'],
	async run({runA, runB}, {client, notes}) {
		const read = (runId: string) => client.call(getRun, {params: {runId}, query: {includeSteps: 'true'}});
		const data = compareRuns(...(await Promise.all([read(runA), read(runB)])));
		if (data.crossTest)
			notes.say('warn', `the runs are of different tests: ${data.runA.testId} and ${data.runB.testId}`);
		return {view: 'diff', data, problem: data.verdictChanged ? different(data) : undefined};
	},
});

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

const sideOf = ({runId, testId, status, failureKind, failedStepIndex, codeVersion}: Run): RunDiff['runA'] => ({
	runId,
	testId,
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

const different = ({runA, runB, changedSteps}: RunDiff) =>
	negative(`The verdicts differ: ${runA.status} and ${runB.status}.`, {
		verdict: `${runA.status} -> ${runB.status}`,
		changedSteps: changedSteps.length,
	});
