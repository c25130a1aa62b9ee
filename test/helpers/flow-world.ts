import type {Call, CallGroup, CallsView} from '../../contract/call.ts';
import type {Chain, ChainStep} from '../../contract/chain.ts';
import {sampleCall} from './failed-world.ts';
import {createWorld} from './shop-world.ts';
import type {WireWorld} from './wire-world.ts';

type Wiring = {gives?: readonly string[]; takes?: readonly (readonly [name: string, fromTest: number])[]};

/** A planned call of the test with a number; a variable has one id in every call that names it. */
export function flowCall(
	test: number,
	method: string,
	path: string,
	{gives = [], takes = []}: Wiring = {},
	more = {},
): Call {
	const number = String(test).padStart(3, '0');
	return sampleCall({
		callId: `cal_${method}_${path.replace(/[/{}]/g, '_')}_${number}`,
		testId: `tst_${number}`,
		runId: `run_${number}`,
		testTitle: `test ${number}`,
		method,
		url: `http://shop.test${path.replace(/\{[^}]*\}/g, '7')}`,
		passed: true,
		produces: gives.map(name => ({name, variableId: `var_${name}`})),
		uses: takes.map(([name, from]) => ({
			name,
			variableId: `var_${name}`,
			fromTestId: `tst_${String(from).padStart(3, '0')}`,
			fromTitle: `test ${String(from).padStart(3, '0')}`,
		})),
		...more,
	});
}

const noCounts = {discovery: 0, auth: 0, cleanup: 0, prerequisite: 0};

/** The calls of an endpoint, with the counts that follow from them. */
export function flowGroup(method: string, path: string, calls: readonly Call[]): CallGroup {
	const items = calls.filter(({kind}) => kind === 'test');
	const others = calls.filter(({kind}) => kind !== 'test');
	const counts = {...noCounts};
	for (const {kind} of others) if (kind in counts) counts[kind as keyof typeof counts]++;
	return {
		groupKey: `${method} ${path}`,
		endpointId: null,
		method,
		path,
		family: `/${path.split('/')[1]}`,
		calls: items.length,
		passed: items.filter(({passed}) => passed === true).length,
		failed: items.filter(({passed}) => passed === false).length,
		items,
		other: {count: others.length, counts, items: others},
	};
}

/** A view whose counts and arrows follow from its calls. */
export function flowView(groups: readonly CallGroup[], more: Partial<CallsView> = {}): CallsView {
	const all = groups.flatMap(({items, other}) => [...items, ...other.items]);
	const edges: CallsView['edges'] = [];
	for (const to of groups)
		for (const call of to.items)
			for (const use of call.uses) {
				const from = groups.find(({items}) => items.some(({produces}) => produces.some(({name}) => name === use.name)));
				if (!from || edges.some(edge => edge.variable === use.name && edge.toGroup === to.groupKey)) continue;
				edges.push({
					variable: use.name,
					fromGroup: from.groupKey,
					toGroup: to.groupKey,
					fromTestId: use.fromTestId ?? 'tst_000',
					toTestIds: [call.testId ?? 'tst_000'],
				});
			}
	return {
		batchId: 'bat_1',
		available: true,
		summary: {
			tests: new Set(all.flatMap(({testId}) => testId ?? [])).size,
			calls: all.length,
			endpoints: groups.length,
			cleanupDeletes: all.filter(({kind}) => kind === 'cleanup').length,
		},
		items: [...groups],
		edges,
		nextToken: null,
		...more,
	};
}

/** A shop: a login feeds everything, an order feeds its payment, and a payment was answered by 500. */
export const shopFlow = (): CallsView =>
	flowView([
		flowGroup('POST', '/login', [flowCall(0, 'POST', '/login', {gives: ['token']})]),
		flowGroup('POST', '/orders', [
			flowCall(1, 'POST', '/orders', {gives: ['order_id'], takes: [['token', 0]]}, {requestBody: '{"item": "lamp"}'}),
		]),
		flowGroup('GET', '/orders/{orderId}', [
			flowCall(
				2,
				'GET',
				'/orders/{orderId}',
				{takes: [['order_id', 1]]},
				{
					url: 'http://shop.test/orders/7?page=2',
					query: [{name: 'page', value: '2'}],
					requestBody: null,
					status: 404,
					statusClass: '4xx',
					responseBody: '{"error":"gone"}',
				},
			),
		]),
		flowGroup('POST', '/orders/{orderId}/payments', [
			flowCall(
				3,
				'POST',
				'/orders/{orderId}/payments',
				{
					takes: [
						['token', 0],
						['order_id', 1],
					],
				},
				{
					status: 500,
					statusClass: '5xx',
					passed: false,
				},
			),
			flowCall(
				4,
				'POST',
				'/orders/{orderId}/payments',
				{},
				{
					status: null,
					statusClass: null,
					error: 'Connection refused',
					latencyMs: null,
					responseHeaders: null,
					responseBody: null,
					passed: null,
				},
			),
		]),
		flowGroup('DELETE', '/orders/{orderId}', [
			flowCall(
				5,
				'DELETE',
				'/orders/{orderId}',
				{},
				{
					kind: 'cleanup',
					testId: null,
					runId: null,
					testTitle: null,
					status: 204,
					requestBody: null,
					responseBody: null,
					passed: null,
				},
			),
		]),
	]);

