import {httpMethods} from '../../../contract/enums.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {defineCommand} from '../define-command.ts';
import {choice, text} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';
import {checkSample, readSample, sampleFlags} from './sample-flags.ts';

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
			idempotencyKey: context.idempotencyKey('cli-endpoint-add-', idempotencyKey),
		});
		return {view: 'endpoint', data: endpoint};
	},
});
