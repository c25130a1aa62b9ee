import type {Chain, ChainStep} from '../chain.ts';
import type * as routes from '../routes/chains.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import {rerunSamples} from './reruns.ts';
import type {Samples} from './sample.ts';

const json = {'content-type': 'application/json'};

const steps: ChainStep[] = [
	{
		index: 1,
		title: 'an order can be placed',
		method: 'POST',
		path: '/orders',
		status: 'Pass',
		produces: ['order_id'],
		uses: [],
		waitBeforeMs: 0,
		request: {url: 'https://api.example.com/orders', headers: json, query: null, body: '{"item":"tea"}'},
		response: {status: 201, headers: json, body: '{"id":17}', truncated: false, latencyMs: 42},
		error: null,
		callId: sampleIds.call,
	},
	{
		index: 2,
		title: 'an order can be paid',
		method: 'POST',
		path: '/orders/{orderId}/payments',
		status: 'Pass',
		produces: ['payment_id'],
		uses: [{name: 'order_id', fromStep: 1, fromTestId: sampleIds.producerTest, fromTitle: 'an order can be placed'}],
		waitBeforeMs: 0,
		request: {
			url: 'https://api.example.com/orders/17/payments?currency=EUR',
			headers: json,
			query: [{name: 'currency', value: 'EUR'}],
			body: null,
		},
		response: {status: 201, headers: json, body: '{"id":3}', truncated: false, latencyMs: 42},
		error: null,
		callId: sampleIds.consumerCall,
	},
];

const chain: Chain = {
	chainId: sampleIds.chain,
	testId: sampleIds.test,
	runId: sampleIds.run,
	name: 'an order can be paid',
	status: 'passed',
	label: 'Pass',
	captures: ['order_id', 'payment_id'],
	error: null,
	steps,
};

const withoutBodies = ({request, response, ...step}: ChainStep): ChainStep => ({
	...step,
	request: request && {...request, body: null},
	response: response && {...response, body: null},
});

const page = (batchId: string | null, query: {chainId?: unknown; bodies?: unknown} | undefined) => ({
	batchId,
	items: [
		{
			...chain,
			chainId: String(query?.chainId ?? chain.chainId),
			steps: String(query?.bodies) === 'false' ? steps.map(withoutBodies) : steps,
		},
	],
	nextToken: null,
});

export const chainSamples: Samples<typeof routes> = {
	listBatchChains: ({params, query}) => page(params?.batchId ?? sampleIds.batch, query),
	listProjectChains: ({query}) => page(null, query),
	rerunProjectChains: () => ({
		batchId: sampleIds.batch,
		accepted: [
			{
				testId: sampleIds.producerTest,
				runId: sampleIds.producerRun,
				role: 'producer',
				enqueuedAt: sampleTimes.enqueued,
			},
			{testId: sampleIds.test, runId: sampleIds.run, role: 'selected', enqueuedAt: sampleTimes.enqueued},
		],
		conflicts: [],
		deferred: [],
		closure: {
			byProject: [
				{
					projectId: sampleIds.project,
					projectName: 'Sample shop API',
					testIds: [sampleIds.test],
					addedProducers: [sampleIds.producerTest],
					addedConsumers: [],
					addedTeardowns: [],
					clearedCaptured: 1,
				},
			],
		},
		notFound: [],
	}),
	rerunChain: ({body}) => rerunSamples.rerunTest({params: {testId: sampleIds.test}, body}),
};
