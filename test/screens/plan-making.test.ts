import {afterEach, describe, expect, it} from 'vitest';
import {PlanWorld, sampleEdge, sampleFinding, sampleEndpoint} from '../helpers/plan-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

function open(plan: PlanWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(plan.world, {screen: 'plan', id: 'prj_1', columns: 140, ...options});
	return screen.terminal;
}

describe('an endpoint that refuses what its description allows', () => {
	const refused = (endpointId: string) =>
		sampleFinding({
			findingId: 'fnd_9',
			kind: 'input_refused',
			endpointIds: [endpointId],
			observed: '422 "schema is needed"',
		});

	it('says so beside its rows, and takes an example by one key', async () => {
		const plan = new PlanWorld();
		plan.findings = [refused('ep_1')];
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('\rjj');
		await terminal.shows('Needs your help');
		expect(terminal.text()).toContain('schema is needed');
		terminal.type('b');
		await terminal.shows('A body that POST /users accepts');
		terminal.type('{"schema"\r');
		await terminal.shows('The example is not JSON');
		terminal.type('\u0015{"schema": {}}\r');
		await terminal.shows('Saved: m makes the plan with it');
		expect(plan.sent).toEqual([['updateEndpoint', {sampleRequestBody: {schema: {}}}]]);
	});

	it('takes the value of a parameter where it sends no body', async () => {
		const plan = new PlanWorld();
		plan.endpoints[2] = sampleEndpoint({endpointId: 'ep_3', method: 'GET', path: '/carts', family: '/carts'});
		plan.plainPlaces = [
			sampleEdge({
				edgeId: 'edg_7',
				consumerEndpointId: 'ep_3',
				consumerEndpointPath: 'GET /carts',
				place: 'query:status',
				producer: null,
			}),
		];
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('/carts\r');
		await terminal.showsNot('/users');
		terminal.type('b');
		await terminal.shows('A value that GET /carts accepts');
		terminal.type('query:state\ropen\r');
		await terminal.shows('It has query:status');
		terminal.type('\u001B[A\u0015query:status\r\r');
		await terminal.shows('query:status is open now');
		expect(plan.sent.at(-1)?.[1]).toEqual({state: 'cut', value: 'open'});
	});
});

describe('making', () => {
	it('tests of the ticked rows shows each one as it comes, and a rejected one with its reason', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('\rr');
		await terminal.shows('5 tests, 1 of them chains.');
		terminal.type('2');
		await terminal.shows('generating 0/5');
		expect(plan.sent.at(-1)?.[0]).toBe('generateTests');
		const items = plan.generation?.items ?? [];
		plan.make({
			ready: 1,
			rejected: 1,
			items: items.map((item, index) => ({
				...item,
				status: index === 0 ? 'ready' : index === 1 ? 'rejected' : 'generating',
				rejection: index === 1 ? {code: 'no_real_assertion', message: 'it cannot fail'} : null,
			})),
		});
		const text = await terminal.shows('generating 2/5');
		expect(text).toContain('✗ 1 rejected');
		expect(text).toMatch(/creates a user who can be read back +✓ ready/);
		expect(text).toMatch(/refuses a user without email +✗ rejected/);
		terminal.type('jjjj');
		await terminal.shows('no_real_assertion: it cannot fail');
		terminal.type('c2');
		await terminal.shows('Stopped');
		expect(plan.sent.at(-1)?.[0]).toBe('cancelGeneration');
		await terminal.showsNot('generating 2/5');
	});

	it('a plan is one key where there is none yet', async () => {
		const plan = new PlanWorld();
		plan.status = 'none';
		const terminal = open(plan);
		const text = await terminal.shows('m makes a plan: tests for every endpoint, free, and no call is made');
		expect(text).toMatch(/POST +\/users/);
		terminal.type('m');
		await terminal.shows('5 of 5 tests ticked');
		expect(plan.sent).toEqual([['generatePlan', {}]]);
	});

	it('begins with a discovery where no endpoint is known', async () => {
		const plan = new PlanWorld();
		plan.status = 'none';
		plan.endpoints = [];
		const terminal = open(plan);
		await terminal.shows('No endpoints yet');
		terminal.type('d');
		await terminal.shows('Find the endpoints of the API');
		terminal.type('http://shop.test/openapi.json\r\r\r\r');
		await terminal.shows('POST');
		expect(plan.sent[0]).toEqual([
			'discoverEndpoints',
			expect.objectContaining({documentUrl: 'http://shop.test/openapi.json', probe: true}),
		]);
	});
});
