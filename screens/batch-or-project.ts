import type {Dashboard} from '../source/stores/dashboard.ts';
import {batchAtHand, projectInReach} from './go-to.ts';

/** Opens a screen of the batch at hand, else of the one that decides, else of the project, which has not run then. */
export async function goToBatchOrProject(dashboard: Dashboard, screen: string): Promise<void> {
	const {tests, navigation, context} = dashboard;
	const batch = batchAtHand(dashboard);
	const projectId = projectInReach(dashboard);
	if (batch) navigation.open({screen, ...batch});
	else if (projectId !== null) {
		tests.open(projectId);
		const {lastBatchId} = await tests.loadProject(context.ended);
		const decides = lastBatchId ? await tests.loadStanding(context.ended) : null;
		const batchId = decides?.batchId ?? lastBatchId;
		navigation.open({screen, projectId, ...(batchId ? {batchId} : {})});
	}
}

/** Whether there is a batch or a project to open a screen of. */
export const canGoToBatchOrProject = (dashboard: Dashboard): boolean =>
	batchAtHand(dashboard) !== null || projectInReach(dashboard) !== null;
