import type {ChangedAnswer, RunDiff} from '../../../contract/documents/run.ts';
import type {RunId} from '../../../contract/ids.ts';
import {getRun} from '../../../contract/routes/runs.ts';
import type {Call} from '../../../contract/call.ts';
import type {Run} from '../../../contract/run.ts';
import type {Client} from '../../client/client.ts';
import {readBatchCalls} from '../../client/read-views.ts';
import {ApiError} from '../../errors/api-error.ts';
import {compareAnswers} from '../../view-model/compare-answers.ts';
import {compareRuns} from '../../view-model/compare-runs.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {negative} from '../outcome.ts';

export const diff = defineCommand({
	description:
		'Compares verdict, failure, code version, the status of every step, and what the answers of the API say.',
	args: {runA: id('run-a', 'Run to compare'), runB: id('run-b', 'Run to compare it with')},
	flags: {},
	examples: ['test diff run_1 run_2'],
	async run({runA, runB}, {client, notes}) {
		const read = (runId: RunId) => client.call(getRun, {params: {runId}, query: {includeSteps: 'true'}});
		const [a, b] = await Promise.all([read(runA), read(runB)]);
		const answers = await changedAnswers(client, a, b);
		const data: RunDiff = {...compareRuns(a, b), ...(answers ? {changedAnswers: answers} : {})};
		if (data.crossTest)
			notes.say('warn', `the runs are of different tests: ${data.runA.testId} and ${data.runB.testId}`);
		return {view: 'diff', data, problem: data.verdictChanged ? different(data) : undefined};
	},
});

/** Null: a service that keeps no calls of these runs. */
async function changedAnswers(client: Client, a: Run, b: Run): Promise<ChangedAnswer[] | null> {
	if (a.testId !== b.testId || a.batchId === undefined || b.batchId === undefined) return null;
	try {
		const [then, now] = await Promise.all([callsOf(client, a), callsOf(client, b)]);
		return compareAnswers(then, now).filter(answer => answer !== null);
	} catch (error) {
		if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
		throw error;
	}
}

async function callsOf(client: Client, {batchId, testId, runId}: Run): Promise<Call[]> {
	const {items} = await readBatchCalls(client, batchId!, {testId});
	return items
		.flatMap(group => [...group.items, ...group.other.items])
		.filter(call => call.runId === runId)
		.sort((one, other) => one.seq - other.seq);
}

const different = ({runA, runB, changedSteps}: RunDiff) =>
	negative(`The verdicts differ: ${runA.status} and ${runB.status}.`, {
		verdict: `${runA.status} -> ${runB.status}`,
		changedSteps: changedSteps.length,
	});
