import type {Generation} from '../generation.ts';
import type * as routes from '../routes/generations.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import {sampleRecipe} from './plans.ts';
import type {Samples} from './sample.ts';

const generation: Generation = {
	generationId: sampleIds.generation,
	projectId: sampleIds.project,
	planId: sampleIds.plan,
	version: 9,
	delta: false,
	status: 'done',
	total: 2,
	ready: 1,
	rejected: 1,
	items: [
		{
			rowId: sampleIds.planRow,
			testId: sampleIds.test,
			title: 'POST /orders creates an order that can be read back',
			kind: 'endpoint',
			status: 'ready',
			attempt: 1,
			rejection: null,
			charged: 1,
			refunded: 0,
			rev: 6,
		},
		{
			rowId: null,
			testId: sampleIds.teardownTest,
			title: 'An order lives: created, read, deleted, gone',
			kind: 'integration',
			status: 'rejected',
			attempt: 3,
			rejection: {code: 'undeclared_variable', message: 'no test produces customer_id'},
			charged: 1,
			refunded: 1,
			rev: 8,
		},
	],
	credits: {held: 0, charged: 1, refunded: 1},
	startedAt: sampleTimes.started,
	finishedAt: sampleTimes.finished,
};

export const generationSamples: Samples<typeof routes> = {
	generateTests: ({body}) => ({
		generationId: sampleIds.generation,
		planId: sampleIds.plan,
		lockedAt: sampleTimes.created,
		acceptedCount: body?.rowIds?.length ?? 2,
		rowIds: body?.rowIds ?? [sampleIds.planRow],
		estimate: {rows: 2, chains: 0, cleanupTests: 0, credits: 2},
		credits: {held: 2, balance: 42},
	}),
	acceptPlan: () => ({
		acceptedCount: 1,
		caseKeys: [sampleIds.test],
		testIds: [sampleIds.test],
		generationId: sampleIds.generation,
		credits: {charged: [{action: 'generation', amount: 1}], balance: 42},
	}),
	getGeneration: () => generation,
	listGenerations: () => ({items: [{...generation, items: []}], nextToken: null}),
	cancelGeneration: () => ({...generation, status: 'cancelled'}),
	putTestRecipe: ({body}) => body ?? sampleRecipe,
	getTestRecipe: () => sampleRecipe,
};
