import {execFile, fork, spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {healthyPlan, startSite} from '../test/trials/browser/site.mjs';
import {hostProgram, inParallel, jobOf, openPlans} from './browser/plans.mjs';
import {median, residentMb, row, treeCpu, treeOf} from './measure.mjs';
import {cli} from './sandbox.mjs';

const here = path => fileURLToPath(new URL(path, import.meta.url));
const parallel = 4;
const waiting = [
	{type: 'action', description: 'Open the home page'},
	{type: 'assertion', description: '"Never there" is visible'},
];

/** A bar that must be reached instead of kept under. */
const atLeast = made => ({...made, ok: made.value >= made.bar});

/** Memory of processes in MB, what they share divided among those who share it. */
const proportionalMb = pids =>
	pids.reduce((sum, pid) => {
		try {
			return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
		} catch {
			return sum;
		}
	}, 0);

/** A promise and what settles it. */
function deferred() {
	let resolve;
	const promise = new Promise(settle => {
		resolve = settle;
	});
	return {promise, resolve};
}

const hosts = () => treeOf(process.pid).filter(pid => commandOf(pid).includes('browser-host'));
const commandOf = pid => {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return '';
	}
};

/** What plans cost against the same steps in plain playwright-core, in turns within one run. */
async function measureAgainstPlain(plans, site, binary, {rounds = 2, count = 8} = {}) {
	const plain = fork(here('browser/plain.mjs'), [binary]);
	const answer = () =>
		new Promise((resolve, reject) => {
			plain.once('message', resolve);
			plain.once('exit', () => reject(new Error('the plain calls have ended')));
		});
	await answer();
	const jobs = pictures =>
		Array.from({length: count}, () => () => plans.pass(jobOf(site.url, healthyPlan, {pictures})));
	const ours = async pictures => {
		const [host] = hosts();
		const before = treeCpu(host);
		const startedAt = performance.now();
		await inParallel(parallel, jobs(pictures));
		return {wall: performance.now() - startedAt, cpu: treeCpu(host) - before};
	};
	const theirs = async pictures => {
		const before = treeCpu(plain.pid);
		plain.send({url: site.url, plans: count, parallel, hasPictures: pictures === 'all'});
		const {wallMs} = await answer();
		return {wall: wallMs, cpu: treeCpu(plain.pid) - before};
	};
	const rows = [];
	await plans.pass(jobOf(site.url, healthyPlan));
	for (const pictures of ['all', 'off']) {
		const turns = [];
		for (let round = 0; round <= rounds; round++) {
			const pair = {ours: await ours(pictures), theirs: await theirs(pictures)};
			// The first turn warms both up.
			if (round > 0) turns.push(pair);
		}
		const ratio = what => median(turns.map(({ours, theirs}) => ours[what] / theirs[what]));
		const perPlan = (who, what) => median(turns.map(turn => turn[who][what])) / count;
		const name = pictures === 'all' ? 'a picture per step' : 'no pictures';
		const cpu = `${(perPlan('ours', 'cpu') * 1000).toFixed(0)} ms against ${(perPlan('theirs', 'cpu') * 1000).toFixed(0)} ms a plan`;
		rows.push(
			row(`plan of 5 steps, ${name}: CPU against plain calls`, ratio('cpu'), '×', pictures === 'all' ? 1.3 : 1.5, cpu),
		);
		if (pictures === 'off') continue;
		rows.push(
			row(`plan of 5 steps, ${name}: wall against plain calls`, ratio('wall'), '×', 1.3, `${parallel} contexts`),
		);
		const rate = 1000 / perPlan('ours', 'wall');
		rows.push(
			atLeast(
				row(
					'plans a second',
					rate,
					'/s',
					6,
					`${parallel} contexts; plain ${(1000 / perPlan('theirs', 'wall')).toFixed(1)}`,
				),
			),
		);
		rows.push(atLeast(row('plans a second against plain calls', 1 / ratio('wall'), '×', 0.85)));
	}
	plain.send('stop');
	return rows;
}

