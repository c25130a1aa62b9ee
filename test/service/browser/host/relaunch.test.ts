import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {expect, it, onTestFinished} from 'vitest';
import {findBrowser} from '../../../../service/browser/find-browser.ts';
import {type BrowserLease, BrowserKeeper} from '../../../../service/browser/host/browser-keeper.ts';
import {LoginStates} from '../../../../service/browser/host/login-states.ts';
import {watchMemory} from '../../../../service/browser/host/memory-watch.ts';
import {runPlan} from '../../../../service/browser/host/run-plan.ts';
import {planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

/** A browser whose first use ends with its death while the plan opens its context. */
class DyingOnce extends BrowserKeeper {
	leases = 0;

	override async lease(): Promise<BrowserLease> {
		const lease = await super.lease();
		if (++this.leases === 1) void lease.browser.close();
		return lease;
	}
}

async function play(makeKeeper: (binary: string, folder: string) => BrowserKeeper) {
	const folder = mkdtempSync(join(tmpdir(), 'svc-relaunch-'));
	const binary = findBrowser(process.env)!;
	const keeper = makeKeeper(binary, folder);
	const memory = watchMemory();
	onTestFinished(async () => {
		memory.stop();
		await keeper.close();
		rmSync(folder, {recursive: true, force: true});
	});
	const shop = await serveSite({'/': page('<h1>Welcome</h1>')});
	const around = {
		keeper,
		memory,
		logins: new LoginStates(),
		folder,
		refusedPorts: [],
		signal: new AbortController().signal,
	};
	const job = planJob(shop.url, ['Go to /', '! "Welcome" is visible']);
	return runPlan(job, {...around, onStepStart: () => {}, onStepEnd: () => {}});
}

it('a browser that dies while a page is opened is followed by a fresh one', async () => {
	expect(await play((binary, folder) => new DyingOnce(binary, folder))).toMatchObject({
		status: 'passed',
		failureKind: null,
	});
});

it('a browser that dies while it is launched is launched once more', async () => {
	const outcome = await play((binary, folder) => {
		const [script, mark] = [join(folder, 'browser'), join(folder, 'launched')];
		writeFileSync(script, `#!/bin/sh\n[ -e "${mark}" ] && exec "${binary}" "$@"\ntouch "${mark}"\nkill -9 $$\n`);
		chmodSync(script, 0o755);
		return new BrowserKeeper(script, folder);
	});
	expect(outcome).toMatchObject({status: 'passed', failureKind: null});
});

it('one that never starts is no verdict about the page, and said so', async () => {
	await expect(play((_, folder) => new BrowserKeeper('/bin/false', folder))).rejects.toThrow(/launch/i);
});
