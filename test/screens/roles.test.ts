import {afterEach, describe, expect, it} from 'vitest';
import type {MemberRole} from '../../contract/enums.ts';
import {scopesOfRole} from '../../contract/member.ts';
import type {Route} from '../../contract/route.ts';
import {routes} from '../../contract/routes/index.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {keyBytes} from '../helpers/key-bytes.ts';
import {screenWays} from '../helpers/screen-ways.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {openWhole} from '../helpers/whole-screen.ts';
import {createWholeWorld} from '../helpers/whole-world.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

/** The same world for a member with a role. */
function as<World extends WireWorld>(world: World, role: MemberRole): World {
	world.answers['getMe'] = () => ({
		userId: 'usr_1',
		keyId: 'key_1',
		env: 'production',
		member: {memberId: 'mem_1', name: 'ada', email: null},
		role,
		scopes: [...scopesOfRole[role]],
	});
	return world;
}

const isWriting = (call: string): boolean => {
	const [name = ''] = call.split(' ');
	return (routes as Record<string, Route>)[name]?.method !== 'GET';
};

describe('a viewer', () => {
	it('reads who one is on the last line, and what one may in the help', async () => {
		screen = openScreen(as(createWorld(), 'viewer'), {screen: 'tests', id: 'prj_1'});
		const {terminal} = screen;
		await terminal.shows('ada, viewer');
		terminal.type('?');
		await terminal.shows('You are ada, viewer: you may read.');
	});

	it('finds no key that changes something in footer, help and palette', async () => {
		screen = openScreen(as(createWorld(), 'viewer'), {screen: 'tests', id: 'prj_1', columns: 200, rows: 60});
		const {terminal} = screen;
		await terminal.shows('ada, viewer');
		const footer = terminal.text().split('\n').at(-2) ?? '';
		expect(footer).toContain('status');
		for (const word of ['run', 'new', 'edit', 'say', 'flaky?']) expect(footer).not.toMatch(new RegExp(`\\b${word}`));
		terminal.type('?');
		const help = await terminal.shows('Everywhere');
		expect(help).not.toContain('run the selected tests');
		expect(help).not.toContain('delete the test');
		expect(help).toContain('history of the test');
		terminal.type('q:run all');
		const palette = await terminal.shows('Command');
		expect(palette).not.toContain('run all tests');
	});

	it('is told why a key does nothing, and nothing is sent', async () => {
		const world = as(createWorld(), 'viewer');
		screen = openScreen(world, {screen: 'tests', id: 'prj_1'});
		const {terminal} = screen;
		await terminal.shows('ada, viewer');
		terminal.type('a');
		await terminal.shows('Your role (viewer) does not open run:tests: run all tests of the project');
		expect(world.calls.filter(isWriting)).toEqual([]);
	});

	it('is told when somebody has given another role meanwhile, and may go on', async () => {
		const world = as(createWorld(), 'viewer');
		screen = openScreen(world, {screen: 'tests', id: 'prj_1'});
		const {terminal} = screen;
		await terminal.shows('ada, viewer');
		as(world, 'editor');
		terminal.type('a');
		await terminal.shows('Your role is editor now: press the key again.');
		await terminal.shows('ada, editor');
		expect(world.calls.filter(isWriting)).toEqual([]);
		terminal.type('a');
		await terminal.shows('Run all tests');
	});

	it('is told where the role would do and the key was made for less', async () => {
		const world = as(createWorld(), 'editor');
		const answer = world.answers['getMe']!;
		world.answers['getMe'] = (...asked) => ({...(answer(...asked) as object), scopes: [...scopesOfRole.viewer]});
		screen = openScreen(world, {screen: 'tests', id: 'prj_1'});
		const {terminal} = screen;
		await terminal.shows('ada, editor');
		terminal.type('a');
		await terminal.shows('Your key does not open run:tests; your role does, a new key would: run all tests of the');
		expect(world.calls.filter(isWriting)).toEqual([]);
	});

	it('is not told to begin what only others may', async () => {
		const world = as(createWorld({count: 0}), 'viewer');
		world.projects = [];
		screen = openScreen(world, {});
		const {terminal} = screen;
		await terminal.shows('ada, viewer');
		const text = await terminal.shows('No projects yet');
		expect(text).toContain('Your key does not open write:projects: somebody else has to begin.');
		expect(text).not.toContain('Press n');
	});

	// What it is opened by is a change of its own.
	const ways = screenWays.filter(({name}) => name !== 'refine');
	it.each(ways)('sends nothing that writes on the screen $name, whatever keys are pressed', async way => {
		const world = as(createWholeWorld(), 'viewer');
		screen = openWhole(world, {screen: way.word, id: way.id, rows: 40}).screen;
		const {terminal} = screen;
		await terminal.shows('ada, viewer');
		terminal.type(keyBytes(way.keys));
		await terminal.quiet();
		const own = way.screen.bindings.filter(({help}) => !/\$PAGER|\$EDITOR|browser|open the picture/.test(help));
		for (const {keys} of own) {
			// The key, whatever it asks, and back.
			terminal.type(keyBytes(keys[0] ?? ''));
			await terminal.quiet();
			terminal.type('\r');
			await terminal.quiet();
			terminal.type('\u001B');
			await terminal.quiet();
		}
		expect(world.calls.filter(isWriting)).toEqual([]);
	});
});

describe('roles above', () => {
	it('have the keys of theirs: a runner runs and does not edit, an editor does both', async () => {
		screen = openScreen(as(createWorld(), 'runner'), {screen: 'tests', id: 'prj_1', columns: 200});
		const text = await screen.terminal.shows('ada, runner');
		expect(text).toMatch(/a run all/);
		expect(text).not.toMatch(/n new/);
		await screen.close();
		screen = openScreen(as(createWorld(), 'editor'), {screen: 'tests', id: 'prj_1', columns: 200});
		const both = await screen.terminal.shows('ada, editor');
		expect(both).toMatch(/a run all/);
		expect(both).toMatch(/n new/);
	});

	it('lose their keys when the role is taken away meanwhile', async () => {
		const world = as(createWorld(), 'runner');
		screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns: 200});
		const {terminal} = screen;
		await terminal.shows('ada, runner');
		as(world, 'viewer').answers['runBatch'] = () => {
			const details = {reason: 'scope', requiredScope: 'run:tests'};
			throw new ApiError('AUTH_FORBIDDEN', 'The API key lacks the scope run:tests.', {details});
		};
		terminal.type('a');
		await terminal.shows('❯ 1  Run all');
		terminal.type('\r');
		const text = await terminal.shows('ada, viewer');
		expect(text).not.toMatch(/a run all/);
	});
});
