import {paginate} from '../../client/paginate.ts';
import type {Edge} from '../../../contract/edge.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {listEdges, setEdge} from '../../../contract/routes/edges.ts';
import {ApiError} from '../../errors/api-error.ts';
import type {Argument} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';
import {shellWord} from '../../view-model/shell-word.ts';

const variable = (name: string, summary: string): Argument<string> => ({
	name,
	summary,
	required: true,
	variadic: false,
	check: value =>
		/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(value)
			? undefined
			: {reason: 'identifier', text: 'must be a name of letters, digits and _, not beginning with a digit'},
});

export const rename = defineCommand({
	description: 'Gives the value that travels between endpoints another name, in all tests that make or use it.',
	args: {from: variable('from', 'Name of the variable'), to: variable('to', 'New name')},
	flags: {
		project: projectFlag,
		at: text('One place only', {
			placeholder: '<"METHOD path" place>',
			pattern: /^[A-Za-z]+ \/\S* (?:path|query|header|body):\S+$/,
			patternText: 'must be "METHOD path place", such as "POST /orders body:$.userId"',
		}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'endpoint rename user_id buyer_id --project prj_1',
		'endpoint rename user_id buyer_id --at "POST /orders body:$.userId"',
	],
	async run({from, to, project, at, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const page = await paginate(paging => context.client.call(listEdges, {params: {projectId}, query: paging}), {
			pageSize: undefined,
			startingToken: undefined,
			maxItems: undefined,
		});
		const isMeant = ({variable: own, consumerEndpointPath, place, producer}: Edge) =>
			own === from && producer !== null && (at === undefined || at === `${consumerEndpointPath} ${place}`);
		const edges = page.items.filter(isMeant);
		const chosen = edges.length > 0 || !context.dryRun ? edges : page.items.slice(0, 1);
		if (chosen.length === 0) throw unknownVariable(from, at, projectId);
		const renamed: Edge[] = [];
		for (const [place, {edgeId}] of chosen.entries())
			renamed.push(
				await context.client.call(setEdge, {
					params: {projectId, edgeId},
					body: {variable: to},
					idempotencyKey: context.idempotencyKey(
						`cli-endpoint-rename-${place}-`,
						idempotencyKey && `${idempotencyKey}:${place}`,
					),
				}),
			);
		return {view: 'edges', data: {items: renamed, nextToken: null}, shape: {}};
	},
});

const unknownVariable = (name: string, at: string | undefined, projectId: ProjectId) =>
	new ApiError('NOT_FOUND', `No edge${at === undefined ? '' : ` at ${at}`} carries ${name}.`, {
		nextAction: `See the names: svc endpoint edges --project ${shellWord(projectId)} --columns endpoint,place,variable`,
		details: {resource: 'edge', id: name, reason: 'not_found'},
	});
