import {isDiscoveryOver} from '../../contract/discovery.ts';
import {isGenerationOver} from '../../contract/generation.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {changesStore} from '../../source/stores/changes.ts';
import {edgesStore} from '../../source/stores/edges.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {findingsStore} from '../../source/stores/findings.ts';
import {generationStore} from '../../source/stores/generation.ts';
import {countRed} from '../../source/stores/keep-batch.ts';
import type {Place} from '../../source/stores/screen.ts';
import {planStore} from '../../source/stores/plan.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';

export type PlanPlace = Place & {projectId: ProjectId};

/** Said while a plan is made, until it is there. */
export const makingPlan = 'Making the plan';

/** A service that answers a held request sooner, and without news, does not hold it: it is asked again after a pause, in ms. */
const shortestHold = 1000;
const pause = 10_000;

/**
 * Reads the plan of a project with all that belongs to it, then follows what is under way: a discovery, the making of
 * tests, else the plan itself. There is one held request at a time.
 */
export async function keepPlan(keeper: Keeper, {projectId}: PlanPlace, signal: AbortSignal): Promise<void> {
	const {dashboard, persist} = keeper;
	const {tests, context, ui} = dashboard;
	const plans = dashboard.storeOf(planStore);
	const endpoints = dashboard.storeOf(endpointsStore);
	const edges = dashboard.storeOf(edgesStore);
	const generation = dashboard.storeOf(generationStore);
	const findings = dashboard.storeOf(findingsStore);
	const changes = dashboard.storeOf(changesStore);
	tests.open(projectId);
	const loads = {
		project: () => tests.loadProject(signal),
		plan: () => plans.load(projectId, signal),
		endpoints: () => endpoints.load(projectId, signal),
		discovery: () => endpoints.discovery.load(projectId, signal),
		generation: () => generation.load(projectId, signal),
		edges: () => edges.load(projectId, signal),
		findings: () => findings.load(projectId, signal),
		changes: () => changes.load(projectId, signal),
	};
	const read = (...names: readonly (keyof typeof loads)[]) =>
		Promise.all(names.map(name => persist(loads[name], signal)));

	await Promise.all([read('project', 'plan'), countRed(keeper, projectId, signal)]);
	if (tests.store.getState().project?.type === 'frontend') return;
	await read('endpoints', 'discovery', 'generation', 'findings', 'changes', 'edges');
	while (!signal.aborted) {
		const discovery = endpoints.discovery.store.getState().data;
		const making = generation.store.getState().data;
		if (discovery !== null && !isDiscoveryOver(discovery.status)) {
			await endpoints.discovery.follow(projectId, signal);
			await read('endpoints', 'plan', 'edges', 'findings');
			if (discovery === endpoints.discovery.store.getState().data) await context.wait(pause, signal);
			continue;
		}
		if (making !== null && !isGenerationOver(making.status)) {
			await generation.follow(projectId, signal);
			await persist(() => plans.catchUp(projectId), signal);
			// It could not be followed: it is tried again, but not at once.
			if (making === generation.store.getState().data) await context.wait(pause, signal);
			continue;
		}
		const before = plans.store.getState().data;
		const askedAt = context.now();
		await plans.wait(projectId, signal);
		const after = plans.store.getState().data;
		if (after?.version === before?.version) {
			if (context.now() - askedAt < shortestHold) await context.wait(pause, signal);
			continue;
		}
		if (after?.status === 'locked' && before?.status !== 'locked') await read('generation');
		const isMade = after?.status === 'draft' && (before?.status !== 'draft' || after.planId !== before.planId);
		// What was said while it was made is over with it.
		if (isMade && ui.store.getState().toast?.text === makingPlan) ui.clearToast();
		if (isMade) await read('endpoints', 'edges', 'findings', 'changes');
	}
}
