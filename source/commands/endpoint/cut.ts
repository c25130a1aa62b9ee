import {findEdge} from '../../client/find-edge.ts';
import {setEdge} from '../../../contract/routes/edges.ts';
import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';
import {endpointArgument, placeArgument} from './shared-place.ts';

export const cut = defineCommand({
	description:
		'No endpoint feeds the place any more: it is plain data, in a path a variable of the environment, or the value that you give.',
	args: {endpoint: endpointArgument, place: placeArgument},
	flags: {
		project: projectFlag,
		value: text('What is sent instead, as JSON or text', {placeholder: '<value>', max: 4000}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'endpoint cut "POST /orders" body:$.userId --project prj_1',
		'endpoint cut "GET /orders" query:userId --value 7',
	],
	async run({endpoint, place, project, value, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const edge = await findEdge(endpoint, place, {client: context.client, projectId, dryRun: context.dryRun});
		const data = await context.client.call(setEdge, {
			params: {projectId, edgeId: edge.edgeId},
			body: {state: 'cut', ...(value === undefined ? {} : {value: jsonOrText(value)})},
			idempotencyKey: context.idempotencyKey('cli-endpoint-cut-', idempotencyKey),
		});
		return {view: 'edge', data};
	},
});

function jsonOrText(value: string): unknown {
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}
