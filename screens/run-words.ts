import {type Batch, isPartial} from '../contract/batch.ts';
import type {BatchId, ProjectId} from '../contract/ids.ts';
import {batchProgress, batchSentence, isActive} from '../source/view-model/batch-progress.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {projectsStore} from '../source/stores/projects.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {formatAgo} from '../source/terminal/durations.ts';
import {counted} from '../source/view-model/counted.ts';

const projectName = (dashboard: Dashboard, projectId: ProjectId | null): string => {
	const {project} = dashboard.tests.store.getState();
	const {projects} = dashboard.storeOf(projectsStore).store.getState();
	const known = project?.id === projectId ? project : projects.find(({id}) => id === projectId);
	return cleanLine(known?.name ?? projectId ?? 'several projects');
};

/** The window title: where one is, and how far the run is. */
export function windowTitle(dashboard: Dashboard): string {
	const {batch} = dashboard.batches.store.getState();
	if (!batch) return 'svc';
	const name = projectName(dashboard, batch.projectId);
	const {done, total} = batchProgress(batch, 0);
	const {failed} = batch.summary;
	if (!isActive(batch)) return `svc: ${name} ${batch.status}`;
	return `svc: ${name} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}`;
}

/** The end of a run, for a notification. */
export const endOfRun = (dashboard: Dashboard, batch: Batch): string =>
	`${projectName(dashboard, batch.projectId)} ${batchSentence(batch)}`;

/** What stays in the terminal after the dashboard: the run that was shown last, or that it was closed. */
export function closingLine(dashboard: Dashboard): string {
	const {batch} = dashboard.batches.store.getState();
	if (!batch) return 'svc: dashboard closed';
	const sentence = `svc: ${batch.batchId} ${batchSentence(batch)}`;
	return isActive(batch) ? `${sentence}; it goes on` : sentence;
}

/** What a batch is called where people read of it: when it ended says more than its id. */
export function batchName({batches, tests, ui}: Dashboard, batchId: BatchId): string {
	const {standing, latest} = tests.store.getState();
	const batch = [batches.store.getState().batch, standing, latest].find(known => known?.batchId === batchId);
	if (!batch) return 'Run';
	const what = isPartial(batch) ? `Run of ${counted(batch.summary.selected ?? batch.summary.total, 'test')}` : 'Run';
	if (isActive(batch)) return `${what}, under way`;
	return `${what}, ${formatAgo(Date.parse(batch.finishedAt ?? batch.createdAt), ui.store.getState().minute)}`;
}

/** A list that is empty because the shown run was a part of the tests and is over: the project may well have what it has not. */
export function emptyPart(what: 'chains' | 'variables', batch: Batch | null) {
	if (!batch || !isPartial(batch) || isActive(batch)) return null;
	return {
		title: `No ${what} in this run`,
		lines: ['Only a part of the tests ran, and they hand no value on to each other.', '', 'Press g h for other runs.'],
	};
}