/** A replayed plan against its exported file in the runner of Playwright, one after the other. */
async function measureExport(plans, site, binary, {count = 6} = {}) {
	const fresh = await plans.pass(jobOf(site.url, healthyPlan));
	const {exportPlaywright} = await import(
		pathToFileURL(await plans.bundles.bundle('service/browser/script/export-playwright.ts')).href
	);
	const code = exportPlaywright(fresh.script, {
		...{name: 'plan', targetUrl: site.url, steps: healthyPlan.map(({description}) => description)},
	});
	const folder = mkdtempSync(join(tmpdir(), 'svc-bench-export-'));
	try {
		symlinkSync(here('../node_modules'), join(folder, 'node_modules'));
		writeFileSync(join(folder, 'plan.spec.ts'), code);
		const launchOptions = {executablePath: binary, chromiumSandbox: process.getuid() !== 0};
		const config = {workers: 1, repeatEach: count, reporter: 'json', use: {launchOptions, screenshot: 'on'}};
		writeFileSync(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};`);
		const report = await new Promise(resolve => {
			const args = [here('../node_modules/@playwright/test/cli.js'), 'test'];
			execFile(process.execPath, args, {cwd: folder, maxBuffer: 5e7}, (_, out) => resolve(JSON.parse(out)));
		});
		const results = report.suites
			.flatMap(({specs}) => specs)
			.flatMap(({tests}) => tests.flatMap(({results}) => results));
		if (results.length !== count || results.some(({status}) => status !== 'passed'))
			throw new Error(`the exported file does not pass: ${JSON.stringify(report.errors)}`);
		// The first one starts the browser.
		const theirs = median(results.slice(1).map(({duration}) => duration));
		const ours = [];
		const steps = [];
		for (let turn = 0; turn < count; turn++) {
			const startedAt = performance.now();
			const outcome = await plans.pass(jobOf(site.url, healthyPlan, {replay: fresh.script, pictures: 'failed'}));
			ours.push(performance.now() - startedAt);
			steps.push(outcome.steps[3].durationMs);
		}
		const detail = `${median(ours).toFixed(0)} ms against ${theirs.toFixed(0)} ms, one picture each at most`;
		return [
			row('replayed plan against its export in Playwright’s runner', median(ours) / theirs, '×', 0.8, detail),
			row('replay of an assertion, its evidence counted', median(steps), 'ms', 15),
		];
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

async function measureLook(plans, binary) {
	const bundle = await plans.bundles.bundle('service/browser/host/page-look.ts');
	const out = await new Promise((resolve, reject) =>
		execFile(process.execPath, [here('browser/look.mjs'), bundle, binary], (error, stdout) =>
			error ? reject(error) : resolve(JSON.parse(stdout)),
		),
	);
	return [row(`look at ${out.elements} elements`, out.look, 'ms', 100, `the outline alone ${out.aria.toFixed(0)} ms`)];
}

/** Memory of host and browser while plans wait in one context, and in four. */
async function measureMemory(plans, site) {
	const held = async number => {
		const started = deferred();
		let open = 0;
		const runs = Array.from({length: number}, () =>
			plans.runner.run(jobOf(site.url, waiting), {
				onStepStart: index => {
					if (index === 2 && ++open === number) started.resolve();
				},
			}),
		);
		await started.promise;
		await sleep(1500);
		const memory = proportionalMb(treeOf(hosts()[0]));
		for (const run of runs) run.cancel();
		await Promise.all(runs.map(({result}) => result));
		await sleep(500);
		return memory;
	};
	const one = await held(1);
	const four = await held(parallel);
	return [
		row('host and browser with one context, shared memory divided', one, 'MB', 380),
		row('each further context', (four - one) / (parallel - 1), 'MB', 30),
	];
}

/** From the cancel of a run to the end of the connections of its page. */
async function measureCancel(plans, {rounds = 3} = {}) {
	const times = [];
	for (let round = 0; round < rounds; round++) {
		const asked = deferred();
		const closed = deferred();
		const server = createServer((request, response) => {
			if (request.url !== '/wait') return response.end('<h1>Wait</h1><script>fetch("/wait")</script>');
			asked.resolve();
			response.on('close', () => closed.resolve());
		});
		await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
		const run = plans.runner.run(jobOf(`http://127.0.0.1:${server.address().port}`, waiting));
		await asked.promise;
		const startedAt = performance.now();
		run.cancel();
		await closed.promise;
		times.push(performance.now() - startedAt);
		await run.result;
		server.closeAllConnections();
		server.close();
	}
	return [row('cancel of a running plan, until its page is gone', median(times), 'ms', 100)];
}

