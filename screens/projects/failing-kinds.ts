import type {FailingKind} from '../../components/project-detail-lines.ts';
import {memberReason} from '../../components/member-detail-lines.ts';
import type {Project} from '../../contract/project.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {groupFailures, isFailure} from '../../source/stores/failure-rows.ts';
import {failuresStore, projectFailuresStore} from '../../source/stores/failures.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {projectsStore} from '../../source/stores/projects.ts';
import {redCountsStore} from '../../source/stores/red-tests.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {projectVerdict} from '../../source/view-model/project-verdict.ts';

/** Failures whose kind is asked for; the kind of the others follows from what the batch tells of them. */
const maxDigests = 40;

const groupsOf = storeKey(() => memoizeLast(groupFailures));

/** The batch that decides how a project stands; null while that is not known, or where it never ran. */
const decidingBatch = (dashboard: Dashboard, {id}: Project): string | null => {
	const history = dashboard.storeOf(projectsStore).store.getState().histories.get(id);
	return (history && projectVerdict(history.batches)?.batch.batchId) ?? null;
};

/** What fails in a project, by kind; null until it is read. */
export function failingKinds(dashboard: Dashboard, project: Project): FailingKind[] | null {
	const {key, data} = dashboard.storeOf(projectFailuresStore).store.getState();
	if (data === null || key !== decidingBatch(dashboard, project)) return null;
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	return dashboard
		.storeOf(groupsOf)(data.members, digests)
		.flatMap(({signature, failed, blocked}) => {
			const first = failed[0]?.member ?? blocked[0];
			if (!first) return [];
			const under = failed.reduce((sum, {under: {length}}) => sum + length, 0);
			const why = digests.get(first.runId)?.hypothesis ?? (memberReason(first, glyphSets.unicode) || null);
			return [{signature, first, failed: failed.length, blocked: blocked.length + under, why}];
		});
}

/** Reads what fails in a project, and why. */
export async function lookAtProject(dashboard: Dashboard, project: Project, signal: AbortSignal): Promise<void> {
	// The connection tells on top what is wrong; the strip and the pane go without it.
	await dashboard
		.storeOf(redCountsStore)
		.load(project.id, signal)
		.catch(() => undefined);
	const batchId = decidingBatch(dashboard, project);
	if (batchId === null) return;
	const loader = dashboard.storeOf(projectFailuresStore);
	if (loader.store.getState().key !== batchId || loader.store.getState().data === null)
		await loader.load(batchId, signal).catch(() => undefined);
	const {key, data} = loader.store.getState();
	const failures = key === batchId ? (data?.members.filter(isFailure) ?? []) : [];
	await dashboard.storeOf(failuresStore).look(
		failures.slice(0, maxDigests).map(({runId}) => runId),
		signal,
	);
}
