import type {Call, CallGroup, CallsView} from '../call.ts';
import type * as routes from '../routes/calls.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const json = {'content-type': 'application/json'};

const call: Call = {
	callId: sampleIds.call,
	seq: 1,
	kind: 'test',
	testId: sampleIds.producerTest,
	runId: sampleIds.producerRun,
	chainId: null,
	testTitle: 'an order can be placed',
	step: null,
	method: 'POST',
	url: 'https://api.example.com/orders',
	query: null,
	requestHeaders: {...json, authorization: '•••'},
	requestBody: '{"item":"tea"}',
	requestEncoding: 'utf8',
	responseEncoding: 'utf8',
	requestBytes: 14,
	responseBytes: 9,
	error: null,
	status: 201,
	statusClass: '2xx',
	responseHeaders: json,
	responseBody: '{"id":17}',
	truncated: false,
	latencyMs: 42,
	startedAt: sampleTimes.started,
	passed: true,
	produces: [{name: 'order_id', variableId: sampleIds.variable}],
	uses: [],
};

const used = {
	name: 'order_id',
	variableId: sampleIds.variable,
	fromTestId: sampleIds.producerTest,
	fromTitle: 'an order can be placed',
};

const payment: Call = {
	...call,
	callId: sampleIds.consumerCall,
	testId: sampleIds.test,
	runId: sampleIds.run,
	testTitle: 'an order can be paid',
	url: 'https://api.example.com/orders/17/payments?currency=EUR',
	query: [{name: 'currency', value: 'EUR'}],
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	responseBody: '{"id":3}',
	responseBytes: 8,
	produces: [],
	uses: [used],
};

const deletion: Call = {
	...payment,
	callId: sampleIds.deleteCall,
	kind: 'cleanup',
	testId: sampleIds.teardownTest,
	runId: sampleIds.teardownRun,
	testTitle: 'an order can be deleted',
	method: 'DELETE',
	url: 'https://api.example.com/orders/17',
	query: null,
	status: 204,
	responseBody: null,
	responseEncoding: null,
	responseBytes: 0,
	startedAt: sampleTimes.finished,
};

const noOther: CallGroup['other'] = {
	count: 0,
	counts: {discovery: 0, auth: 0, cleanup: 0, prerequisite: 0},
	items: [],
};

const group = (method: string, path: string, items: Call[]): CallGroup => ({
	groupKey: `${method} ${path}`,
	endpointId: null,
	method,
	path,
	family: '/orders',
	calls: items.length,
	passed: items.length,
	failed: 0,
	items,
	other: noOther,
});

const view: CallsView = {
	batchId: sampleIds.batch,
	available: true,
	summary: {tests: 3, calls: 3, endpoints: 3, cleanupDeletes: 1},
	items: [
		group('POST', '/orders', [call]),
		group('POST', '/orders/{orderId}/payments', [payment]),
		{
			...group('DELETE', '/orders/{orderId}', []),
			endpointId: sampleIds.deleteEndpoint,
			other: {count: 1, counts: {...noOther.counts, cleanup: 1}, items: [deletion]},
		},
	],
	edges: [
		{
			variable: 'order_id',
			fromGroup: 'POST /orders',
			toGroup: 'POST /orders/{orderId}/payments',
			fromTestId: sampleIds.producerTest,
			toTestIds: [sampleIds.test],
		},
	],
	nextToken: null,
};

const withoutBodies = (one: Call): Call => ({...one, requestBody: null, responseBody: null});

const answer = (batchId: string, bodies: unknown): CallsView =>
	String(bodies) === 'false'
		? {
				...view,
				batchId,
				items: view.items.map(one => ({
					...one,
					items: one.items.map(withoutBodies),
					other: {...one.other, items: one.other.items.map(withoutBodies)},
				})),
			}
		: {...view, batchId};

export const callSamples: Samples<typeof routes> = {
	listBatchCalls: ({params, query}) => answer(params?.batchId ?? sampleIds.batch, query?.bodies),
	listProjectCalls: ({query}) => answer(sampleIds.batch, query?.bodies),
	getProjectCall: ({params, query}) => {
		const one = {...call, callId: params?.callId ?? sampleIds.call};
		return String(query?.bodies) === 'false' ? withoutBodies(one) : one;
	},
};
