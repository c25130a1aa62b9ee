import {performance} from 'node:perf_hooks';
import {setTimeout as sleep} from 'node:timers/promises';
import {measureEcho, openDashboard, quietest} from './dashboard.mjs';
import {openLargeService} from './large-client.mjs';
import {cpuOf, median, quantile, residentMb, row} from './measure.mjs';

/** Share of a core that a process takes over a time, in percent. */
async function shareOf(pid, seconds) {
	const before = cpuOf(pid);
	await sleep(seconds * 1000);
	return ((cpuOf(pid) - before) / seconds) * 100;
}

/** What a screen costs that nobody touches: a run that has ended, and one with clock and spinner; and what it asks for. */
export async function measureIdleScreen(_sandbox, {seconds = 20} = {}) {
	const rows = [];
	for (const [name, args, bar] of [
		['a finished run', [], 0.5],
		['a running one with a spinner', ['--running'], 3],
	]) {
		const service = await openLargeService(['200', '--members', '200', ...args]);
		const dashboard = openDashboard(['ui', 'batch', 'bat_1'], service.env);
		await dashboard.until(() => dashboard.screen().includes('Wave 1'));
		await sleep(3000);
		const share = await shareOf(dashboard.pid, seconds);
		// On a test that waits: the output of one that runs is read once a second while it is selected.
		dashboard.write('G');
		await sleep(2000);
		const before = await service.asked();
		await sleep(seconds * 1000);
		const asked = (await service.asked()) - before;
		rows.push(row(`idle dashboard on ${name}, share of a core`, share, '%', bar, `over ${seconds} s`));
		rows.push(row(`requests of it while nothing changes, in ${seconds} s`, asked, '', 1, 'a long poll lasts 25 s'));
		dashboard.close();
		service.close();
	}
	return rows;
}

/** Memory with long lists behind the screen. */
export async function measureMemory(_sandbox, {count = 10_000} = {}) {
	const service = await openLargeService([String(count), '--members', '1000', '--calls', String(count)]);
	const dashboard = openDashboard(['ui', 'tests', 'prj_1'], service.env);
	const digits = () => dashboard.screen().replace(/[,.\u202f\u00a0]/g, '');
	await dashboard.until(() => digits().includes(`${count} tests`));
	dashboard.write('8');
	await dashboard.until(() => digits().includes(`${count} calls`));
	await sleep(1000);
	dashboard.write('Gkkkgg');
	await sleep(1000);
	const used = residentMb(dashboard.pid);
	dashboard.close();
	service.close();
	const name = count.toLocaleString('en');
	return [row(`memory with ${name} tests and ${name} calls listed`, used, 'MB', 200)];
}

/** From a change in the service to the frame that shows it, by long poll; a run of the real service. */
export async function measureNews(sandbox, {count = 24} = {}) {
	const {projectId} = await sandbox.project(
		'news',
		Array.from({length: count}, (_, n) => ({
			name: `waits ${n}`,
			code: `import time\ntime.sleep(${(2 + n * 0.12).toFixed(2)})\n`,
		})),
	);
	const {batchId} = await sandbox.call('POST', '/tests/batch/run', {projectId});
	const dashboard = openDashboard(['ui', 'batch', batchId], sandbox.env);
	const shownAt = [];
	await dashboard.until(() => {
		const done = Number(new RegExp(`(\\d+)/${count}`).exec(dashboard.screen())?.[1] ?? 0);
		while (shownAt.length < done) shownAt.push(Date.now());
		return done === count;
	});
	dashboard.close();
	const {members} = await sandbox.call('GET', `/batches/${batchId}`);
	const endedAt = members.map(({finishedAt}) => Date.parse(finishedAt)).sort((a, b) => a - b);
	// What had ended before the dashboard was there is not news.
	const openedAt = shownAt[0] ?? 0;
	const delays = shownAt.map((at, index) => ({at, delay: at - endedAt[index]})).filter(({at}) => at > openedAt);
	const times = delays.map(({delay}) => delay);
	const detail = `median ${median(times)} ms, ${times.length} changes`;
	return [row('from the end of a test to the frame that shows it (p95)', quantile(times, 0.95), 'ms', 250, detail)];
}

/** A batch of 1,000 tests in which 20 members a second change: keys are answered, frames are bounded. */
export async function measureLive(_sandbox, {members = 1000, perSecond = 20, keys = 180} = {}) {
	const service = await openLargeService([String(members), '--members', String(members), '--running']);
	const dashboard = openDashboard(['ui', 'batch', 'bat_1'], service.env);
	await dashboard.until(() => dashboard.screen().includes('Wave 1'));
	const changes = setInterval(service.change, 1000 / perSecond);
	// Leaves what is followed, so that only keys move the cursor.
	dashboard.write('Fgg');
	await sleep(1500);
	const cursor = () =>
		dashboard
			.screen()
			.split('\n')
			.findIndex(line => line.startsWith('❯'));
	const framesBefore = dashboard.frames();
	const share = await shareOf(dashboard.pid, 5);
	const framesPerSecond = (dashboard.frames() - framesBefore) / 5;
	const rounds = [];
	for (let key = 0; key < keys; key++) {
		if (key % (keys / 3) === 0) rounds.push([]);
		const before = cursor();
		const answered = dashboard.until(() => cursor() !== before);
		const pressedAt = performance.now();
		dashboard.write(key % 20 < 10 ? 'j' : 'k');
		rounds.at(-1).push((await answered) - pressedAt);
		await sleep(40);
	}
	const bare = await measureEcho();
	const {p95, middle, told} = quietest(rounds);
	clearInterval(changes);
	dashboard.close();
	service.close();
	const name = `${members.toLocaleString('en')} tests, ${perSecond} changes a second`;
	return [
		row(
			`key to frame in a live batch of ${name} (p95)`,
			p95,
			'ms',
			33,
			`median ${middle.toFixed(1)} ms, rounds ${told}, a bare echo ${bare.toFixed(1)} ms (p95)`,
		),
		row(`frames a second of it`, framesPerSecond, '', 60, `${share.toFixed(1)} % of a core`),
	];
}
