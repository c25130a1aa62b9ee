import type {CleanupCard, CleanupRule, CleanupTest} from '../cleanup.ts';
import type * as routes from '../routes/cleanup.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Sample, Samples} from './sample.ts';

const test: CleanupTest = {
	cleanupTestId: sampleIds.cleanupTest,
	kind: 'planned',
	testId: sampleIds.teardownTest,
	runId: sampleIds.teardownRun,
	title: 'an order can be deleted',
	status: 'Passed',
	resourceIds: [sampleIds.resource],
	method: 'DELETE',
	path: '/orders/{orderId}',
	httpStatus: 204,
	responseBody: null,
	error: null,
	attempts: 1,
	rev: 7,
};

const card: CleanupCard = {
	resourceId: sampleIds.resource,
	label: 'order_id',
	createdBy: {testId: sampleIds.producerTest, title: 'an order can be placed', runId: sampleIds.producerRun},
	capturedId: '17',
	sourceEndpoint: {method: 'POST', path: '/orders'},
	family: '/orders',
	parentResourceId: null,
	outcome: 'test',
	badge: null,
	cleanupTest: test,
	reason: null,
	fromBatchId: null,
	rev: 7,
};

const rule: CleanupRule = {
	ruleId: sampleIds.cleanupRule,
	instruction: 'keep records of POST /users',
	kind: 'skip_endpoint',
	method: 'POST',
	path: '/users',
	filter: null,
	order: null,
	resolved: 'Records of POST /users are kept.',
	createdAt: sampleTimes.created,
};

export const cleanupSamples: Samples<typeof routes> = {
	getCleanup: ({params}) => ({
		batchId: params?.batchId ?? sampleIds.batch,
		version: 8,
		delta: false,
		state: 'done',
		progress: {captured: 1, cleaned: 1, orphaned: 0, failed: 0, pending: 0, kept: 0, dismissed: 0},
		totals: {deleteCalls: 1, deletedRecords: 1},
		orphaned: [],
		cleanedUp: [card],
		pending: [],
		tests: [test],
	}),
	dismissCleanup: (({params, body}) => ({
		batchId: params?.batchId ?? sampleIds.batch,
		dismissed: body?.restore ? [] : [...(body?.resourceIds ?? [sampleIds.resource])],
		restored: body?.restore ? [...body.resourceIds] : [],
		unchanged: [],
	})) satisfies Sample<typeof routes.dismissCleanup>,
	retryCleanup: (({params, body}) => ({
		batchId: params?.batchId ?? sampleIds.batch,
		cleanupTestIds: [...(body?.cleanupTestIds ?? [sampleIds.cleanupTest])],
		runIds: [],
	})) satisfies Sample<typeof routes.retryCleanup>,
	listCleanupRules: () => ({items: [rule], nextToken: null}),
	createCleanupRule: ({body}) => ({...rule, instruction: body?.instruction ?? rule.instruction}),
	deleteCleanupRule: ({params}) => ({ruleId: params?.ruleId ?? rule.ruleId, deletedAt: sampleTimes.finished}),
};
