import type {CleanupPlan, OwnershipProof, PlannedDelete} from '../../contract/cleanup.ts';
import type {CleanupMode} from '../../contract/enums.ts';
import type {AccountId, BatchId, ProjectId, RunId} from '../../contract/ids.ts';
import {defaultCleanupSettings} from '../store/cleanup/cleanup-settings.ts';
import {deletedTest} from '../domain/cleanup.ts';
import {readSeenLives} from '../store/cleanup/seen-records.ts';
import type {CleanupResourceTable} from '../store/cleanup/cleanup-tables.ts';
import type {Database} from '../store/database.ts';
import {readPlanRows} from '../store/cleanup/read-plan-rows.ts';
import {listWorked, listWriting, readSweepFacts, type SweepFacts} from '../store/cleanup/read-sweep.ts';
import type {SearchedResource} from '../store/cleanup/sweep-store.ts';
import {BeforeDelete} from './before-delete.ts';
import {type PlanRecord, planOf} from './cleanup-plan.ts';
import {deletionOf} from './cleanup-view.ts';
import {type ReadLives, resourcesOfBatch} from './resources-of-batch.ts';

/**
 * What the cleanup of a batch would send. While its tests run, what they have made so far is searched for at this moment;
 * nothing is stored and nothing is sent. Null: the account has no such batch.
 */
export async function readPlan(
	database: Database,
	accountId: AccountId,
	batchId: BatchId,
): Promise<CleanupPlan | null> {
	const rows = await readPlanRows(database, accountId, batchId);
	const facts = rows && (await readSweepFacts(database, batchId));
	if (!rows || !facts) return null;
	const projectIds = JSON.parse(facts.batch.project_ids) as string[];
	const titleOf = (runId: RunId) => rows.titles.get(runId) ?? '';
	const isSearched = rows.batch.phase === 'done' || rows.batch.sweep === 'found' || rows.batch.sweep === 'due';
	const records = isSearched
		? rows.resources.map(row => stored(row, titleOf, rows.finished))
		: await searched(facts, titleOf, (projectId, keys) => readSeenLives(database, projectId, keys));
	const settingsOf = (projectId: ProjectId) => facts.settings.get(projectId) ?? defaultCleanupSettings;
	const mode = strictest(projectIds.map(id => settingsOf(id).mode));
	const plan = planOf({batchId, mode, state: rows.batch.cleanup_state}, records, facts.rules, settingsOf);
	const before = new BeforeDelete({
		listWriting: projectId => listWriting(database, projectId),
		listWorked: (projectId, at) => listWorked(database, projectId, at),
	});
	const projectOf = new Map(records.map(({createdBy, projectId}) => [createdBy.runId, projectId]));
	const firstsOf = async ({createdBy, deletion, proof}: PlannedDelete): Promise<string[]> =>
		proof === null || deletion.method !== 'DELETE'
			? []
			: before.expected({projectId: projectOf.get(createdBy.runId)!, path: deletion.path});
	const deletes = await Promise.all(
		plan.deletes.map(async one => {
			const ifRefused = await firstsOf(one);
			return ifRefused.length > 0 ? {...one, ifRefused} : one;
		}),
	);
	return {...plan, deletes};
}

/** What a reader has to know of a batch of several projects: that some of it asks comes first. */
const strictest = (modes: readonly CleanupMode[]): CleanupMode =>
	modes.includes('ask') ? 'ask' : modes.includes('auto') ? 'auto' : (modes[0] ?? 'auto');

function stored(
	row: CleanupResourceTable,
	titleOf: (runId: RunId) => string,
	finished: ReadonlySet<string>,
): PlanRecord {
	const deletion = deletionOf(row);
	return {
		isStored: true,
		resourceId: row.id,
		projectId: row.project_id,
		family: row.family,
		source_path: row.source_path,
		parents: JSON.parse(row.parents) as string[],
		isLast: row.is_last === 1,
		label: row.variable ?? row.family,
		createdBy: {testId: row.test_id, title: titleOf(row.run_id) || deletedTest, runId: row.run_id},
		handle: row.handle,
		sourceEndpoint: {method: row.source_method, path: row.source_path},
		proof: row.proof === null ? null : (JSON.parse(row.proof) as OwnershipProof),
		deletion,
		isAddressed: row.delete_url !== null,
		// The DELETE of a teardown test that has ended is for the sweep to repeat.
		isPlanned: row.cleanup_test_id !== null && !finished.has(row.cleanup_test_id),
		outcome: row.outcome,
		reason: row.reason,
	};
}

async function searched(
	facts: SweepFacts,
	titleOf: (runId: RunId) => string,
	readLives: ReadLives,
): Promise<PlanRecord[]> {
	const {resources} = await resourcesOfBatch(facts, readLives);
	return resources.map((resource: SearchedResource) => ({
		isStored: false,
		resourceId: resource.key,
		projectId: resource.projectId,
		family: resource.family,
		source_path: resource.sourcePath,
		parents: resource.parentKeys,
		isLast: resource.isLast,
		label: resource.variable ?? resource.family,
		createdBy: {testId: resource.testId, title: titleOf(resource.runId) || deletedTest, runId: resource.runId},
		handle: resource.handle,
		sourceEndpoint: {method: resource.sourceMethod, path: resource.sourcePath},
		proof: resource.proof,
		deletion: deletionOf({
			delete_path: resource.deletePath,
			delete_url: resource.deleteUrl,
			known_url: resource.knownUrl,
			delete_with: resource.deleteWith && JSON.stringify(resource.deleteWith),
		}),
		isAddressed: resource.deleteUrl !== null,
		isPlanned: resource.plannedRunId !== null && resource.outcome === 'pending',
		outcome: resource.outcome,
		reason: resource.reason,
	}));
}
