import type {Batch} from '../../../contract/batch.ts';
import {runStatuses} from '../../../contract/enums.ts';
import {getBatch} from '../../../contract/routes/batches.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {list} from '../flag.ts';
import {columnFlags} from '../shared-flags.ts';
import {withWholeErrors} from '../whole-errors.ts';

/** Columns of the member table. */
const memberColumnFlags = columnFlags(['wave', 'test', 'name', 'role', 'status', 'duration', 'note']);

/** Members of some states only; everything else stays complete. */
const withMembersIn = (batch: Batch, statuses: readonly string[] | undefined): Batch =>
	statuses ? {...batch, members: batch.members.filter(({status}) => statuses.includes(status))} : batch;

export const get = defineCommand({
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {status: list('Only members in these states', runStatuses), ...memberColumnFlags},
	examples: ['batch get bat_1', 'batch get bat_1 --status failed,blocked --columns name,status,note'],
	async run({batchId, status, columns, header}, context) {
		const batch = withMembersIn(await context.client.call(getBatch, {params: {batchId}}), status);
		return {view: 'batch', data: await withWholeErrors(batch, context), shape: {columns, header}};
	},
});
