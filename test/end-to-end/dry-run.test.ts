import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {basePath, type Route} from '../../contract/route.ts';
import {routes} from '../../contract/routes/index.ts';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {knownCommands} from '../fuzz/known-commands.ts';
import {exampleWords} from '../helpers/example-words.ts';

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
/** The keys of documents that are not the answer of one route, by command; several forms where flags decide. */
const ownShapes: Record<string, readonly string[]> = {
	setup: ['profile apiUrl env email scopes agent agents written status'],
	init: ['profile apiUrl env email scopes agent agents written status project'],
	doctor: ['checks failures warnings'],
	'auth remove': ['profile status'],
	'project mask': ['projectId usual add remove'],
	'project docs upload': [
		'resourceId displayName docRole processStatus format sizeBytes errorMessage createdAt reading',
	],
	'endpoint rename': ['items nextToken'],
	'finding show': [
		'findingId kind scope endpointIds count title document observed evidence state changeSetId firstSeenAt lastSeenAt calls',
	],
	'test create': ['testId type codeVersion createdAt run'],
	'test create-batch': ['results created'],
	'test delete-batch': ['results summary'],
	'test scaffold': ['out type'],
	'test lint': ['checked valid issues warnings'],
	'test run': ['batchId accepted conflicts deferred skippedFrontend skippedIntegration summary cleanup'],
	'test wait': ['results summary'],
	'test rerun': [
		'runId testId autoHeal closure namedStatus batchId',
		'batchId accepted conflicts deferred skippedFrontend skippedIntegration notFound closure summary cleanup',
	],
	'test flaky': ['testId testName runs passed failed stableRatio verdict failures notRepeated'],
	'test cancel': ['cancelled alreadyCancelled conflicts notFound errors'],
	'test result': ['runs nextCursor'],
	'test steps': ['items nextToken'],
	'test heal accept': ['testId results'],
	'test heal refuse': ['testId results'],
	'test diff': [
		'runA runB verdictChanged failedStepIndexChanged failureKindChanged codeVersionChanged crossTest changedSteps changedAnswers',
	],
	'test open': ['url opened'],
	'test failure get': ['ok action dir meta files'],
	'test artifact get': ['action out snapshotId requestId meta files'],
	'batch chains': [
		'chainId testId runId name status label captures error steps',
		'batchId accepted conflicts deferred skippedFrontend skippedIntegration summary cleanup',
	],
	'testlist run': [
		'batchId accepted conflicts deferred skippedFrontend skippedIntegration',
		'batchId accepted conflicts deferred skippedFrontend skippedIntegration summary cleanup',
	],
	try: [
		'projectId source targetUrl endpoints families tests chains endpointsWithoutTests seconds run isOutOfTime firstPassSeconds failures blocked rejected needsHelp findings openFindings cleanup missingValues batchIds kept next',
	],
	ui: ['screen id projectId theme mouse ascii accessible'],
	'admin init': ['place name email'],
	'admin rotate-key': ['place secretsKeyFile'],
	worker: ['database concurrency metricsPort kinds'],
	serve: ['host port dataDir database workers concurrency targetPolicy sandbox logFile secretsKeyFile'],
	'service start': [
		'host port dataDir database workers concurrency targetPolicy sandbox logFile secretsKeyFile timeout',
	],
	'service stop': ['dataDir timeout force'],
	'service restore': ['dataDir copy'],
	'service export': ['dataDir database file'],
	'service import': ['dataDir database file secretsKeyFile'],
	'service forget-secrets': ['dataDir'],
	'service status': ['state url pid version dataDir database startedAt workers queue mode processes'],
	'service logs': ['file lines'],
	'ci init github': ['path action secretSet'],
};
/** Commands that print a list of their own. */
const ownLists = ['agent install', 'agent list', 'agent status'];

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
	'%s touches nothing and prints a document of its contract: svc %s',
	{timeout: patienceMs},
	async (name, example) => {
		const outcome = await dryRun(['--output', 'json', '--debug', ...words(example)]);
		expectUntouched(outcome);
		const document = JSON.parse(example.includes('--stream') ? firstLine(outcome.stdout) : outcome.stdout) as object;
		if (example.includes('--stream')) expect(Object.keys(document)).toEqual(['version', 'batch', 'members', 'done']);
		else if (ownLists.includes(name)) expect(document).toBeInstanceOf(Array);
		else if (!isAnswerOfRoute(document, outcome.stderr))
			expect(ownShapes[name] ?? []).toContain(Object.keys(document).join(' '));
	},
);

const firstLine = (text: string) => text.slice(0, text.indexOf('\n'));

/** Whether the document is the answer of the last route that `--debug` says would have been asked. */
function isAnswerOfRoute(document: unknown, stderr: string): boolean {
	const asked = [...stderr.matchAll(/^\[debug .*?\] (\{"kind":"request".*\})$/gm)].at(-1)?.[1];
	return asked !== undefined && routeOf(JSON.parse(asked))?.response.safeParse(document).success === true;
}

function routeOf({method, url}: {method: string; url: string}): Route | undefined {
	const path = url.replace(basePath, '').split('?')[0]!.split('/');
	return Object.values(routes as Record<string, Route>).find(route => {
		const pattern = route.path.split('/');
		return (
			route.method === method &&
			pattern.length === path.length &&
			pattern.every((word, index) => word.startsWith('{') || word === path[index])
		);
	});
}
