import {spawn} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {setTimeout as delay} from 'node:timers/promises';
import {startTimeOf} from '../source/process/start-time.ts';
import {DemoError} from './demo-error.ts';
import type {ShopRecord} from './home.ts';

interface ShopProcessOptions {
	/** The built shop. */
	entry: string;
	/** Gets what the shop writes to stderr. */
	logFile: string;
	/** False: the shop closes when this process ends, however it ends. */
	outlivesDemo: boolean;
	signal: AbortSignal;
}

const readyWithinMs = 20_000;
const stopWithinMs = 5000;

/** The shop runs in a process group of its own, so that Ctrl-C reaches the demo alone, which then ends it in order. */
export async function openShop({entry, logFile, outlivesDemo, signal}: ShopProcessOptions): Promise<ShopRecord> {
	const log = openSync(logFile, 'a', 0o600);
	const child = spawn(process.execPath, [entry, ...(outlivesDemo ? [] : ['--until-stdin-ends'])], {
		detached: true,
		windowsHide: true,
		stdio: [outlivesDemo ? 'ignore' : 'pipe', 'pipe', log],
	});
	closeSync(log);
	try {
		const url = await new Promise<string>((resolve, reject) => {
			const fail = (reason: string, cause?: unknown) =>
				reject(new DemoError(`The shop did not open: ${reason}.`, `Its log is ${logFile}.`, {cause}));
			const deadline = AbortSignal.any([signal, AbortSignal.timeout(readyWithinMs)]);
			deadline.addEventListener('abort', () => fail('it was not ready in time'), {once: true});
			child.once('error', error => fail('its process could not be started', error));
			child.once('exit', code => fail(`its process ended with ${code ?? 'a signal'}`));
			createInterface({input: child.stdout!}).once('line', line => {
				const address = /https?:\/\/\S+/.exec(line)?.[0];
				if (address === undefined) fail(`it said "${line}"`);
				else resolve(address);
			});
		});
		const startTime = await startTimeOf(child.pid!);
		return {pid: child.pid!, startTime: startTime ?? 'unknown', url};
	} catch (error) {
		child.kill();
		throw error;
	} finally {
		if (outlivesDemo) {
			child.stdout!.destroy();
			child.unref();
		}
	}
}

/** Whether the recorded process still is that shop. */
export async function isShopRunning({pid, startTime}: ShopRecord): Promise<boolean> {
	return (await startTimeOf(pid)) === startTime;
}

/** Ends a shop that this or an earlier demo opened: asks first, insists after five seconds. A shop that is gone is fine. */
export async function stopShop(shop: ShopRecord): Promise<void> {
	if (!(await isShopRunning(shop))) return;
	process.kill(shop.pid, 'SIGTERM');
	for (let waitedMs = 0; waitedMs < stopWithinMs; waitedMs += 50) {
		await delay(50);
		if (!(await isShopRunning(shop))) return;
	}
	process.kill(shop.pid, 'SIGKILL');
}
