import {findEndpoint} from '../../client/find-endpoint.ts';
import {updateEndpoint} from '../../../contract/routes/endpoints.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';
import {checkSample, readSample, sampleFlags} from './sample-flags.ts';
import {endpointArgument} from './shared-place.ts';

export const edit = defineCommand({
	description:
		'Changes what is known of an endpoint; a later discovery leaves it so. An example body is sent by its tests from ' +
		'then on, as one change that can be undone: the way to a passing test where the API refuses what was planned.',
	args: {endpoint: endpointArgument},
	flags: {
		project: projectFlag,
		...sampleFlags,
		summary: text('What it does, in one line', {max: 200}),
		family: text('Group it belongs to, such as /orders', {
			placeholder: '<path>',
			max: 512,
			pattern: /^\/\S*$/,
			patternText: 'must begin with a slash and hold no blank',
		}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'endpoint edit "POST /orders" --sample-body \'{"total":12}\'',
		'endpoint edit ep_1 --project prj_1 --summary "Places an order"',
	],
	rules(options) {
		checkSample(options);
		const {sampleBody, sampleBodyFile, summary, family} = options;
		if ([sampleBody, sampleBodyFile, summary, family].every(one => one === undefined))
			throw refusedFlag('sample-body', {
				reason: 'required',
				text: 'is required, or --sample-body-file, --summary or --family',
			});
	},
	async run({endpoint, project, summary, family, idempotencyKey, ...sample}, context) {
		const projectId = context.projectId(project);
		const sampleRequestBody = await readSample(sample, context);
		const search = {client: context.client, projectId, dryRun: context.dryRun};
		const {endpointId} = await findEndpoint(endpoint, search);
		const data = await context.client.call(updateEndpoint, {
			params: {projectId, endpointId},
			body: {summary, family, ...(sampleRequestBody === undefined ? {} : {sampleRequestBody})},
			idempotencyKey: context.idempotencyKey(updateEndpoint, idempotencyKey),
		});
		return {view: 'changed-endpoint', data};
	},
});
