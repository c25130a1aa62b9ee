import {withOutcome} from './model/outcome.ts';
import {readableSteps} from './readable.ts';
import type {Category, HttpMethod, Priority, TestKind} from '../../contract/enums.ts';
import type {EndpointId} from '../../contract/ids.ts';
import type {Requirement} from '../domain/requirement.ts';
import {chainRows} from './chains/index.ts';
import {shortHash} from './data/seeded.ts';
import {type EnvironmentNeed, environmentNeeds, waitsFor} from './environment-needs.ts';
import {expectationsOf} from './expectations.ts';
import type {ApiModel} from './kinds/analyse-api.ts';
import type {PlanEndpoint} from './model/plan-endpoint.ts';
import {asCalled, asOperation, type PlanOperation} from './model/operation.ts';
import {asSpoken} from './spoken-recipe.ts';
import {hasNothingToShow, isUnclear} from './obstacles.ts';
import {type Recipe, recipeVersion} from './recipe.ts';
import {requirementRows, type WordsRow} from './requirements/requirement-rows.ts';
import {type PlanContext, planContext, type PlanSettings} from './templates/context.ts';
import {templates} from './templates/index.ts';
import {generatorVersion} from './templates/recipe-draft.ts';
import {withScriptChecks} from './templates/script-checks.ts';
import {type RowDraft, rowOf} from './templates/row-draft.ts';
import {type ZeroNote, zeroReasonOf} from './zero-reason.ts';

/** A row as planning makes it. Its key stays the same as long as endpoint and template do. */
export type MadeRow = {
	/** `POST /users create`, `chain life user` */
	key: string;
	endpointId: EndpointId | null;
	method: HttpMethod;
	path: string;
	feature: string;
	template: string;
	kind: TestKind;
	category: Category;
	priority: Priority;
	selected: boolean;
	title: string;
	description: string;
	expectedBehavior: string;
	shapeSource: 'observed' | 'document' | 'none';
	recipe: Omit<Recipe, 'id'>;
};

export type MadePlan = {
	rows: MadeRow[];
	/** Endpoint id → why it has no rows. */
	zeroReasons: Map<string, ZeroNote>;
	/** Sentences of requirements that need more words. */
	words: WordsRow[];
	/** Environment variables that endpoints wait for. */
	environment: EnvironmentNeed[];
};

export type PlanInput = PlanSettings & {
	api: ApiModel;
	endpoints: readonly PlanEndpoint[];
	/** Sentences that bind the API. */
	requirements?: readonly Requirement[];
	/** Whether instructions exclude an endpoint. */
	isExcluded?: (endpoint: PlanEndpoint) => boolean;
};

/** Every row of an API in the order of the document, chains last. Makes no call; the same input gives the same rows. */
export function planRows(input: PlanInput): MadePlan {
	const work = planStepwise(input);
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
	}
}

/** The same, endpoint by endpoint, for those who have other things to do: gives the number of planned endpoints. */
export function* planStepwise({
	api,
	endpoints,
	isExcluded: isOut = () => false,
	requirements = [],
	...settings
}: PlanInput): Generator<number, MadePlan> {
	const context = planContext(api, settings);
	// Instructions speak of endpoints as the API has them.
	const own = new Map(endpoints.map(one => [one.endpointId, one]));
	const isExcluded = (one: PlanEndpoint) => isOut(own.get(one.endpointId) ?? one);
	const rows: MadeRow[] = [];
	const missingOf = new Map<PlanOperation, ReadonlySet<string>>();
	const planned = new Map<string, PlanOperation>();
	for (const operation of api.operations) {
		planned.set(operation.endpoint.endpointId, operation);
		if (isExcluded(operation.endpoint) || hasNothingToShow(operation, context) || context.unsafe(operation) !== null)
			continue;
		// A call that waits for a value of an environment cannot be made: there is nothing to write down.
		const missing = new Set(waitsFor(operation, context));
		if (missing.size > 0) {
			missingOf.set(operation, missing);
			yield planned.size;
			continue;
		}
		for (const template of templates) {
			if (isUnclear(operation, context.api) && !(operation.method === 'GET' && template.id === 'singleton')) continue;
			const made = rowOf(template, operation, context);
			for (const one of made.missing) missing.add(one);
			if (made.row)
				rows.push(
					readable(
						made.row,
						brief => rowOf(template, operation, brief).row,
						context,
						`${operation.key} ${template.id}`,
					),
				);
		}
		missingOf.set(operation, missing);
		yield planned.size;
	}
	const withRows = new Set(rows.map(({endpointId}) => endpointId));
	const environment = environmentNeeds(context);
	const zeroReasons = new Map<string, ZeroNote>();
	for (const endpoint of endpoints) {
		if (withRows.has(endpoint.endpointId)) continue;
		const operation = planned.get(endpoint.endpointId) ?? null;
		zeroReasons.set(
			endpoint.endpointId,
			zeroReasonOf(endpoint, operation, context, {
				isExcluded: isExcluded(endpoint),
				missing: (operation && missingOf.get(operation)) ?? new Set(),
				environment,
			}),
		);
	}
	const demanded = requirementRows(requirements, context);
	for (const {row, key} of demanded.rows)
		if (!isExcluded(row.operation.endpoint)) rows.push(finished(row, context, key).row);
	const chainsOf = (one: PlanContext) => chainRows(one, operation => !isExcluded(operation.endpoint));
	const brief = new Map<number, ReturnType<typeof chainsOf>>();
	for (const {row, key} of chainsOf(context))
		rows.push(
			readable(
				row,
				one => {
					const chains = brief.get(one.brevity) ?? chainsOf(one);
					brief.set(one.brevity, chains);
					return chains.find(other => other.key === key)?.row ?? null;
				},
				context,
				key,
			),
		);
	const words = demanded.words.filter(({operation}) => !operation || !isExcluded(operation.endpoint));
	return {rows, words, zeroReasons, environment};
}

