import {setImmediate} from 'node:timers/promises';
import type {DocumentId, EndpointId, ProjectId} from '../../contract/ids.ts';
import type {GeneratePlanInput} from '../../contract/plan.ts';
import type {Recipe} from '../../contract/recipe.ts';
import type {Database} from '../store/database.ts';
import type {NewId} from '../store/ids.ts';
import {environmentKeys} from '../store/projects/environments.ts';
import {hasCredential} from '../store/projects/plan-credential.ts';
import type {PlanRowTable, PlanTable, StoredZeroReason} from '../store/plans/plan-tables.ts';
import {finishPlan, progressPlan} from '../store/plans/plans.ts';
import type {LoadedApi} from './load-api.ts';
import type {PlanEndpoint} from './model/plan-endpoint.ts';
import {type MadePlan, type MadeRow, type PlanInput, planStepwise} from './plan-rows.ts';
import {sentence, type WordsRow} from './requirements/requirement-rows.ts';

const leaveOut =
	/\b(?:skip|exclude|ignore|without|omit|leave out|(?:do not|don't|never) (?:test|touch|call|plan))\b([^.;\n]*)/gi;
const target = /(?:\b(GET|POST|PUT|PATCH|DELETE)\s+)?(\/[^\s,;]*)/gi;

/** The endpoints that instructions leave out: `skip /admin`, `do not test DELETE /users/{userId}`. */
function exclusionsOf(instructions: string | undefined): (endpoint: PlanEndpoint) => boolean {
	if (instructions === undefined) return () => false;
	const left = [...instructions.matchAll(leaveOut)].flatMap(([, rest = '']) =>
		[...rest.matchAll(target)].map(([, method, path = '']) => ({
			method: method?.toUpperCase() ?? null,
			path: path
				.replace(/(?<![.)\]])[.)\]]+$/, '')
				.replace(/\/\*+$/, '')
				.replace(/(.)\/$/, '$1'),
		})),
	);
	return endpoint =>
		left.some(
			({method, path}) =>
				(method === null || method === endpoint.method) &&
				(endpoint.path === path || (method === null && (path === '/' || endpoint.path.startsWith(`${path}/`)))),
		);
}

export type MakeParts = {
	database: Database;
	load(projectId: ProjectId): Promise<LoadedApi>;
	newId: NewId;
	now(): number;
	signal: AbortSignal;
	changed(): void;
};

/** Endpoints that are planned before others get their turn, and after which progress is told. */
const perTurn = 10;
const perNews = 100;

/** Makes the rows of a plan and puts them in the place of those before. Makes no call to the API under test. */
export async function makePlan(
	plan: PlanTable,
	{database, load, newId, now, signal, changed}: MakeParts,
): Promise<void> {
	const input = JSON.parse(plan.input) as GeneratePlanInput;
	const {api, endpoints, requirements} = await load(plan.project_id);
	await progressPlan(database, plan.id, {stage: 'proposals', total: endpoints.length});
	changed();
	const isWanted = wantedOf(input);
	const work = planStepwise(await planInputOf(database, plan, {api, endpoints, requirements}));
	let step = work.next();
	for (; !step.done; step = work.next()) {
		if (step.value % perTurn === 0) await setImmediate();
		if (signal.aborted) return;
		if (step.value % perNews !== 0) continue;
		await progressPlan(database, plan.id, {ready: step.value});
		changed();
	}
	const made = step.value;
	const rows = [
		...made.rows.map((row, place) => storedRow(row, plan, place + 1, newId)),
		...made.words.map((row, place) => wordsRow(row, plan, made.rows.length + place + 1, newId)),
	];
	const columns = {
		sub_plans: JSON.stringify(reasonsOf(made)),
		environment: JSON.stringify(made.environment),
		made_at: now(),
	};
	const byId = new Map(endpoints.map(one => [one.endpointId, one]));
	const isPart = input.endpointIds !== undefined || input.documentIds !== undefined;
	// Endpoints that were not asked for keep the rows that they have.
	await finishPlan(database, plan.id, columns, rows, {
		isPart,
		keep({endpoint_id}) {
			const endpoint = endpoint_id === null ? undefined : byId.get(endpoint_id);
			return isPart && (endpoint_id === null || (endpoint !== undefined && !isWanted(endpoint)));
		},
	});
	changed();
}

