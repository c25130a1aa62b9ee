import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {sampleCall} from '../helpers/failed-world.ts';
import {PlanWorld, sampleFinding} from '../helpers/plan-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {finding as findingText} from '../../source/output/text/findings.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

function open(plan: PlanWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(plan.world, {screen: 'findings', id: 'prj_1', columns: 120, ...options});
	return screen.terminal;
}

describe('findings', () => {
	it('are listed with their state, and tell what was said, what was seen, and where', async () => {
		const text = await open(new PlanWorld()).shows('nobody has decided yet');
		expect(text).toContain('Plan [Findings 1]');
		expect(text).toMatch(/◌ open +200 documented, 204 answered/);
		expect(text).toMatch(/Document +200/);
		expect(text).toMatch(/Observed +204/);
		await screen.terminal.shows('POST /users');
	});

	it.each([
		['$.percentOff is number, not integer', false],
		['$.note is not documented', true],
	])('say nothing of a document that does: %s', async (observed, isSilent) => {
		const plan = new PlanWorld();
		plan.findings = [
			sampleFinding({findingId: 'fnd_1', kind: 'shape', title: `GET /a: ${observed}`, document: null, observed}),
		];
		const text = await open(plan).shows('Observed');
		expect(text.includes('says nothing')).toBe(isSilent);
	});

	it.each([
		['a', 'acceptFinding', 'accepted'],
		['f', 'failFinding', 'failing'],
		['m', 'muteFinding', 'muted'],
	])('are decided by one key: %s', async (key, route, state) => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('◌ open');
		terminal.type(key);
		await terminal.until(text => new RegExp(`. ${state} +200 documented`).test(text), state);
		expect(plan.sent).toEqual([[route, {}]]);
		await terminal.shows('[Findings]');
		terminal.type('u');
		await terminal.shows('◌ open');
		expect(plan.sent.at(-1)?.[0]).toBe('reopenFinding');
	});

	it('keep the key of the large pane for failing; the other key of it still works', async () => {
		const terminal = open(new PlanWorld());
		await terminal.shows('◌ open');
		terminal.type('?');
		const help = await terminal.shows('Everywhere');
		expect(help).toMatch(/f +fail it/);
		expect(help).toMatch(/Ctrl-f +full screen for the pane/);
		terminal.type('q\u0006');
		await terminal.showsNot('◌ open  nobody');
	});

	it('lead to the call that shows them', async () => {
		const plan = new PlanWorld();
		plan.findings = [sampleFinding({findingId: 'fnd_1', evidence: [{callId: 'cal_1', runId: 'run_001'}]})];
		const asked: string[] = [];
		plan.world.answers['listBatchCalls'] = ({params}) => {
			asked.push(String(params['batchId']));
			const summary = {tests: 0, calls: 0, endpoints: 0, cleanupDeletes: 0};
			return {batchId: 'bat_1', available: true, summary, items: [], edges: [], nextToken: null};
		};
		const terminal = open(plan);
		await terminal.shows('◌ open');
		terminal.type('\r');
		await terminal.shows('› Data flow');
		expect(asked[0]).toBe('bat_1');
	});

	it('that discovery saw with a probe show what was sent and answered: no run has that call', async () => {
		const plan = new PlanWorld();
		plan.world.answers['getProjectCall'] = ({params}) => ({
			...sampleCall(),
			callId: String(params['callId']),
			kind: 'discovery',
			runId: null,
			testId: null,
			url: 'http://shop.test/users/1',
			status: 204,
			responseBody: '{"seen":"by \u001b[31ma probe"}',
		});
		const terminal = open(plan, {rows: 50});
		await terminal.shows('http://shop.test/users/1');
		expect(terminal.text()).toMatch(/"seen": "by .*a probe"/);
		await terminal.shows('◌ open');
		terminal.type('\r');
		await terminal.shows('Discovery saw this with its own probe');
		expect(terminal.text()).toContain('[Findings 1]');
	});

	it('show no evidence where a trial has kept no call', async () => {
		const plan = new PlanWorld();
		plan.findings = [
			sampleFinding({
				findingId: 'fnd_1',
				evidence: [
					{callId: null, runId: null},
					{callId: null, runId: 'run_001'},
				],
			}),
		];
		expect(findingText(plan.findings[0]!)).toMatch(/^evidence: run_001$/m);
		const terminal = open(plan, {rows: 50});
		await terminal.shows('1. run_001');
		expect(terminal.text()).not.toContain('seen by discovery');
	});

	it('say of a call that is gone that it is', async () => {
		const plan = new PlanWorld();
		plan.world.answers['getProjectCall'] = () => {
			throw new ApiError('NOT_FOUND', 'gone');
		};
		await open(plan).shows('No longer kept');
	});

	it('are a tab beside the plan and its changes', async () => {
		const terminal = open(new PlanWorld());
		await terminal.shows('◌ open');
		terminal.type(']');
		await terminal.shows('Plan  Findings 1 [Changes]');
		terminal.type(']');
		await terminal.shows('[Plan] Findings 1  Changes');
		terminal.type('[');
		await terminal.shows('[Changes]');
		terminal.type('[');
		await terminal.shows('Plan [Findings 1] Changes');
	});
});
