import type {Run, RunTicket} from '../../../contract/run.ts';
import type {CreatedTest} from '../../../contract/test.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type PartialRun, partialRun, run, runTicket} from './run.ts';

/** What `test create` knows of the run it triggered: the trigger's answer, the finished run, or less after a timeout. */
export type CreatedRun = RunTicket | Run | PartialRun;

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
