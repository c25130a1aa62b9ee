import {type ChildProcess, spawn} from 'node:child_process';
import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {spawn as spawnPty} from '@lydell/node-pty';
import {rolldown} from 'rolldown';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest';
import {readShopRecord} from '../../demo/home.ts';
import {type Manifest, readManifest} from '../../demo/manifest.ts';
import {isShopRunning} from '../../demo/shop-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Longer than any part of a demo takes. */
const patienceMs = 120_000;

/**
 * A small demo: the tests with the hidden bug and the first one it blocks, what they need, and the one that runs last.
 * The whole manifest only adds more processes of the same kind; `manifest.test.ts` and `python-tests.test.ts` read it.
 */
function smallManifest(): Manifest {
	const {tests, expected} = readManifest(join(root, 'demo/tests'));
	const blocked = expected.blocked.slice(0, 1);
	const chosen = tests.filter(
		({name, consumes, category}) =>
			consumes.length === 0 || category === 'teardown' || [...expected.failed, ...blocked].includes(name),
	);
	const produced = new Set(chosen.flatMap(({produces}) => produces));
	return {
		tests: chosen.map(test => ({...test, consumes: test.consumes.filter(name => produced.has(name))})),
		expected: {...expected, blocked},
	};
}
const manifest = smallManifest();
const {failed, blocked} = manifest.expected;
const verdictCounts = `${manifest.tests.length - failed.length - blocked.length} passed, ${failed.length} failed, ${blocked.length} blocked`;

interface Scenario {
	statuses: Record<string, string>;
	/** Source paths of the records that cleanup left behind; absent: no cleanup. */
	orphans?: string[];
	refuseRun?: boolean;
	watchForever?: boolean;
	/** There is one for the website; absent: there is none. */
	browser?: boolean;
	/** Endpoints that fail in the first chapter; absent: the one with the bug. */
	documentFailures?: string[];
}
const asHidden: Scenario['statuses'] = Object.fromEntries([
	...manifest.expected.failed.map(name => [name, 'failed']),
	...manifest.expected.blocked.map(name => [name, 'blocked']),
]);

let built: string;
beforeAll(async () => {
	built = mkdtempSync(join(tmpdir(), 'demo-built-'));
	const bundle = await rolldown({
		input: {demo: join(root, 'demo/main.ts'), 'demo-shop': join(root, 'demo/shop/main.ts')},
		platform: 'node',
		cwd: root,
		logLevel: 'warn',
	});
	await bundle.write({dir: built, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'demo/[name]-[hash].js'});
	await bundle.close();
	writeFileSync(join(built, 'package.json'), '{"type": "module"}');
	cpSync(join(root, 'test/demo/stand-in-cli.mjs'), join(built, 'cli.js'));
	cpSync(join(root, 'demo/tests'), join(built, 'demo-tests'), {recursive: true});
	writeFileSync(join(built, 'demo-tests/manifest.json'), JSON.stringify(manifest));
	cpSync(join(root, 'demo/plans'), join(built, 'demo-plans'), {recursive: true});
});
afterAll(() => rmSync(built, {recursive: true, force: true}));

/** The built demo as a process, with directories of its own for kept and for temporary data. */
class DemoRun {
	readonly child: ChildProcess;
	stdout = '';
	stderr = '';
	readonly exit: Promise<number | null>;

