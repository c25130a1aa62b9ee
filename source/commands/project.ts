import {listProjects, getProject, deleteProject} from '../../contract/routes/projects.ts';
import {paginate} from '../client/paginate.ts';
import {id} from './argument.ts';
import {confirmFlag, requireConfirm, columnFlags, pagingFlags, pagingOf, idempotencyKeyFlag} from './shared-flags.ts';
import {defineCommand} from './define-command.ts';

export const list = defineCommand({
	args: {},
	flags: {
		...pagingFlags,
		...columnFlags(['id', 'name', 'type', 'from', 'created', 'url', 'updated', 'env']),
	},
	examples: ['project list', 'project list --columns id,name,url --no-header'],
	async run({columns, header, ...options}, context) {
		const page = await paginate(query => context.client.call(listProjects, {query}), pagingOf(options));
		return {view: 'projects', data: page, shape: {columns, header}};
	},
});

export const get = defineCommand({
	args: {projectId: id('project-id', 'Project to show')},
	flags: {},
	examples: ['project get prj_1'],
	async run({projectId}, context) {
		return {view: 'project', data: await context.client.call(getProject, {params: {projectId}})};
	},
});

export const deleteCommand = defineCommand({
	description: 'All tests, runs and results of the project go with it; runs in flight are cancelled.',
	args: {projectId: id('project-id', 'Project to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['project delete prj_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({projectId, idempotencyKey}, context) {
		const data = await context.client.call(deleteProject, {
			params: {projectId},
			idempotencyKey: context.idempotencyKey(deleteProject, idempotencyKey),
		});
		return {view: 'deleted-project', data};
	},
});
