import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, afterEach, describe, expect, it} from 'vitest';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleBatch, sampleMember} from '../helpers/wire-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) => {
	screen = openScreen(world, {screen: 'tests', id: 'prj_1', ...options});
	return screen.terminal;
};

const folder = mkdtempSync(join(tmpdir(), 'svc-editor-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** A program for `$EDITOR` that does something with the file it gets. */
function program(action: string): Record<string, string | undefined> {
	const path = join(folder, 'editor.sh');
	writeFileSync(path, `#!/bin/sh\n${action}\n`, {mode: 0o755});
	return {PATH: process.env['PATH'], EDITOR: path, PAGER: path};
}

describe('the Tests screen', () => {
	it('lists tests with their status beside the details of the one under the cursor', async () => {
		const terminal = open(createWorld());
		const text = await terminal.shows('import requests');
		expect(text).toContain('Projects › shop-api › Tests');
		expect(text).toMatch(/❯ {2}✓ passed +test 000/);
		expect(text).toMatch(/✗ failed +test 003/);
		expect(text).toMatch(/Produces +orderId/);
	});

	it('shows tests that were renamed and deleted elsewhere, and stays on its own', async () => {
		const world = createWorld();
		const terminal = open(world);
		await terminal.shows('import requests');
		terminal.type('j');
		await terminal.until(text => /❯ {2}\S+ \S+ +test 001/.test(text), 'the cursor on the second test');
		const [first, second, , ...rest] = world.tests;
		world.tests = [{...first!, name: 'renamed elsewhere'}, second!, ...rest];
		for (let look = 0; look < 4; look++) await screen.clock.advance(5000);
		const text = await terminal.shows('renamed elsewhere');
		expect(text).toMatch(/❯ {2}\S+ \S+ +test 001/);
		expect(text).not.toContain('test 002');
	});

	it('shows how names differ that begin alike', async () => {
		const world = createWorld();
		const ends = ['refuses callers without a credential', 'refuses ids that name no coupon'];
		world.tests = world.tests.map((test, at) => ({...test, name: `DELETE /coupons/{couponId} ${ends[at % 2]}`}));
		const text = await open(world, {columns: 60}).shows('a credential');
		expect(text).toMatch(/DELETE \/co\w+….*without a credential/);
		expect(text).toMatch(/DELETE \/co\w+….*that name no coupon/);
	});

	it('shows how names differ that begin and end alike', async () => {
		const world = createWorld();
		world.tests = world.tests.map((test, at) => ({
			...test,
			name: `The customer journey of our shop, part ${at + 100}, from the basket to the invoice`,
		}));
		const terminal = open(world, {columns: 100});
		const text = await terminal.shows('the invoice');
		for (const number of [100, 101, 102, 109]) expect(text).toMatch(new RegExp(`The custo.*….*${number}.*the invoice`));
		terminal.type('G');
		await terminal.until(last => !last.includes('…100') && /❯.*…\d{3}.*the invoice/.test(last), 'the last ones');
	});

	it('says in the pane what a run that passed still wants to be looked at', async () => {
		const world = createWorld();
		const advisories = [
			{feature: 'unchecked_answer', message: 'GET /boom answered 500, and no assertion looked at it'},
		];
		const member = sampleMember({testId: 'tst_000', runId: 'run_000', status: 'passed', advisories});
		world.batches.set('bat_9', sampleBatch([member], {batchId: 'bat_9'}));
		// The last run of a test may be known after its details: the pane is about both.
		let answer = () => {};
		const answered = new Promise<void>(resolve => {
			answer = resolve;
		});
		world.answers['getBatch'] = async ({params}) => {
			await answered;
			return world.batches.get(params['batchId'] ?? '');
		};
		const terminal = open(world, {columns: 120});
		await terminal.shows('import requests');
		answer();
		await terminal.shows('Warning');
		const pane = terminal.lines().map(line => line.split(/[│┃]/)[1]?.trim() ?? '');
		expect(pane.join(' ')).toContain('GET /boom answered 500, and no assertion looked at it');
	});

	it('counts every key that arrives in one read', async () => {
		const terminal = open(createWorld());
		await terminal.shows('import requests');
		terminal.type('jjj');
		await terminal.until(text => /❯ {2}✗ failed +test 003/.test(text), 'the cursor on the fourth test');
		terminal.type('\u001B[B\u001B[B\u001B[A');
		await terminal.until(text => /❯ {2}◌ blocked +test 004/.test(text), 'the cursor one further');
		terminal.type('gg');
		await terminal.until(text => /❯ {2}✓ passed +test 000/.test(text), 'the cursor on the first test');
		terminal.type('G');
		await terminal.until(text => /❯ {2}✓ passed +test 039/.test(text), 'the cursor on the last test');
	});

	it('reads details only after the cursor has rested', async () => {
		const world = createWorld();
		const terminal = open(world);
		await terminal.shows('import requests');
		world.calls.length = 0;
		terminal.type('jjjjj');
		await terminal.drained();
		expect(world.calls).toEqual([]);
		await screen.clock.advance(150);
		await terminal.shows('assert "tst_005"');
		expect(world.calls.filter(call => call.startsWith('getTest '))).toEqual(['getTest tst_005']);
	});

	it('shows only tests of a status, and by words', async () => {
		const terminal = open(createWorld());
		await terminal.shows('test 000');
		terminal.type('x');
		await terminal.shows('failed or blocked');
		terminal.type('2');
		await terminal.until(text => text.includes('8 of 40') && !text.includes('test 000 '), 'the failed ones');
		terminal.type('/01');
		await terminal.shows('2 of 40');
		terminal.type('\r\u001B');
		await terminal.showsNot('of 40');
	});

	it('runs the selected tests and shows the run', async () => {
		const world = createWorld();
		let body: unknown;
		world.runBatch = asked => {
			body = asked;
			world.batches.set('bat_2', sampleBatch([sampleMember({status: 'running'})], {batchId: 'bat_2'}));
			return {batchId: 'bat_2', accepted: [], conflicts: [], deferred: [], skippedFrontend: [], skippedIntegration: []};
		};
		const terminal = open(world);
		await terminal.shows('test 000');
		terminal.type(' j ');
		await terminal.shows('2 selected');
		terminal.type('r');
		await terminal.showsRun();
		expect(body).toMatchObject({projectId: 'prj_1', testIds: ['tst_000', 'tst_001']});
	});

	it('asks before it runs all tests', async () => {
		const world = createWorld();
		const terminal = open(world);
		await terminal.shows('test 000');
		terminal.type('a');
		await terminal.shows('40 tests of the project run');
		terminal.type('j\r');
		await terminal.showsNot('Run all tests');
		expect(world.calls).not.toContain('runBatch');
	});

	it('says which tests could not be started', async () => {
		const world = createWorld();
		world.runBatch = () => ({
			batchId: null,
			accepted: [],
			conflicts: [{testId: 'tst_000', reason: 'in_flight', message: 'test 000 is running already.'}],
			deferred: [],
			skippedFrontend: [],
			skippedIntegration: [],
		});
		const terminal = open(world);
		await terminal.shows('test 000');
		terminal.type('r');
		await terminal.shows('test 000 is running already.');
	});

	it('deletes a test only when its name was typed', async () => {
		const world = createWorld();
		const terminal = open(world);
		await terminal.shows('test 000');
		terminal.type('D');
		await terminal.shows('Delete test');
		terminal.type('test 000\r');
		await terminal.shows('Deleted test 000');
		expect(world.tests.some(({id}) => id === 'tst_000')).toBe(false);
	});

	it('copies the id', async () => {
		const terminal = open(createWorld());
		await terminal.shows('test 000');
		terminal.type('y');
		await terminal.shows('copied.txt: tst_000');
		expect(terminal.written.join('')).toContain(`\u001B]52;c;${Buffer.from('tst_000').toString('base64')}\u0007`);
	});

	it('gives the details the whole screen and scrolls them', async () => {
		const world = createWorld();
		world.codes.set('tst_000', {
			code: Array.from({length: 80}, (_, line) => `step_${line} = ${line}`).join('\n'),
			codeVersion: 'v1',
		});
		const terminal = open(world);
		await terminal.shows('step_0 =');
		terminal.type('\tf');
		await terminal.showsNot('test 001');
		terminal.type('G');
		await terminal.shows('step_79 = 79');
		terminal.type('\u001B');
		await terminal.shows('test 001');
	});

	it('begins with the details of a test that was asked for', async () => {
		screen = openScreen(createWorld(), {screen: 'test', id: 'tst_017'});
		const text = await screen.terminal.shows('assert "tst_017"');
		expect(text).not.toContain('test 001');
		screen.terminal.type('\u001B\u001B');
		await screen.terminal.until(list => /❯ {2}✓ passed +test 017/.test(list), 'the cursor on the test');
	});
});

describe('code in the editor', () => {
	it('is put back with the version it replaces, and the screen comes back as it was', async () => {
		const world = createWorld();
		const terminal = open(world, {env: program('echo "# edited" >> "$1"')});
		await terminal.shows('assert "tst_000"');
		await terminal.quiet();
		const before = terminal.lines();
		terminal.type('e');
		await terminal.shows('Saved the code of test 000');
		expect(world.codes.get('tst_000')).toEqual({
			code: 'import requests\nassert "tst_000"\n# edited\n',
			codeVersion: 'v2',
		});
		await terminal.shows('# edited');
		expect(terminal.isAlternate).toBe(true);
		expect(terminal.stdin).toMatchObject({isRaw: true, isPaused: false});
		const column = before[3]?.indexOf('│') ?? 0;
		const lists = (lines: readonly string[]) => lines.slice(3, -2).map(line => line.slice(0, column));
		expect(lists(terminal.lines())).toEqual(lists(before));
	});

	it('leaves the terminal to the editor altogether', async () => {
		const world = createWorld();
		const terminal = open(world, {
			env: program(
				`cp "$1" "${folder}/seen" && n=0; while [ ! -e "${folder}/go" ] && [ $n -lt 12000 ]; do sleep 0.01; n=$((n+1)); done`,
			),
		});
		await terminal.shows('assert "tst_000"');
		terminal.type('e');
		await expect.poll(() => existsSync(join(folder, 'seen'))).toBe(true);
		await expect.poll(() => terminal.isAlternate).toBe(false);
		expect(terminal.stdin).toMatchObject({isRaw: false, isPaused: true});
		const written = terminal.written.length;
		await screen.clock.advance(30_000);
		expect(terminal.written).toHaveLength(written);
		writeFileSync(join(folder, 'go'), '');
		await terminal.shows('Nothing was changed.');
		expect(readFileSync(join(folder, 'seen'), 'utf8')).toContain('assert "tst_000"');
	});

	it('is kept in a file when someone else changed it meanwhile', async () => {
		const world = createWorld();
		const terminal = open(world, {env: program('echo "# mine" >> "$1"')});
		await terminal.shows('assert "tst_000"');
		const put = world.call.bind(world);
		world.call = (route, input) => {
			if (route.name === 'putTestCode') world.codes.set('tst_000', {code: 'theirs', codeVersion: 'v2'});
			return put(route, input);
		};
		terminal.type('e');
		const text = await terminal.shows('Your text is in');
		expect(text).toContain('The code was changed by someone else.');
		expect(world.codes.get('tst_000')?.code).toBe('theirs');
		const kept = /\/\S*tst_000\.py/.exec(text)?.[0] ?? '';
		expect(readFileSync(kept, 'utf8')).toContain('# mine');
		rmSync(dirname(kept), {recursive: true});
		terminal.type('\r');
		await terminal.showsNot('Your text is in');
	});

	it('is not touched when the editor fails', async () => {
		const world = createWorld();
		const terminal = open(world, {env: program('echo "# half" >> "$1"; exit 1')});
		await terminal.shows('assert "tst_000"');
		terminal.type('e');
		await terminal.shows('The editor failed: it ended with code 1');
		expect(world.codes.get('tst_000')?.codeVersion).toBe('v1');
	});

	it('can be read in the pager', async () => {
		const terminal = open(createWorld(), {env: program(`cp "$1" "${folder}/paged"`)});
		await terminal.shows('assert "tst_000"');
		terminal.type('p');
		await expect.poll(() => existsSync(join(folder, 'paged')) && terminal.isAlternate).toBe(true);
		expect(readFileSync(join(folder, 'paged'), 'utf8')).toContain('assert "tst_000"');
	});
});
