import type {RunsCancelled} from '../../../contract/documents/run.ts';
import type {RunId} from '../../../contract/ids.ts';
import {cancelRun} from '../../../contract/routes/runs.ts';
import type {Context} from '../../context.ts';
import {ApiError, isApiError} from '../../errors/api-error.ts';
import {ids} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';

export const cancel = defineCommand({
	description:
		'The test can be run again at once and keeps its last verdict; credits that were charged are not given back.',
	args: {runIds: ids('run-id', 'Runs to stop', {min: 1})},
	flags: {},
	examples: ['test cancel run_1', '--output json test cancel run_1 run_2'],
	async run({runIds}, context) {
		const [first = '', ...others] = new Set(runIds);
		if (others.length > 0) return cancelSeveral([first, ...others], context);
		const run = await context.client.call(cancelRun, {params: {runId: first}});
		if (run.alreadyCancelled) context.notes.say('advisory', `run ${first} was already cancelled`);
		return {view: 'run', data: run};
	},
});

/** One after the other; an authentication error ends it, every other error is a row. */
async function cancelSeveral(runIds: readonly RunId[], context: Context): Promise<CommandResult> {
	const data: RunsCancelled = {cancelled: [], alreadyCancelled: [], conflicts: [], notFound: [], errors: []};
	const deciding: ApiError[] = [];
	for (const runId of runIds) {
		try {
			const {alreadyCancelled} = await context.client.call(cancelRun, {params: {runId}});
			(alreadyCancelled ? data.alreadyCancelled : data.cancelled).push(runId);
		} catch (error) {
			if (!isApiError(error) || error.exitCode === 3 || context.signal.aborted) throw error;
			deciding.push(error);
			if (error.code === 'NOT_FOUND') data.notFound.push(runId);
			else if (error.code === 'CONFLICT')
				data.conflicts.push({runId, status: String(error.details['status'] ?? 'finished')});
			else data.errors.push({runId, message: error.message});
		}
	}
	if (data.alreadyCancelled.length > 0)
		context.notes.say('advisory', `already cancelled: ${data.alreadyCancelled.join(', ')}`);
	context.notes.line(
		`${data.cancelled.length} cancelled, ${data.alreadyCancelled.length} already cancelled, ${data.conflicts.length} conflicts, ${data.notFound.length} not found, ${data.errors.length} errors`,
	);
	return {view: 'cancelled-runs', data, shape: {runIds}, problem: decide(deciding)};
}

/** "4 any notFound · 1 any errors · 6 any conflicts · 0" */
function decide(errors: readonly ApiError[]): ApiError | undefined {
	const notFound = errors.find(({code}) => code === 'NOT_FOUND');
	const other = errors.find(({code}) => code !== 'NOT_FOUND' && code !== 'CONFLICT');
	if (notFound || !other) return notFound ?? errors[0];
	return new ApiError('INTERNAL', other.message, {
		nextAction: other.nextAction,
		requestId: other.requestId,
		details: {...other.details, code: other.code},
		cause: other,
	});
}
