import {waitForChangeSet} from '../../client/wait-for-change-set.ts';
import type {ChangeSet} from '../../../contract/change-set.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {settlePlan} from '../../../contract/routes/change-sets.ts';
import type {Context} from '../../context.ts';
import {ApiError} from '../../errors/api-error.ts';
import type {CommandResult} from '../define-command.ts';
import {detached} from '../outcome.ts';
import {resultOf} from './change-set.ts';
import {shellWord} from '../../view-model/shell-word.ts';

type SettleOptions = {projectId: ProjectId; apply: boolean; timeout: number; idempotencyKey: string};

/** "≤ 3 rounds." What works in one round may show what the next one has to find. */
const mostRounds = 3;

/** Settles a project: one round that is proposed, or as many as it takes when they are applied. */
export async function settle(options: SettleOptions, context: Context): Promise<CommandResult> {
	const {projectId, apply, timeout, idempotencyKey} = options;
	const waiting = context.wait(timeout);
	const applied: ChangeSet[] = [];
	for (;;) {
		const set = await context.client.call(settlePlan, {
			params: {projectId},
			body: {apply},
			idempotencyKey: applied.length === 0 ? idempotencyKey : `${idempotencyKey}-${applied.length + 1}`,
		});
		const {changeSetId} = set;
		const outcome = await waitForChangeSet({...waiting, projectId, changeSetId});
		if (outcome.state !== 'done') {
			const problem = outcome.state === 'timeout' ? outcome.error : interrupted(context.signal, set, projectId);
			return {view: 'change-set', data: outcome.answer ?? set, problem};
		}
		const {answer} = outcome;
		if (isSettled(answer)) return {view: 'change-set', data: applied.at(-1) ?? answer};
		if (answer.status !== 'applied') return resultOf(answer, projectId);
		applied.push(answer);
		if (applied.length === mostRounds) return {view: 'change-set', data: answer};
	}
}

/** A round that finds nothing refused changes nothing. */
const isSettled = ({status, counts: {added, removed, changed}}: ChangeSet): boolean =>
	status === 'applied' && added + removed + changed === 0;

function interrupted(signal: AbortSignal, {changeSetId}: ChangeSet, projectId: ProjectId): ApiError {
	const {message, details} = detached(signal, {runIds: []});
	return new ApiError('INTERRUPTED', message, {
		nextAction: `It goes on: svc plan changes ${changeSetId} --project ${shellWord(projectId)}`,
		details: {...details, changeSetId},
	});
}
