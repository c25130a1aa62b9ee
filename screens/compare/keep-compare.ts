import type {ProjectId} from '../../contract/ids.ts';
import {batchComparisonStore, pairKey} from '../../source/stores/comparison.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {isActive} from '../../source/view-model/batch-progress.ts';

/** Pause between looks at a batch that is still going on, in ms. */
const pause = 2000;

/** Reads two batches, again and again while one of them goes on, and learns the name of their project. */
export async function keepCompare(
	{dashboard, persist}: Keeper,
	{one, other, projectId}: {one: string; other: string; projectId: ProjectId | null},
	signal: AbortSignal,
): Promise<void> {
	const {tests, context} = dashboard;
	const comparison = dashboard.storeOf(batchComparisonStore);
	const naming = async () => {
		if (projectId === null) return;
		tests.open(projectId);
		if (tests.store.getState().project === null) await persist(() => tests.loadProject(signal), signal);
	};
	const following = async () => {
		while (await persist(() => comparison.load(pairKey(one, other), signal), signal)) {
			const {data} = comparison.store.getState();
			if (data === null || (!isActive(data.before) && !isActive(data.after))) return;
			await context.wait(pause, signal);
		}
	};
	await Promise.all([naming(), following()]);
}
