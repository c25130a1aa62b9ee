import type {HttpMethod} from '../../../contract/enums.ts';
import type {PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Database} from '../../store/database.ts';
import type {PlanRowTable} from '../../store/plans/plan-tables.ts';
import {listTestStates, readWordFacts} from '../../store/plans/word-scope.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Recipe} from '../recipe.ts';
import type {Scope, Subject} from './subject.ts';

export type ScopeParts = {
	database: Database;
	api(projectId: ProjectId): Promise<ApiModel>;
	cleanupRule(instruction: string): string | null;
};

/** What a sentence about a plan (`rowIds`: only these rows of it), or about one test, is read against. */
export async function readScope(
	{database, api, cleanupRule}: ScopeParts,
	projectId: ProjectId,
	of: {rowIds: readonly PlanRowId[] | null} | {testId: TestId},
): Promise<Scope> {
	const testIds = 'testId' in of ? [of.testId] : [];
	const [{rows, tests, endpoints}, states, {edges}] = await Promise.all([
		readWordFacts(database, projectId, testIds),
		listTestStates(database, projectId),
		api(projectId),
	]);
	const summaries = new Map(endpoints.map(({id, summary}) => [id, summary ?? '']));
	const stateOf = new Map(states.map(state => [state.id, state]));
	const subjectOf = (row: PlanRowTable): Subject => ({
		id: row.id,
		testId: row.test_id,
		endpointId: row.endpoint_id,
		method: row.method,
		path: row.path,
		family: row.feature,
		summary: row.endpoint_id === null ? '' : (summaries.get(row.endpoint_id) ?? ''),
		category: row.category,
		priority: row.priority,
		status: row.test_id === null ? null : (stateOf.get(row.test_id)?.status ?? null),
		kind: row.kind,
		template: row.template,
		title: row.title,
		description: row.description,
		selected: row.selected === 1,
		produces: JSON.parse(row.captures),
		consumes: JSON.parse(row.consumes),
		recipe: row.recipe === null ? null : (JSON.parse(row.recipe) as Recipe),
	});
	const all = rows.map(subjectOf);
	const known = new Set(rows.flatMap(({test_id}) => test_id ?? []));
	const byHand = states
		.filter(({id}) => !known.has(id))
		.map(
			(state): Subject => ({
				id: state.id,
				testId: state.id,
				endpointId: null,
				method: null,
				path: null,
				family: '',
				summary: '',
				category: null,
				priority: state.priority ?? 'p2',
				status: state.status,
				kind: state.kind,
				template: 'custom',
				title: state.name,
				description: '',
				selected: true,
				produces: JSON.parse(state.produces),
				consumes: JSON.parse(state.consumes),
				recipe: null,
			}),
		);
	const common = {
		all: [...all, ...byHand],
		endpoints: endpoints.map(({id, method, path, summary}) => ({
			endpointId: id,
			method: method as HttpMethod,
			path,
			summary: summary ?? '',
		})),
		edges: edges.map(({consumer, place, variable}) => ({endpointId: consumer.endpoint.endpointId, place, variable})),
		cleanupRule,
	};
	if ('rowIds' in of) {
		const wanted = of.rowIds === null ? null : new Set(of.rowIds);
		return {...common, at: 'plan', subjects: all.filter(({id}) => wanted === null || wanted.has(id))};
	}
	const [facts] = tests;
	const row = rows.find(({test_id}) => test_id === of.testId);
	const base = row ? subjectOf(row) : byHand.find(({id}) => id === of.testId);
	if (!facts || !base) return {...common, at: 'test', subjects: []};
	const recipe = facts.recipe ? (JSON.parse(facts.recipe.recipe) as Recipe) : null;
	const subject: Subject = {
		...base,
		id: of.testId,
		testId: of.testId,
		recipe,
		produces: recipe?.produces ?? base.produces,
		consumes: recipe?.consumes ?? base.consumes,
	};
	return {...common, at: subject.kind === 'integration' ? 'chain' : 'test', subjects: [subject]};
}
