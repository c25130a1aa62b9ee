import {describe, expect, it, onTestFinished} from 'vitest';
import {sleep} from '../../source/client/clock.ts';
import {createHttpClient} from '../../source/client/http-client.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {startRepaired} from '../helpers/repaired-plan.ts';
import {openScreen} from '../helpers/terminal-screen.tsx';

/** The dashboard at a real service, whose plan was repaired once and waits for a word. */
async function openRepaired(columns: number) {
	const repaired = await startRepaired();
	await repaired.rerun();
	const client = createHttpClient({
		now: Date.now,
		elapsed: () => performance.now(),
		sleep,
		random: Math.random,
		endpoint: `http://127.0.0.1:${repaired.http.port}`,
		apiKey: repaired.http.key,
		version: '0.1.0',
		requestTimeoutMs: 30_000,
		env: {},
	});
	const screen = openScreen(client, {screen: 'tests', id: repaired.projectId, columns, rows: 30});
	onTestFinished(async () => {
		await screen.close();
		await client.close();
	});
	const open = async () => {
		const {body} = await repaired.http.call(getProject, {params: {projectId: repaired.projectId}});
		return body.openHeals;
	};
	return {...repaired, terminal: screen.terminal, open};
}

describe('a repair that waits', () => {
	it.each([60, 100, 200])('stands on the row and in the strip, and gr leads to its step: %i columns', async columns => {
		const {terminal, open} = await openRepaired(columns);
		const text = await terminal.until(shown => shown.includes('repair?') && shown.includes('gr Repairs'), 'the mark');
		expect(text.split('\n')[1]).toMatch(/gr Repairs \S1/);
		expect(await open()).toBe(1);
		terminal.type('gr');
		await terminal.until(shown => /❯ +1 .*repair\?/.test(shown), 'the step that was repaired');
	});

	it('is accepted by a key and a word, once, and stands nowhere any more', async () => {
		const {terminal, list, open} = await openRepaired(100);
		await terminal.shows('gr Repairs');
		terminal.type('gr');
		await terminal.until(shown => /❯ +1 .*repair\?/.test(shown), 'the step that was repaired');
		terminal.type('a');
		await terminal.shows('Step 1: button "Add" became button "Add task".');
		expect(await list('proposed')).toHaveLength(1);
		terminal.type('2');
		await terminal.shows('Accepted');
		await terminal.until(shown => /❯ +1 .*accepted/.test(shown) && !shown.includes('gr Repairs'), 'the decision');
		expect(await list('accepted')).toHaveLength(1);
		expect(await open()).toBe(0);
		terminal.type('a');
		await terminal.shows('Not possible here: accept the repair');
	});

	it('is refused for good', async () => {
		const {terminal, list, rerun, open} = await openRepaired(100);
		await terminal.shows('gr Repairs');
		terminal.type('gr');
		await terminal.until(shown => /❯ +1 .*repair\?/.test(shown), 'the step that was repaired');
		terminal.type('x');
		await terminal.shows('Never make it again');
		terminal.type('2');
		await terminal.until(shown => /❯ +1 .*refused/.test(shown), 'the decision');
		expect(await list('refused')).toHaveLength(1);
		expect(await open()).toBe(0);
		await rerun();
		expect(await list('accepted')).toHaveLength(0);
	});
});
