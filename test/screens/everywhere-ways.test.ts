import {afterEach, describe, expect, it} from 'vitest';
import {screens} from '../../screens/registry.ts';
import {keyBytes} from '../helpers/key-bytes.ts';
import {idFor, screenWays} from '../helpers/screen-ways.ts';
import type {EmulatedTerminal, OpenScreen} from '../helpers/terminal-screen.tsx';
import {openWhole} from '../helpers/whole-screen.ts';
import {createWholeWorld} from '../helpers/whole-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const openAt = (word: string, id: string | null): EmulatedTerminal => {
	screen = openWhole(createWholeWorld(), {screen: word, id, rows: 40}).screen;
	return screen.terminal;
};

/** The shown screen says its name in its help. */
async function showsScreen(terminal: EmulatedTerminal, title: string): Promise<void> {
	await terminal.until(text => /^ svc {3}/.test(text), 'a screen');
	await terminal.quiet();
	terminal.type('?');
	await terminal.until(
		text => text.split('\n').some(line => line.trim().startsWith(`${title} `) || line.trim() === title),
		title,
	);
	terminal.type('\u001B');
	await terminal.showsNot('Everywhere');
}

/** Presses Esc until the outermost screen says so; fails when a press changes nothing. */
async function leavesByEsc(terminal: EmulatedTerminal): Promise<void> {
	for (let press = 0; press < 10; press++) {
		await terminal.quiet();
		const before = terminal.text();
		if (before.includes('This is the outermost screen.')) return;
		terminal.type('\u001B');
		await terminal.quiet();
		expect(terminal.text(), `Esc after ${press} others`).not.toBe(before);
	}
	throw new Error(`Esc did not lead out:\n${terminal.text()}`);
}

const words = screens.flatMap(({title, starts, scope}) => Object.keys(starts).map(word => ({word, title, scope})));
const keys = screens.flatMap(({title, keys: own}) => own.map(key => ({key, title})));
const viewers = screenWays.filter(({keys: typed}) => typed !== '');
const labels = screens.filter(({keys: own}) => own.length > 0);

describe('every screen', () => {
	it.each(words)('is opened by "svc ui $word", and left by Esc', async ({word, title, scope}) => {
		const terminal = openAt(word, idFor(word, scope));
		await showsScreen(terminal, title);
		await leavesByEsc(terminal);
	});

	it.each(keys)('is opened from a run by the key "$key": $title', async ({key, title}) => {
		const terminal = openAt('batch', 'bat_1');
		await terminal.shows('Wave 1');
		terminal.type(keyBytes(key));
		await showsScreen(terminal, title);
	});

	it.each(labels)('is opened from a run by the palette: $title', async ({title, label = title.toLowerCase()}) => {
		const terminal = openAt('batch', 'bat_1');
		await terminal.shows('Wave 1');
		terminal.type(`:screen: ${label}`);
		await terminal.until(text => text.includes(`❯ screen: ${label}`), 'its entry');
		terminal.type('\r');
		await showsScreen(terminal, title);
	});

	it.each(viewers)(
		'without a word of its own is opened from another one, and left by Esc: $name',
		async ({word, id, keys: typed, screen: {title}}) => {
			const terminal = openAt(word, id);
			await terminal.until(text => /^ svc {3}/.test(text), 'a screen');
			await terminal.quiet();
			terminal.type(typed);
			await showsScreen(terminal, title);
			await leavesByEsc(terminal);
		},
	);
});
