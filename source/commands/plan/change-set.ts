import {waitForChangeSet} from '../../client/wait-for-change-set.ts';
import type {ChangeSet} from '../../../contract/change-set.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {refinePlan} from '../../../contract/routes/plans.ts';
import type {Context} from '../../context.ts';
import {ApiError} from '../../errors/api-error.ts';
import type {CommandResult} from '../define-command.ts';
import {told} from '../sentence.ts';
import {detached, negative} from '../outcome.ts';
import {shellWord} from '../../view-model/shell-word.ts';

type Saying = {
	projectId: ProjectId;
	text: string;
	kind: 'add' | 'refine' | 'titles';
	autoApply: boolean;
	wait: boolean;
	timeout: number;
	idempotencyKey: string;
};

/** Says a sentence to a plan, and waits until it is worked out when that is wanted. */
export async function sayToPlan(saying: Saying, context: Context): Promise<CommandResult> {
	const {projectId, text, kind, autoApply, wait, timeout, idempotencyKey} = saying;
	const waiting = context.wait(timeout);
	const set = await context.client.call(refinePlan, {
		params: {projectId},
		body: {text, kind, autoApply},
		idempotencyKey,
	});
	if (!wait || set.status !== 'drafting') return resultOf(told(set, context), projectId);
	const {changeSetId} = set;
	const outcome = await waitForChangeSet({...waiting, projectId, changeSetId});
	if (outcome.state === 'done') return resultOf(told(outcome.answer, context), projectId);
	const problem = outcome.state === 'timeout' ? outcome.error : interrupted(context.signal, set, projectId);
	return {view: 'change-set', data: outcome.answer ?? set, problem};
}

/** A set that could not be worked out is a negative answer. */
export function resultOf(set: ChangeSet, projectId: ProjectId): CommandResult {
	if (set.status !== 'failed') return {view: 'change-set', data: withNextAction(set, projectId)};
	const message = set.choices ? 'It could mean several things.' : (set.errorMessage ?? 'It could not be worked out.');
	const next = set.choices
		? `Say the number of one: svc plan refine --text 1 --project ${shellWord(projectId)}`
		: `See what the plan holds: svc plan list --project ${shellWord(projectId)}`;
	return {view: 'change-set', data: set, problem: negative(message, {changeSetId: set.changeSetId}, next)};
}

/** A set that waits for somebody comes with the command that goes on with it. */
export function withNextAction(set: ChangeSet, projectId: ProjectId): ChangeSet {
	const of = `${shellWord(set.changeSetId)} --project ${shellWord(projectId)}`;
	if (set.status === 'ready') return {...set, nextAction: `Apply it: svc plan refine --apply ${of}`};
	if (set.status === 'drafting') return {...set, nextAction: `See what it says: svc plan changes ${of}`};
	return set;
}

function interrupted(signal: AbortSignal, {changeSetId}: ChangeSet, projectId: ProjectId): ApiError {
	const {message, details} = detached(signal, {runIds: []});
	return new ApiError('INTERRUPTED', message, {
		nextAction: `It is still being worked out: svc plan changes ${changeSetId} --project ${shellWord(projectId)}`,
		details: {...details, changeSetId},
	});
}
