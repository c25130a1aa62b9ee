import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld, endMembers} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleBatch, sampleMember, sampleProject, sampleTest} from '../helpers/wire-samples.ts';
import {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

describe('the command palette', () => {
	it('finds what the place can do by a few letters, and does it', async () => {
		screen = openScreen(createWorld(), {screen: 'tests', id: 'prj_1'});
		const {terminal} = screen;
		await terminal.shows('test 000');
		terminal.type(':');
		await terminal.shows('Command');
		terminal.type('latest run');
		await terminal.until(text => /❯ screen: latest run/.test(text), 'the match');
		terminal.type('\r');
		await terminal.showsRun();
	});

	it('offers only what can be done now', async () => {
		screen = openScreen(createWorld(), {screen: 'batch', id: 'bat_1'});
		const {terminal} = screen;
		await terminal.shows('Wave 1');
		terminal.type('\u000Bcancel');
		const text = await terminal.shows(': cancel');
		expect(text).not.toContain('cancel the run');
		terminal.type('\u001B');
		await terminal.showsNot('Command');
	});

	it('moves by arrows and says when there is nothing', async () => {
		screen = openScreen(createWorld());
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type(':\u001B[B\u001B[B\u001B[A');
		await terminal.until(text => /❯ choose the order/.test(text), 'the second action');
		terminal.type('qqqq');
		await terminal.shows('Nothing by that name.');
	});
});

describe('help', () => {
	it('lists all keys of the place, and closes', async () => {
		screen = openScreen(createWorld(), {screen: 'tests', id: 'prj_1'});
		const {terminal} = screen;
		await terminal.shows('test 000');
		terminal.type('?');
		const text = await terminal.shows('Everywhere');
		expect(text).toMatch(/gg {2}Home +first row/);
		expect(text).toMatch(/e +edit the code/);
		terminal.type('q');
		await terminal.showsNot('Everywhere');
		expect(terminal.isAlternate).toBe(true);
	});
});

describe('keys of the user', () => {
	it('work, are shown in the footer, and replace the default ones', async () => {
		screen = openScreen(createWorld(), {keysFile: '{"global.quit": "Q", "projects.create": ["ctrl+n"]}'});
		const {terminal} = screen;
		const text = await terminal.shows('shop-api');
		expect(text).toContain('Q quit');
		expect(text).toContain('Ctrl-n new');
		terminal.type('qn');
		terminal.type('\u000E');
		await terminal.shows('New project');
	});
});

describe('a key of the screen that has nothing to do', () => {
	it('says so', async () => {
		screen = openScreen(createWorld(), {screen: 'batch', id: 'bat_1'});
		const {terminal} = screen;
		await terminal.shows('Wave 1');
		terminal.type('c');
		await terminal.shows('Not possible here: cancel the run (asks)');
	});
});

describe('a lost service', () => {
	const lost = () => new ApiError('UNAVAILABLE', 'Connection refused.');

	it('is told in a line, with the time of the next try; what was read stays', async () => {
		const world = createWorld({isRunning: true});
		screen = openScreen(world, {screen: 'batch', id: 'bat_1'});
		const {terminal, clock} = screen;
		await terminal.shows('Wave 1');
		world.failure = lost();
		world.wake();
		const text = await terminal.shows(
			'No answer from the service. Next try in 0:01; Ctrl-r tries now. Connection refused.',
		);
		expect(text).toContain('Wave 1');
		expect(text).toContain('offline');
		await clock.advance(1000);
		await terminal.shows('Next try in 0:02');
	});

	it('of this machine that has ended is told with the command that starts it', async () => {
		const world = createWorld({isRunning: true});
		screen = openScreen(world, {screen: 'batch', id: 'bat_1'});
		const {terminal} = screen;
		await terminal.shows('Wave 1');
		world.failure = new ApiError('UNAVAILABLE', 'The local service has stopped.', {nextAction: 'svc service start'});
		world.wake();
		await terminal.shows('The local service has stopped. Start it: svc service start. Next try in');
	});

	it('is found again by itself, or at once when asked', async () => {
		const world = createWorld({isRunning: true});
		screen = openScreen(world, {screen: 'batch', id: 'bat_1'});
		const {terminal} = screen;
		await terminal.shows('Wave 1');
		world.failure = lost();
		world.wake();
		await terminal.shows('No answer from the service');
		world.failure = null;
		endMembers(world, () => 'passed', [0]);
		terminal.type('\u0012');
		await terminal.shows('1/40');
		await terminal.showsNot('No answer from the service');
	});

	it('on a list leaves the list', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal, clock} = screen;
		await terminal.shows('shop-api');
		world.failure = lost();
		await clock.advance(15_000);
		const text = await terminal.shows('No answer from the service');
		expect(text).toContain('shop-api');
	});
});

describe('a key that is refused', () => {
	it('is one clear screen with the remedy, which can be left', async () => {
		const world = createWorld();
		screen = openScreen(world);
		const {terminal, clock} = screen;
		await terminal.shows('shop-api');
		world.failure = new ApiError('AUTH_INVALID', 'The API key was revoked.', {nextAction: 'svc setup'});
		await clock.advance(15_000);
		const text = await terminal.shows('does not accept this key any more');
		expect(text).toContain('The API key was revoked.');
		expect(text).toContain('svc setup');
		terminal.type('q');
		expect(await screen.end).toEqual({exitCode: 0});
	});
});

