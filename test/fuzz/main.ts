import {existsSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {faultsOf} from './faults.ts';
import {type FuzzCase, generateCase, type LiveIds} from './generate.ts';
import {startHostileService} from './hostile-service.ts';
import {knownCommands} from './known-commands.ts';
import {type Endpoint, type Played, playAsProcess, playInProcess, prepare} from './play.ts';
import {createSandbox, createTemplate} from './sandbox.ts';

const {values} = parseArgs({
	options: {
		runs: {type: 'string', default: '10000'},
		seed: {type: 'string', default: '1'},
		/** How many of them are processes of their own. */
		processes: {type: 'string', default: '500'},
		/** Only the line of this number. */
		only: {type: 'string'},
		/** The built client. */
		cli: {type: 'string'},
		'stub-cli': {type: 'string'},
		'stub-service': {type: 'string'},
		/** `{url, key, ids}` of a real service. */
		live: {type: 'string'},
		verbose: {type: 'boolean', default: false},
	},
});

const runs = Number(values.runs);
const firstSeed = Number(values.seed) * 1_000_003;
const processes = Number(values.processes);
const live = values.live ? (JSON.parse(values.live) as {url: string; key: string; ids: LiveIds}) : null;

/** No service takes that long to start. */
const startMs = 5000;

const hostile = await startHostileService();
const template = createTemplate();
const commands = await knownCommands();
const found: string[] = [];
const exits = new Map<string, number>();
let isStray: string | null = null;
const onStray = (error: unknown) => {
	isStray = error instanceof Error ? (error.stack ?? error.message) : String(error);
};

process.on('unhandledRejection', onStray).on('uncaughtException', onStray);
try {
	const every = processes > 0 ? Math.max(1, Math.floor(runs / processes)) : 0;
	for (let index = 0; index < runs; index++) {
		if (values.only !== undefined && index !== Number(values.only)) continue;
		process.send?.(index);
		await playOne(index, every > 0 && index % every === 0);
		if (index % 500 === 499) process.stderr.write(`${index + 1} lines, ${found.length} faults\n`);
	}
	for (const leak of hostile.leakedKeys) found.push(`a key followed a redirect: ${leak}`);
} finally {
	process.off('unhandledRejection', onStray).off('uncaughtException', onStray);
	await hostile.close();
	template.remove();
	// The channel to the parent would keep this process.
	process.disconnect?.();
}

const table = [...exits].sort(([a], [b]) => a.localeCompare(b, 'en', {numeric: true}));
process.stdout.write(
	`${JSON.stringify({runs, seed: Number(values.seed), processes, commands: commands.length, exits: Object.fromEntries(table), faults: found.length})}\n`,
);
process.exitCode = found.length === 0 ? 0 : 1;

async function playOne(index: number, asProcess: boolean): Promise<void> {
	const fuzzCase = generateCase(firstSeed + index, commands, live?.ids ?? null);
	const sandbox = createSandbox(template.path);
	try {
		const env = prepare(fuzzCase, sandbox, endpointOf(fuzzCase));
		const before = sandbox.snapshot();
		const inProcess = !asProcess || !values.cli;
		const played = inProcess
			? await playInProcess({
					fuzzCase,
					sandbox,
					env,
					cliPath: values['stub-cli'] ?? '',
					serviceAddress: values['stub-service'] ?? '',
					patienceMs: 1200,
				})
			: await playAsProcess({fuzzCase, sandbox, env, cli: values.cli!, patienceMs: 5000});
		await stopDaemonOf(sandbox.home, inProcess ? 0 : startMs);
		const faults = faultsOf(fuzzCase, played, {sandbox, before, after: sandbox.snapshot()});
		if (isStray !== null) faults.push(`an error nobody caught: ${isStray}`);
		isStray = null;
		exits.set(String(played.exitCode), (exits.get(String(played.exitCode)) ?? 0) + 1);
		if (values.verbose || values.only !== undefined) report(index, fuzzCase, played, ['shown']);
		if (faults.length > 0) {
			found.push(...faults);
			report(index, fuzzCase, played, faults);
		}
	} finally {
		sandbox.remove();
	}
}

function endpointOf({target, mood, seed}: FuzzCase): Endpoint {
	if (target === 'hostile') return {url: hostile.endpoint(mood, seed), key: null};
	if (target === 'live' && live) return {url: live.url, key: live.key};
	return {url: target === 'refused' ? 'http://127.0.0.1:1' : null, key: null};
}

/** A line may have started the service of its home, and have been interrupted before that said where it is. */
async function stopDaemonOf(home: string, patienceMs: number): Promise<void> {
	const folder = join(home, '.svc/service');
	const path = join(folder, 'service.json');
	const until = Date.now() + patienceMs;
	while (existsSync(join(folder, 'logs')) && !existsSync(path) && Date.now() < until) await setTimeout(50);
	try {
		const {pid} = JSON.parse(readFileSync(path, 'utf8')) as {pid: number};
		process.kill(pid, 'SIGKILL');
		rmSync(path);
	} catch {
		// There was none.
	}
}

function report(index: number, fuzzCase: FuzzCase, played: Played, faults: readonly string[]): void {
	const shorten = (text: string) => (text.length > 400 ? `${text.slice(0, 250)} … ${text.slice(-150)}` : text);
	const line = fuzzCase.argv.map(token => JSON.stringify(shorten(token))).join(' ');
	process.stdout.write(
		`#${index} ${faults.join('; ')}\n  svc ${line}\n  target ${fuzzCase.target} ${fuzzCase.target === 'hostile' ? fuzzCase.mood : ''} exit ${played.exitCode} in ${played.elapsedMs} ms\n  stdout ${JSON.stringify(shorten(played.stdout))}\n  stderr ${JSON.stringify(shorten(played.stderr))}\n`,
	);
}