const withoutBodies = (call: Call): Call => ({...call, requestBody: null, responseBody: null});

/** What a request for calls is answered: filters, pages of groups, bodies left out where they are not wanted. */
export function answerCalls(view: CallsView, query: Record<string, unknown>): CallsView {
	const kinds = query['kind'] === undefined ? null : String(query['kind']).split(',');
	const accept = (call: Call) =>
		(query['testId'] === undefined || call.testId === query['testId']) && (kinds?.includes(call.kind) ?? true);
	const show = (calls: readonly Call[]) =>
		calls.filter(accept).map(call => (query['bodies'] === 'false' ? withoutBodies(call) : call));
	const wanted = String(query['endpoint'] ?? '').toLowerCase();
	const items = view.items
		.filter(({groupKey}) => groupKey.toLowerCase().includes(wanted))
		.map(group => ({...group, items: show(group.items), other: {...group.other, items: show(group.other.items)}}));
	return {...view, items};
}

export function flowWorld(view: CallsView = shopFlow()): WireWorld {
	const world = createWorld({count: 6});
	world.answers['listBatchCalls'] = ({query}) => answerCalls(view, query);
	return world;
}

export const sampleStep = (index: number, step: Partial<ChainStep> = {}): ChainStep => ({
	index,
	title: `test 00${index}`,
	method: 'POST',
	path: '/orders',
	status: 'Pass',
	produces: [],
	uses: [],
	waitBeforeMs: 0,
	request: {
		url: 'http://shop.test/orders',
		headers: {'content-type': 'application/json'},
		query: null,
		body: '{"item": "lamp"}',
	},
	response: {status: 201, headers: {}, body: '{"id": 7}', truncated: false, latencyMs: 12},
	error: null,
	callId: `cal_${index}`,
	...step,
});

export const sampleChain = (chain: Partial<Chain> = {}): Chain => ({
	chainId: 'chn_1',
	testId: 'tst_001',
	runId: 'run_001',
	name: 'An order is paid',
	status: 'passed',
	label: 'Pass',
	captures: ['order_id'],
	error: null,
	steps: [
		sampleStep(1, {produces: ['order_id']}),
		sampleStep(2, {
			path: '/orders/{orderId}/payments',
			uses: [{name: 'order_id', fromStep: 1, fromTestId: 'tst_001', fromTitle: 'test 001'}],
		}),
	],
	...chain,
});

/** A chain whose second step failed and whose third never ran. */
export const blockedChain = (): Chain =>
	sampleChain({
		chainId: 'chn_2',
		testId: 'tst_004',
		runId: 'run_004',
		name: 'A refund is sent',
		status: 'blocked',
		label: 'Blocked',
		error: {
			kind: 'blocked_by_step',
			message: 'step 3 is blocked because step 2 failed; fix step 2',
			stepIndex: 3,
			causeStepIndex: 2,
			variable: 'refund_id',
			testIds: null,
		},
		steps: [
			sampleStep(1, {produces: ['order_id']}),
			sampleStep(2, {
				title: 'test 003',
				path: '/refunds',
				status: 'Failed',
				error: 'AssertionError: expected 201, got 500',
				uses: [{name: 'order_id', fromStep: 1, fromTestId: 'tst_001', fromTitle: 'test 001'}],
				response: {status: 500, headers: {}, body: 'oops', truncated: false, latencyMs: 3},
			}),
			sampleStep(3, {
				title: 'test 004',
				method: 'GET',
				path: '/refunds/{refundId}',
				status: 'Blocked',
				waitBeforeMs: 500,
				error: 'Blocked: variable "refund_id" was not found',
				uses: [{name: 'refund_id', fromStep: 2, fromTestId: 'tst_003', fromTitle: 'test 003'}],
				request: null,
				response: null,
				callId: null,
			}),
		],
	});

/** What a request for chains is answered: one by its id, bodies left out where they are not wanted. */
export function answerChains(chains: readonly Chain[], query: Record<string, unknown>) {
	const isBare = query['bodies'] === 'false';
	const items = chains
		.filter(({chainId}) => query['chainId'] === undefined || chainId === query['chainId'])
		.map(chain => ({
			...chain,
			steps: chain.steps.map(step =>
				isBare
					? {
							...step,
							request: step.request && {...step.request, body: null},
							response: step.response && {...step.response, body: null},
						}
					: step,
			),
		}));
	return {batchId: 'bat_1', items, nextToken: null};
}

export function chainWorld(chains: readonly Chain[] = [sampleChain(), blockedChain()]): WireWorld {
	const world = createWorld({count: 6});
	world.answers['listBatchChains'] = ({query}) => answerChains(chains, query);
	return world;
}
