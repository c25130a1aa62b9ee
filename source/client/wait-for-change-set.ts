import type {ChangeSet} from '../../contract/change-set.ts';
import type {ChangeSetId, ProjectId, RefinementId, TestId} from '../../contract/ids.ts';
import type {Refinement} from '../../contract/refinement.ts';
import {getChangeSet} from '../../contract/routes/change-sets.ts';
import {getRefinement} from '../../contract/routes/refinements.ts';
import {type PollOutcome, pollUntilDone, type WaitOptions} from './poll.ts';

/** Follows a change set of a plan until it is worked out. */
export function waitForChangeSet(
	options: WaitOptions & {projectId: ProjectId; changeSetId: ChangeSetId},
): Promise<PollOutcome<ChangeSet>> {
	const {client, projectId, changeSetId} = options;
	let since = 0;
	return pollUntilDone<ChangeSet>(options, {
		id: changeSetId,
		idField: 'changeSetId',
		resumeCommand: `svc plan changes ${changeSetId} --project ${projectId}`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = {since, ...(waitSeconds === undefined ? {} : {waitSeconds})};
			const params = {projectId, changeSetId};
			const answer = await client.call(getChangeSet, {params, query, signal, timeoutMs});
			since = answer.version;
			return answer;
		},
		isDone: ({status}) => status !== 'drafting',
		stateOf: ({status}) => status,
		versionOf: ({version}) => String(version),
	});
}

/** Follows a sentence about a test until it is worked out. */
export function waitForRefinement(
	options: WaitOptions & {testId: TestId; refinementId: RefinementId},
): Promise<PollOutcome<Refinement>> {
	const {client, testId, refinementId} = options;
	let since = 0;
	return pollUntilDone<Refinement>(options, {
		id: refinementId,
		idField: 'refinementId',
		resumeCommand: `svc test refine ${testId} --history`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = {since, ...(waitSeconds === undefined ? {} : {waitSeconds})};
			const params = {testId, refinementId};
			const answer = await client.call(getRefinement, {params, query, signal, timeoutMs});
			since = answer.version;
			return answer;
		},
		isDone: ({status}) => status !== 'drafting',
		stateOf: ({status}) => status,
		versionOf: ({version}) => String(version),
	});
}