/** From the kill of what owns the host to the end of its last process. */
async function measureKill(plans, site, {rounds = 3} = {}) {
	const owner = await plans.bundles.bundle('test/service/browser/host/runner-owner.ts');
	const times = [];
	for (let round = 0; round < rounds; round++) {
		const folder = mkdtempSync(join(tmpdir(), 'svc-bench-kill-'));
		const child = spawn(process.execPath, [owner, hostProgram, folder, JSON.stringify(jobOf(site.url, waiting))]);
		while (!treeOf(child.pid).some(pid => commandOf(pid).includes('--type=renderer'))) await sleep(20);
		const tree = treeOf(child.pid);
		const startedAt = performance.now();
		child.kill('SIGKILL');
		while (tree.some(pid => commandOf(pid) !== '')) await sleep(10);
		times.push((performance.now() - startedAt) / 1000);
		rmSync(folder, {recursive: true, force: true});
	}
	return [row('kill -9 of the service, until its last process is gone (worst)', Math.max(...times), 's', 5)];
}

/** What a service that may use a browser takes more than one that may not, before any plan. */
async function measureUnused({rounds = 2} = {}) {
	const memoryOf = async frontend => {
		const home = mkdtempSync(join(tmpdir(), 'svc-bench-unused-'));
		const child = spawn(process.execPath, [cli, '--output', 'json', 'serve', '--data-dir', join(home, 'service')], {
			env: {...process.env, HOME: home, SVC_HOME: home, ...(frontend ? {} : {SVC_FRONTEND: 'off'})},
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		await new Promise(resolve => child.stdout.once('data', resolve));
		await sleep(3000);
		const memory = residentMb(child.pid);
		child.kill('SIGTERM');
		await new Promise(resolve => child.once('exit', resolve));
		rmSync(home, {recursive: true, force: true});
		return memory;
	};
	const pairs = [];
	for (let round = 0; round < rounds; round++) pairs.push([await memoryOf(true), await memoryOf(false)]);
	const [withBrowser, without] = [0, 1].map(place => median(pairs.map(pair => pair[place])));
	// What two equal processes differ in by chance.
	return [
		row(
			'service before its first plan, more than with SVC_FRONTEND=off',
			withBrowser - without,
			'MB',
			3,
			`${withBrowser.toFixed(0)} MB`,
		),
	];
}

/** The browser wing against plain calls of the library that it drives the browser with. */
export async function measureBrowser() {
	const site = await startSite();
	const plans = await openPlans({parallel});
	try {
		const {findBrowser} = await import(
			pathToFileURL(await plans.bundles.bundle('service/browser/find-browser.ts')).href
		);
		const binary = findBrowser(process.env);
		if (binary === null) throw new Error('no browser was found: see svc doctor');
		const parts = [
			() => measureAgainstPlain(plans, site, binary),
			() => measureExport(plans, site, binary),
			() => measureLook(plans, binary),
			() => measureMemory(plans, site),
			() => measureCancel(plans),
			() => measureKill(plans, site),
			() => measureUnused(),
		];
		const rows = [];
		for (const part of parts) {
			rows.push(...(await part()));
			process.stderr.write(`measured ${rows.at(-1).what}: ${rows.at(-1).value} ${rows.at(-1).unit}\n`);
		}
		return rows;
	} finally {
		await plans.close();
		await site.close();
	}
}
