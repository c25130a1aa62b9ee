import {afterEach, describe, expect, it} from 'vitest';
import type {Refinement} from '../../contract/refinement.ts';
import {sampleRefinement} from '../../contract/samples/refinements.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {frameProblems} from '../helpers/frame-problems.ts';
import {chainWorld} from '../helpers/flow-world.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

/** A world that keeps what was said about its tests, as the service does. */
function talkative(world: WireWorld = createWorld({count: 3})) {
	let said: Refinement[] = [];
	const sent: Array<[route: string, testId: string, body: Record<string, unknown>]> = [];
	const {answers} = world;
	answers['listRefinements'] = ({params}) => ({
		items: said.filter(({testId}) => testId === params['testId']),
		nextToken: null,
	});
	answers['refineTest'] = ({params, body}) => {
		const testId = String(params['testId']);
		sent.push(['refineTest', testId, body]);
		const text = String(body['text']);
		if (text === 'dance')
			throw new ApiError('UNSUPPORTED', 'The sentence was not understood.', {nextAction: 'Try: 200'});
		const isQuestion = text.startsWith('what');
		const one: Refinement = {
			...sampleRefinement,
			refinementId: `ref_${said.length + 1}`,
			testId,
			text,
			version: 1,
			status: isQuestion ? 'applied' : 'ready',
			kind: isQuestion ? 'answer' : 'code_change',
			reply: isQuestion ? 'it creates an order and reads it back' : sampleRefinement.reply,
			diff: isQuestion ? null : sampleRefinement.diff,
		};
		said = [one, ...said];
		return one;
	};
	const decisions = {applyRefinement: 'applied', undoRefinement: 'undone', discardRefinement: 'discarded'};
	for (const [route, status] of Object.entries(decisions))
		answers[route] = ({params}) => {
			sent.push([route, String(params['testId']), {}]);
			said = said.map(one =>
				one.refinementId === params['refinementId'] ? {...one, status, version: one.version + 1} : one,
			);
			return said.find(({refinementId}) => refinementId === params['refinementId']);
		};
	return {world, sent};
}

async function say(terminal: OpenScreen['terminal'], text: string) {
	terminal.type('i');
	await terminal.shows('Say what should be different');
	terminal.type(`${text}\r\r`);
}

describe('a test in words', () => {
	it('is changed only after its diff was seen and accepted, and taken back', async () => {
		const {world, sent} = talkative();
		screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns: 160});
		const {terminal} = screen;
		await terminal.shows('test 000');
		await say(terminal, 'creating answers 200, not 201');
		const text = await terminal.shows('In words: test 000');
		expect(text).toContain('this test: 201 → 200');
		await terminal.showsNot('Say what should be different');
		terminal.type('j');
		const diff = await terminal.until(shown => /\+ +assert response\.status_code == 200/.test(shown), 'the diff');
		expect(diff).toMatch(/- +assert response\.status_code == 201/);
		expect(sent).toEqual([
			['refineTest', 'tst_000', {text: 'creating answers 200, not 201', mode: 'refine', autoApply: false}],
		]);
		terminal.type('a');
		await terminal.shows('✓ applied');
		terminal.type('u2');
		await terminal.shows('− undone');
		expect(sent.map(([route]) => route)).toEqual(['refineTest', 'applyRefinement', 'undoRefinement']);
	});

	it('answers a question without a change', async () => {
		const {world} = talkative();
		screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns: 160});
		const {terminal} = screen;
		await terminal.shows('test 000');
		await say(terminal, 'what does it check');
		await terminal.shows('it creates an order and reads it back');
		await terminal.showsNot('Say what should be different');
		expect(terminal.text()).not.toContain('+1');
		terminal.type('\u001B');
		await terminal.showsNot('In words');
	});

	it('keeps a sentence that was not understood in its line', async () => {
		const {world} = talkative();
		screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns: 160});
		const {terminal} = screen;
		await terminal.shows('test 000');
		await say(terminal, 'dance');
		const text = await terminal.shows('The sentence was not understood. Try: 200');
		expect(text).toContain('dance');
	});

	it('is written anew when that is wanted, even without words', async () => {
		const {world, sent} = talkative();
		screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns: 160});
		const {terminal} = screen;
		await terminal.shows('test 000');
		terminal.type('i');
		await terminal.shows('Say what should be different');
		terminal.type('\r\u001B[C\r');
		await terminal.shows('In words: test 000');
		expect(sent[0]?.[2]).toMatchObject({mode: 'regenerate'});
	});

	it.each([
		[60, 20],
		[100, 30],
		[200, 50],
	])('fits %i columns and %i rows', async (columns, rows) => {
		const {world} = talkative();
		screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns, rows});
		const {terminal} = screen;
		await terminal.shows('test 000');
		await say(terminal, 'creating answers 200 \u202E注文');
		await terminal.shows('ready');
		await terminal.showsNot('Say what should be different');
		terminal.type('j');
		await terminal.quiet();
		expect(frameProblems({lines: terminal.lines(), columns, rows}), terminal.text()).toEqual([]);
	});
});

describe('a chain in words', () => {
	it('is a sentence about its last test', async () => {
		const {world, sent} = talkative(chainWorld());
		screen = openScreen(world, {screen: 'chains', id: 'bat_1', columns: 160});
		const {terminal} = screen;
		await terminal.shows('A refund is sent');
		await say(terminal, 'wait 250 ms after creating');
		await terminal.shows('ready');
		expect(sent[0]?.[0]).toBe('refineTest');
		expect(sent[0]?.[1]).toMatch(/^tst_/);
		await terminal.showsNot('Say what should be different');
		terminal.type('\u001B');
		await terminal.shows('› Chains');
	});
});