	constructor(args: string[]) {
		this.child = spawn(process.execPath, [join(built, 'demo.js'), ...args], {
			env: {...process.env, HOME: data, XDG_DATA_HOME: data, TMPDIR: temporary, SVC_API_KEY: 'sk-user-canary'},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.child.stdout!.setEncoding('utf8').on('data', (text: string) => {
			this.stdout += text;
		});
		this.child.stderr!.setEncoding('utf8').on('data', (text: string) => {
			this.stderr += text;
		});
		this.exit = new Promise(resolve => this.child.once('close', code => resolve(code)));
	}
}

let data: string;
let temporary: string;
beforeEach(() => {
	data = mkdtempSync(join(tmpdir(), 'demo-data-'));
	temporary = mkdtempSync(join(tmpdir(), 'demo-tmp-'));
});
afterEach(() => {
	for (const folder of [data, temporary]) rmSync(folder, {recursive: true, force: true});
	for (const name of ['calls.jsonl', 'created.json', 'website']) rmSync(join(built, name), {force: true});
});

function start(scenario: Scenario, args: string[] = []): DemoRun {
	writeFileSync(join(built, 'scenario.json'), JSON.stringify(scenario));
	return new DemoRun(args);
}

interface Call {
	pid: number;
	args: string[];
	home: string;
	foreign: string[];
}
const calls = (): Call[] =>
	existsSync(join(built, 'calls.jsonl'))
		? readFileSync(join(built, 'calls.jsonl'), 'utf8')
				.trim()
				.split('\n')
				.map(line => JSON.parse(line))
		: [];
const commandNames = () => calls().map(({args}) => args.slice(0, 2).join(' '));

describe('the demo without a terminal', () => {
	it('prints its steps, the plain stream and the summary, and ends with 0 when everything hidden was found', async () => {
		const demo = start({statuses: asHidden, orphans: ['/newsletter-subscriptions']});
		expect(await demo.exit, demo.stderr).toBe(0);
		expect(demo.stdout).toMatch(/^✓ service ready on http:\S+\n✓ shop open on http:\S+\n\n1 · /);
		expect(demo.stdout).toContain(
			[
				'1 · Tests out of the document of the shop',
				'✓ 26 tests written from the document of 39 endpoints: 24 passed, 1 failed, 1 blocked, the first green after 1.6 s',
				'✓ found the bug: POST /coupons: sent percentOff 15, got back 0.15',
				'✓ found the orphan: a subscription of the newsletter cannot be deleted',
				'✓ 15 records deleted',
				'',
				'2 · Tests written by hand',
				'✓ project prj_1 created',
				'',
			].join('\n'),
		);
		expect(demo.stdout).toContain(`✓ ${manifest.tests.length} tests created\n✓ run bat_1 started\nbatchId: bat_1\n`);
		expect(demo.stdout).toContain(`\n${verdictCounts}\nThe run found exactly what is hidden in the shop.\n`);
		expect(demo.stderr).toBe(
			'[info] starting the local service\n[info] discover  39 endpoints\n2030-05-01T08:00:00Z  wave 1  Log in  queued -> running\n',
		);
	});

	it('creates the tests as the manifest declares them, in a directory of its own, and leaves nothing behind', async () => {
		const demo = start({statuses: asHidden});
		expect(await demo.exit, demo.stderr).toBe(0);
		const created = JSON.parse(readFileSync(join(built, 'created.json'), 'utf8'));
		expect(created).toEqual(
			manifest.tests.map(({name, produces, consumes}, index) => ({
				testId: `tst_${index + 1}`,
				name,
				produces,
				consumes,
			})),
		);
		const teardown = calls().filter(({args}) => args.includes('--category'));
		expect(teardown.map(({args}) => args.at(-1))).toEqual(['teardown']);

		const homes = [...new Set(calls().map(({home}) => home))];
		expect(homes).toEqual([expect.stringMatching(new RegExp(`^${temporary}/svc-demo-`))]);
		// The person's own key is set in this environment and must not reach the client.
		for (const {foreign} of calls()) expect(foreign).toEqual(['SVC_HOME', 'SVC_NO_SKILL_WARNING']);
		expect(commandNames().at(-1)).toBe('service stop');
		expect(readdirSync(temporary)).toEqual([]);
	});

	it('without a browser leaves the website out, says what installs one, and ends as it would', async () => {
		const demo = start({statuses: asHidden, orphans: ['/newsletter-subscriptions']});
		expect(await demo.exit, demo.stderr).toBe(0);
		expect(demo.stdout).toContain(
			'\n3 · Tests of the website of the shop, in plain English\n· left out: no browser: apt-get install x?[2J\n',
		);
	});

	it('runs the plans of the website, puts its new release online, and shows what was repaired', async () => {
		const demo = start({statuses: asHidden, orphans: ['/newsletter-subscriptions'], browser: true});
		expect(await demo.exit, demo.stderr).toBe(0);
		expect(demo.stdout).toContain('✓ first run, in a real browser: 3 passed, each has saved its script\n');
		expect(demo.stdout).toContain(': button "Add to cart" → button "Add to basket" (0.85)\n');
		expect(commandNames().slice(-10)).toEqual([
			...['project update', 'test create', 'test create', 'test create', 'test run', 'test rerun'],
			...['test heal', 'test heal', 'test heal', 'service stop'],
		]);
	});

	it.each([
		[[], '✗ missing the bug: no test of POST /coupons failed'],
		[['POST /coupons', 'GET /users'], '✗ unexpected: GET /users: sent percentOff 15, got back 0.15'],
	])('ends with 1 when the document alone shows %j', async (documentFailures, line) => {
		const demo = start({statuses: asHidden, orphans: ['/newsletter-subscriptions'], documentFailures});
		expect(await demo.exit, demo.stderr).toBe(1);
		expect(demo.stdout).toContain(`${line}\n`);
		expect(demo.stdout).toContain('The run found exactly what is hidden in the shop.');
	});

	it('ends with 1 and names what is missing when the bug was not found', async () => {
		const demo = start({statuses: {}});
		expect(await demo.exit, demo.stderr).toBe(1);
		expect(demo.stdout).toContain('✗ missing the bug: "Create a coupon" ended passed\n');
		expect(demo.stdout).toContain(`\n${manifest.tests.length} passed, 0 failed, 0 blocked\n`);
		expect(demo.stdout).toContain(`${failed.length + blocked.length} missing, 0 unexpected.\n`);
	});

	it('ends with 1 when cleanup left something that is not the hidden orphan', async () => {
		const demo = start({statuses: asHidden, orphans: ['/newsletter-subscriptions', '/users']});
		expect(await demo.exit, demo.stderr).toBe(1);
		expect(demo.stdout).toContain('✗ unexpected: x of POST /users was left behind\n');
	});

	it('a command that fails is told with its next step, without control sequences, and everything is stopped', async () => {
		const demo = start({statuses: asHidden, refuseRun: true});
		expect(await demo.exit).toBe(1);
		expect(demo.stderr).toContain('ended with exit code 12: Not enough?[2J credits.\nSee `svc usage`.\n');
		expect(demo.stderr).not.toContain('\u001b');
		expect(commandNames().at(-1)).toBe('service stop');
		expect(readdirSync(temporary)).toEqual([]);
	});

	it.each(['SIGINT', 'SIGTERM'] as const)(
		'%s in the middle of the run stops shop and service and removes the data',
		async name => {
			const demo = start({statuses: asHidden, watchForever: true});
			await vi.waitFor(() => expect(demo.stderr).toContain('queued -> running'), {timeout: patienceMs});
			const shop = readShopRecord(join(temporary, readdirSync(temporary)[0]!))!;
			expect(await isShopRunning(shop)).toBe(true);

			demo.child.kill(name);
			expect(await demo.exit).toBe(name === 'SIGINT' ? 130 : 143);
			expect(await isShopRunning(shop)).toBe(false);
			expect(commandNames().at(-1)).toBe('service stop');
			expect(readdirSync(temporary)).toEqual([]);
			expect(demo.stderr).not.toContain('still running');
		},
	);

	it('leaves no shop behind even when it is killed', async () => {
		const demo = start({statuses: asHidden, watchForever: true});
		await vi.waitFor(() => expect(demo.stderr).toContain('queued -> running'), {timeout: patienceMs});
		const shop = readShopRecord(join(temporary, readdirSync(temporary)[0]!))!;
		const watcher = calls().at(-1)!;
		expect(watcher.args[1]).toBe('watch');

		demo.child.kill('SIGKILL');
		try {
			await vi.waitFor(async () => expect(await isShopRunning(shop)).toBe(false), {timeout: patienceMs});
		} finally {
			process.kill(watcher.pid);
		}
	});

	it('--help tells the options and starts nothing', async () => {
		const demo = start({statuses: asHidden}, ['--help']);
		expect(await demo.exit).toBe(0);
		expect(demo.stdout).toMatch(/--keep .+\n.+--stop /);
		expect(calls()).toEqual([]);
	});

	it.each([[['--kep']], [['--keep', '--stop']]])('refuses %j with exit code 5 and names the help', async args => {
		const demo = start({statuses: asHidden}, args);
		expect(await demo.exit).toBe(5);
		expect(demo.stderr).toMatch(/^Error: .+\nSee `npm run demo -- --help`\.\n$/);
		expect(calls()).toEqual([]);
	});
});

describe('the demo in a terminal', () => {
	/** Runs the demo in a pseudo-terminal; the whole screen text and the exit code. */
	function inTerminal(cols: number, rows: number): Promise<{text: string; exitCode: number}> {
		writeFileSync(join(built, 'scenario.json'), JSON.stringify({statuses: asHidden} satisfies Scenario));
		const env = {...process.env, TERM: 'xterm-256color', HOME: data, XDG_DATA_HOME: data, TMPDIR: temporary};
		const terminal = spawnPty(process.execPath, [join(built, 'demo.js')], {cols, rows, env});
		let text = '';
		terminal.onData(chunk => {
			text += chunk;
		});
		return new Promise(resolve => terminal.onExit(({exitCode}) => resolve({text, exitCode})));
	}

	it('opens the run screen and judges the run when the screen is left', async () => {
		const {text, exitCode} = await inTerminal(80, 24);
		expect(exitCode, text).toBe(0);
		expect(text).toContain('the run screen');
		expect(text).toContain(verdictCounts);
		expect(commandNames()).not.toContain('batch watch');
	});

	it('prints the plain stream when the terminal is too small for the screen', async () => {
		const {text, exitCode} = await inTerminal(59, 24);
		expect(exitCode, text).toBe(0);
		expect(text).toContain('queued -> running');
		expect(commandNames()).not.toContain('ui batch');
	});
});

describe('the demo with --keep', () => {
	it('leaves shop and data, prints three commands to paste, reuses the shop, and --stop ends it all', async () => {
		const home = join(data, 'svc-demo');
		const first = start({statuses: asHidden}, ['--keep']);
		expect(await first.exit, first.stderr).toBe(0);
		const commands = first.stdout.split('\n').filter(line => line.startsWith('  '));
		const coupon = 1 + manifest.tests.findIndex(({name}) => name === manifest.expected.failed[0]);
		const blocked = 1 + manifest.tests.findIndex(({name}) => name === manifest.expected.blocked[0]);
		expect(commands).toEqual(
			[`ui batch bat_1`, `test result tst_${coupon}`, `test run tst_${blocked} --wait`].map(
				command => `  SVC_HOME=${home} node ${join(built, 'cli.js')} ${command}`,
			),
		);
		expect(commandNames()).not.toContain('service stop');
		const shop = readShopRecord(home)!;
		expect((await fetch(`${shop.url}/health`)).status).toBe(200);

		rmSync(join(built, 'created.json'));
		const second = start({statuses: asHidden}, ['--keep']);
		expect(await second.exit, second.stderr).toBe(0);
		expect(readShopRecord(home)).toEqual(shop);

		const stop = start({statuses: asHidden}, ['--stop']);
		expect(await stop.exit, stop.stderr).toBe(0);
		expect(commandNames().at(-1)).toBe('service stop');
		expect(await isShopRunning(shop)).toBe(false);
		expect(existsSync(home)).toBe(false);

		const again = start({statuses: asHidden}, ['--stop']);
		expect(await again.exit).toBe(0);
		expect(again.stdout).toBe('There is no kept demo to stop.\n');
	});

	it('interrupted, leaves everything as it is and says how to stop it', async () => {
		const demo = start({statuses: asHidden, watchForever: true}, ['--keep']);
		await vi.waitFor(() => expect(demo.stderr).toContain('queued -> running'), {timeout: patienceMs});
		demo.child.kill('SIGINT');
		expect(await demo.exit).toBe(130);
		expect(demo.stderr).toContain('What was started stays until `npm run demo -- --stop`.\n');
		expect(commandNames()).not.toContain('service stop');

		const shop = readShopRecord(join(data, 'svc-demo'))!;
		expect(await isShopRunning(shop)).toBe(true);
		expect(await start({statuses: asHidden}, ['--stop']).exit).toBe(0);
		expect(await isShopRunning(shop)).toBe(false);
	});
});
