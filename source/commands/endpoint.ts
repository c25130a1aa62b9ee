import {httpMethods} from '../../contract/enums.ts';
import {listEndpoints, createEndpoint, deleteEndpoint} from '../../contract/routes/endpoints.ts';
import {paginate} from '../client/paginate.ts';
import {id} from './argument.ts';
import {
	confirmFlag,
	requireConfirm,
	columnFlags,
	pagingFlags,
	pagingOf,
	projectFlag,
	idempotencyKeyFlag,
} from './shared-flags.ts';
import {defineCommand} from './define-command.ts';
import {checkSample, readSample, sampleFlags} from './endpoint/sample-flags.ts';
import {text, toggle, choice} from './flag.ts';

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

export const add = defineCommand({
	description:
		'Cleanup deletes what a test created when it knows the DELETE endpoint: add those that no document names.',
	args: {},
	flags: {
		project: projectFlag,
		method: choice('HTTP method', httpMethods, {required: true}),
		path: text('Template, such as /orders/{orderId}', {
			required: true,
			placeholder: '<template>',
			max: 512,
			pattern: /^\/\S*$/,
			patternText: 'must begin with a slash and hold no blank',
		}),
		...sampleFlags,
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'endpoint add --project prj_1 --method DELETE --path "/orders/{orderId}"',
		'endpoint add --method POST --path /orders --sample-body {}',
	],
	rules: checkSample,
	async run({project, method, path, idempotencyKey, ...given}, context) {
		const projectId = context.projectId(project);
		const sample = await readSample(given, context);
		const endpoint = await context.client.call(createEndpoint, {
			params: {projectId},
			body: {method, path, ...(sample === undefined ? {} : {sampleRequestBody: sample})},
			idempotencyKey: context.idempotencyKey(createEndpoint, idempotencyKey),
		});
		return {view: 'endpoint', data: endpoint};
	},
});

export const remove = defineCommand({
	description: 'Takes an endpoint off the list; the API itself is not called.',
	args: {endpointId: id('endpoint-id', 'Endpoint to remove')},
	flags: {project: projectFlag, confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['endpoint remove ep_1 --project prj_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({endpointId, project, idempotencyKey}, context) {
		const data = await context.client.call(deleteEndpoint, {
			params: {projectId: context.projectId(project), endpointId},
			idempotencyKey: context.idempotencyKey(deleteEndpoint, idempotencyKey),
		});
		return {view: 'deleted-endpoint', data};
	},
});
