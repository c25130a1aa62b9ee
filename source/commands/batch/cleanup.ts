import {waitForCleanup} from '../../client/wait-for-cleanup.ts';
import {cleanupFilters} from '../../contract/cleanup.ts';
import {dismissCleanup, getCleanup, retryCleanup} from '../../contract/routes/cleanup.ts';
import type {Context} from '../../context.ts';
import {id} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {choice, refuseTogether, refuseWithout, text, texts, toggle} from '../flag.ts';
import {detached, negative} from '../outcome.ts';
import {idempotencyKeyFlag, waitTimeoutFlag} from '../shared-flags.ts';

export const cleanup = defineCommand({
	description:
		'What a run created and what became of it. Records that might be orphaned come first: delete them yourself and ' +
		'dismiss them, or add their DELETE endpoint and retry.',
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {
		search: text('Only records with that in their name, id, test or endpoint', {placeholder: '<substr>'}),
		state: choice('Only records in this state', cleanupFilters),
		dismiss: texts('Hide a record that might be orphaned', {placeholder: '<resource-id>'}),
		restore: texts('Show a hidden record again', {placeholder: '<resource-id>'}),
		retry: toggle('Run failed cleanup tests again'),
		test: texts('Only this cleanup test (--retry)', {placeholder: '<cleanup-test-id>'}),
		wait: toggle('Wait until the cleanup has ended (--retry)'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['batch cleanup bat_1', 'batch cleanup bat_1 --retry --wait', 'batch cleanup bat_1 --dismiss res_1'],
	rules({search, state, dismiss, restore, retry, test, wait}) {
		refuseTogether('dismiss', dismiss.length > 0, 'restore', restore.length > 0);
		refuseTogether('dismiss', dismiss.length > 0, 'retry', retry);
		refuseTogether('restore', restore.length > 0, 'retry', retry);
		const acts = dismiss.length > 0 || restore.length > 0 || retry;
		const action = retry ? 'retry' : dismiss.length > 0 ? 'dismiss' : 'restore';
		refuseTogether(action, acts, 'search', search !== undefined);
		refuseTogether(action, acts, 'state', state !== undefined);
		refuseWithout('test', test.length > 0, 'retry', retry);
		refuseWithout('wait', wait, 'retry', retry);
	},
	async run({batchId, search, state, dismiss, restore, retry, test, wait, timeout, idempotencyKey: own}, context) {
		if (retry) return retryIn(batchId, {test, wait, timeout, own}, context);
		const resourceIds = [...new Set([...dismiss, ...restore])];
		if (resourceIds.length > 0) {
			const data = await context.client.call(dismissCleanup, {
				params: {batchId},
				body: {resourceIds, ...(restore.length > 0 ? {restore: true} : {})},
				idempotencyKey: context.idempotencyKey('cli-cleanup-dismiss-', own),
			});
			return {view: restore.length > 0 ? 'restored-resources' : 'dismissed-resources', data};
		}
		const query = {q: search, state};
		const data = await context.client.call(getCleanup, {params: {batchId}, query});
		if (data.orphaned.some(({reason}) => reason === 'no_delete_endpoint'))
			context.notes.say(
				'hint',
				`svc endpoint add --project <project-id> --method DELETE --path <path>, then svc batch cleanup ${batchId} --retry`,
			);
		return {view: 'cleanup', data};
	},
});

type Retry = {test: readonly string[]; wait: boolean; timeout: number; own: string | undefined};

async function retryIn(batchId: string, {test, wait, timeout, own}: Retry, context: Context): Promise<CommandResult> {
	const waiting = context.wait(timeout);
	const data = await context.client.call(retryCleanup, {
		params: {batchId},
		body: test.length > 0 ? {cleanupTestIds: [...new Set(test)]} : undefined,
		idempotencyKey: context.idempotencyKey('cli-cleanup-retry-', own),
	});
	if (!wait) return {view: 'retried-cleanup', data};
	const outcome = await waitForCleanup({...waiting, batchId});
	const problem =
		outcome.state === 'timeout'
			? outcome.error
			: outcome.state === 'detached'
				? detached(context.signal, {runIds: data.runIds, batchId})
				: outcome.view.state === 'failed'
					? notClean(batchId, outcome.view.progress)
					: undefined;
	// What the trigger said is all there is to tell when the wait ended before its first answer.
	if (outcome.view === null) return {view: 'retried-cleanup', data, problem};
	return {view: 'cleanup', data: outcome.view, problem};
}

const notClean = (batchId: string, progress: {failed: number; orphaned: number}) =>
	negative(
		`Cleanup of batch ${batchId}: ${progress.failed} failed, ${progress.orphaned} might be orphaned.`,
		{batchId, ...progress},
		`svc batch cleanup ${batchId}`,
	);
