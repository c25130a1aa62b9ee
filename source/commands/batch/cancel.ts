import {cancelBatch} from '../../../contract/routes/batches.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {toggle} from '../flag.ts';

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
