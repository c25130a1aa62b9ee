import {listDocuments} from '../../../../contract/routes/documents.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';

export const list = defineCommand({
	args: {projectId: id('project-id', 'Project whose documents to list')},
	flags: {},
	examples: ['project docs list prj_1'],
	async run({projectId}, {client}) {
		return {view: 'documents', data: await client.call(listDocuments, {params: {projectId}})};
	},
});