describe('hostile text', () => {
	const hostile = 'evil\u001B[2J\u001B[31m\u001B]0;title\u0007\u202E\u009B1mname';

	it('cannot move, clear or colour anything on any screen', async () => {
		const world = new WireWorld();
		world.projects = [sampleProject({name: hostile, lastBatchId: 'bat_1'})];
		world.tests = [sampleTest({name: hostile, category: hostile, produces: [hostile]})];
		world.codes.set('tst_1', {code: `# ${hostile}\n`, codeVersion: hostile});
		world.batches.set('bat_1', sampleBatch([sampleMember({name: hostile, status: 'failed', error: hostile})]));
		screen = openScreen(world);
		const {terminal, clock} = screen;
		await terminal.shows('evilname');
		terminal.type('\r');
		await terminal.shows('# evilname');
		terminal.type('3');
		await terminal.shows('Wave 1');
		terminal.type('j');
		await clock.advance(200);
		await terminal.shows('Error');
		terminal.type('?\u001BD');
		await terminal.drained();
		const written = terminal.written.join('');
		expect(written).not.toContain('\u001B[2J\u001B[31m');
		expect(written).not.toContain('\u001B]0;title');
		expect(written).not.toMatch(/[\u202E\u009B]/);
		// The one clear is the painter's own, before its first frame.
		expect(written.match(/\u001B\[2J/g)).toHaveLength(1);
		expect(written).not.toContain('\u001B[3J');
	});

	it('of names in other scripts stays in its columns', async () => {
		const world = new WireWorld();
		const names = ['plain', '注文サービス', '🚀 launch', 'e\u0301te\u0301', '👩\u200D💻 desk', '한국어', 'ﾊﾝｶｸ'];
		world.projects = names.map((name, index) => sampleProject({id: `prj_${index}`, name}));
		screen = openScreen(world);
		const text = await screen.terminal.shows('한국어');
		const column = screen.terminal.columnOf('LAST RUN');
		const cells = screen.terminal.cellsAt(column, 5);
		expect(text).toContain('🚀 launch');
		expect(cells.slice(4, 4 + names.length)).toEqual(names.map(() => 'never'));
	});
});

describe('the size of the terminal', () => {
	it('can become too small and large again', async () => {
		screen = openScreen(createWorld());
		const {terminal} = screen;
		await terminal.shows('shop-api');
		await terminal.resize(40, 10);
		await terminal.shows('svc needs at least 60×16');
		await terminal.resize(100, 30);
		await terminal.shows('shop-api');
		await terminal.resize(40, 10);
		await terminal.shows('svc needs at least');
		terminal.type('q');
		expect(await screen.end).toEqual({exitCode: 0});
	});

	it.each([
		[60, 16],
		[60, 30],
		[100, 30],
		[200, 60],
		[300, 100],
	])('of %i × %i shows every screen whole, in its lines', async (columns, rows) => {
		screen = openScreen(createWorld(), {columns, rows});
		const {terminal, clock} = screen;
		const check = async (words: string) => {
			await terminal.drained();
			await clock.advance(200);
			await terminal.shows(words);
			await terminal.drained();
			const lines = terminal.lines();
			expect(lines).toHaveLength(rows);
			expect(lines[0]).toMatch(/^ svc {3}Projects/);
			expect(lines.at(-1)).toMatch(/default @ local/);
			expect(lines.at(-2)).toContain('quit');
		};
		await check('shop-api');
		terminal.type('\r');
		await check('test 000');
		terminal.type('3');
		await check('Wave 1');
		terminal.type('jj\t');
		await check('wave 1');
		terminal.type('?');
		await terminal.shows('Esc close');
	});
});

describe('looks', () => {
	it('in ASCII draw nothing else', async () => {
		screen = openScreen(createWorld({isRunning: true}), {screen: 'batch', id: 'bat_1', ascii: true});
		const {terminal, clock} = screen;
		await terminal.shows('Wave 1');
		terminal.type('gg');
		await clock.advance(200);
		const text = await terminal.shows('| Wave');
		expect(text).toMatch(/^[\x20-\x7E\n]*$/);
		expect(text).toContain('>  v Wave 1');
	});
});

describe('the mouse', () => {
	it('is left to the terminal unless it is asked for', async () => {
		screen = openScreen(createWorld());
		await screen.terminal.shows('shop-api');
		expect(screen.terminal.written.join('')).not.toContain('\u001B[?1000h');
	});

	it('selects by a click, opens by a second one, and turns the list by its wheel', async () => {
		screen = openScreen(createWorld(), {screen: 'tests', id: 'prj_1', mouse: true});
		const {terminal} = screen;
		await terminal.shows('test 000');
		terminal.type('\u001B[<0;20;9M\u001B[<0;20;9m');
		await terminal.until(text => /❯ +\S \S+ +test 004/.test(text), 'the clicked row');
		terminal.type('\u001B[<65;20;8M');
		await terminal.until(text => /❯ +\S \S+ +test 007/.test(text), 'the cursor three rows further');
		terminal.type('\u001B[<64;20;8M');
		await terminal.until(text => /❯ +\S \S+ +test 004/.test(text), 'the cursor back');
	});
});
