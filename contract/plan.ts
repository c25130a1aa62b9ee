import * as z from 'zod/mini';
import {
	type Category,
	categories,
	httpMethods,
	open,
	planStages,
	planStatuses,
	priorities,
	testKinds,
	testTypes,
	zeroReasons,
} from './enums.ts';
import {count, credits, id, integer, notEmpty, text, timestamp} from './fields.ts';
import {planStep} from './test.ts';

const nullableString = z.nullable(z.string());
const line = (max: number) =>
	z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\r\n]*$/, 'one_line'));
const longestText = 2000;

/** Names of the categories as people read them. */
export const categoryLabels: Record<Category, string> = {
	functional: 'Functional or happy path',
	schema: 'Schema and response validation',
	auth: 'Authorization and authentication',
	error_edge: 'Error handling and edge cases',
	boundary_load: 'Boundary and load',
	security: 'Security probes',
};

/** What generating would make and cost: one credit per test. */
export const estimate = z.looseObject({rows: count, chains: count, cleanupTests: count, credits});
export type Estimate = z.infer<typeof estimate>;

/** One test to be: what it checks, in words. Its recipe has a route of its own. */
export const planRow = z.looseObject({
	rowId: id('row'),
	/** Equals `rowId`. */
	proposalId: id('row'),
	endpointId: z.nullable(id('ep')),
	/** `METHOD /path` */
	endpointPath: nullableString,
	type: open(testTypes),
	/** Resource family or page area. */
	feature: z.string(),
	category: open(categories),
	/** Id of the row template (`create`, `unknown-id`, …), `chain`, or `custom` for one that a person wrote. */
	template: z.string(),
	kind: open(testKinds),
	title: z.string(),
	description: z.string(),
	expectedBehavior: z.string(),
	priority: open(priorities),
	selected: z.boolean(),
	/** `late`: may harm the API, runs when all others have ended. */
	phase: open(['normal', 'late']),
	order: integer,
	captures: z.array(z.string()),
	consumes: z.array(z.string()),
	/** Frontend rows only. */
	steps: z.nullable(z.array(planStep)),
	shapeSource: open(['observed', 'document', 'none']),
	/** A person has changed it: planning again keeps it. */
	edited: z.boolean(),
	testId: z.nullable(id('tst')),
	rev: count,
});
export type PlanRow = z.infer<typeof planRow>;

/** The part of a plan about one endpoint. */
export const subPlan = z.looseObject({
	endpointId: id('ep'),
	method: open(httpMethods),
	path: z.string(),
	family: z.string(),
	confirmed: z.boolean(),
	rows: count,
	selected: count,
	/** Set when `rows` is 0. */
	zeroReason: z.nullable(z.looseObject({code: open(zeroReasons), message: z.string()})),
});
export type SubPlan = z.infer<typeof subPlan>;

/** The plan of a project; `status: "none"` before the first. */
export const plan = z.looseObject({
	planId: z.nullable(id('pln')),
	projectId: id('prj'),
	status: open(planStatuses),
	version: count,
	/** True: `proposals` holds only the rows that changed after `since`. */
	delta: z.boolean(),
	lockedAt: z.nullable(timestamp),
	generation: z.looseObject({
		status: open(['exploring', 'strategizing', 'proposing', 'idle', 'failed']),
		progress: z.optional(z.looseObject({resourcesReady: count, resourcesTotal: count})),
		errorCode: z.nullable(open(['exploration_failed', 'strategy_generation_stale', 'proposal_generation_aborted'])),
		errorMessage: nullableString,
	}),
	proposals: z.array(planRow),
	/** Ids of rows that are gone since `since`. */
	removedRowIds: z.array(id('row')),
	categories: z.array(z.looseObject({category: open(categories), label: z.string(), total: count, selected: count})),
	subPlans: z.array(subPlan),
	totals: z.looseObject({rows: count, selected: count, estimate}),
	/** Endpoints that ask for a credential while the project has none: their tests would all be refused. */
	credentialWanted: z.optional(count),
	/** Values that nobody produces and that a person has to give: `VAR_<key>` of an environment. */
	environment: z.array(z.looseObject({key: z.string(), parameter: z.string(), endpoints: count})),
	credits: z.looseObject({
		charged: z.array(z.looseObject({action: z.string(), amount: credits})),
		balance: z.nullable(credits),
	}),
});
export type Plan = z.infer<typeof plan>;

export const generatePlanInput = z.object({
	instructions: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(4000))),
	endpointIds: z.optional(z.array(id('ep')).check(z.minLength(1))),
	documentIds: z.optional(z.array(id('doc')).check(z.minLength(1))),
	restart: z.optional(z.boolean()),
});
export type GeneratePlanInput = z.infer<typeof generatePlanInput>;

export const planTicket = z.looseObject({
	status: open(['accepted', 'nothing_to_start']),
	projectId: id('prj'),
	planId: id('pln'),
	stage: z.nullable(open(planStages)),
	stagesRemaining: count,
	enqueuedAt: z.nullable(timestamp),
	skippedCategories: z.optional(z.array(z.string())),
});
export type PlanTicket = z.infer<typeof planTicket>;

export const planRowPage = z.looseObject({items: z.array(planRow), nextToken: nullableString, version: count});

export const planRowInput = z.object({
	category: z.enum(categories),
	title: line(200),
	description: text(longestText),
	expectedBehavior: text(longestText),
	priority: z.optional(z.enum(priorities)),
	endpointId: z.optional(id('ep')),
	steps: z.optional(z.array(planStep).check(z.minLength(1), z.maxLength(200))),
});
export type PlanRowInput = z.infer<typeof planRowInput>;

export const planRowPatch = notEmpty(
	z.object({
		category: z.optional(z.enum(categories)),
		title: z.optional(line(200)),
		description: z.optional(text(longestText)),
		expectedBehavior: z.optional(text(longestText)),
		priority: z.optional(z.enum(priorities)),
		selected: z.optional(z.boolean()),
		steps: z.optional(z.array(planStep).check(z.minLength(1), z.maxLength(200))),
	}),
);
export type PlanRowPatch = z.infer<typeof planRowPatch>;

export const deletedPlanRow = z.looseObject({rowId: id('row'), deletedAt: timestamp});

/** Which rows to tick: exactly one of `rowIds`, `category` (with `endpointId` or without), `endpointId`, `all`. */
export const planSelectionInput = z
	.object({
		selected: z.boolean(),
		rowIds: z.optional(z.array(id('row')).check(z.minLength(1), z.maxLength(10_000))),
		category: z.optional(z.enum(categories)),
		endpointId: z.optional(id('ep')),
		all: z.optional(z.literal(true)),
	})
	.check(
		z.refine(
			({rowIds, category, endpointId, all}) =>
				[rowIds, category ?? endpointId, all].filter(one => one !== undefined).length === 1,
			{message: 'give exactly one of rowIds, category, endpointId, all', params: {reason: 'one_of'}},
		),
	);
export type PlanSelectionInput = z.infer<typeof planSelectionInput>;

export const planSelection = z.looseObject({changed: count, selectedTotal: count, version: count});
export type PlanSelection = z.infer<typeof planSelection>;

/** Where a row goes: before or after another one. */
export const planMoveInput = z.object({before: z.optional(id('row')), after: z.optional(id('row'))}).check(
	z.refine(({before, after}) => (before === undefined) !== (after === undefined), {
		message: 'give exactly one of before, after',
		params: {reason: 'one_of'},
	}),
);
export type PlanMoveInput = z.infer<typeof planMoveInput>;
