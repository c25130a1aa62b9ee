import type {
	CleanupCard,
	CleanupRule,
	CleanupSettings,
	CleanupTest,
	Deletion,
	OwnershipProof,
	UncreatedCall,
} from '../cleanup.ts';
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

const proof: OwnershipProof = {
	kind: 'server_id',
	text: 'POST /orders was answered with the id 17, which no earlier answer had shown',
	callId: sampleIds.call,
};

const deletion: Deletion = {method: 'DELETE', path: '/orders/{orderId}', url: 'http://127.0.0.1:8080/orders/17'};

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
	proof,
	deletion,
	considered: [],
	note: null,
	fromBatchId: null,
	rev: 7,
};

const uncreated: UncreatedCall = {
	callId: sampleIds.consumerCall,
	runId: sampleIds.run,
	testId: sampleIds.test,
	title: 'an order can be paid',
	method: 'POST',
	path: '/orders/{orderId}/pay',
	reason: 'own_record',
	text: 'did something to /orders 17, which this run made',
};

const settings: CleanupSettings = {
	projectId: sampleIds.project,
	mode: 'auto',
	parallel: 4,
	readBefore: false,
	handles: [{method: 'POST', path: '/pads', pointer: '$.secret'}],
	maskedFields: {add: [], remove: []},
	updatedAt: sampleTimes.created,
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
		totals: {deleteCalls: 1, deletedRecords: 1, markedRecords: 0},
		orphaned: [],
		cleanedUp: [card],
		pending: [],
		tests: [test],
		calls: [uncreated],
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
	getCleanupPlan: ({params}) => ({
		batchId: params?.batchId ?? sampleIds.batch,
		mode: 'ask',
		state: 'asking',
		deletes: [
			{
				resourceId: sampleIds.resource,
				label: card.label,
				createdBy: card.createdBy,
				capturedId: card.capturedId,
				sourceEndpoint: card.sourceEndpoint,
				proof,
				deletion,
			},
		],
		notSent: [],
	}),
	startCleanup: (({params, body}) => ({
		batchId: params?.batchId ?? sampleIds.batch,
		resourceIds: [...(body?.resourceIds ?? [sampleIds.resource])],
		cleanupTestIds: [sampleIds.cleanupTest],
	})) satisfies Sample<typeof routes.startCleanup>,
	deleteRecords: (({params, body}) => ({
		batchId: params?.batchId ?? sampleIds.batch,
		resourceIds: [...(body?.resourceIds ?? [sampleIds.resource])],
		cleanupTestIds: [sampleIds.cleanupTest],
	})) satisfies Sample<typeof routes.deleteRecords>,
	getCleanupSettings: ({params}) => ({...settings, projectId: params?.projectId ?? settings.projectId}),
	updateCleanupSettings: (({params, body}) => ({
		...settings,
		...body,
		projectId: params?.projectId ?? settings.projectId,
	})) satisfies Sample<typeof routes.updateCleanupSettings>,
	listCleanupRules: () => ({items: [rule], nextToken: null}),
	createCleanupRule: ({body}) => ({...rule, instruction: body?.instruction ?? rule.instruction}),
	deleteCleanupRule: ({params}) => ({ruleId: params?.ruleId ?? rule.ruleId, deletedAt: sampleTimes.finished}),
};
