import {tellsAnother} from '../../client/poll.ts';
import {waitForDiscovery} from '../../client/wait-for-discovery.ts';
import type {Discovery} from '../../../contract/discovery.ts';
import type {DiscoveryId, ProjectId} from '../../../contract/ids.ts';
import {discoverEndpoints} from '../../../contract/routes/discovery.ts';
import type {Context} from '../../context.ts';
import {ApiError} from '../../errors/api-error.ts';
import {defineCommand} from '../define-command.ts';
import {onUnlessNo, text, texts, toggle} from '../flag.ts';
import {detached, negative, sayNext} from '../outcome.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {guardTarget} from '../target.ts';
import {shellWord} from '../../view-model/shell-word.ts';

export const discover = defineCommand({
	description:
		'Replaces the endpoints that were discovered before; added ones and whatever you changed stay. Reads the documents ' +
		'of the project (OpenAPI, Swagger, Postman, HAR, Markdown or plain text; without any, the description that the ' +
		'API itself has) and calls its safe GETs once. What differs is listed by `svc finding list`.',
	args: {},
	flags: {
		project: projectFlag,
		baseUrl: text('Address of the API (that of the project)', {placeholder: '<url>'}),
		doc: texts('Read this document only; repeatable (all API documents)', {placeholder: '<resource-id>'}),
		hint: text('In words: "skip /admin", "the key goes in X-Api-Key", "the root is none"', {max: 4000}),
		probe: onUnlessNo('Only read documents, call nothing'),
		wait: toggle('Wait until it has ended'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'endpoint discover --project prj_1 --no-probe --wait',
		'endpoint discover --doc doc_1 --hint "skip /admin" --no-probe',
	],
	rules: ({baseUrl}, context) => guardTarget(baseUrl, 'base-url', context),
	async run({project, baseUrl, doc, hint, probe, wait, timeout, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const waiting = context.wait(timeout);
		const ticket = await context.client.call(discoverEndpoints, {
			params: {projectId},
			body: {baseUrl, documentIds: doc.length > 0 ? [...new Set(doc)] : undefined, hint, probe},
			idempotencyKey: context.idempotencyKey(discoverEndpoints, idempotencyKey),
		});
		if (!wait) {
			warn(ticket.warnings, context);
			sayNext(`svc endpoint list --project ${shellWord(projectId)} shows what was read`, context);
			return {view: 'discovery-ticket', data: ticket};
		}
		const {discoveryId} = ticket;
		const outcome = await waitForDiscovery({...waiting, projectId, discoveryId});
		warn((outcome.answer ?? ticket).warnings, context);
		const problem =
			outcome.state === 'timeout'
				? outcome.error
				: outcome.state === 'detached'
					? interrupted(context.signal, discoveryId, projectId)
					: problemOf(outcome.answer, discoveryId, projectId);
		// What the trigger said is all there is to tell when the wait ended before its first answer.
		if (outcome.answer === null) return {view: 'discovery-ticket', data: ticket, problem};
		if (!problem && outcome.answer.endpoints > 0)
			sayNext(`svc test plan generate --project ${shellWord(projectId)} --wait`, context);
		return {view: 'discovery', data: outcome.answer, problem};
	},
});

function warn(warnings: readonly string[], {notes}: Context): void {
	for (const warning of warnings) notes.say('warn', warning);
}

function interrupted(signal: AbortSignal, discoveryId: DiscoveryId, projectId: ProjectId): ApiError {
	const {message, details} = detached(signal, {runIds: []});
	return new ApiError('INTERRUPTED', message, {
		nextAction: `The discovery goes on: svc endpoint list --project ${shellWord(projectId)}`,
		details: {...details, discoveryId},
	});
}

function problemOf(
	{discoveryId: latest, status, errorMessage}: Discovery,
	discoveryId: DiscoveryId,
	projectId: ProjectId,
) {
	if (status === 'idle' || tellsAnother(latest, discoveryId))
		return negative(`Another discovery has followed ${discoveryId}.`, {discoveryId, status: 'unknown'});
	if (status === 'done') return undefined;
	const reason = errorMessage === null ? '.' : `: ${errorMessage}`;
	return negative(
		`Discovery ${discoveryId} ended: ${status}${reason}`,
		{discoveryId, status},
		`svc project docs upload ${shellWord(projectId)} <api-document> --role api-doc`,
	);
}
