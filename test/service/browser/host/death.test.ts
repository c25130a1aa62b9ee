import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {createFrontendRunner} from '../../../../service/browser/frontend-runner.ts';
import {bundleProgram} from '../../../helpers/bundle.ts';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {isRunning, processesBelow, until} from '../../../helpers/processes.ts';
import {page, type Site, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
let owner: {file: string; remove(): void};

beforeAll(async () => {
	owner = await bundleProgram('test/service/browser/host/runner-owner.ts');
});
afterAll(() => owner.remove());

const waiting = ['Go to /', '! "Never there" is visible'];

/** A page that is asked for tells that a plan is under way. */
const site = (): Promise<Site> => serveSite({'/': page('<h1>Welcome</h1>')});
const isAsked = ({requests}: Site) => requests.includes('GET /');

it('a cancelled plan ends at once, and leaves no context behind', async () => {
	const shop = await site();
	const handle = bench.start(planJob(shop.url, waiting));
	await until('the page is asked for', () => isAsked(shop));
	handle.cancel();
	expect(await handle.result).toMatchObject({status: 'cancelled', failureKind: null});
	expect((await bench.run(shop.url, ['! "Welcome" is visible'])).status).toBe('passed');
});

it('the runs of a host that died are started again, once', async () => {
	const shop = await site();
	const handle = bench.start(planJob(shop.url, ['Go to /', '! "Ready" is visible', '! "Welcome" is visible']));
	await until('the page is asked for', () => isAsked(shop));
	for (const pid of hostsBelow(process.pid)) process.kill(pid, 'SIGKILL');
	await until('the page is asked for again', () => shop.requests.filter(one => one === 'GET /').length > 1);
	handle.cancel();
	expect((await handle.result).status).toBe('cancelled');
});

it('a browser that dies while an assertion waits is followed by a fresh one, and its death is no verdict', async () => {
	const shop = await site();
	const begun: number[] = [];
	const handle = bench.start(planJob(shop.url, waiting), {onStepStart: index => void begun.push(index)});
	await until('the assertion waits', () => begun.at(-1) === 2);
	const [host] = hostsBelow(process.pid);
	const [browser] = processesBelow([host!]);
	process.kill(browser!, 'SIGKILL');
	await until('the assertion waits again', () => begun.join() === '1,2,1,2');
	handle.cancel();
	expect((await handle.result).status).toBe('cancelled');
});

it('a killed service leaves no process and no folder of a browser behind', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'svc-owner-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	for (let kill = 0; kill < 2; kill++) {
		const shop = await site();
		const service = start(folder, shop.url);
		await until('the page is asked for', () => isAsked(shop));
		const left = processesBelow([service.pid!]);
		expect(left.length).toBeGreaterThan(1);
		service.kill('SIGKILL');
		await until('host and browser are gone', () => !left.some(isRunning));
	}
	// The next start sweeps what they left.
	const shop = await site();
	const service = start(folder, shop.url);
	await until('the page is asked for', () => isAsked(shop));
	expect(readdirSync(folder)).toHaveLength(1);
	service.kill('SIGTERM');
	await until('the owner has left', () => !isRunning(service.pid!));
	expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

it('a service sweeps what a killed one left as soon as it starts, before any plan', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'svc-left-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	// No process has this number: it is above what the system gives.
	mkdirSync(join(folder, '99999999', 'home'), {recursive: true});
	mkdirSync(join(folder, String(process.pid)));
	createFrontendRunner({folder, env: {}, maxParallel: 1});
	expect(readdirSync(folder)).toEqual([String(process.pid)]);
});

function start(folder: string, url: string): ChildProcess {
	const job = JSON.stringify(planJob(url, waiting));
	const child = spawn(process.execPath, [owner.file, bench.program, folder, job], {stdio: 'inherit'});
	onTestFinished(() => void child.kill('SIGKILL'));
	return child;
}

/** Direct children that are hosts: they have a browser below them. */
const hostsBelow = (pid: number) =>
	processesBelow([pid])
		.filter(child => processesBelow([child]).length > 0)
		.slice(0, 1);
