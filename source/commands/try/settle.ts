import {waitForChangeSet} from '../../client/wait-for-change-set.ts';
import type {Batch} from '../../../contract/batch.ts';
import type {ChangeSet} from '../../../contract/change-set.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {settledText} from '../../../contract/settled.ts';
import {settlePlan} from '../../../contract/routes/change-sets.ts';
import {counted} from '../../view-model/counted.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {isApiError} from '../../errors/api-error.ts';
import {answered, isOver, type Session} from './session.ts';

/** "≤ 3 rounds": what works in one may show what the next one has to find. */
const mostRounds = 3;

/**
 * Makes refused bodies acceptable, round by round, applied at once; says what was tried. Answers the tests that are worth
 * another run: those that failed or waited for one that did. None when nothing could be settled.
 */
export async function settle(session: Session, projectId: ProjectId, batch: Batch): Promise<string[]> {
	const {client, context, waiting, key} = session;
	const open = batch.members.filter(({status}) => status === 'failed' || status === 'blocked');
	if (open.length === 0) return [];
	let isSettled = false;
	try {
		for (let round = 1; round <= mostRounds; round++) {
			const {changeSetId} = await client.call(settlePlan, {
				params: {projectId},
				body: {apply: true},
				idempotencyKey: key('settle'),
				signal: context.signal,
			});
			const change = answered(await waitForChangeSet({...waiting, projectId, changeSetId}), session);
			// A service that ended meanwhile runs again, and tests that were running have ended: it is asked for once more.
			if (change.isInterrupted || change.status === 'ready') continue;
			if (change.status !== 'applied' || change.changes.length === 0) break;
			isSettled = true;
			for (const line of settledLines(change, projectId)) context.notes.say('info', `settled   ${line}`);
			// How an API refuses is found before what it refuses.
			const isMore = change.settled?.some(({outcome}) => outcome !== undefined) ?? false;
			if (!isMore && !open.some(({status}) => status === 'blocked')) break;
		}
	} catch (error) {
		// The time is over: what has run so far is reported.
		if (isOver(session)) return [];
		// There is nothing to settle: what was refused stays as it is reported.
		if (!isApiError(error) || (error.code !== 'CONFLICT' && error.code !== 'PRECONDITION_FAILED')) throw error;
	}
	return isSettled ? open.map(({testId}) => testId) : [];
}

const shownSettled = 6;

/** What was settled, an operation a line. What needs help stands in the report, each with its command. */
function settledLines({settled, reply, changes}: ChangeSet, projectId: ProjectId): string[] {
	// A service that does not tell it in fields has said it in words.
	const lines = settled?.filter(({accepted}) => accepted !== null).map(settledText) ?? [
		reply ?? counted(changes.length, 'test'),
	];
	const more = lines.length - shownSettled;
	return more > 0
		? [...lines.slice(0, shownSettled), `and ${more} more: svc plan changes --project ${shellWord(projectId)}`]
		: lines;
}
