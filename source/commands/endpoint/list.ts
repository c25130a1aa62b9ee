import {paginate} from '../../client/paginate.ts';
import {listEndpoints} from '../../../contract/routes/endpoints.ts';
import {defineCommand} from '../define-command.ts';
import {text, toggle} from '../flag.ts';
import {columnFlags, pagingFlags, pagingOf, projectFlag} from '../shared-flags.ts';

export const list = defineCommand({
	args: {},
	flags: {
		project: projectFlag,
		family: text('Only this family', {
			placeholder: '<prefix>',
			pattern: /^\//,
			patternText: 'must begin with a slash',
		}),
		unconfirmed: toggle('Only endpoints that nobody has confirmed'),
		...pagingFlags,
		...columnFlags(['id', 'method', 'path', 'family', 'auth', 'confirmed', 'rows']),
	},
	examples: ['endpoint list --project prj_1', 'endpoint list --family /orders --columns method,path'],
	async run({project, family, unconfirmed, columns, header, ...options}, context) {
		const projectId = context.projectId(project);
		const page = await paginate(
			paging =>
				context.client.call(listEndpoints, {
					params: {projectId},
					query: {family, ...(unconfirmed ? {confirmed: false} : {}), ...paging},
				}),
			pagingOf(options),
		);
		return {view: 'endpoints', data: page, shape: {columns, header}};
	},
});
