import {afterEach, describe, expect, it} from 'vitest';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleProject} from '../helpers/wire-samples.ts';
import {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

describe('the Projects screen', () => {
	it('lists projects with their last run, counts and pass rate', async () => {
		screen = openScreen(createWorld(), {columns: 200});
		const text = await screen.terminal.shows('80%');
		expect(text).toMatch(/❯ {2}shop-api +✗ failed +\S+ +32 +4 +4 +▇ +80% {2}backend +cli/);
		expect(text).toMatch(/empty-one +never +frontend/);
		expect(text).toContain('2 projects');
	});

	it('opens tests and latest run of the project under the cursor by their keys', async () => {
		screen = openScreen(createWorld());
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('3');
		await terminal.shows('shop-api › Run');
		terminal.type('1');
		await terminal.shows('n new');
		terminal.type('j2');
		await terminal.shows('empty-one › Tests');
		terminal.type('13');
		await terminal.shows('It has not run yet. Press 2, then a to run all tests.');
		terminal.type('2');
		await terminal.shows('empty-one › Tests');
		terminal.type('3');
		await terminal.shows('It has not run yet. Press a to run all tests.');
	});

	it('filters while one types, keeps the filter on Enter, clears it on Esc', async () => {
		screen = openScreen(createWorld());
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('/empty');
		await terminal.until(text => text.includes('/empty') && !text.includes('shop-api'), 'the filtered list');
		terminal.type('\r');
		await terminal.shows('Esc shows all');
		terminal.type('\u001B');
		await terminal.shows('shop-api');
	});

	it('says what to do where there is nothing, and where a filter hides all', async () => {
		screen = openScreen(new WireWorld());
		const text = await screen.terminal.shows('No projects yet');
		for (const next of [
			'svc try http',
			'svc project create',
			'svc test scaffold',
			'svc test create',
			'npm run demo',
			'g d checks',
		])
			expect(text).toContain(next);
		await screen.close();
		screen = openScreen(createWorld());
		await screen.terminal.shows('shop-api');
		screen.terminal.type('/zzz\r');
		await screen.terminal.shows('Nothing matches');
	});

	it('creates a project by a form and opens it', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('n');
		await terminal.shows('New project');
		terminal.type('new shop\r');
		terminal.type('http://shop.test\r');
		terminal.type('\r\r\r');
		await terminal.shows('No tests yet');
		expect(world.projects[0]).toMatchObject({type: 'backend', name: 'new shop', targetUrl: 'http://shop.test'});
	});

	it('takes the account of the target, its password unseen', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('n');
		await terminal.shows('New project');
		terminal.type('new shop\r\rann\rsesame');
		expect(await terminal.shows('******')).not.toContain('sesame');
		terminal.type('\rlook at the basket\r');
		await terminal.shows('No tests yet');
		const account = {username: 'ann', password: 'sesame'};
		expect(world.projects[0]).toMatchObject({name: 'new shop', ...account, instruction: 'look at the basket'});
		expect(world.projects[0]).not.toHaveProperty('targetUrl');
	});

	it('takes pasted text for a name without sending it', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('n');
		await terminal.shows('New project');
		terminal.type('\u001B[200~two\rlines\u001B[201~');
		await terminal.shows('two lines');
		expect(world.calls).not.toContain('createProject');
	});

	it('takes no key from pasted text where no field is', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('\u001B[200~n new\rq\u001B[201~');
		await terminal.shows('Pasted text goes into a field');
		expect(terminal.text()).not.toContain('New project');
		terminal.type('n');
		await terminal.shows('New project');
	});

	it('says which field is wrong, goes to it and keeps what was typed', async () => {
		screen = openScreen(createWorld());
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('n');
		await terminal.shows('New project');
		terminal.type('\rnot a url\r\r\r\r');
		await terminal.shows('name is required');
		terminal.type('X\r\r\r\r\r');
		await terminal.shows('targetUrl: ');
		terminal.type('!');
		await terminal.shows('not a url!');
	});

	it('deletes a project only when its name was typed', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('D');
		await terminal.shows('Delete project');
		terminal.type('\r');
		terminal.type('shop-ap\r');
		await terminal.drained();
		expect(world.calls.some(call => call.startsWith('deleteProject'))).toBe(false);
		terminal.type('i\r');
		await terminal.shows('Deleted shop-api');
		expect(world.projects.map(({name}) => name)).toEqual(['empty-one']);
	});

	it('says why a project cannot be opened in a browser', async () => {
		screen = openScreen(createWorld());
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('o');
		await terminal.shows('The service has no dashboard on the web.');
	});

	it('orders by a menu', async () => {
		screen = openScreen(createWorld());
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('s');
		await terminal.shows('Order of projects');
		terminal.type('3');
		await terminal.until(text => text.indexOf('empty-one') < text.indexOf('shop-api'), 'the other order');
	});

	it('stays on its project when another one is created elsewhere', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal, clock} = screen;
		await terminal.shows('shop-api');
		terminal.type('j');
		await terminal.until(text => /❯ {2}empty-one/.test(text), 'the cursor on the second project');
		world.projects = [sampleProject({id: 'prj_9', name: 'brand-new'}), ...world.projects];
		await clock.advance(15_000);
		const text = await terminal.shows('brand-new');
		expect(text).toMatch(/❯ {2}empty-one/);
	});
});
