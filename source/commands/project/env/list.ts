import {listEnvironments} from '../../../../contract/routes/environments.ts';
import {defineCommand} from '../../define-command.ts';
import {columnFlags} from '../../shared-flags.ts';
import {projectArgument} from './shared.ts';

export const list = defineCommand({
	args: {projectId: projectArgument},
	flags: columnFlags(['name', 'url', 'default', 'auth', 'vars', 'updated', 'id']),
	examples: ['project env list prj_1', 'project env list prj_1 --columns name,url --no-header'],
	async run({projectId, columns, header}, {client}) {
		const data = await client.call(listEnvironments, {params: {projectId}});
		return {view: 'environments', data, shape: {columns, header}};
	},
});
