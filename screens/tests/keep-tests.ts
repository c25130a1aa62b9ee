import type {ProjectId} from '../../contract/ids.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';

/** Pause between looks whether the project was run elsewhere, in ms. */
const pause = 5000;

/** Looks after which the list itself is read again: tests come and go elsewhere, too. */
const looksPerList = 4;

/** Reads the tests of a project, follows its running batch, and notices runs and tests that were started or made elsewhere. */
export async function keepTests(
	{dashboard, persist}: Keeper,
	projectId: ProjectId,
	signal: AbortSignal,
): Promise<void> {
	const {tests, batches, context} = dashboard;
	tests.open(projectId);
	const isRead = await persist(() => Promise.all([tests.loadProject(signal), tests.load(signal)]), signal);
	if (!isRead) return;
	let seen = tests.store.getState().project?.lastBatchId;
	let active: string | null = null;
	await persist(async () => {
		active = (await tests.loadHistory(signal))?.batchId ?? null;
	}, signal);
	for (let looks = 1; ; looks++) {
		// The members of a running batch say at once what the list would say only when it is read again.
		if (active !== null) {
			await batches.follow(active, signal);
			// What it says of the project, and which batch decides now.
			if (!(await persist(() => tests.loadHistory(signal), signal))) return;
		}
		await context.wait(pause, signal);
		if (!(await persist(() => tests.loadProject(signal), signal))) return;
		if (looks % looksPerList === 0 && !(await persist(() => tests.load(signal), signal))) return;
		const newest = tests.store.getState().project?.lastBatchId;
		active = newest === seen ? null : (newest ?? null);
		seen = newest;
		if (newest !== undefined) continue;
		// A service that does not say which was the last: its batches tell what runs.
		const isListed = await persist(async () => {
			active = (await tests.loadHistory(signal))?.batchId ?? null;
		}, signal);
		if (!isListed) return;
	}
}
