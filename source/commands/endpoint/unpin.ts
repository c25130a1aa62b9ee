import {findEdge} from '../../client/find-edge.ts';
import {setEdge} from '../../../contract/routes/edges.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';
import {endpointArgument, placeArgument} from './shared-place.ts';

export const unpin = defineCommand({
	description: 'Takes a pin, a cut or a name back: what is inferred holds again.',
	args: {endpoint: endpointArgument, place: placeArgument},
	flags: {project: projectFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['endpoint unpin "POST /orders" body:$.userId --project prj_1'],
	async run({endpoint, place, project, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const edge = await findEdge(endpoint, place, {client: context.client, projectId, dryRun: context.dryRun});
		const data = await context.client.call(setEdge, {
			params: {projectId, edgeId: edge.edgeId},
			body: {state: 'inferred'},
			idempotencyKey: context.idempotencyKey('cli-endpoint-unpin-', idempotencyKey),
		});
		return {view: 'edge', data};
	},
});
