// One batch of plans that meet bad pages, a healthy one after each, through the built service; and what became of them.
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PNG} from 'pngjs';
import {residentMb, treeOf} from '../../../bench/measure.mjs';
import {processesOf, startService, untilDone, untilNone} from '../killed-service.mjs';
import {badPlans, canaries, healthy, privatePlans} from './plans.mjs';
import {startBadSite} from './site.mjs';

const briefMs = 3000;
/** A public address, which the service reaches through the machine's proxy only: here the trial's own site. */
const publicUrl = 'http://93.184.215.14';
const sampleMs = 250;

/** The largest sum of resident memory of a process and its children, in MB, until `stop`. */
function watchTree(pid) {
	let worst = 0;
	const timer = setInterval(() => {
		const total = treeOf(pid).reduce((sum, each) => {
			try {
				return sum + residentMb(each);
			} catch {
				return sum;
			}
		}, 0);
		worst = Math.max(worst, total);
	}, sampleMs);
	return {
		worst: () => Math.round(worst),
		stop: () => clearInterval(timer),
	};
}

const matches = ({status, failureKind, error}, run) =>
	run.status === status && run.failureKind === failureKind && (error === null || error.test(run.error ?? ''));

/** Everything that the service answers about a run, media of its steps included. */
async function kept(service, runId) {
	const run = await service.call('GET', `/runs/${runId}?includeSteps=true`);
	const parts = [JSON.stringify(run)];
	for (const step of run.steps ?? [])
		for (const name of ['htmlSnapshotUrl', 'outlineUrl', 'consoleUrl', 'networkUrl', 'logUrl'])
			if (step[name]) parts.push(await (await fetch(step[name])).text());
	const code = await service.call('GET', `/tests/${run.testId}/code`);
	return {run, text: [...parts, JSON.stringify(code)].join('\n')};
}

/** Colours at places of a picture, as `#rrggbb`. */
async function coloursOf(url, places) {
	const {data, width} = PNG.sync.read(Buffer.from(await (await fetch(url)).arrayBuffer()));
	return places.map(([x, y]) => `#${data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).toString('hex')}`);
}

/** Whether the last picture of a run covers the places: all the grey that secrets are covered with. */
async function isCovered(run, places) {
	const url = run.steps.at(-1).screenshotUrl;
	return url !== null && (await coloursOf(url, places)).every(colour => colour === '#808080');
}

/** Files of a folder that hold one of the texts as they are. */
function filesWith(folder, texts) {
	return readdirSync(folder, {recursive: true})
		.map(name => join(folder, name))
		.filter(path => statSync(path, {throwIfNoEntry: false})?.isFile())
		.filter(path => {
			const bytes = readFileSync(path);
			return texts.some(text => bytes.includes(text));
		});
}

async function playAll(service, targetUrl, plans, onRow) {
	const {id: projectId} = await service.call('POST', '/projects', {type: 'frontend', name: 'bad', targetUrl});
	await service.call('POST', `/projects/${projectId}/env`, {
		...{name: 'trial', url: targetUrl, isDefault: true},
		variables: {API_SECRET: canaries.typed, ADMIN_PASSWORD: canaries.password},
	});
	const ids = new Map();
	for (const [place, plan] of plans.entries()) {
		const bad = {name: plan.name, planSteps: plan.steps, stepTimeoutMs: plan.stepTimeoutMs ?? briefMs};
		const good = {name: `healthy ${place + 1}`, planSteps: healthy};
		for (const [what, test] of Object.entries({bad, good})) {
			const {testId} = await service.call('POST', '/tests', {projectId, type: 'frontend', ...test});
			ids.set(testId, {place, what});
		}
	}
	const {batchId} = await service.call('POST', '/tests/batch/run', {projectId});
	const batch = await untilDone(service, batchId);
	const rows = plans.map(({name}) => ({name}));
	for (const member of batch.members) {
		const {place, what} = ids.get(member.testId);
		const {run, text} = await kept(service, member.runId);
		const plan = plans[place];
		if (what === 'good') rows[place].next = run.status;
		else
			Object.assign(rows[place], {
				...{status: run.status, kind: run.failureKind ?? '', error: (run.error ?? '').slice(0, 110)},
				asSpecified: matches(plan.expected, run),
				told:
					Object.values(canaries).some(canary => text.includes(canary)) ||
					(plan.covered !== undefined && !(await isCovered(run, plan.covered))),
			});
	}
	for (const row of rows) {
		row.ok = row.asSpecified && row.next === 'passed' && !row.told;
		onRow(row);
	}
	return rows;
}

/**
 * One row per bad page. `ok`: it came to the specified end, the healthy plan after it passed, and no secret was told.
 *
 * @param cli file of the built client
 * @param isShort the brief plans only, and memory is not measured
 * @returns rows, what reached the private server, files that hold a secret, processes left, and the most memory in MB
 */
export async function badSiteTable(cli, {isShort = false, onRow = () => {}} = {}) {
	const home = mkdtempSync(join(tmpdir(), 'svc-bad-sites-'));
	const site = await startBadSite(home);
	const services = [];
	const start = async (name, more) => {
		const folder = mkdtempSync(join(home, name));
		const service = await startService(cli, folder, {}, more);
		services.push({service, folder, memory: isShort ? null : watchTree(service.pid)});
		return service;
	};
	try {
		const bad = badPlans(site).filter(({isBrief}) => isBrief || !isShort);
		const rows = await playAll(await start('private', {args: ['--target-policy', 'private']}), site.url, bad, onRow);
		const proxy = {HTTP_PROXY: site.url, HTTPS_PROXY: site.url};
		const policy = {args: ['--target-policy', 'public'], env: proxy};
		rows.push(...(await playAll(await start('public', policy), publicUrl, privatePlans(site), onRow)));
		const worstMb = Math.max(...services.map(({memory}) => memory?.worst() ?? 0));
		for (const {service} of services) await service.stop();
		let processes = 0;
		for (const {folder} of services) processes += await untilNone(() => processesOf(folder));
		const files = filesWith(home, Object.values(canaries));
		return {rows, visits: [...site.visits], files, processes, worstMb};
	} finally {
		for (const {service, memory} of services) {
			memory?.stop();
			await service.kill();
		}
		site.close();
		rmSync(home, {recursive: true, force: true});
	}
}
