import {findEdge} from '../../client/find-edge.ts';
import {findEndpoint} from '../../client/find-endpoint.ts';
import {setEdge} from '../../../contract/routes/edges.ts';
import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';
import {endpointArgument, placeArgument} from './shared-place.ts';

export const pin = defineCommand({
	description: 'Says which endpoint gives the value of a place, whatever was inferred. Planning again keeps it.',
	args: {endpoint: endpointArgument, place: placeArgument},
	flags: {
		project: projectFlag,
		from: text('Endpoint whose answer has the value', {required: true, placeholder: '<id or "METHOD path">'}),
		pointer: text('Place in that answer (its handle)', {
			placeholder: '<$.data.id or header:Location>',
			max: 512,
			pattern: /^(?:\$|header:)/,
			patternText: 'must begin with $ or header:',
		}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'endpoint pin "POST /orders" body:$.userId --from "POST /users"',
		'endpoint pin "GET /jobs/{id}" path:id --from "POST /jobs" --pointer $.id',
	],
	async run({endpoint, place, project, from, pointer, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const search = {client: context.client, projectId, dryRun: context.dryRun};
		const edge = await findEdge(endpoint, place, search);
		const {endpointId: producerEndpointId} = await findEndpoint(from, search);
		const data = await context.client.call(setEdge, {
			params: {projectId, edgeId: edge.edgeId},
			body: {state: 'pinned', producerEndpointId, pointer},
			idempotencyKey: context.idempotencyKey('cli-endpoint-pin-', idempotencyKey),
		});
		return {view: 'edge', data};
	},
});

export const unpin = defineCommand({
	description: 'Undoes a pin, a cut or a rename: what is inferred holds again.',
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
