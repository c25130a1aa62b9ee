import {execFile, spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {untilDone} from '../test/trials/killed-service.mjs';

export const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const run = promisify(execFile);

/**
 * An empty home with a running embedded service of the built package, and a project of a target on loopback.
 *
 * @param {string[]} flags of `svc service start`
 */
export async function openSandbox(flags = []) {
	const home = mkdtempSync(join(tmpdir(), 'svc-bench-'));
	const env = {...process.env, SVC_HOME: home, SVC_API_KEY: '', SVC_API_URL: '', SVC_PROJECT_ID: ''};
	/** Runs `svc --output json …` and gives its document; exit codes other than 0 and `accept` throw. */
	const svc = async (args, {accept = []} = {}) => {
		try {
			const {stdout} = await run(process.execPath, [cli, '--output', 'json', ...args], {env, maxBuffer: 1e9});
			return JSON.parse(stdout);
		} catch (error) {
			if (accept.includes(error.code)) return JSON.parse(error.stdout);
			throw new Error(`svc ${args.join(' ')}: exit ${error.code}\n${error.stderr}`);
		}
	};
	await svc(['service', 'start', ...flags]);
	const service = JSON.parse(readFileSync(join(home, 'service', 'service.json'), 'utf8'));
	const minted = await fetch(`${service.url}/api/cli/v1/local/keys`, {
		method: 'POST',
		headers: {'x-svc-owner-token': service.ownerToken},
	});
	const {key} = await minted.json();
	writeFileSync(join(home, 'credentials'), `[default]\napi_key = ${key}\napi_url = local\n`, {mode: 0o600});
	const target = spawn(process.execPath, [fileURLToPath(new URL('target.mjs', import.meta.url))], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const url = await new Promise(resolve => target.stdout.once('data', line => resolve(String(line).trim())));
	let sequence = 0;
	/** Asks the service; waits where it says that it was asked too often. */
	const call = async (method, path, body) => {
		const answer = await fetch(`${service.url}/api/cli/v1${path}`, {
			method,
			headers: {
				'x-api-key': key,
				...(body ? {'content-type': 'application/json', 'idempotency-key': `bench-${sequence++}`} : {}),
			},
			...(body ? {body: JSON.stringify(body)} : {}),
		});
		const data = await answer.json();
		if (answer.status === 429) {
			await sleep(data.error.details.retryAfterSeconds * 1000);
			return call(method, path, body);
		}
		if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`);
		return data;
	};
	return {
		home,
		env,
		svc,
		call,
		service,
		url,
		/** A project with these tests: `[{name, code, produces?, consumes?}]`. */
		async project(name, tests) {
			const {id: projectId} = await call('POST', '/projects', {type: 'backend', name, targetUrl: url});
			const testIds = [];
			for (const test of tests) {
				const created = await call('POST', '/tests', {projectId, type: 'backend', ...test});
				testIds.push(created.testId);
			}
			return {projectId, testIds};
		},
		/** Starts the project and gives the finished batch. */
		async runAll(projectId) {
			const ticket = await call('POST', '/tests/batch/run', {projectId});
			return untilDone({call}, ticket.batchId);
		},
		writeFile(name, text) {
			const path = join(home, name);
			writeFileSync(path, text);
			return path;
		},
		async close() {
			target.kill();
			await svc(['service', 'stop', '--force']).catch(() => {});
			rmSync(home, {recursive: true, force: true});
		},
	};
}
