import type {Batch, BatchSummary} from '../contract/batch.ts';
import type {BatchId, ProjectId} from '../contract/ids.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {initialView} from '../source/stores/list-view.ts';
import {currentBatchId, currentPlace, currentProjectId} from '../source/stores/navigation.ts';
import {projectVerdict} from '../source/view-model/project-verdict.ts';
import {currentList, selectedRow} from './current-list.ts';
import {maySend} from '../source/stores/session.ts';
import {projectsStore} from '../source/stores/projects.ts';

type BatchAtHand = {batchId: BatchId; projectId: ProjectId | null};

/** The project that the shown place is about. */
export const projectAtHand = ({navigation, batches}: Dashboard): string | null =>
	currentProjectId(navigation.store.getState()) ?? batches.store.getState().batch?.projectId ?? null;

/** As `projectAtHand`; in the list of projects the one under the cursor, whatever was looked at before. */
export function projectInReach(dashboard: Dashboard): string | null {
	if (currentPlace(dashboard.navigation.store.getState()).screen !== 'projects') return projectAtHand(dashboard);
	const list = currentList(dashboard);
	const row = selectedRow(list);
	return row === undefined ? null : list.idOf(row);
}

/** The batch that the shown place, or one below it, is about. */
export function batchAtHand(dashboard: Dashboard): BatchAtHand | null {
	const batchId = currentBatchId(dashboard.navigation.store.getState());
	return batchId === null ? null : {batchId, projectId: projectAtHand(dashboard)};
}

/** The id of the batch that a screen of a batch would open, as far as that is known without asking. */
export function batchInReach(dashboard: Dashboard): string | null {
	const {navigation, tests} = dashboard;
	const projects = dashboard.storeOf(projectsStore);
	const id = projectInReach(dashboard);
	const atHand = currentBatchId(navigation.store.getState());
	if (atHand !== null) return atHand;
	const {project, standing} = tests.store.getState();
	const listed = projects.store.getState().projects.find(other => other.id === id);
	// What is kept fresh knows which one decides: the list on its own screen, the project on the others.
	const isListed = currentPlace(navigation.store.getState()).screen === 'projects';
	if (project?.id === id && !(isListed && listed)) return standing?.batchId ?? project.lastBatchId ?? null;
	const history = listed && projects.store.getState().histories.get(listed.id);
	return (history && projectVerdict(history.batches)?.batch.batchId) ?? listed?.lastBatchId ?? null;
}

/** That batch with its members, where it was read. */
export function knownBatch(dashboard: Dashboard): Batch | null {
	const batchId = batchInReach(dashboard);
	const {batch} = dashboard.batches.store.getState();
	if (batch !== null && batch.batchId === batchId) return batch;
	const {standing} = dashboard.tests.store.getState();
	return standing !== null && standing.batchId === batchId && 'members' in standing ? (standing as Batch) : null;
}

/** That batch without its members, where it was read. */
export function knownSummary(dashboard: Dashboard): BatchSummary | null {
	const {tests} = dashboard;
	const projects = dashboard.storeOf(projectsStore);
	const id = projectInReach(dashboard);
	if (id === null) return null;
	const batchId = batchInReach(dashboard);
	const listed = projects.store.getState().histories.get(id)?.batches ?? [];
	const {standing, latest} = tests.store.getState();
	return [standing, latest, ...listed].find(batch => batch?.batchId === batchId) ?? null;
}

/**
 * The batch that a screen of the project in reach is about; says so when it never ran.
 * @param which the newest, or the one that decides how the project stands: a run of some tests hides none of all
 */
export async function batchOfProject(dashboard: Dashboard, which: 'newest' | 'deciding'): Promise<BatchAtHand | null> {
	const {tests, ui, context} = dashboard;
	const projectId = projectInReach(dashboard);
	if (projectId === null) return null;
	tests.open(projectId);
	const batchId = await batchFor(tests, which, context.ended);
	if (batchId) return {batchId, projectId};
	const mayRun = maySend(dashboard.session.store.getState(), 'run:tests');
	const isOnTests = currentPlace(dashboard.navigation.store.getState()).screen === 'tests';
	const way = isOnTests ? ' Press a to run all tests.' : ' Press 2, then a to run all tests.';
	ui.toast(`It has not run yet.${mayRun ? way : ''}`);
	return null;
}

/** Its id; null when none ran. A service that does not say which was the last is asked for its batches: absent is no none. */
async function batchFor(
	tests: Dashboard['tests'],
	which: 'newest' | 'deciding',
	signal: AbortSignal,
): Promise<BatchId | null> {
	const {lastBatchId} = await tests.loadProject(signal);
	if (lastBatchId === null || (which === 'newest' && lastBatchId !== undefined)) return lastBatchId;
	const decides = await tests.loadStanding(signal);
	const newest = lastBatchId ?? tests.store.getState().latest?.batchId ?? null;
	return which === 'newest' ? newest : (decides?.batchId ?? newest);
}

/** Opens a screen of the whole service, of the project in reach, or of the batch at hand (else the one that decides). */
export async function goTo(
	dashboard: Dashboard,
	{name, scope}: Pick<Dashboard['screens']['all'][number], 'name' | 'scope'>,
): Promise<void> {
	const {navigation} = dashboard;
	if (scope === 'service') {
		// The project that was looked at is under the cursor: what a key does there is about it.
		const id = name === 'projects' ? projectAtHand(dashboard) : null;
		navigation.open({screen: name}, id === null ? undefined : {list: {...initialView, id}});
		return;
	}
	if (scope === 'project') {
		const projectId = projectInReach(dashboard);
		if (projectId !== null) navigation.open({screen: name, projectId});
		return;
	}
	const batch = batchAtHand(dashboard) ?? (await batchOfProject(dashboard, 'deciding'));
	if (batch) navigation.open({screen: name, ...batch});
}

export const canGoTo = (dashboard: Dashboard, {scope}: Pick<Dashboard['screens']['all'][number], 'scope'>): boolean =>
	scope === 'service' || projectInReach(dashboard) !== null || (scope === 'batch' && batchAtHand(dashboard) !== null);

/** Opens a screen of the batch at hand, else of the one that decides, else of the project, which has not run then. */
export async function goToBatchOrProject(dashboard: Dashboard, screen: string): Promise<void> {
	const {tests, navigation, context} = dashboard;
	const batch = batchAtHand(dashboard);
	const projectId = projectInReach(dashboard);
	if (batch) navigation.open({screen, ...batch});
	else if (projectId !== null) {
		tests.open(projectId);
		const batchId = await batchFor(tests, 'deciding', context.ended);
		navigation.open({screen, projectId, ...(batchId ? {batchId} : {})});
	}
}

/** Whether there is a batch or a project to open a screen of. */
export const canGoToBatchOrProject = (dashboard: Dashboard): boolean =>
	batchAtHand(dashboard) !== null || projectInReach(dashboard) !== null;
