// The built service of a trial that kills it: the same home and the same key before and after every kill.
import {spawn} from 'node:child_process';
import {openSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';

/**
 * Starts the service in the foreground; ready when it says so.
 *
 * @param cli file of the built client
 * @param home folder of everything that it keeps
 * @param state holds the key between two starts
 * @param more further arguments of `serve`, and what its environment has besides
 */
export async function startService(cli, home, state, {args = [], env: added = {}} = {}) {
	const env = {PATH: process.env.PATH, HOME: home, SVC_HOME: home, ...added};
	const command = ['--output', 'json', 'serve', '--data-dir', join(home, 'service'), ...args];
	const child = spawn(process.execPath, [cli, ...command], {
		env,
		stdio: ['ignore', 'pipe', openSync(join(home, 'log'), 'a')],
	});
	const exited = new Promise(resolve => child.once('exit', resolve));
	let ready = '';
	for await (const line of createInterface({input: child.stdout})) {
		ready += line;
		if (line.endsWith('}')) break;
	}
	const {url} = JSON.parse(ready);
	if (!state.key) {
		const {ownerToken} = JSON.parse(readFileSync(join(home, 'service', 'service.json'), 'utf8'));
		const minted = await fetch(`${url}/api/cli/v1/local/keys`, {
			method: 'POST',
			headers: {'x-svc-owner-token': ownerToken},
		});
		state.key = (await minted.json()).key;
	}
	return {
		pid: child.pid,
		url,
		async call(method, path, body) {
			const answer = await fetch(`${url}/api/cli/v1${path}`, {
				method,
				headers: {'x-api-key': state.key, ...(body ? {'content-type': 'application/json'} : {})},
				...(body ? {body: JSON.stringify(body)} : {}),
			});
			const value = await answer.json();
			if (answer.status === 429) {
				await sleep(value.error.details.retryAfterSeconds * 1000);
				return this.call(method, path, body);
			}
			if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
			return value;
		},
		...endsOf(child, exited),
	};
}

/**
 * Starts a worker of a database; ready when it says so.
 *
 * @param more further arguments of `worker`, and what its environment has besides, such as the address of the database
 */
export async function startWorker(cli, home, keyFile, {args = [], env: added = {}} = {}) {
	const child = spawn(process.execPath, [cli, '--output', 'json', 'worker', '--secrets-key-file', keyFile, ...args], {
		env: {PATH: process.env.PATH, HOME: home, SVC_HOME: home, ...added},
		stdio: ['ignore', 'pipe', openSync(join(home, 'log'), 'a')],
	});
	const exited = new Promise(resolve => child.once('exit', resolve));
	for await (const _ of createInterface({input: child.stdout})) break;
	return {pid: child.pid, ...endsOf(child, exited)};
}

const endsOf = (child, exited) => ({
	async kill() {
		child.kill('SIGKILL');
		await exited;
	},
	async stop() {
		child.kill('SIGTERM');
		await exited;
	},
});

/** The batch when its cleanup has ended. What changes meanwhile is read, the whole of it at the end. */
export async function untilDone(service, batchId) {
	for (let batch = await service.call('GET', `/batches/${batchId}`); ; ) {
		if (batch.phase === 'done') return service.call('GET', `/batches/${batchId}`);
		batch = await service.call('GET', `/batches/${batchId}?since=${batch.version}&waitSeconds=5`);
	}
}

/** Processes whose command line names the data directory, the script itself not counted. */
export const processesOf = home =>
	readdirSync('/proc').filter(name => {
		if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
		try {
			return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(home);
		} catch {
			return false;
		}
	});

/** How many are left of a list that should become empty. */
export async function untilNone(list, withinMs = 10_000) {
	const giveUpAt = Date.now() + withinMs;
	while (list().length > 0 && Date.now() < giveUpAt) await sleep(50);
	return list().length;
}

/** Rows as a table of text. */
export function tableOf(rows) {
	const columns = Object.keys(rows[0] ?? {});
	const widths = columns.map(name => Math.max(name.length, ...rows.map(row => String(row[name]).length)));
	const line = cells =>
		`${cells
			.map((cell, index) => String(cell).padEnd(widths[index]))
			.join('  ')
			.trimEnd()}\n`;
	return [line(columns), ...rows.map(row => line(columns.map(name => row[name])))].join('');
}
