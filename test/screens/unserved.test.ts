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
