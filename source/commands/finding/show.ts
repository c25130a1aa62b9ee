import {getFinding} from '../../contract/routes/findings.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {projectFlag} from '../shared-flags.ts';

export const show = defineCommand({
	args: {findingId: id('finding-id', 'Finding to show')},
	flags: {project: projectFlag},
	examples: ['finding show fnd_1 --project prj_1'],
	async run({findingId, project}, context) {
		const projectId = context.projectId(project);
		return {view: 'finding', data: await context.client.call(getFinding, {params: {projectId, findingId}})};
	},
});
