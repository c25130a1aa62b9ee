import {PNG} from 'pngjs';
import {afterEach, describe, expect, it} from 'vitest';
import {createWorld} from '../helpers/shop-world.ts';
import {noFiles} from '../helpers/store-context.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleBatch, sampleMember} from '../helpers/wire-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

/** A page that is red at its left and blue at its right. */
const picture = (() => {
	const png = new PNG({width: 40, height: 20});
	for (let y = 0; y < 20; y++)
		for (let x = 0; x < 40; x++) png.data.set(x < 20 ? [255, 0, 0, 255] : [0, 0, 255, 255], (y * 40 + x) * 4);
	return PNG.sync.write(png);
})();

const texts: Record<string, string> = {
	outline: '- heading "Your cart"\n- button "Place order"\n',
	console: JSON.stringify([{level: 'error', text: 'Uncaught TypeError: x is null', at: 'app.js:7'}]),
	network: JSON.stringify([{method: 'POST', url: 'http://shop.test/api/orders', status: 500, ms: 12}]),
	log: 'looked for button "Place order" \u001B[31m0.93\n',
};

const step = (index: number, more: object) => {
	const at = (part: string) => `http://svc.test/${index}/${part}`;
	return {
		stepIndex: String(index).padStart(4, '0'),
		type: 'action',
		action: 'click',
		status: 'passed',
		description: `Press button ${index}`,
		error: null,
		screenshotUrl: at('picture'),
		htmlSnapshotUrl: at('html'),
		outlineUrl: at('outline'),
		consoleUrl: at('console'),
		networkUrl: at('network'),
		logUrl: at('log'),
		healed: false,
		createdAt: '2026-01-31T09:00:00.000Z',
		durationMs: 320,
		...more,
	};
};

const heal = {
	healId: 'hea_1',
	testId: 'tst_000',
	runId: 'run_1',
	stepIndex: 2,
	status: 'proposed',
	score: 0.93,
	margin: 0.4,
	evidence: ['name alike 0.90', 'same neighbours'],
	from: {locator: {by: 'role', role: 'button', value: 'Add', exact: true, within: []}, role: 'button', name: 'Add'},
	to: {
		locator: {by: 'role', role: 'button', value: 'Add task', exact: true, within: []},
		role: 'button',
		name: 'Add task',
	},
	beforeUrl: null,
	afterUrl: null,
	createdAt: '2026-01-31T09:00:00.000Z',
	decidedAt: null,
};

/** A run of three steps: the second one was repaired, the third one failed. */
function worldOfSteps(run: object = {}): WireWorld {
	const world = createWorld({count: 1});
	const member = sampleMember({
		testId: 'tst_000',
		runId: 'run_1',
		name: 'orders a pot',
		status: 'failed',
		type: 'frontend',
	});
	world.batches.clear();
	world.batches.set('bat_1', {...sampleBatch([member]), batchId: 'bat_1'});
	world.answers['getRun'] = () => ({
		runId: 'run_1',
		testId: 'tst_000',
		projectId: 'prj_1',
		batchId: 'bat_1',
		userId: 'usr_1',
		testTitle: 'orders a pot',
		createdAt: '2026-01-31T09:00:00.000Z',
		status: 'failed',
		source: 'cli',
		startedAt: '2026-01-31T09:00:00.000Z',
		finishedAt: '2026-01-31T09:00:02.000Z',
		codeVersion: 'v1',
		targetUrl: 'http://shop.test',
		createdFrom: null,
		failedStepIndex: 3,
		failureKind: 'assertion',
		error: 'step 3: not shown',
		videoUrl: null,
		healedSteps: [2],
		stepSummary: {total: 3, completed: 3, passedCount: 2, failedCount: 1},
		steps: [
			step(1, {reading: 'click the button "1"'}),
			step(2, {healed: true, note: 'repaired'}),
			step(3, {status: 'failed', type: 'assertion', description: 'I see "Thank you"', error: 'not shown in 30 s'}),
		],
		...run,
	});
	world.answers['listHeals'] = () => ({items: [heal], nextToken: null});
	return world;
}

async function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	const asked: string[] = [];
	screen = openScreen(world, {
		screen: 'batch',
		id: 'bat_1',
		rows: 40,
		env: {TERM: 'xterm-256color', COLORTERM: 'truecolor'},
		files: {
			...noFiles,
			async readPart(url) {
				asked.push(url);
				const part = url.split('/').at(-1) ?? '';
				return part === 'picture' ? picture : new TextEncoder().encode(texts[part]);
			},
		},
		...options,
	});
	const {terminal} = screen;
	await terminal.shows('orders a pot');
	terminal.type('jgb');
	return {terminal, asked};
}

