import {tellsAnother} from '../../../client/poll.ts';
import {waitForPlan} from '../../../client/wait-for-plan.ts';
import type {PlanId, ProjectId} from '../../../../contract/ids.ts';
import {generatePlan} from '../../../../contract/routes/plans.ts';
import type {Plan} from '../../../../contract/plan.ts';
import {ApiError} from '../../../errors/api-error.ts';
import {findEndpoint} from '../../../client/find-endpoint.ts';
import {defineCommand} from '../../define-command.ts';
import {text, texts, toggle} from '../../flag.ts';
import {detached, negative, sayNext} from '../../outcome.ts';
import {askValues} from './ask-values.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../../shared-flags.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

export const generate = defineCommand({
	description:
		'Makes the plan: rows per endpoint, each with a recipe. Free, and the API under test is not called. What you have ' +
		'changed stays when a plan is made again; a locked plan is followed by a new one.',
	args: {},
	flags: {
		project: projectFlag,
		instruction: text('What to leave out, such as "skip /admin"', {max: 4000}),
		endpoint: texts('Only this endpoint; repeatable', {placeholder: '<id or "METHOD path">'}),
		doc: texts('Only endpoints of this document; repeatable', {placeholder: '<resource-id>'}),
		restart: toggle('Make all rows again, also when nothing is new'),
		wait: toggle('Wait until it is made'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'test plan generate --project prj_1 --wait',
		'test plan generate --endpoint "POST /orders" --instruction "skip /admin"',
	],
	async run({project, instruction, endpoint, doc, restart, wait, timeout, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const waiting = context.wait(timeout);
		const {client, dryRun} = context;
		const found = await Promise.all([...new Set(endpoint)].map(one => findEndpoint(one, {client, projectId, dryRun})));
		const ticket = await client.call(generatePlan, {
			params: {projectId},
			body: {
				instructions: instruction,
				endpointIds: found.length > 0 ? found.map(({endpointId}) => endpointId) : undefined,
				documentIds: doc.length > 0 ? [...new Set(doc)] : undefined,
				restart: restart || undefined,
			},
			idempotencyKey: context.idempotencyKey(generatePlan, idempotencyKey),
		});
		if (!wait) {
			sayNext(`svc plan list --project ${shellWord(projectId)} shows the plan`, context);
			return {view: 'plan-ticket', data: ticket};
		}
		let {planId} = ticket;
		let outcome = await waitForPlan({...waiting, projectId, planId});
		if (outcome.state === 'done' && (await askValues(outcome.answer, projectId, context))) {
			const again = await client.call(generatePlan, {
				params: {projectId},
				body: {restart: true},
				idempotencyKey: context.idempotencyKey(generatePlan, undefined),
			});
			planId = again.planId;
			outcome = await waitForPlan({...waiting, projectId, planId});
		}
		const problem =
			outcome.state === 'timeout'
				? outcome.error
				: outcome.state === 'detached'
					? interrupted(context.signal, planId, projectId)
					: problemOf(outcome.answer, planId, projectId);
		if (outcome.answer === null) return {view: 'plan-ticket', data: ticket, problem};
		if (!problem && outcome.answer.totals.selected > 0)
			sayNext(
				`svc plan generate --project ${shellWord(projectId)} --wait writes the tests of the ticked rows`,
				context,
			);
		return {view: 'plan', data: outcome.answer, shape: {}, problem};
	},
});

function interrupted(signal: AbortSignal, planId: PlanId, projectId: ProjectId): ApiError {
	const {message, details} = detached(signal, {runIds: []});
	return new ApiError('INTERRUPTED', message, {
		nextAction: `The plan goes on being made: svc plan list --project ${shellWord(projectId)}`,
		details: {...details, planId},
	});
}

function problemOf(
	{planId: latest, status, generation}: Plan,
	planId: PlanId,
	projectId: ProjectId,
): ApiError | undefined {
	if (status === 'none' || tellsAnother(latest, planId))
		return negative(`Another plan has followed ${planId}.`, {planId, status: 'unknown'});
	if (status !== 'failed') return undefined;
	return negative(
		generation.errorMessage ?? 'The plan could not be made.',
		{planId, status, errorCode: generation.errorCode},
		`svc test plan generate --project ${shellWord(projectId)} --restart`,
	);
}
