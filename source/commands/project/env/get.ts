import {getEnvironment} from '../../../../contract/routes/environments.ts';
import {defineCommand} from '../../define-command.ts';
import {toggle} from '../../flag.ts';
import {nameArgument, projectArgument} from './shared.ts';

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