describe('the steps of a run', () => {
	it.each([60, 100, 200])('are listed with their ends, the cursor on the failed one (%i columns)', async columns => {
		const {terminal} = await open(worldOfSteps(), {columns});
		const text = await terminal.shows('3 steps');
		expect(text).toMatch(/1 +✓ passed +Press button 1/);
		expect(text).toMatch(/3 +✗ failed +I see "Thank you"/);
		expect(await terminal.shows('not shown in 30 s')).toContain('❯');
		if (columns >= 100) expect(text).toMatch(/2 +✓ repaired.*repair\?/);
	});

	it('show the picture in half blocks of its colours', async () => {
		const {terminal, asked} = await open(worldOfSteps());
		await terminal.shows('▀▀▀▀');
		const written = terminal.written.join('');
		expect(written).toMatch(/38;2;255;0;0/);
		expect(written).toMatch(/48;2;0;0;255/);
		expect(asked).toEqual(['http://svc.test/3/picture']);
	});

	it.each([
		[
			'kitty',
			{TERM: 'xterm-kitty', COLORTERM: 'truecolor'},
			/\u001B_Ga=T,f=100,i=\d+,p=1,c=\d+,r=\d+,C=1,q=2,m=0;iVBOR/,
			2,
		],
		[
			'iTerm',
			{TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app'},
			/\u001B\]1337;File=inline=1;size=\d+;width=\d+;height=\d+;[^:]*:iVBOR/,
			0,
		],
	])('show the picture as pixels in %s, and take it away with its pane', async (_, env, drawn, deletions) => {
		const {terminal} = await open(worldOfSteps(), {env});
		await terminal.until(() => drawn.test(terminal.written.join('')), 'the picture');
		expect(terminal.text()).not.toMatch(/▀|[\u{F0001}-\u{F00FF}]/u);
		const before = terminal.written.length;
		terminal.type(']');
		await terminal.shows('heading "Your cart"');
		const after = terminal.written.slice(before).join('');
		expect(after).not.toMatch(drawn);
		expect(/\u001B_Ga=d,d=I,i=\d+,q=2/.test(after)).toBe(deletions > 0);
	});

	it('take pixels away for a box that is opened over them, and draw them again behind it', async () => {
		const {terminal} = await open(worldOfSteps(), {env: {TERM: 'xterm-kitty', COLORTERM: 'truecolor'}});
		const drawn = () => terminal.written.join('').match(/\u001B_Ga=T/g)?.length ?? 0;
		const removed = () => terminal.written.join('').match(/\u001B_Ga=d/g)?.length ?? 0;
		await terminal.until(() => drawn() === 1, 'the picture');
		terminal.type('?');
		await terminal.until(() => removed() === 1, 'the picture to go');
		terminal.type('\u001B');
		await terminal.until(() => drawn() === 2, 'the picture to come back');
	});

	it('draw half blocks within tmux, whatever the terminal around it is', async () => {
		const env = {TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0', KITTY_WINDOW_ID: '1', COLORTERM: 'truecolor'};
		const {terminal} = await open(worldOfSteps(), {env});
		await terminal.shows('▀▀▀▀');
		expect(terminal.written.join('')).not.toMatch(/\u001B_G|\]1337/);
	});

	it.each([
		['without colours', {env: {TERM: 'xterm-256color', NO_COLOR: '1'}}],
		['in ASCII', {ascii: true}],
	])('draw no picture %s', async (_, options) => {
		const {terminal} = await open(worldOfSteps(), options);
		await terminal.shows('o opens the picture.');
		expect(terminal.text()).not.toContain('▀');
	});

	it('turn from the picture to outline, console, requests and log', async () => {
		const {terminal} = await open(worldOfSteps());
		await terminal.shows('▀▀▀▀');
		terminal.type(']');
		expect(await terminal.shows('button "Place order"')).toContain('[outline]');
		terminal.type(']');
		expect(await terminal.shows('error: Uncaught TypeError')).toContain('at app.js:7');
		terminal.type(']');
		await terminal.shows('POST http://shop.test/api/orders: 500');
		terminal.type(']');
		await terminal.shows('looked for button "Place order"');
		expect(terminal.written.join('')).not.toContain('\u001B[31m0.93');
		terminal.type(']');
		await terminal.shows('▀▀▀▀');
	});

	it('of a test in Python offer no tab and no key of a browser', async () => {
		const none = {
			screenshotUrl: null,
			htmlSnapshotUrl: null,
			outlineUrl: null,
			consoleUrl: null,
			networkUrl: null,
			logUrl: null,
		};
		const call = (index: number, more: object) => step(index, {...none, action: 'request', ...more});
		const steps = [
			call(1, {description: 'POST /orders → 201 (12 ms)'}),
			call(2, {description: 'GET /orders/7 → 404 (3 ms)'}),
			step(3, {...none, action: 'assertion', status: 'failed', description: 'expected 200, got 404'}),
		];
		const {terminal, asked} = await open(worldOfSteps({steps, healedSteps: []}));
		await terminal.shows('GET /orders/7 → 404 (3 ms)');
		terminal.type('k');
		const text = await terminal.shows('8 shows its request and its answer.');
		expect(text).not.toMatch(/\[picture\]|outline|console|network|Nothing is kept/);
		expect(text).not.toMatch(/\] tab|p picture|b before/);
		for (const [key, words] of [
			[']', 'picture, outline, console, network, log'],
			['[', 'the tab before'],
			['p', 'picture over the whole screen'],
			['b', 'picture before or after the step'],
		] as const) {
			terminal.type(key);
			await terminal.shows(`Not possible here: ${words}`);
		}
		expect(asked).toEqual([]);
	});

	it('offer the tabs that something was kept of, the first one shown', async () => {
		const steps = [step(1, {screenshotUrl: null, consoleUrl: null, networkUrl: null})];
		const {terminal} = await open(worldOfSteps({steps, healedSteps: []}));
		const text = await terminal.shows('[outline]');
		expect(text).toMatch(/\[outline\] log/);
		terminal.type(']');
		await terminal.shows('looked for button');
		terminal.type(']');
		await terminal.shows('Place order');
	});

	it('show how the page was before a step, and after it again', async () => {
		const {terminal, asked} = await open(worldOfSteps());
		await terminal.shows('▀▀▀▀');
		terminal.type('b');
		await terminal.shows('[picture before]');
		await terminal.until(() => asked.length === 2, 'the picture before');
		expect(asked.at(-1)).toBe('http://svc.test/2/picture');
		terminal.type('b');
		await terminal.shows('[picture]');
	});

	it('show the picture over the whole screen with p', async () => {
		const {terminal} = await open(worldOfSteps());
		await terminal.shows('▀▀▀▀');
		terminal.type('p');
		await terminal.showsNot('Press button 1');
		terminal.type('p');
		await terminal.shows('Press button 1');
	});

	it('tell all that is known of a step where a picture beside it has no room, and p shows the picture', async () => {
		const {terminal} = await open(worldOfSteps(), {columns: 60, rows: 24});
		const text = await terminal.shows('o opens the picture.');
		expect(text).toContain('not shown in 30 s');
		expect(text).not.toContain('▀');
		terminal.type('p');
		await terminal.shows('▀▀▀▀');
	});

	it('say what a repair replaced; it is accepted after a question', async () => {
		const world = worldOfSteps();
		const decided: unknown[] = [];
		world.answers['acceptHeal'] = ({params}) => {
			decided.push(params);
			return {...heal, status: 'accepted', codeVersion: 'v2'};
		};
		const {terminal} = await open(world);
		await terminal.shows('▀▀▀▀');
		terminal.type('k');
		expect(await terminal.shows('button "Add task" (0.93)')).toMatch(/Was +button "Add"/);
		terminal.type('a');
		await terminal.shows('Accept this repair?');
		expect(decided).toEqual([]);
		terminal.type('j\r');
		await terminal.shows('Accepted');
		expect(decided).toEqual([{testId: 'tst_000', healId: 'hea_1'}]);
		await terminal.until(text => /Repair +accepted/.test(text), 'the repair as accepted');
	});

	it('keep the cursor on the step whose repair was decided, and say the repair once', async () => {
		const steps = [
			step(1, {}),
			step(2, {healed: true, note: 'repaired: button "Add" → button "Add task" (0.93); waited'}),
			step(3, {}),
		];
		const world = worldOfSteps({status: 'passed', failedStepIndex: null, error: null, steps});
		let status = 'proposed';
		world.answers['listHeals'] = () => ({items: [{...heal, status}], nextToken: null});
		world.answers['refuseHeal'] = () => {
			status = 'refused';
			return {...heal, status};
		};
		const {terminal} = await open(world);
		expect(await terminal.shows('▀▀▀▀')).toMatch(/Note +waited/);
		terminal.type('x');
		await terminal.shows('Never make it again');
		terminal.type('j\r');
		expect(await terminal.until(text => /Repair +refused/.test(text), 'the repair as refused')).toMatch(
			/❯ +2 +✓ repaired/,
		);
	});

	it('follow a run that goes on', async () => {
		const running = {status: 'running', finishedAt: null, failedStepIndex: null, error: null, healedSteps: []};
		const world = worldOfSteps({
			...running,
			steps: [
				step(1, {createdAt: '2026-01-31T09:29:18.000Z'}),
				step(2, {status: null, durationMs: null, screenshotUrl: null}),
				step(3, {status: null, durationMs: null, screenshotUrl: null}),
			],
		});
		const {terminal} = await open(world);
		const text = await terminal.until(all => /❯ +2 +● running/.test(all), 'the running step under the cursor');
		expect(text).toMatch(/running +Press button 2 +4[2-9](?:\.\d)? ?s/);
		expect(text).toMatch(/3 +\S* ?queued +Press button 3/);
		world.answers['getRun'] = worldOfSteps({healedSteps: []}).answers['getRun'] ?? (() => ({}));
		await screen.clock.advance(500);
		await terminal.shows('3 steps');
	});

	it('are left by Esc to the run they were opened from', async () => {
		const {terminal} = await open(worldOfSteps());
		await terminal.shows('3 steps');
		terminal.type('\u001b');
		await terminal.shows('Wave 1');
	});

	it('say why a part could not be read', async () => {
		const {terminal} = await open(worldOfSteps(), {
			files: {...noFiles, readPart: () => Promise.reject(new Error('The address has expired.'))},
		});
		await terminal.until(text => /could not be read.*\n.*expired/.test(text), 'why it could not be read');
	});
});
