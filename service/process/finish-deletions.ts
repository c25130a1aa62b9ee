import type {Engine} from '../engine/engine.ts';
import type {Database} from '../store/database.ts';
import {listHiddenProjects, purgeProject} from '../store/projects/delete-project.ts';
import {hasLeftRecords, listHiddenTests, purgeTest} from '../store/tests/delete-test.ts';

/**
 * Ends the deletions that were under way when the process before this one died. The history of what has left records
 * behind stays: nothing else tells of them.
 */
export async function finishDeletions(database: Database, engine: Pick<Engine, 'cancelRunsOf'>): Promise<void> {
	for (const testId of await listHiddenTests(database)) {
		if (await hasLeftRecords(database, testId)) continue;
		await engine.cancelRunsOf({testId});
		await purgeTest(database, testId);
	}
	for (const projectId of await listHiddenProjects(database)) {
		await engine.cancelRunsOf({projectId});
		await purgeProject(database, projectId);
	}
}
