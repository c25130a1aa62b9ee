import {deleteEnvironment} from '../../../../contract/routes/environments.ts';
import {confirmFlag, requireConfirm} from '../../confirm.ts';
import {defineCommand} from '../../define-command.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {nameArgument, projectArgument} from './shared.ts';

export const deleteCommand = defineCommand({
	description: 'The last and the default environment stay, and one that a schedule or a test list names.',
	args: {projectId: projectArgument, name: nameArgument('Environment to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['project env delete prj_1 staging --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({projectId, name, idempotencyKey}, context) {
		const data = await context.client.call(deleteEnvironment, {
			params: {projectId, name},
			idempotencyKey: context.idempotencyKey('cli-proj-env-delete-', idempotencyKey),
		});
		return {view: 'deleted-environment', data};
	},
});
