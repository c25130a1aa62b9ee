import type {PlanId, ProjectId} from '../../contract/ids.ts';
import type {Plan} from '../../contract/plan.ts';
import {getPlan} from '../../contract/routes/plans.ts';
import {type PollOutcome, pollUntilDone, type WaitOptions, tellsAnother} from './poll.ts';

/** Follows a plan until it is made, or another one has taken its place. */
export function waitForPlan(options: WaitOptions & {projectId: ProjectId; planId: PlanId}): Promise<PollOutcome<Plan>> {
	const {client, projectId, planId} = options;
	let since = 0;
	return pollUntilDone<Plan>(options, {
		id: planId,
		idField: 'planId',
		resumeCommand: `svc plan list --project ${projectId}`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = waitSeconds === undefined ? {} : {since, waitSeconds};
			const plan = await client.call(getPlan, {params: {projectId}, query, signal, timeoutMs});
			since = plan.version;
			return plan;
		},
		isDone: plan => plan.status !== 'generating' || tellsAnother(plan.planId, planId),
		stateOf: plan => plan.status,
		versionOf: plan => String(plan.version),
	});
}
