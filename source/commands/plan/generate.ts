import {waitForGeneration} from '../../client/wait-for-generation.ts';
import type {Generation} from '../../../contract/generation.ts';
import type {GenerationId, ProjectId} from '../../../contract/ids.ts';
import {generateTests} from '../../../contract/routes/generations.ts';
import {ApiError} from '../../errors/api-error.ts';
import type {ProgressItem} from '../../output/progress.ts';
import {defineCommand} from '../define-command.ts';
import {texts, toggle} from '../flag.ts';
import {detached, negative, sayNext} from '../outcome.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {settle as settleRounds} from './settling.ts';
import {shellWord} from '../../view-model/shell-word.ts';

export const generate = defineCommand({
	description:
		'Locks the plan at this moment and makes a test of every ticked row, one credit each. No call is made: the tests ' +
		'are written, looked at and stored. Tests that you have edited stay as they are.',
	args: {},
	flags: {
		project: projectFlag,
		row: texts('Make a test of this row only; repeatable (all ticked rows)', {placeholder: '<row-id>'}),
		wait: toggle('Wait until the tests are made'),
		settle: toggle('Wait, then settle them: find bodies that the API accepts, and apply them'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['plan generate --project prj_1 --wait', 'plan generate --row row_1 --row row_2'],
	async run({project, row, wait, settle, timeout, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const waiting = context.wait(timeout);
		const ticket = await context.client.call(generateTests, {
			params: {projectId},
			body: row.length > 0 ? {rowIds: [...new Set(row)]} : {},
			idempotencyKey: context.idempotencyKey(generateTests, idempotencyKey),
		});
		if (!wait && !settle) {
			sayNext(`svc test list --project ${shellWord(projectId)} shows the tests`, context);
			return {view: 'generation-ticket', data: ticket};
		}
		const {generationId} = ticket;
		const outcome = await waitForGeneration({
			...waiting,
			projectId,
			generationId,
			onLook: news => context.progress.show(progressOf(news)),
		}).finally(() => context.progress.end());
		const problem =
			outcome.state === 'timeout'
				? outcome.error
				: outcome.state === 'detached'
					? interrupted(context.signal, generationId, projectId)
					: problemOf(outcome.answer, projectId);
		if (outcome.answer === null) return {view: 'generation-ticket', data: ticket, problem};
		if (settle && !problem)
			return settleRounds(
				{projectId, apply: true, timeout, idempotencyKey: context.idempotencyKey('cli-plan-settle-', undefined)},
				context,
			);
		if (!problem && outcome.answer.ready > 0)
			sayNext(`svc test run --all --project ${shellWord(projectId)} --wait`, context);
		return {view: 'generation', data: outcome.answer, shape: {ticket}, problem};
	},
});

const progressOf = ({generationId, status, ready, rejected, total}: Generation): ProgressItem => ({
	kind: 'generation',
	generationId,
	status,
	done: ready + rejected,
	total,
	rejected,
});

function interrupted(signal: AbortSignal, generationId: GenerationId, projectId: ProjectId): ApiError {
	const {message, details} = detached(signal, {runIds: []});
	return new ApiError('INTERRUPTED', message, {
		nextAction: `The tests are still being made: svc test list --project ${shellWord(projectId)}`,
		details: {...details, generationId},
	});
}

function problemOf({generationId, status, ready, total}: Generation, projectId: ProjectId) {
	if (status === 'done') return undefined;
	return negative(
		`Generation ${generationId} ended: ${status}, ${ready} of ${total} tests are ready.`,
		{generationId, status},
		`svc test list --project ${shellWord(projectId)}`,
	);
}
