import type {ChangeSet} from '../change-set.ts';
import {categoryLabels, type Plan, type PlanRow} from '../plan.ts';
import {type Recipe, recipeVersion} from '../recipe.ts';
import type * as routes from '../routes/plans.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const row: PlanRow = {
	rowId: sampleIds.planRow,
	proposalId: sampleIds.planRow,
	endpointId: sampleIds.endpoint,
	endpointPath: 'POST /orders',
	type: 'backend',
	feature: '/orders',
	category: 'functional',
	template: 'create',
	kind: 'endpoint',
	title: 'creates an order that can be read back',
	description: 'Sends every field that can be written: userId, items.',
	expectedBehavior: 'Create an order: answers 201 (document).',
	priority: 'p0',
	selected: true,
	phase: 'normal',
	order: 1,
	captures: ['order_id'],
	consumes: ['user_id'],
	steps: null,
	shapeSource: 'document',
	edited: false,
	testId: null,
	rev: 2,
};

const estimate = {rows: 1, chains: 0, cleanupTests: 0, credits: 1};

const plan: Plan = {
	planId: sampleIds.plan,
	projectId: sampleIds.project,
	status: 'draft',
	version: 2,
	delta: false,
	lockedAt: null,
	generation: {status: 'idle', errorCode: null, errorMessage: null},
	proposals: [row],
	removedRowIds: [],
	categories: [{category: 'functional', label: categoryLabels.functional, total: 1, selected: 1}],
	subPlans: [
		{
			endpointId: sampleIds.endpoint,
			method: 'POST',
			path: '/orders',
			family: '/orders',
			confirmed: true,
			rows: 1,
			selected: 1,
			zeroReason: null,
		},
	],
	totals: {rows: 1, selected: 1, estimate},
	environment: [],
	credits: {charged: [], balance: 42},
};

export const sampleRecipe: Recipe = {
	recipeVersion,
	id: sampleIds.recipe,
	template: 'create',
	kind: 'endpoint',
	endpoint: {method: 'POST', path: '/orders'},
	title: row.title,
	why: 'Place an order. The document promises 201.',
	produces: ['order_id'],
	consumes: ['user_id'],
	phase: 'normal',
	safety: 'own_records',
	steps: [
		{
			id: 'create',
			title: 'create an order',
			role: 'act',
			call: {
				operation: {method: 'POST', path: '/orders'},
				path: {},
				query: {},
				headers: {},
				body: {
					contentType: 'application/json',
					value: {is: 'object', fields: {userId: {is: 'variable', name: 'user_id'}}},
				},
				auth: 'project',
				timeoutSeconds: 10,
				followRedirects: false,
			},
			cases: [],
			waitBeforeMs: 0,
			repeat: null,
			asserts: [
				{
					id: 'status',
					message: 'expected {expected}, got {actual}',
					check: {type: 'status', oneOf: [201]},
					strength: 'decided',
					state: 'active',
					provenance: {from: 'document', where: 'responses.201', runId: null, since: 'plan'},
				},
			],
			captures: [
				{
					variable: 'order_id',
					tag: 'order',
					from: {in: 'body', pointer: '$.id'},
					publish: true,
					isHandle: true,
					deletedBy: {method: 'DELETE', path: '/orders/{orderId}'},
				},
			],
		},
	],
	teardown: [],
	limits: {timeoutSeconds: 60, maxCalls: 40},
	seed: '0a1b2c3d',
	source: {planId: sampleIds.plan, rowId: sampleIds.planRow, documentId: sampleIds.document, generator: '1'},
};

export const sampleChangeSet: ChangeSet = {
	changeSetId: sampleIds.changeSet,
	version: 1,
	kind: 'refine',
	source: 'words',
	text: 'make checkout high',
	status: 'ready',
	baseVersion: 2,
	appliedVersion: null,
	reply: '1 row: priority p0',
	changes: [{rowId: row.rowId, kind: 'changed', before: row, after: {...row, priority: 'p1'}, fields: ['priority']}],
	counts: {added: 0, removed: 0, changed: 1},
	errorMessage: null,
	createdAt: sampleTimes.created,
	appliedAt: null,
};

export const planSamples: Samples<typeof routes> = {
	generatePlan: ({params}) => ({
		status: 'accepted',
		projectId: params?.projectId ?? sampleIds.project,
		planId: sampleIds.plan,
		stage: 'exploration',
		stagesRemaining: 3,
		enqueuedAt: sampleTimes.enqueued,
	}),
	getPlan: ({params}) => ({...plan, projectId: params?.projectId ?? plan.projectId}),
	listPlanRows: () => ({items: [row], nextToken: null, version: plan.version}),
	addPlanRow: ({body}) => ({
		...row,
		...(body
			? {
					category: body.category,
					title: body.title,
					description: body.description,
					expectedBehavior: body.expectedBehavior,
					priority: body.priority ?? 'p2',
					endpointId: body.endpointId ?? null,
				}
			: {}),
		template: 'custom',
		captures: [],
		consumes: [],
		edited: true,
	}),
	editPlanRow: ({params, body}) => ({
		...row,
		rowId: params?.rowId ?? row.rowId,
		proposalId: params?.rowId ?? row.rowId,
		...(body?.category === undefined ? {} : {category: body.category}),
		...(body?.title === undefined ? {} : {title: body.title}),
		...(body?.description === undefined ? {} : {description: body.description}),
		...(body?.expectedBehavior === undefined ? {} : {expectedBehavior: body.expectedBehavior}),
		...(body?.priority === undefined ? {} : {priority: body.priority}),
		...(body?.selected === undefined ? {} : {selected: body.selected}),
		edited: true,
	}),
	deletePlanRow: ({params}) => ({rowId: params?.rowId ?? row.rowId, deletedAt: sampleTimes.finished}),
	selectPlanRows: ({body}) => ({
		changed: 1,
		selectedTotal: body?.selected === false ? 0 : 1,
		version: plan.version + 1,
	}),
	movePlanRow: ({params}) => ({...row, rowId: params?.rowId ?? row.rowId, order: 2, edited: true}),
	getPlanRowRecipe: () => sampleRecipe,
	putPlanRowRecipe: ({body}) => body ?? sampleRecipe,
	refinePlan: ({body}) => ({...sampleChangeSet, text: body?.text ?? sampleChangeSet.text}),
};
