import {findEndpoint} from '../../client/find-endpoint.ts';
import {paginate} from '../../client/paginate.ts';
import {listEdges} from '../../../contract/routes/edges.ts';
import {defineCommand} from '../define-command.ts';
import {text, toggle} from '../flag.ts';
import {columnFlags, pagingFlags, pagingOf, projectFlag} from '../shared-flags.ts';

export const edges = defineCommand({
	description: 'Where requests take their values from: the producer, how sure that is, and why.',
	args: {},
	flags: {
		project: projectFlag,
		endpoint: text('Only what this endpoint needs', {placeholder: '<id or "METHOD path">'}),
		ambiguous: toggle('Only edges with a second candidate near by'),
		...pagingFlags,
		...columnFlags([
			'endpoint',
			'place',
			'from',
			'pointer',
			'variable',
			'score',
			'state',
			'reason',
			'id',
			'alternatives',
		]),
	},
	examples: [
		'endpoint edges --project prj_1',
		'endpoint edges --endpoint "POST /orders" --columns place,from,alternatives',
	],
	async run({project, endpoint, ambiguous, columns, header, ...options}, context) {
		const projectId = context.projectId(project);
		const {client, dryRun} = context;
		const endpointId =
			endpoint === undefined ? undefined : (await findEndpoint(endpoint, {client, projectId, dryRun})).endpointId;
		const page = await paginate(
			paging =>
				client.call(listEdges, {
					params: {projectId},
					query: {endpointId, ...(ambiguous ? {ambiguous: true} : {}), ...paging},
				}),
			pagingOf(options),
		);
		return {view: 'edges', data: page, shape: {columns, header}};
	},
});
