import {httpMethods} from '../../contract/enums.ts';
import {createEndpoint} from '../../contract/routes/endpoints.ts';
import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/usage-error.ts';
import {defineCommand} from '../define-command.ts';
import {choice, refuseTogether, text} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';

const maxSampleBytes = 65_536;

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
		sampleBody: text('Example of a request body, as JSON', {placeholder: '<json>'}),
		sampleBodyFile: text('The same from a file; - for stdin', {placeholder: '<path>'}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'endpoint add --project prj_1 --method DELETE --path "/orders/{orderId}"',
		'endpoint add --method POST --path /orders --sample-body {}',
	],
	rules({sampleBody, sampleBodyFile}) {
		refuseTogether('sample-body', sampleBody !== undefined, 'sample-body-file', sampleBodyFile !== undefined);
		if (sampleBody !== undefined) parseSample(sampleBody, 'sample-body');
	},
	async run({project, method, path, sampleBody, sampleBodyFile, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const sample = await readSample(sampleBody, sampleBodyFile, context);
		const endpoint = await context.client.call(createEndpoint, {
			params: {projectId},
			body: {method, path, ...(sample === undefined ? {} : {sampleRequestBody: sample})},
			idempotencyKey: context.idempotencyKey('cli-endpoint-add-', idempotencyKey),
		});
		return {view: 'endpoint', data: endpoint};
	},
});

async function readSample(given: string | undefined, path: string | undefined, {files}: Context): Promise<unknown> {
	if (given !== undefined) return parseSample(given, 'sample-body');
	if (path === undefined) return undefined;
	const flag = 'sample-body-file';
	const bytes = await files.read(path, {flag, maxBytes: maxSampleBytes});
	return parseSample(Buffer.from(bytes).toString('utf8'), flag);
}

function parseSample(json: string, flag: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		throw refusedFlag(flag, {reason: 'not_json', text: 'must be JSON'});
	}
}
