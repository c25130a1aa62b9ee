// `npm run fuzz -- --runs 10000 --seed 1`: random command lines against the client, with no service, a hostile one and a
// real one. Prints every line that breaks a promise, then counts; exit 1 when there was one. The same seed makes the
// same lines; `--only <n>` plays one of them and shows it.
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {rolldown} from 'rolldown';
import {bundles} from '../../build/rolldown.config.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const {values} = parseArgs({
	options: {
		runs: {type: 'string', default: '10000'},
		seed: {type: 'string', default: '1'},
		processes: {type: 'string'},
		only: {type: 'string'},
		verbose: {type: 'boolean', default: false},
		/** Without a real service. */
		'no-live': {type: 'boolean', default: false},
		/** Folder of the built client. */
		dist: {type: 'string', default: join(root, 'dist')},
	},
});
const processes = values.processes ?? String(Math.floor(Number(values.runs) / 20));

/** No line takes that long. */
const blockedMs = 90_000;
const folder = join(root, 'node_modules/.cache/svc-tests', `fuzz-${process.pid}`);
const home = mkdtempSync(join(tmpdir(), 'svc-fuzz-home-'));
let service;
try {
	const program = await buildProgram();
	const live = values['no-live'] ? null : await startLive();
	const args = [
		program,
		'--runs',
		values.runs,
		'--seed',
		values.seed,
		'--processes',
		processes,
		'--cli',
		join(values.dist, 'cli.js'),
		'--stub-cli',
		join(folder, 'stub-cli.mjs'),
		'--stub-service',
		pathToFileURL(join(folder, 'stub-service.mjs')).href,
		...(live ? ['--live', JSON.stringify(live)] : []),
		...(values.only === undefined ? [] : ['--only', values.only]),
		...(values.verbose ? ['--verbose'] : []),
	];
	// A mistake must not be able to change the machine: root plays as nobody.
	const nobody = process.getuid?.() === 0 ? {uid: 65_534, gid: 65_534} : {};
	const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
	const child = spawn(process.execPath, args, {stdio, env: {PATH: process.env.PATH}, ...nobody});
	process.exitCode = await ending(child);
} finally {
	service?.kill('SIGKILL');
	rmSync(folder, {recursive: true, force: true});
	rmSync(home, {recursive: true, force: true});
}

/** Its exit code. It tells every line it begins; one that blocks the process cannot be given up from within. */
function ending(child) {
	return new Promise(resolve => {
		let line;
		const giveUp = () => {
			process.stdout.write(`#${line} blocks the process: play it with --only ${line}\n`);
			child.kill('SIGKILL');
		};
		let timer = setTimeout(giveUp, blockedMs);
		child.on('message', index => {
			line = index;
			clearTimeout(timer);
			timer = setTimeout(giveUp, blockedMs);
		});
		child.once('exit', code => {
			clearTimeout(timer);
			resolve(code ?? 1);
		});
	});
}

/** The client and the fuzzer as one program, bundled as the client is. */
async function buildProgram() {
	mkdirSync(folder, {recursive: true});
	// What a line starts as a daemon: it ends at once.
	writeFileSync(join(folder, 'stub-cli.mjs'), 'process.exitCode = 1;\n');
	const module = new URL('../fixtures/service-module/service.js', import.meta.url).href;
	const runtimes =
		'export const inspectRuntimes = async () => [];\nexport const preparePython = async () => ({});\nexport const prepareBrowser = async () => ({});\n' +
		'export const restoreStore = async ({dataDir, copy}) => ({dataDir, restored: copy, kept: null});\n' +
		'export const forgetSecrets = async ({dataDir}) => ({dataDir, forgotten: 0});\n' +
		"const moved = async ({file}) => ({file, store: 'store', rows: 0, tables: {}, secretsKey: null, continued: false});\n" +
		'export const [exportStore, importStore] = [moved, moved];\n' +
		"export const initAdmin = async ({name}) => ({place: 'store', accountId: 'usr_1', memberId: 'mem_1', name, keyId: 'key_1', scopes: [], key: 'none'});\n" +
		"export const rotateKey = async () => ({place: 'store', keyFile: 'k', fingerprint: '0', before: null, resealed: 0, unreadable: 0});\n";
	// On purpose that module has a bug on port 2, and without workers it waits for the second signal.
	const tame = '{...options, port: options.port === 2 ? 3 : options.port, workers: options.workers || 1}';
	const serve = `export const serve = options => stub.serve(${tame});\n`;
	writeFileSync(join(folder, 'stub-service.mjs'), `import * as stub from '${module}';\n${serve}${runtimes}`);
	const {output, ...input} = bundles(root)[0];
	const bundle = await rolldown({
		...input,
		// No line has a terminal, so none opens the dashboard.
		external: [...input.external, /tui\.tsx$/],
		input: {program: join(root, 'test/fuzz/main.ts')},
	});
	await bundle.write({dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs'});
	await bundle.close();
	return join(folder, 'program.mjs');
}

/** A real service with a project, a test and a finished run. */
async function startLive() {
	const data = join(home, 'data');
	service = spawn(process.execPath, [join(values.dist, 'cli.js'), '--output', 'json', 'serve', '--data-dir', data], {
		env: {PATH: process.env.PATH, HOME: home, SVC_HOME: home},
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const url = await new Promise((resolve, reject) => {
		let text = '';
		service.once('exit', code => reject(new Error(`the service ended with ${code}`)));
		service.stdout.on('data', piece => {
			text += piece;
			if (text.includes('}')) resolve(JSON.parse(text).url);
		});
	});
	const {ownerToken} = JSON.parse(readFileSync(join(data, 'service.json'), 'utf8'));
	const ask = async (method, path, headers, body) => {
		const answer = await fetch(`${url}/api/cli/v1${path}`, {
			method,
			headers: {...headers, ...(body ? {'content-type': 'application/json'} : {})},
			...(body ? {body: JSON.stringify(body)} : {}),
		});
		const value = await answer.json();
		if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
		return value;
	};
	const {key} = await ask('POST', '/local/keys', {'x-svc-owner-token': ownerToken});
	const call = (method, path, body) => ask(method, path, {'x-api-key': key}, body);
	const {id: projectId} = await call('POST', '/projects', {type: 'backend', name: 'shop', targetUrl: url});
	const {testId} = await call('POST', '/tests', {
		projectId,
		type: 'backend',
		name: 'fails',
		code: 'import requests\nassert requests.get(BASE_URL + "/nothing", timeout=5).status_code == 200\n',
	});
	const {runId, batchId} = await call('POST', `/tests/${testId}/runs`, {source: 'cli'});
	let run = await call('GET', `/runs/${runId}`);
	while (run.status === 'queued' || run.status === 'running' || run.batchPhase !== 'done')
		run = await call('GET', `/runs/${runId}?until=batch&waitSeconds=25`);
	return {url, key, ids: {projectId, testId, runId, batchId}};
}
