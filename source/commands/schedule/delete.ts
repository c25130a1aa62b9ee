import {deleteSchedule} from '../../../contract/routes/schedules.ts';
import {confirmFlag, requireConfirm} from '../confirm.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {scheduleArgument} from './shared.ts';

export const deleteCommand = defineCommand({
	description: 'The list of its runs goes with it; their batches stay.',
	args: {scheduleId: scheduleArgument('Schedule to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['schedule delete sch_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({scheduleId, idempotencyKey}, context) {
		const deleted = await context.client.call(deleteSchedule, {
			params: {scheduleId},
			idempotencyKey: context.idempotencyKey('cli-sched-delete-', idempotencyKey),
		});
		return {view: 'deleted-schedule', data: deleted};
	},
});
