import {waitForCleanup} from '../../client/wait-for-cleanup.ts';
import {cleanupFilters} from '../../../contract/cleanup.ts';
import type {BatchId, RunId} from '../../../contract/ids.ts';
import {
	deleteRecords,
	dismissCleanup,
	getCleanup,
	getCleanupPlan,
	retryCleanup,
	startCleanup,
} from '../../../contract/routes/cleanup.ts';
import type {Context} from '../../context.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {id} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {choice, refuseTogether, refuseWithout, text, texts, toggle} from '../flag.ts';
import {detached, negative} from '../outcome.ts';
import {idempotencyKeyFlag, waitTimeoutFlag} from '../shared-flags.ts';

export const cleanup = defineCommand({
	description:
		'What a run created and what became of it. Records that might be orphaned come first: delete them yourself and ' +
		'dismiss them, or add their DELETE endpoint and retry. What nothing proves to be made by the run is only deleted ' +
		'with --delete.',
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {
		search: text('Only records with that in their name, id, test or endpoint', {placeholder: '<substr>'}),
		state: choice('Only records in this state', cleanupFilters),
		dismiss: texts('Hide a record that might be orphaned', {placeholder: '<resource-id>'}),
		restore: texts('Show a hidden record again', {placeholder: '<resource-id>'}),
		plan: toggle('Show each DELETE with its proof, and send nothing'),
		start: toggle('Send the DELETEs of a cleanup that asks first'),
		delete: texts('Delete a record that cleanup leaves alone', {placeholder: '<resource-id>'}),
		retry: toggle('Run failed cleanup tests again'),
		test: texts('Only this cleanup test (--retry)', {placeholder: '<cleanup-test-id>'}),
		onlyNew: toggle('Only what an endpoint or a handle added since makes deletable (--retry)'),
		wait: toggle('Wait until the cleanup has ended (--retry, --start, --delete)'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'batch cleanup bat_1',
		'batch cleanup bat_1 --plan',
		'batch cleanup bat_1 --start --wait',
		'batch cleanup bat_1 --delete res_1',
		'batch cleanup bat_1 --retry --wait',
		'batch cleanup bat_1 --retry --only-new',
		'batch cleanup bat_1 --dismiss res_1',
	],
	rules({search, state, dismiss, restore, plan, start, delete: remove, retry, test, onlyNew, wait}) {
		const actions = [
			['dismiss', dismiss.length > 0],
			['restore', restore.length > 0],
			['retry', retry],
			['plan', plan],
			['start', start],
			['delete', remove.length > 0],
		] as const;
		for (const [place, [name, isGiven]] of actions.entries())
			for (const [other, isOther] of actions.slice(place + 1)) refuseTogether(name, isGiven, other, isOther);
		const [action] = actions.find(([, isGiven]) => isGiven) ?? ['dismiss'];
		const acts = actions.some(([, isGiven]) => isGiven);
		refuseTogether(action, acts, 'search', search !== undefined);
		refuseTogether(action, acts, 'state', state !== undefined);
		refuseWithout('test', test.length > 0, 'retry', retry);
		refuseWithout('only-new', onlyNew, 'retry', retry);
		refuseTogether('only-new', onlyNew, 'test', test.length > 0);
		refuseWithout('wait', wait, 'retry, --start or --delete', retry || start || remove.length > 0);
	},
	async run(options, context) {
		const {
			batchId,
			search,
			state,
			dismiss,
			restore,
			retry,
			test,
			onlyNew,
			wait,
			timeout,
			idempotencyKey: own,
		} = options;
		if (options.plan)
			return {view: 'cleanup-plan', data: await context.client.call(getCleanupPlan, {params: {batchId}})};
		if (options.start || options.delete.length > 0)
			return sendIn(batchId, {start: options.start, remove: options.delete, wait, timeout, own}, context);
		if (retry) return retryIn(batchId, {test, onlyNew, wait, timeout, own}, context);
		const resourceIds = [...new Set([...dismiss, ...restore])];
		if (resourceIds.length > 0) {
			const data = await context.client.call(dismissCleanup, {
				params: {batchId},
				body: {resourceIds, ...(restore.length > 0 ? {restore: true} : {})},
				idempotencyKey: context.idempotencyKey(dismissCleanup, own),
			});
			return {view: restore.length > 0 ? 'restored-resources' : 'dismissed-resources', data};
		}
		const query = {q: search, state};
		const data = await context.client.call(getCleanup, {params: {batchId}, query});
		const undeletable = data.orphaned.find(({reason}) => reason === 'no_delete_endpoint');
		if (undeletable) {
			const {label, sourceEndpoint} = undeletable;
			const {method, path: made} = sourceEndpoint;
			// What a PUT makes is deleted at the address where it was put.
			const path = method === 'PUT' ? made : `${made.replace(/\/$/, '')}/{${label.replace(/\W+/g, '_')}}`;
			context.notes.say(
				'hint',
				`svc endpoint add --project <project-id> --method DELETE --path ${shellWord(path)} if that deletes it, then svc batch cleanup ${batchId} --retry`,
			);
		}
		const leftAlone = data.orphaned.find(({reason}) => reason === 'may_have_existed' || reason === 'shared_address');
		if (leftAlone)
			context.notes.say(
				'hint',
				`svc batch cleanup ${batchId} --delete ${shellWord(leftAlone.resourceId)} deletes what is left to your word`,
			);
		if (data.state === 'asking') context.notes.say('hint', `svc batch cleanup ${batchId} --plan, then --start`);
		return {view: 'cleanup', data};
	},
});

type Waiting = {wait: boolean; timeout: number; own: string | undefined};

/** Says yes to a cleanup that asks, or has records deleted that it left alone. */
async function sendIn(
	batchId: BatchId,
	{start, remove, wait, timeout, own}: Waiting & {start: boolean; remove: readonly string[]},
	context: Context,
): Promise<CommandResult> {
	const waiting = context.wait(timeout);
	const idempotencyKey = context.idempotencyKey(startCleanup, own);
	const resourceIds = [...new Set(remove)];
	const data = start
		? await context.client.call(startCleanup, {params: {batchId}, idempotencyKey})
		: await context.client.call(deleteRecords, {params: {batchId}, body: {resourceIds}, idempotencyKey});
	if (wait) return waitIn(batchId, {view: 'started-cleanup', data}, waiting, context);
	context.notes.say('hint', `svc batch cleanup ${batchId}`);
	return {view: 'started-cleanup', data};
}

async function retryIn(
	batchId: BatchId,
	{test, onlyNew, wait, timeout, own}: Waiting & {test: readonly string[]; onlyNew: boolean},
	context: Context,
): Promise<CommandResult> {
	const waiting = context.wait(timeout);
	const data = await context.client.call(retryCleanup, {
		params: {batchId},
		body: onlyNew ? {onlyNew} : test.length > 0 ? {cleanupTestIds: [...new Set(test)]} : undefined,
		idempotencyKey: context.idempotencyKey(retryCleanup, own),
	});
	const triggered: CommandResult = {view: 'retried-cleanup', data};
	return wait ? waitIn(batchId, triggered, waiting, context, data.runIds) : triggered;
}

/** What has become of the cleanup when nothing of it runs any more. */
async function waitIn(
	batchId: BatchId,
	triggered: CommandResult,
	waiting: ReturnType<Context['wait']>,
	context: Context,
	runIds: readonly RunId[] = [],
): Promise<CommandResult> {
	const outcome = await waitForCleanup({...waiting, batchId});
	const problem =
		outcome.state === 'timeout'
			? outcome.error
			: outcome.state === 'detached'
				? detached(context.signal, {runIds, batchId})
				: outcome.view.state === 'failed'
					? notClean(batchId, outcome.view.progress)
					: undefined;
	// What the trigger said is all there is to tell when the wait ended before its first answer.
	if (outcome.view === null) return {...triggered, problem};
	return {view: 'cleanup', data: outcome.view, problem};
}

const notClean = (batchId: BatchId, progress: {failed: number; orphaned: number}) =>
	negative(
		`Cleanup of batch ${batchId}: ${progress.failed} failed, ${progress.orphaned} might be orphaned.`,
		{batchId, ...progress},
		`svc batch cleanup ${batchId}`,
	);
