import {setDefaultEnvironment} from '../../../../contract/routes/environments.ts';
import {defineCommand} from '../../define-command.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {nameArgument, projectArgument} from './shared.ts';

export const setDefault = defineCommand({
	args: {projectId: projectArgument, name: nameArgument('Environment that runs use unless they name another one')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['project env set-default prj_1 staging'],
	async run({projectId, name, idempotencyKey}, context) {
		const data = await context.client.call(setDefaultEnvironment, {
			params: {projectId, name},
			idempotencyKey: context.idempotencyKey('cli-proj-env-default-', idempotencyKey),
		});
		return {view: 'environment', data, shape: {showVariables: false}};
	},
});
