import {mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import type {HostEvent, HostOrder, HostSettings} from '../host-messages.ts';
import {withoutPage} from '../outcomes.ts';
import {type SiteProgress, withoutPages} from '../site-job.ts';
import {BrowserKeeper} from './browser-keeper.ts';
import {watchMemory} from './memory-watch.ts';
import {readSite} from './discover/read-site.ts';
import {runPlan} from './run-plan.ts';
import {LoginStates} from './login-states.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as HostSettings;
/** Named by the process, so that what it leaves can be told from what is in use. Everything temporary goes there. */
const folder = join(settings.folder, String(process.pid));
mkdirSync(folder, {recursive: true, mode: 0o700});
process.env['TMPDIR'] = folder;

const keeper = new BrowserKeeper(settings.binary, folder);
const memory = watchMemory();
const logins = new LoginStates();
const cancels = new Map<string, AbortController>();
let isLeaving = false;

const tell = (event: HostEvent): void => {
	if (process.connected) process.send?.(event);
};

process.on('message', (order: HostOrder) => {
	if (order.order === 'run') void run(order);
	else if (order.order === 'read_site') void read(order);
	else if (order.order === 'cancel') cancels.get(order.id)?.abort();
	else void leave();
});
// The service is gone, or has let go of this host.
process.on('disconnect', () => void leave());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void leave());

tell({event: 'ready'});

async function run({job, refusedPorts}: Extract<HostOrder, {order: 'run'}>): Promise<void> {
	const id = job.executionId;
	const cancel = new AbortController();
	cancels.set(id, cancel);
	try {
		const outcome = await runPlan(job, {
			keeper,
			memory,
			logins,
			folder,
			refusedPorts,
			signal: cancel.signal,
			onStepStart: stepIndex => tell({event: 'step_start', id, stepIndex}),
			onStepEnd: step => tell({event: 'step_end', id, step}),
		});
		tell({event: 'end', id, outcome});
	} catch (error) {
		const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
		tell({
			event: 'end',
			id,
			outcome: withoutPage(job, {status: 'blocked', failureKind: 'infra', error: reason}, Date.now()),
		});
	} finally {
		cancels.delete(id);
	}
}

async function read({job, refusedPorts}: Extract<HostOrder, {order: 'read_site'}>): Promise<void> {
	const id = job.plan.executionId;
	const cancel = new AbortController();
	cancels.set(id, cancel);
	const {signal} = cancel;
	const onProgress = (progress: SiteProgress) => tell({event: 'site_progress', id, progress});
	try {
		const outcome = await readSite(job, {keeper, memory, folder, refusedPorts, signal, onProgress});
		tell({event: 'site_end', id, outcome});
	} catch (error) {
		const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
		tell({event: 'site_end', id, outcome: withoutPages({status: 'failed', error: reason})});
	} finally {
		cancels.delete(id);
	}
}

/** Ends every run and the browser, takes the folder away and lets the process end. */
async function leave(): Promise<void> {
	if (isLeaving) return;
	isLeaving = true;
	// Should the browser not close: its pipe closes with this process, and it ends.
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000).unref();
	for (const cancel of cancels.values()) cancel.abort();
	memory.stop();
	await keeper.close();
	rmSync(folder, {recursive: true, force: true});
	if (process.connected) process.disconnect();
	// Nothing is left to do, and no handle of a page that hung may keep it.
	process.kill(process.pid, 'SIGKILL');
}
