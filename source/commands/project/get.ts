import {getProject} from '../../../contract/routes/projects.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';

export const get = defineCommand({
	args: {projectId: id('project-id', 'Project to show')},
	flags: {},
	examples: ['project get prj_1'],
	async run({projectId}, context) {
		return {view: 'project', data: await context.client.call(getProject, {params: {projectId}})};
	},
});
