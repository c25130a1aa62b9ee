import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {stepsStore} from '../../source/stores/steps.ts';
import {projectAtHand, projectInReach} from '../go-to.ts';
import {selectedMember} from '../run/batch-list.ts';
import {selectedTest} from '../tests/test-list.ts';
import {shownSteps} from './shown-steps.ts';
import {projectsStore} from '../../source/stores/projects.ts';

/** Repairs of the project in reach that wait for a person, as far as that is known. */
export function openRepairs(dashboard: Dashboard): number {
	const id = projectInReach(dashboard);
	const {project} = dashboard.tests.store.getState();
	const listed = dashboard
		.storeOf(projectsStore)
		.store.getState()
		.projects.find(other => other.id === id);
	const isListed = currentPlace(dashboard.navigation.store.getState()).screen === 'projects';
	const known = project?.id === id && !(isListed && listed) ? project : listed;
	return known?.openHeals ?? 0;
}

/** The test that the shown place, or the row under its cursor, is about. */
function testAtHand(dashboard: Dashboard): string | null {
	switch (currentPlace(dashboard.navigation.store.getState()).screen) {
		case 'tests':
			return selectedTest(dashboard)?.id ?? null;
		case 'run':
			return selectedMember(dashboard)?.testId ?? null;
		case 'steps':
			return shownSteps(dashboard)?.run.testId ?? null;
		default:
			return null;
	}
}

/** Opens the step of the next repair that waits: of the test at hand where it has one, else of the project in reach. */
export async function goToRepair(dashboard: Dashboard): Promise<void> {
	const {tests, navigation, ui, context} = dashboard;
	const projectId = projectInReach(dashboard) ?? projectAtHand(dashboard);
	if (projectId === null) return;
	tests.open(projectId);
	await Promise.all([tests.loadProject(context.ended), tests.load(context.ended)]);
	const waiting = tests.store.getState().tests.filter(({openHeals = 0}) => openHeals > 0);
	const atHand = testAtHand(dashboard);
	const test = waiting.find(({id}) => id === atHand) ?? waiting[0];
	const heal = test && (await dashboard.storeOf(stepsStore).openHeal(test.id));
	if (heal)
		// Follows: to the step whose repair waits.
		navigation.open({screen: 'steps', projectId, runId: heal.runId}, {isFollowing: true, filter: '', only: null});
	else ui.toast('No repair waits any more.');
}
