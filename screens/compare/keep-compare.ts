import type {ProjectId} from '../../contract/ids.ts';
import {batchComparisonStore, pairKey} from '../../source/stores/comparison.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {isActive} from '../../source/view-model/batch-progress.ts';
import {keepProject} from '../../source/stores/keep-batch.ts';

/** Pause between looks at a batch that is still going on, in ms. */
const pause = 2000;

/** Reads two batches, again and again while one of them goes on, and learns the name of their project. */
export async function keepCompare(
	keeper: Keeper,
	{one, other, projectId}: {one: string; other: string; projectId: ProjectId | null},
	signal: AbortSignal,
): Promise<void> {
	const {dashboard, persist} = keeper;
	const {context} = dashboard;
	const comparison = dashboard.storeOf(batchComparisonStore);
	const following = async () => {
		while (await persist(() => comparison.load(pairKey(one, other), signal), signal)) {
			const {data} = comparison.store.getState();
			if (data === null || (!isActive(data.before) && !isActive(data.after))) return;
			await context.wait(pause, signal);
		}
	};
	await Promise.all([keepProject(keeper, projectId, signal), following()]);
}
