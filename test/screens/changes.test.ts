import {afterEach, describe, expect, it} from 'vitest';
import {frameProblems} from '../helpers/frame-problems.ts';
import {PlanWorld} from '../helpers/plan-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

function open(plan: PlanWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(plan.world, {screen: 'plan', id: 'prj_1', columns: 140, ...options});
	return screen.terminal;
}

/** Says something about what is under the cursor. */
async function say(terminal: OpenScreen['terminal'], keys: string, text: string) {
	await terminal.shows('5 of 5 tests ticked');
	terminal.type(`${keys}i`);
	await terminal.shows('Say what should be different');
	terminal.type(`${text}\r\r\r`);
}

describe('changing a plan in words', () => {
	it('shows what was understood and every change before anything is changed', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await say(terminal, '', 'make it p3');
		await terminal.shows('[Changes 1]');
		const text = await terminal.showsNot('Say what should be different');
		expect(text).toMatch(/◌ ready +▾ make it p3 +words +~3/);
		expect(text).toMatch(/\[x\] ~ refuses a user without email/);
		expect(text).toContain('3 rows: priority p3');
		expect(plan.sent).toEqual([
			['refinePlan', {text: 'make it p3', kind: 'refine', autoApply: false, rowIds: ['row_1', 'row_2', 'row_3']}],
		]);
		terminal.type('j');
		const diff = await terminal.shows('- p1');
		expect(diff).toContain('+ p3');
		expect(diff).toContain('-assert status == 200');
		expect(diff).toContain('+assert status == 201');
	});

	it('is accepted whole, and taken back', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await say(terminal, '', 'make it p3');
		await terminal.shows('◌ ready');
		await terminal.showsNot('Say what should be different');
		terminal.type('a');
		await terminal.shows('Accepted all of it. u takes it back');
		await terminal.shows('✓ applied');
		expect(plan.sent.at(-1)).toEqual(['applyChangeSet', {}]);
		expect(plan.rows.map(({priority}) => priority)).toEqual(['p3', 'p3', 'p3', 'p1', 'p1']);
		terminal.type('u2');
		await terminal.shows('− undone');
		expect(plan.rows.every(({priority}) => priority === 'p1')).toBe(true);
	});

	it('is accepted in part: only what is ticked', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await say(terminal, '', 'make it p3');
		await terminal.shows('◌ ready');
		await terminal.showsNot('Say what should be different');
		terminal.type('j a');
		await terminal.shows('Accepted 2 changes of 3. u takes it back');
		expect(plan.sent.at(-1)).toEqual(['applyChangeSet', {only: ['row_2', 'row_3']}]);
	});

	it('is put away without a change', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await say(terminal, '', 'make it p3');
		await terminal.shows('◌ ready');
		await terminal.showsNot('Say what should be different');
		terminal.type('x');
		await terminal.shows('− discarded');
		expect(plan.rows.every(({priority}) => priority === 'p1')).toBe(true);
	});

	it('keeps a sentence that was not understood in its line, with the nearest forms', async () => {
		const terminal = open(new PlanWorld());
		await say(terminal, '', 'dance');
		const text = await terminal.shows('The sentence was not understood.');
		expect(text).toContain('Nearest forms: make checkout p0.');
		expect(text).toContain('dance');
	});

	it('about the whole plan can be taken back from the plan itself', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await say(terminal, 'G', 'make it p0');
		await terminal.shows('[Changes 1]');
		await terminal.showsNot('Say what should be different');
		terminal.type('a');
		await terminal.shows('✓ applied');
		terminal.type(']');
		await terminal.shows('[Plan]');
		terminal.type('u');
		await terminal.shows('Take the change back');
		terminal.type('2');
		await terminal.shows('Taken back');
		expect(plan.sent.at(-1)?.[0]).toBe('undoChangeSet');
	});

	it.each([
		[60, 20],
		[100, 30],
		[200, 50],
	])('fits %i columns and %i rows', async (columns, rows) => {
		const terminal = open(new PlanWorld(), {columns, rows});
		await say(terminal, '', 'make it p3 \u202E注文');
		await terminal.shows('ready');
		await terminal.showsNot('Say what should be different');
		terminal.type('j');
		await screen.clock.advance(200);
		await terminal.quiet();
		expect(frameProblems({lines: terminal.lines(), columns, rows}), terminal.text()).toEqual([]);
	});
});
