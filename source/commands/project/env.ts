import {
	listEnvironments,
	getEnvironment,
	setDefaultEnvironment,
	deleteEnvironment,
} from '../../../contract/routes/environments.ts';
import {confirmFlag, requireConfirm, columnFlags, idempotencyKeyFlag} from '../shared-flags.ts';
import {defineCommand} from '../define-command.ts';
import {toggle} from '../flag.ts';
import {projectArgument, nameArgument} from './env/shared.ts';

export const list = defineCommand({
	args: {projectId: projectArgument},
	flags: columnFlags(['name', 'url', 'default', 'auth', 'vars', 'updated', 'id']),
	examples: ['project env list prj_1', 'project env list prj_1 --columns name,url --no-header'],
	async run({projectId, columns, header}, {client}) {
		const data = await client.call(listEnvironments, {params: {projectId}});
		return {view: 'environments', data, shape: {columns, header}};
	},
});

export const get = defineCommand({
	description: 'Names are compared without case. Values whose key says that they are secret are shown masked.',
	args: {projectId: projectArgument, name: nameArgument('Environment to show')},
	flags: {showVariables: toggle('Show the variables, one per line')},
	examples: ['project env get prj_1 staging', 'project env get prj_1 staging --show-variables'],
	async run({projectId, name, showVariables}, {client}) {
		const data = await client.call(getEnvironment, {params: {projectId, name}});
		return {view: 'environment', data, shape: {showVariables}};
	},
});

export const setDefault = defineCommand({
	args: {projectId: projectArgument, name: nameArgument('Environment that runs use unless they name another one')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['project env set-default prj_1 staging'],
	async run({projectId, name, idempotencyKey}, context) {
		const data = await context.client.call(setDefaultEnvironment, {
			params: {projectId, name},
			idempotencyKey: context.idempotencyKey(setDefaultEnvironment, idempotencyKey),
		});
		return {view: 'environment', data, shape: {showVariables: false}};
	},
});

export const deleteCommand = defineCommand({
	description: 'The last and the default environment stay, and one that a schedule or a test list names.',
	args: {projectId: projectArgument, name: nameArgument('Environment to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['project env delete prj_1 staging --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({projectId, name, idempotencyKey}, context) {
		const data = await context.client.call(deleteEnvironment, {
			params: {projectId, name},
			idempotencyKey: context.idempotencyKey(deleteEnvironment, idempotencyKey),
		});
		return {view: 'deleted-environment', data};
	},
});
