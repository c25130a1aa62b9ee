import {getRun} from '../../../contract/routes/runs.ts';
import {compareRuns, type RunDiff} from '../../view-model/compare-runs.ts';
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

const different = ({runA, runB, changedSteps}: RunDiff) =>
	negative(`The verdicts differ: ${runA.status} and ${runB.status}.`, {
		verdict: `${runA.status} -> ${runB.status}`,
		changedSteps: changedSteps.length,
	});
