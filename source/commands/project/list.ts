import {paginate} from '../../client/paginate.ts';
import {listProjects} from '../../../contract/routes/projects.ts';
import {defineCommand} from '../define-command.ts';
import {columnFlags, pagingFlags, pagingOf} from '../shared-flags.ts';

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