const countCases = (steps: Recipe['steps']): number => steps.reduce((sum, {cases}) => sum + cases.length, 0);

/** Rows that make the call of a collection as its author did. */
const scripted = new Set(['create', 'read', 'list', 'singleton', 'action', 'update', 'delete']);

/** The row, made again with less in what it sends where its test is longer than a person reads. */
function readable(
	row: RowDraft,
	again: (context: PlanContext) => RowDraft | null,
	context: PlanContext,
	key: string,
): MadeRow {
	const first = finished(row, context, key);
	if (first.isShort) return first.row;
	let {bare} = first;
	for (const brevity of [1, 2] as const) {
		const brief = again({...context, brevity});
		const made = brief && finished(brief, context, key);
		if (made?.isShort) return made.row;
		bare ??= made?.bare ?? null;
	}
	return bare ?? first.row;
}

function finished(
	row: RowDraft,
	context: PlanContext,
	key: string,
): {row: MadeRow; isShort: boolean; bare: MadeRow | null} {
	const {draft, operation} = row;
	const {endpoint} = operation;
	const called = asCalled(operation);
	const produces = [
		...new Set(
			draft.steps.flatMap(({captures}) => captures.filter(({publish}) => publish).map(({variable}) => variable)),
		),
	];
	// What a script expects belongs to the call that its author made: a valid one.
	const told = operation.endpoint.checks?.length
		? draft.steps.find(
				({role, call, cases}) =>
					role === 'act' &&
					cases.length === 0 &&
					call.auth === 'project' &&
					call.operation.method === operation.method &&
					call.operation.path === operation.path,
			)
		: undefined;
	if (told && scripted.has(row.template)) withScriptChecks(told, operation, context, draft.steps);
	const calls = draft.steps.reduce((sum, {cases}) => sum + Math.max(1, cases.length), 0);
	const planned: Omit<Recipe, 'id'> = {
		recipeVersion,
		template: row.template,
		kind: row.kind,
		endpoint: asOperation(operation),
		title: row.title,
		why: row.why,
		produces,
		consumes: [...draft.consumes].filter(name => !produces.includes(name)).sort(),
		phase: draft.phase,
		safety: draft.safety,
		steps: draft.steps,
		teardown: [],
		limits: {timeoutSeconds: 60, maxCalls: Math.max(40, calls)},
		seed: shortHash(draft.seed),
		source: {planId: context.planId, rowId: null, documentId: endpoint.documentId, generator: generatorVersion},
	};
	const whole = asSpoken(context.api.spoken, withOutcome(context.api.outcome, planned));
	const {steps, isShort, bare} = readableSteps(whole);
	// What says which cases it has does not speak of those that are left out.
	const said = row.brief && countCases(steps) < countCases(whole.steps) ? row.brief : row;
	const recipe = {...whole, steps, title: said.title, why: said.why};
	const isSeen = endpoint.answers.some(({observed}) => observed);
	const made: MadeRow = {
		key,
		endpointId: row.kind === 'integration' ? null : endpoint.endpointId,
		method: called.method,
		path: called.path,
		feature: endpoint.family,
		template: row.template,
		kind: row.kind,
		category: row.category,
		priority: row.priority,
		selected: row.selected,
		title: said.title.slice(0, 200),
		description: said.description.slice(0, 2000),
		expectedBehavior: expectationsOf(recipe),
		shapeSource: isSeen
			? 'observed'
			: endpoint.answers.some(({schema}) => schema !== null && schema !== undefined)
				? 'document'
				: 'none',
		recipe,
	};
	return {row: made, isShort, bare: bare && {...made, recipe: {...recipe, steps: bare}}};
}
