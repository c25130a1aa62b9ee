import {paginate} from '../../client/paginate.ts';
import {type FindingKind, findingKinds, findingStates} from '../../../contract/finding.ts';
import {listFindings} from '../../../contract/routes/findings.ts';
import {defineCommand} from '../define-command.ts';
import {choice, text} from '../flag.ts';
import {columnFlags, pagingFlags, pagingOf, projectFlag} from '../shared-flags.ts';

export const list = defineCommand({
	description: 'Differences between the API and its description that somebody should look at, open ones first.',
	args: {},
	flags: {
		project: projectFlag,
		state: choice('Only findings in this state', findingStates),
		kind: text('Only findings of this kind, such as status or shape', {
			placeholder: '<kind>',
			pattern: new RegExp(`^(?:${findingKinds.join('|')})$`),
			patternText: `must be one of ${findingKinds.join(', ')}`,
		}),
		endpoint: text('Only findings of this endpoint', {placeholder: '<endpoint-id>'}),
		...pagingFlags,
		...columnFlags(['id', 'state', 'kind', 'scope', 'count', 'title']),
	},
	examples: ['finding list --project prj_1', 'finding list --state open --kind status --columns id,title'],
	async run({project, state, kind, endpoint, columns, header, ...options}, context) {
		const projectId = context.projectId(project);
		const page = await paginate(
			paging =>
				context.client.call(listFindings, {
					params: {projectId},
					query: {state, kind: kind as FindingKind | undefined, endpointId: endpoint, ...paging},
				}),
			pagingOf(options),
		);
		return {view: 'findings', data: page, shape: {columns, header}};
	},
});
