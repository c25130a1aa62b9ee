import type {ProjectId, TestId} from '../../contract/ids.ts';
import {changesStore} from '../../source/stores/changes.ts';
import type {Conversation} from '../../source/stores/conversation.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {planStore} from '../../source/stores/plan.ts';
import {refinementsStore} from '../../source/stores/refinements.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

/** What is talked about: a plan, or one test. */
export type Talk = {projectId: ProjectId | null; testId: TestId | null};

/** What the shown place talks about. */
export function shownTalk({navigation}: Dashboard): Talk {
	const {projectId = null, testId = null} = currentPlace(navigation.store.getState());
	return {projectId, testId};
}

export const conversationOf = (dashboard: Dashboard, {testId}: Talk): Conversation =>
	dashboard.storeOf(testId === null ? changesStore : refinementsStore);

export const talkKey = ({projectId, testId}: Talk): string => testId ?? projectId ?? '';

/** Shows what was changed where that is seen: the rows of the plan, or the code of the test. */
export async function showChanged(dashboard: Dashboard, {projectId, testId}: Talk): Promise<void> {
	const {tests, context} = dashboard;
	const details = dashboard.storeOf(testDetailsStore);
	if (testId === null) {
		if (projectId !== null) await dashboard.storeOf(planStore).catchUp(projectId);
		return;
	}
	// What the lists say stays as it was without it; the next visit reads them again.
	await Promise.all([details.reload(context.ended), tests.load(context.ended)]).catch(() => undefined);
}
