import {deleteEndpoint} from '../../../contract/routes/endpoints.ts';
import {id} from '../argument.ts';
import {confirmFlag, requireConfirm} from '../confirm.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';

export const remove = defineCommand({
	description: 'Takes an endpoint off the list; the API itself is not called.',
	args: {endpointId: id('endpoint-id', 'Endpoint to remove')},
	flags: {project: projectFlag, confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['endpoint remove ep_1 --project prj_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({endpointId, project, idempotencyKey}, context) {
		const data = await context.client.call(deleteEndpoint, {
			params: {projectId: context.projectId(project), endpointId},
			idempotencyKey: context.idempotencyKey('cli-endpoint-remove-', idempotencyKey),
		});
		return {view: 'deleted-endpoint', data};
	},
});
