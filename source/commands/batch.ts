import type {Batch} from '../../contract/batch.ts';
import {runStatuses, sources, callKinds} from '../../contract/enums.ts';
import {listBatches, cancelBatch, getBatch} from '../../contract/routes/batches.ts';
import {paginate} from '../client/paginate.ts';
import {readBatchCalls} from '../client/read-views.ts';
import {id} from './argument.ts';
import {defineCommand} from './define-command.ts';
import {list as listFlag, toggle, integer, text} from './flag.ts';
import {columnFlags, pagingFlags, pagingOf, projectFlag} from './shared-flags.ts';
import {withWholeErrors} from './whole-errors.ts';

const columns = ['id', 'status', 'phase', 'source', 'pass', 'fail', 'block', 'total', 'created', 'duration'] as const;

export const list = defineCommand({
	args: {},
	flags: {
		project: projectFlag,
		status: listFlag('Only batches in these states', runStatuses),
		source: listFlag('Only batches started from there', sources),
		...pagingFlags,
		...columnFlags(columns),
	},
	examples: ['batch list --project prj_1', 'batch list --status failed --max-items 5'],
	async run({project, status, source, columns, header, ...options}, context) {
		const projectId = context.projectId(project);
		const page = await paginate(
			paging =>
				context.client.call(listBatches, {
					params: {projectId},
					query: {status: status?.join(','), source: source?.join(','), ...paging},
				}),
			pagingOf(options),
		);
		return {view: 'batches', data: page, shape: {columns, header}};
	},
});

export const cancel = defineCommand({
	description: 'Runs that have ended keep their verdict. What was created is still cleaned up, unless --skip-cleanup.',
	args: {batchId: id('batch-id', 'Batch to stop')},
	flags: {skipCleanup: toggle('Also leave out the cleanup, or stop one under way')},
	examples: ['batch cancel bat_1'],
	async run({batchId, skipCleanup}, context) {
		const body = skipCleanup ? {skipCleanup} : undefined;
		const batch = await context.client.call(cancelBatch, {params: {batchId}, body});
		if (batch.alreadyCancelled) context.notes.say('advisory', `batch ${batchId} was already cancelled`);
		return {view: 'cancelled-batch', data: batch};
	},
});

/** Columns of the member table. */
const memberColumnFlags = columnFlags(['wave', 'test', 'name', 'role', 'status', 'duration', 'note']);

/** Members of some states only; everything else stays complete. */
const withMembersIn = (batch: Batch, statuses: readonly string[] | undefined): Batch =>
	statuses ? {...batch, members: batch.members.filter(({status}) => statuses.includes(status))} : batch;

export const get = defineCommand({
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {status: listFlag('Only members in these states', runStatuses), ...memberColumnFlags},
	examples: ['batch get bat_1', 'batch get bat_1 --status failed,blocked --columns name,status,note'],
	async run({batchId, status, columns, header}, context) {
		const batch = withMembersIn(await context.client.call(getBatch, {params: {batchId}}), status);
		return {view: 'batch', data: await withWholeErrors(batch, context), shape: {columns, header}};
	},
});

export const calls = defineCommand({
	description:
		'Every call that the tests of a run have completed, by endpoint, with the values it gave and used. Calls that are ' +
		'no test, such as logins and cleanup, stand below those of their endpoint.',
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {
		endpoint: text('Only endpoints with that in "METHOD path"', {placeholder: '<substr>'}),
		test: text('Only calls of this test', {placeholder: '<test-id>'}),
		kind: listFlag('Only calls of these kinds', callKinds),
		bodies: toggle('With what was sent and answered'),
		maxItems: integer('Stop after that many endpoints', {min: 1}),
	},
	examples: ['batch calls bat_1', 'batch calls bat_1 --endpoint "POST /orders" --bodies'],
	async run({batchId, endpoint, test, kind, bodies, maxItems}, context) {
		const filter = {endpoint, testId: test, kind: kind?.join(','), bodies: bodies ? undefined : false};
		const data = await readBatchCalls(context.client, batchId, filter, maxItems);
		return {view: 'calls', data, shape: {bodies}};
	},
});
