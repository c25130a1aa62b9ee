import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {knownCommands} from '../fuzz/known-commands.ts';
import {exampleWords} from '../helpers/example-words.ts';
import {expectDeclared} from '../helpers/strict-document.ts';

const preload = fileURLToPath(new URL('touch-nothing.cjs', import.meta.url));
const commands = await knownCommands();

let folder: string;
/** Runs a program without a network, where this machine lets us. */
let withoutNetwork: string[];

beforeAll(async () => {
	await buildClient();
	folder = mkdtempSync(join(tmpdir(), 'svc-dry-run-'));
	for (const name of ['home', 'cwd', 'tmp']) mkdirSync(join(folder, name));
	for (const name of ['home', 'cwd', 'tmp']) chmodSync(join(folder, name), 0o500);
	withoutNetwork = spawnSync('unshare', ['-n', 'true']).status === 0 ? ['unshare', '-n'] : [];
}, patienceMs);
afterAll(() => rmSync(folder, {recursive: true, force: true}));

type Outcome = {exitCode: number | null; stdout: string; stderr: string; touched: string};

/** Runs the built client where touching anything is refused and told. */
function dryRun(argv: readonly string[]): Promise<Outcome> {
	const [program = '', ...args] = [...withoutNetwork, process.execPath, '--require', preload, join(dist, 'cli.js')];
	const home = join(folder, 'home');
	const child = spawn(program, [...args, '--dry-run', ...argv], {
		cwd: join(folder, 'cwd'),
		env: {
			PATH: process.env['PATH'],
			HOME: home,
			SVC_HOME: home,
			TMPDIR: join(folder, 'tmp'),
			SVC_PROJECT_ID: 'prj_1',
			TOUCH_NOTHING_PROGRAM: dist,
		},
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
	});
	const outcome: Outcome = {exitCode: null, stdout: '', stderr: '', touched: ''};
	child.stdout?.setEncoding('utf8').on('data', text => (outcome.stdout += text));
	child.stderr?.setEncoding('utf8').on('data', text => (outcome.stderr += text));
	child.stdio[3]?.on('data', text => (outcome.touched += text));
	return new Promise(resolve => child.once('close', exitCode => resolve({...outcome, exitCode})));
}

/** An example as a shell would cut it, without its own `--output` and what follows a pipe or a redirection. */
const words = (example: string) => exampleWords(example.replace(/ [|>].*$/, '').replace('--output json ', ''));
const hasForm = {
	json: (example: string) => !/^completion|--follow/.test(example),
	text: (example: string) => !example.includes('--stream'),
};

const lines = commands.flatMap(({path, command}) =>
	command.examples.map((example, index) => [path.join(' '), example, index] as const),
);
/** The first example of a command is played in both forms, of the others every second one in each. */
const inForm = (form: 'json' | 'text') =>
	lines
		.filter(([, example, index]) => hasForm[form](example) && (index === 0 || (index % 2 === 0) === (form === 'text')))
		.map(([name, example]) => [name, example] as const);
it('every command has an example, so that none is left out here', () => {
	expect(commands.filter(({command}) => command.examples.length === 0).map(({path}) => path.join(' '))).toEqual([]);
});

it('what a dry run must not do is refused and told', () => {
	const script = 'try { require("node:fs").readFileSync("/etc/hostname") } catch {}; require("node:net").connect(1)';
	const {output} = spawnSync(process.execPath, ['--require', preload, '-e', script], {
		env: {TOUCH_NOTHING_PROGRAM: dist},
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		encoding: 'utf8',
	});
	expect(output[3]).toContain('fs.readFileSync /etc/hostname');
	expect(output[3]).toContain('node:net.connect');
});

/** What is true of every dry run. */
function expectUntouched({exitCode, stderr, touched}: Outcome): void {
	expect({exitCode, touched, stderr: exitCode === 0 ? '' : stderr}).toEqual({exitCode: 0, touched: '', stderr: ''});
	expect(stderr.split('\n')[0]).toBe('[dry-run] sample data, nothing was sent');
	expect(stderr.match(/^\[dry-run\] sample data/gm)).toHaveLength(1);
	for (const name of ['home', 'cwd', 'tmp']) expect(readdirSync(join(folder, name))).toEqual([]);
}

it.each(inForm('text'))(
	'%s touches nothing and prints a sample as text: svc %s',
	{timeout: patienceMs},
	async (_, example) => {
		const outcome = await dryRun(words(example));
		expectUntouched(outcome);
		expect(outcome.stdout).not.toMatch(/undefined|\[object |NaN/);
	},
);

it.each(inForm('json'))(
	'%s touches nothing and prints a document that is declared: svc %s',
	{timeout: patienceMs},
	async (_, example) => {
		const argv = ['--output', 'json', ...words(example)];
		const outcome = await dryRun(argv);
		expectUntouched(outcome);
		expectDeclared(argv, outcome.stdout);
		expect(outcome.stdout).toMatch(/^[[{]/);
	},
);
