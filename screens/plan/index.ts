import {changesStore} from '../../source/stores/changes.ts';
import {edgesStore} from '../../source/stores/edges.ts';
import {endpointsStore} from '../../source/stores/endpoints.ts';
import {findingsStore} from '../../source/stores/findings.ts';
import {generationStore} from '../../source/stores/generation.ts';
import {planStore} from '../../source/stores/plan.ts';
import {rowRecipeStore} from '../../source/stores/row-recipe.ts';
import {projectStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {keepPlan, type PlanPlace} from './keep-plan.ts';
import {planList} from './plan-list.ts';

/** Screen 10: what will be tested of an API, endpoint by endpoint, before any test is made. */
export const planScreen = defineScreen<PlanPlace>({
	name: 'plan',
	title: 'Plan',
	depth: 5,
	scope: 'project',
	keys: ['g p'],
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 3 : 2), headingLines: 1},
	bindings: [
		bind('plan', 'tick', ['space'], 'tick or untick the test, category, endpoint or family', 'tick', 'write:tests'),
		bind('plan', 'generate', ['r'], 'make tests of the ticked rows (asks)', 'make tests', 'write:tests'),
		bind('plan', 'make', ['m'], 'make the plan, or make it again', 'make plan', 'write:tests'),
		bind('plan', 'discover', ['d'], 'find the endpoints of the API', 'discover', 'write:projects'),
		bind('plan', 'cancel', ['c'], 'stop making tests, or the discovery (asks)', 'stop', 'write:tests'),
		bind('plan', 'edit', ['e'], 'edit the test to be, or the endpoint', 'edit', 'write:tests'),
		bind('plan', 'example', ['b'], 'give an example that the endpoint accepts', 'example', 'write:projects'),
		bind('plan', 'pin', ['p'], 'choose where the value comes from', 'pin', 'write:tests'),
		bind('plan', 'cut', ['x'], 'take no value from elsewhere', 'cut', 'write:tests'),
		bind(
			'plan',
			'undo',
			['u'],
			'take back the correction of the value, or the last change in words',
			undefined,
			'write:tests',
		),
		bind('plan', 'rename', ['n'], 'rename the value', undefined, 'write:tests'),
		bind('plan', 'tickAll', ['A'], 'tick or untick everything that is shown', undefined, 'write:tests'),
		bind('plan', 'priority', ['P'], 'choose the priority', undefined, 'write:tests'),
		bind('plan', 'moveDown', ['J'], 'move the test down', undefined, 'write:tests'),
		bind('plan', 'moveUp', ['K'], 'move the test up', undefined, 'write:tests'),
		bind('plan', 'add', ['N'], 'add a test in words', undefined, 'write:tests'),
		bind('plan', 'addEndpoint', ['a'], 'add an endpoint by hand', 'add endpoint', 'write:projects'),
		bind('plan', 'remove', ['D'], 'remove the test or endpoint (asks)', undefined, 'write:tests'),
		bind('plan', 'say', ['i'], 'say in words what should be different', 'say', 'write:tests'),
		bind('plan', 'findings', [']'], 'the next tab: findings', 'findings'),
		bind('plan', 'changes', ['['], 'the tab before: changes'),
		bind('plan', 'group', ['v'], 'by endpoint, or by category'),
		bind('plan', 'only', ['o'], 'show only some of the tests or endpoints', 'only'),
		bind('plan', 'fold', ['z'], 'show or hide what is below'),
		bind('plan', 'foldAll', ['Z'], 'show or hide the tests of all endpoints'),
		bind('plan', 'test', ['t'], 'go to the test that was made of it'),
		bind('plan', 'page', ['w'], 'read the pane in $PAGER'),
	],
	starts: {plan: projectStart('plan')},
	sources(dashboard) {
		const plans = dashboard.storeOf(planStore);
		const endpoints = dashboard.storeOf(endpointsStore);
		return [
			plans.store,
			plans.ticks,
			endpoints.store,
			endpoints.discovery.store,
			dashboard.storeOf(edgesStore).store,
			dashboard.storeOf(generationStore).store,
			dashboard.storeOf(findingsStore).store,
			dashboard.storeOf(changesStore).store,
			dashboard.storeOf(rowRecipeStore).store,
			dashboard.tests.store,
		];
	},
	state(dashboard) {
		const {project} = dashboard.tests.store.getState();
		const plan = dashboard.storeOf(planStore).store.getState();
		const endpoints = dashboard.storeOf(endpointsStore).store.getState();
		// A website has no endpoints: there is nothing to wait for.
		if (project?.type === 'frontend') return {isLoaded: true, error: null, count: 0};
		return {
			isLoaded: plan.data !== null && (plan.data.subPlans.length > 0 || endpoints.data !== null),
			error: plan.error ?? endpoints.error,
			count: Math.max(plan.data?.proposals.length ?? 0, endpoints.data?.length ?? 0),
		};
	},
	list: planList,
	headerEnd: dashboard =>
		headerCount(dashboard.storeOf(planStore).store.getState().data?.totals.rows ?? 0, 'planned test'),
	keep: keepPlan,
	loadView: async () => (await import('./plan-view.tsx')).planView,
	loadPage: async () => (await import('./plan-page.ts')).planPage,
});
