import {paginate} from '../../client/paginate.ts';
import {getChangeSet, listChangeSets} from '../../../contract/routes/change-sets.ts';
import {optionalId} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {pagingFlags, pagingOf, projectFlag} from '../shared-flags.ts';

export const changes = defineCommand({
	description:
		'What words, runs, findings and edges have changed or would change, newest first, or one with its diffs.',
	args: {changeSetId: optionalId('change-set-id', 'Only this one, with what it does to rows and code')},
	flags: {project: projectFlag, ...pagingFlags},
	examples: ['plan changes --project prj_1', 'plan changes chg_1'],
	async run({changeSetId, project, ...options}, context) {
		const projectId = context.projectId(project);
		const {client} = context;
		if (changeSetId !== undefined)
			return {view: 'change-set', data: await client.call(getChangeSet, {params: {projectId, changeSetId}, query: {}})};
		const data = await paginate(
			paging => client.call(listChangeSets, {params: {projectId}, query: paging}),
			pagingOf(options),
		);
		return {view: 'change-sets', data, shape: {}};
	},
});
