import {historyStore} from '../../source/stores/history.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';

/** Pause between looks for news: the service has no long poll for a history, in ms. */
const pause = 5000;

/** Reads a history, notices what is started elsewhere, and learns the name of the project. */
export async function keepHistory(
	{dashboard, persist, every}: Keeper,
	{projectId, testId = null}: {projectId: string; testId?: string | null},
	signal: AbortSignal,
): Promise<void> {
	const {tests} = dashboard;
	const naming = async () => {
		tests.open(projectId);
		if (tests.store.getState().project === null) await persist(() => tests.loadProject(signal), signal);
	};
	const history = dashboard.storeOf(historyStore);
	await Promise.all([naming(), every(pause, () => history.load({projectId, testId}, signal), signal)]);
}
