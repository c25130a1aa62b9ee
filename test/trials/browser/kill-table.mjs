// Kills the service, the browser host or the browser at moments of a batch of plans, and says what became of it.
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {startService, untilDone, untilNone} from '../killed-service.mjs';
import {randomFrom} from '../ownership/chance.mjs';
import {handedOn, healthyPlan, startSite} from './site.mjs';

const victims = ['service', 'host', 'browser'];

/** Processes whose command line or environment names a folder, by id; the caller and zombies not counted. */
function processesOf(folder) {
	const found = [];
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
		try {
			const text = file => readFileSync(`/proc/${name}/${file}`, 'utf8');
			const command = text('cmdline');
			if (command !== '' && (command.includes(folder) || text('environ').includes(folder)))
				found.push({pid: Number(name), command, parent: Number(text('stat').split(') ')[1].split(' ')[1])});
		} catch {
			// It has just ended.
		}
	}
	return found;
}

/** The process to be killed; undefined while there is none. */
function victimOf(kind, folder) {
	const all = processesOf(folder);
	const host = all.find(({command}) => command.includes('browser-host'));
	return kind === 'host' ? host : all.find(({parent, command}) => parent === host?.pid && !command.includes('--type='));
}

/** Ids of members with an end, and their verdicts. */
const verdictsOf = batch =>
	new Map(
		batch.members
			.filter(({status}) => !['queued', 'running'].includes(status))
			.map(({runId, status, finishedAt}) => [runId, `${status} ${finishedAt}`]),
	);

/**
 * One row per kill. Clean: every plan ended passed, no verdict that stood before it is another one after it, of the killed
 * nothing runs on, and no folder of a browser is left when the service has gone.
 *
 * @param cli file of the built client
 */
export async function browserKillTable(cli, {kills, seed, plans = 4}, onRow = () => {}) {
	const random = randomFrom(seed);
	const home = mkdtempSync(join(tmpdir(), 'svc-browser-kills-'));
	const folder = join(home, 'service', 'tmp', 'browser');
	const site = await startSite();
	const state = {};
	let service = await startService(cli, home, state);
	const rows = [];
	try {
		const {id: projectId} = await service.call('POST', '/projects', {
			...{type: 'frontend', name: 'tasks', targetUrl: site.url},
		});
		const all = [...handedOn, ...Array.from({length: plans - handedOn.length}, () => healthyPlan)];
		for (const [place, planSteps] of all.entries())
			await service.call('POST', '/tests', {projectId, type: 'frontend', name: `plan ${place + 1}`, planSteps});
		const trigger = async () => (await service.call('POST', '/tests/batch/run', {projectId})).batchId;
		const startedAt = performance.now();
		const quiet = await untilDone(service, await trigger());
		if (quiet.outcome !== 'passed') throw new Error(`without a kill: ${JSON.stringify(quiet.members)}`);
		const spanMs = performance.now() - startedAt;
		for (let kill = 1; kill <= kills; kill++) {
			const kind = victims[Math.floor(random() * victims.length)];
			const atMs = Math.floor(random() * spanMs);
			const batchId = await trigger();
			await sleep(atMs);
			const before = verdictsOf(await service.call('GET', `/batches/${batchId}`));
			let left = 0;
			let found = true;
			if (kind === 'service') {
				await service.kill();
				left = await untilNone(() => processesOf(home));
				service = await startService(cli, home, state);
			} else {
				const victim = victimOf(kind, home);
				found = victim !== undefined;
				if (victim) {
					const tree = kind === 'host' ? processesOf(folder).map(({pid}) => pid) : [victim.pid];
					process.kill(victim.pid, 'SIGKILL');
					left = await untilNone(() => processesOf(folder).filter(({pid}) => tree.includes(pid)));
				}
			}
			const batch = await untilDone(service, batchId);
			const after = verdictsOf(batch);
			const row = {
				...{kill, kind, atMs, found: found ? 'yes' : 'no', done: before.size, outcome: batch.outcome},
				passed: batch.summary.passed,
				changed: [...before].filter(([runId, verdict]) => after.get(runId) !== verdict).length,
				processes: left,
				folders: readdirSync(folder).filter(name => !processesOf(folder).some(({pid}) => String(pid) === name)).length,
			};
			row.ok = row.outcome === 'passed' && row.passed === all.length && row.changed + row.processes + row.folders === 0;
			if (!row.ok) row.errors = batch.members.map(({error}) => error).filter(Boolean);
			rows.push(row);
			onRow(row);
		}
		await service.kill();
		const processes = await untilNone(() => processesOf(home));
		return {rows, processes};
	} finally {
		await service.kill();
		await site.close();
		rmSync(home, {recursive: true, force: true});
	}
}
