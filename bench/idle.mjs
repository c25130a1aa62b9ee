import {spawn} from 'node:child_process';
import {performance} from 'node:perf_hooks';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {median, residentMb, row, treeCpu} from './measure.mjs';
import {cli} from './sandbox.mjs';

/** What the service costs when nobody asks it for anything. */
export async function measureIdle(sandbox, {seconds = 20} = {}) {
	await sleep(2000);
	const before = treeCpu(sandbox.service.pid);
	await sleep(seconds * 1000);
	const share = ((treeCpu(sandbox.service.pid) - before) / seconds) * 100;
	return [
		row('idle service, share of a core', share, '%', 0.5, `over ${seconds} s, Python included`),
		row('idle service, resident memory', residentMb(sandbox.service.pid), 'MB', 200),
	];
}

/** From the start of `svc serve` on an existing data directory to its line that says it is ready. */
export async function measureReadiness(sandbox, {rounds = 5} = {}) {
	const args = [cli, '--output', 'json', 'serve', '--data-dir', `${sandbox.home}/second`];
	const times = [];
	for (let turn = 0; turn <= rounds; turn++) {
		const startedAt = performance.now();
		const service = spawn(process.execPath, args, {env: sandbox.env, stdio: ['ignore', 'pipe', 'ignore']});
		await new Promise(resolve => service.stdout.once('data', resolve));
		// The first turn makes the directory.
		if (turn > 0) times.push(performance.now() - startedAt);
		service.kill('SIGTERM');
		await new Promise(resolve => service.once('exit', resolve));
	}
	return [row('service ready on an existing directory (median)', median(times), 'ms', 2000)];
}
