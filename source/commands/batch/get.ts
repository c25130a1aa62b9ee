import {runStatuses} from '../../../contract/enums.ts';
import {getBatch} from '../../../contract/routes/batches.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {list} from '../flag.ts';
import {withWholeErrors} from '../whole-errors.ts';
import {memberColumnFlags, withMembersIn} from './shared.ts';

export const get = defineCommand({
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {status: list('Only members in these states', runStatuses), ...memberColumnFlags},
	examples: ['batch get bat_1', 'batch get bat_1 --status failed,blocked --columns name,status,note'],
	async run({batchId, status, columns, header}, context) {
		const batch = withMembersIn(await context.client.call(getBatch, {params: {batchId}}), status);
		return {view: 'batch', data: await withWholeErrors(batch, context), shape: {columns, header}};
	},
});
