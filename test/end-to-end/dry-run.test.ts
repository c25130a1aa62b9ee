import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {knownCommands} from '../fuzz/known-commands.ts';
import {exampleWords} from '../helpers/example-words.ts';
import {expectDeclared} from '../helpers/strict-document.ts';

const preload = fileURLToPath(new URL('touch-nothing.cjs', import.meta.url));
const runner = fileURLToPath(new URL('touch-nothing-many.mjs', import.meta.url));
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

/** Runs lines of the built client where touching anything is refused and told; one outcome for each line. */
function dryRun(lines: ReadonlyArray<readonly string[]>): Promise<Outcome[]> {
	const [program = '', ...args] = [...withoutNetwork, process.execPath, '--require', preload, runner];
	const home = join(folder, 'home');
	const child = spawn(program, args, {
		cwd: join(folder, 'cwd'),
		env: {
			PATH: process.env['PATH'],
			HOME: home,
			SVC_HOME: home,
			TMPDIR: join(folder, 'tmp'),
			SVC_PROJECT_ID: 'prj_1',
			TOUCH_NOTHING_PROGRAM: dist,
			TOUCH_NOTHING_CLI: join(dist, 'cli.js'),
			TOUCH_NOTHING_LINES: JSON.stringify(lines.map(argv => ['--dry-run', ...argv])),
		},
		stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
	});
	let [refused, outcomes] = ['', ''];
	child.stdio[3]?.on('data', text => (refused += text));
	child.stdio[4]?.on('data', text => (outcomes += text));
	return new Promise((resolve, reject) =>
		child.once('close', exitCode => {
			const ended = outcomes.split('\n').filter(Boolean);
			if (exitCode !== 0 || ended.length < lines.length)
				reject(new Error(`svc ${lines[ended.length]?.join(' ')} ended all by ${exitCode}: ${refused}`));
			else resolve(ended.map((line, index) => ({...JSON.parse(line), touched: refused.split('\0')[index]})));
		}),
	);
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

const argvOf = (form: 'json' | 'text', example: string) => [
	...(form === 'json' ? ['--output', 'json'] : []),
	...words(example),
];

describe.each(['text', 'json'] as const)('a rehearsal in the form %s', form => {
	const played = inForm(form);
	let outcomes: Outcome[];
	beforeAll(async () => {
		outcomes = await dryRun(played.map(([, example]) => argvOf(form, example)));
	}, patienceMs);

	it.each(played.map(([name, example], index) => [name, example, index] as const))(
		'%s touches nothing and prints a sample: svc %s',
		(_, example, index) => {
			const outcome = outcomes[index]!;
			expectUntouched(outcome);
			if (form === 'text') expect(outcome.stdout).not.toMatch(/undefined|\[object |NaN/);
			else {
				expectDeclared(argvOf(form, example), outcome.stdout);
				expect(outcome.stdout).toMatch(/^[[{]/);
			}
		},
	);
});
