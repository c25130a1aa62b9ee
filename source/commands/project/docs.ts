import {listDocuments, deleteDocument} from '../../../contract/routes/documents.ts';
import {id} from '../argument.ts';
import {confirmFlag, requireConfirm, idempotencyKeyFlag} from '../shared-flags.ts';
import {defineCommand} from '../define-command.ts';

export const list = defineCommand({
	args: {projectId: id('project-id', 'Project whose documents to list')},
	flags: {},
	examples: ['project docs list prj_1'],
	async run({projectId}, {client}) {
		return {view: 'documents', data: await client.call(listDocuments, {params: {projectId}})};
	},
});

export const deleteCommand = defineCommand({
	description: 'Endpoints that were read from it stay until the next discovery.',
	args: {
		projectId: id('project-id', 'Project of the document'),
		resourceId: id('resource-id', 'Document to delete'),
	},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['project docs delete prj_1 doc_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({projectId, resourceId, idempotencyKey}, context) {
		const data = await context.client.call(deleteDocument, {
			params: {projectId, resourceId},
			idempotencyKey: context.idempotencyKey(deleteDocument, idempotencyKey),
		});
		return {view: 'deleted-document', data};
	},
});
