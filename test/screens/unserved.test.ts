import {afterEach, expect, it} from 'vitest';
import type {ClientObserver} from '../../source/client/client-events.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

it.each([60, 100, 200])(
	'says that nobody executes tests of a kind, until somebody does (%i columns)',
	async columns => {
		let tell: ClientObserver = () => undefined;
		screen = openScreen(createWorld(), {
			columns,
			watchClient(watcher) {
				tell = watcher;
				return () => undefined;
			},
		});
		const {terminal} = screen;
		await terminal.shows('Projects');
		tell({kind: 'unserved', kinds: ['frontend']});
		const text = await terminal.shows('Nobody executes frontend tests: they wait.');
		if (columns > 60) expect(text).toContain('svc worker --kinds frontend');
		tell({kind: 'unserved', kinds: []});
		await terminal.showsNot('Nobody executes');
	},
);

it('opens the latest run also where the service does not say in the project which it was', async () => {
	const world = createWorld({count: 2, isRunning: true});
	world.projects = world.projects.map(project => ({...project, lastBatchId: undefined}));
	screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns: 100});
	const {terminal} = screen;
	await terminal.shows('test 000');
	terminal.type('3');
	await terminal.showsRun();
	expect(terminal.text()).not.toContain('It has not run yet');
});
