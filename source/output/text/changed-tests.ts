import type {PartialRun} from '../../../contract/documents/run.ts';
import type {DeletedTests} from '../../../contract/documents/test.ts';
import type {UpdatedPlanSteps} from '../../../contract/plan-steps.ts';
import type {Run, RunTicket} from '../../../contract/run.ts';
import type {DeletedTest, UpdatedCode, UpdatedTest, CreatedTest} from '../../../contract/test.ts';
import {cleanLine} from '../clean.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {partialRun, run, runTicket} from './run.ts';

export const updatedTest = ({testId, updatedFields, updatedAt}: UpdatedTest): string =>
	paddedBlock([
		['testId', testId],
		['updatedFields', updatedFields],
		['updatedAt', updatedAt],
	]);

export const updatedCode = ({testId, codeVersion, updatedAt}: UpdatedCode): string =>
	paddedBlock([
		['testId', testId],
		['codeVersion', codeVersion],
		['updatedAt', updatedAt],
	]);

export const updatedPlanSteps = ({testId, planStepsHash, stepCount, updatedAt}: UpdatedPlanSteps): string =>
	paddedBlock([
		['testId', testId],
		['planStepsHash', planStepsHash],
		['stepCount', stepCount],
		['updatedAt', updatedAt],
	]);

export const deletedTest = ({testId, deletedAt}: DeletedTest): string =>
	paddedBlock([
		['testId', testId],
		['deletedAt', deletedAt],
	]);

export function deletedTests({results, summary: {deleted, skipped, failed}}: DeletedTests, look: Look): string {
	const rows = results.map(({testId, name, status, error}) =>
		`  ${[testId, ...(name ? [name] : [])].map(cleanLine).join('  ')}  ${look.status(status)}  ${cleanLine(error?.message ?? '')}`.trimEnd(),
	);
	return [`Deleted ${deleted}, Skipped ${skipped}, Failed ${failed}`, ...rows].map(line => `${line}\n`).join('');
}

/** What `test create` knows of the run it triggered: the trigger's answer, the finished run, or less after a timeout. */
type CreatedRun = RunTicket | Run | PartialRun;

export const createdTest = (created: CreatedTest & {run?: CreatedRun}, look: Look): string => {
	const block = paddedBlock([
		['testId', created.testId],
		['type', created.type],
		['codeVersion', created.codeVersion],
		['createdAt', created.createdAt],
	]);
	return created.run ? `${block}\n${runBlock(created.run, look)}` : block;
};

function runBlock(started: CreatedRun, look: Look): string {
	if ('stepSummary' in started) return run(started as Run, look);
	return 'batchId' in started ? runTicket(started as RunTicket, look) : partialRun(started, look);
}
