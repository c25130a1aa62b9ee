import {deleteProject} from '../../../contract/routes/projects.ts';
import {id} from '../argument.ts';
import {confirmFlag, requireConfirm} from '../confirm.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';

export const deleteCommand = defineCommand({
	description: 'All tests, runs and results of the project go with it; runs in flight are cancelled.',
	args: {projectId: id('project-id', 'Project to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['project delete prj_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({projectId, idempotencyKey}, context) {
		const data = await context.client.call(deleteProject, {
			params: {projectId},
			idempotencyKey: context.idempotencyKey('cli-proj-delete-', idempotencyKey),
		});
		return {view: 'deleted-project', data};
	},
});
