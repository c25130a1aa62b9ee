import {waitForChangeSet} from '../../client/wait-for-change-set.ts';
import type {Batch} from '../../contract/batch.ts';
import {settlePlan} from '../../contract/routes/change-sets.ts';
import {isApiError} from '../../errors/api-error.ts';
import {answered, type Session} from './session.ts';

/**
 * One round of making refused bodies acceptable, applied at once. Answers the tests that are worth another run: those
 * that failed or waited for one that did. None when nothing could be settled.
 */
export async function settle(session: Session, projectId: string, batch: Batch): Promise<string[]> {
	const {client, context, waiting, key} = session;
	const open = batch.members.filter(({status}) => status === 'failed' || status === 'blocked');
	if (open.length === 0) return [];
	try {
		const {changeSetId} = await client.call(settlePlan, {
			params: {projectId},
			body: {apply: true},
			idempotencyKey: key('settle'),
			signal: context.signal,
		});
		const change = answered(await waitForChangeSet({...waiting, projectId, changeSetId}), session);
		return change.status === 'applied' && change.changes.length > 0 ? open.map(({testId}) => testId) : [];
	} catch (error) {
		// There is nothing to settle: what was refused stays as it is reported.
		if (isApiError(error) && (error.code === 'CONFLICT' || error.code === 'PRECONDITION_FAILED')) return [];
		throw error;
	}
}