/** What the rows of a plan are made of. */
export async function planInputOf(
	database: Database,
	plan: PlanTable,
	{api, endpoints, requirements}: Pick<LoadedApi, 'api' | 'endpoints' | 'requirements'>,
): Promise<PlanInput> {
	const input = JSON.parse(plan.input) as GeneratePlanInput;
	const isExcluded = exclusionsOf(input.instructions);
	const isWanted = wantedOf(input);
	return {
		api,
		endpoints,
		// A part of the endpoints is planned again: sentences keep the rows that they have.
		requirements: input.endpointIds === undefined ? requirements : [],
		planId: plan.id,
		seed: plan.seed,
		environment: await environmentKeys(database, plan.project_id),
		hasCredential: await hasCredential(database, plan.project_id),
		isExcluded: endpoint => isExcluded(endpoint) || !isWanted(endpoint),
	};
}

/** By what a row is found again when the plan is made anew. */
export const rowKeyOf = ({
	endpointId,
	key,
	method,
	path,
}: Pick<MadeRow, 'endpointId' | 'key' | 'method' | 'path'>): string =>
	endpointId === null ? key : `${endpointId} ${key.slice(`${method} ${path} `.length)}`;

function wantedOf({
	endpointIds,
	documentIds,
}: GeneratePlanInput): (endpoint: {endpointId: EndpointId; documentId: DocumentId | null}) => boolean {
	const [ids, documents] = [endpointIds && new Set(endpointIds), documentIds && new Set(documentIds)];
	return ({endpointId, documentId}) =>
		(!ids || ids.has(endpointId)) && (!documents || (documentId !== null && documents.has(documentId)));
}

const reasonsOf = ({zeroReasons}: MadePlan): StoredZeroReason[] =>
	[...zeroReasons].map(([endpointId, reason]) => ({endpointId, ...reason}));

function storedRow(row: MadeRow, plan: PlanTable, place: number, newId: NewId): PlanRowTable {
	const id = newId('row');
	const recipe: Recipe = {
		...row.recipe,
		id: `rcp_${id.slice(id.indexOf('_') + 1)}`,
		source: {...row.recipe.source, rowId: id},
	};
	return {
		id,
		project_id: plan.project_id,
		plan_id: plan.id,
		key: rowKeyOf(row),
		endpoint_id: row.endpointId,
		method: row.method,
		path: row.path,
		feature: row.feature,
		type: 'backend',
		template: row.template,
		kind: row.kind,
		category: row.category,
		title: row.title,
		description: row.description,
		expected: row.expectedBehavior,
		priority: row.priority,
		selected: row.selected ? 1 : 0,
		phase: row.recipe.phase,
		place,
		captures: JSON.stringify(row.recipe.produces),
		consumes: JSON.stringify(row.recipe.consumes),
		steps: null,
		shape_source: row.shapeSource,
		edited: '[]',
		recipe: JSON.stringify(recipe),
		test_id: null,
		removed: null,
		rev: plan.version,
	};
}

/** A sentence as a row that says what is wanted and not yet how it is tried. */
function wordsRow({key, operation, requirement}: WordsRow, plan: PlanTable, place: number, newId: NewId): PlanRowTable {
	return {
		id: newId('row'),
		project_id: plan.project_id,
		plan_id: plan.id,
		key,
		endpoint_id: operation?.endpoint.endpointId ?? null,
		method: operation?.method ?? null,
		path: operation?.path ?? null,
		feature: operation?.endpoint.family ?? '',
		type: 'backend',
		template: 'requirement',
		kind: 'endpoint',
		category: 'functional',
		title: sentence(requirement.text),
		description: `${requirement.documentName} line ${requirement.line}. It needs more words before a test can be made of it.`,
		expected: requirement.text,
		priority: 'p2',
		selected: 0,
		phase: 'normal',
		place,
		captures: '[]',
		consumes: '[]',
		steps: null,
		shape_source: 'none',
		edited: '[]',
		recipe: null,
		test_id: null,
		removed: null,
		rev: plan.version,
	};
}
