import {performance} from 'node:perf_hooks';
import process from 'node:process';
import {spawn as spawnPty} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {cpuOf, median, quantile, residentMb, row, timeCommands} from './measure.mjs';
import {openLargeService} from './large-client.mjs';
import {cli} from './sandbox.mjs';

const size = {cols: 100, rows: 30};
const frameEnd = '\u001B[?2026l';

/** The built dashboard in a pseudo-terminal; `screen()` is what a person sees. */
export const openDashboard = (args, env) => openProgram([cli, ...args], env);

/** A program that sends every key back: what the machine itself takes for a key, at this moment. */
const echo = `process.stdin.setRawMode(true); process.stdin.on('data', data => process.stdout.write(data)); process.stdout.write('ready');`;

/** Time from a key to its echo by a bare program (p95, ms): on a busy machine this is the larger part of a key's way. */
export async function measureEcho({keys = 60} = {}) {
	const program = openProgram(['-e', echo], process.env);
	await program.until(() => program.screen().includes('ready'));
	const times = [];
	for (let key = 0; key < keys; key++) {
		const answered = program.until(() => true);
		const pressedAt = performance.now();
		program.write('j');
		times.push((await answered) - pressedAt);
		await new Promise(resolve => setTimeout(resolve, 15));
	}
	program.close();
	return quantile(times, 0.95);
}

function openProgram(argv, env) {
	const terminal = new xterm.Terminal({...size, allowProposedApi: true, scrollback: 0});
	const startedAt = performance.now();
	const pty = spawnPty(process.execPath, argv, {...size, env: {...env, TERM: 'xterm-256color', CI: ''}});
	let bytes = 0;
	let frames = 0;
	let waiting = [];
	pty.onData(data => {
		bytes += Buffer.byteLength(data);
		frames += data.split(frameEnd).length - 1;
		terminal.write(data, () => {
			const at = performance.now();
			for (const check of [...waiting]) check(data, at);
		});
	});
	const screen = () =>
		Array.from({length: size.rows}, (_, y) => terminal.buffer.active.getLine(y)?.translateToString(true) ?? '').join(
			'\n',
		);
	/** Resolves with the time at which `holds` first does after a frame. */
	const until = (holds, limitMs = 60_000) =>
		new Promise((resolve, reject) => {
			const end = () => {
				clearTimeout(timer);
				waiting = waiting.filter(other => other !== check);
			};
			const check = (data, at) => {
				if (!holds(data)) return;
				end();
				resolve(at);
			};
			const timer = setTimeout(() => {
				end();
				reject(new Error(`the dashboard did not get there:\n${screen()}`));
			}, limitMs);
			waiting.push(check);
		});
	return {
		pid: pty.pid,
		startedAt,
		screen,
		until,
		write: text => pty.write(text),
		bytes: () => bytes,
		frames: () => frames,
		close: () => pty.kill('SIGKILL'),
	};
}

/** From the start of the process to the first frame that shows the projects of a running local service. */
export async function measureFirstFrame(sandbox, {rounds = 9} = {}) {
	await sandbox.project('first frame', []);
	const ratios = [];
	let ms = 0;
	for (let turn = 0; turn < rounds; turn++) {
		const {node} = timeCommands([{name: 'node', argv: [process.execPath, '-e', '0']}], {
			rounds: 3,
			warmup: turn === 0 ? 2 : 0,
		});
		const dashboard = openDashboard(['ui', 'projects'], sandbox.env);
		ms = (await dashboard.until(() => dashboard.screen().includes('first frame'))) - dashboard.startedAt;
		dashboard.close();
		ratios.push(ms / (median(node.wall) * 1000));
	}
	return [
		row(
			'first frame of Projects, wall against node -e 0',
			median(ratios),
			'×',
			4,
			`${ms.toFixed(0)} ms in the last round`,
		),
	];
}

/** The round that other work of the machine disturbed least: its p95 and median; `told` = the p95 of all, in ms. */
export function quietest(rounds) {
	const all = rounds.map(times => ({p95: quantile(times, 0.95), middle: median(times)}));
	const best = all.reduce((one, other) => (other.p95 < one.p95 ? other : one));
	return {...best, told: all.map(({p95}) => p95.toFixed(0)).join(', ')};
}

/** Time from a key to the end of the frame that answers it, and bytes of it, on lists of three sizes. */
export async function measureKeys(_sandbox, {keys = 180} = {}) {
	const rows = [];
	const medians = [];
	for (const count of [100, 10_000, 100_000]) {
		const service = await openLargeService([String(count)]);
		const dashboard = openDashboard(['ui', 'tests', 'prj_1'], service.env);
		await dashboard.until(() =>
			dashboard
				.screen()
				.replace(/[,.\u202f\u00a0]/g, '')
				.includes(`${count} tests`),
		);
		const rounds = [];
		const sizes = [];
		let clears = 0;
		const cpuBefore = cpuOf(dashboard.pid);
		for (let key = 0; key < keys; key++) {
			if (key % (keys / 3) === 0) rounds.push([]);
			const before = dashboard.bytes();
			const answered = dashboard.until(data => {
				if (/\u001B\[[23]J/.test(data)) clears++;
				return data.includes(frameEnd);
			});
			const pressedAt = performance.now();
			// Down and up again, so that every key moves the cursor also on the short list.
			const isDown = key % 40 < 20;
			dashboard.write(key % 10 === 9 ? (isDown ? '\u0004' : '\u0015') : isDown ? 'j' : 'k');
			rounds.at(-1).push((await answered) - pressedAt);
			// A step over the edge of the window turns half a page: that is a page of rows, not a cursor move.
			if (key % 10 !== 9) sizes.push(dashboard.bytes() - before);
			await new Promise(resolve => setTimeout(resolve, 15));
		}
		const name = count.toLocaleString('en');
		const {p95, middle, told} = quietest(rounds);
		medians.push(middle);
		const cpu = ((cpuOf(dashboard.pid) - cpuBefore) / keys) * 1000;
		const detail = `median ${middle.toFixed(1)} ms, rounds ${told}, ${cpu.toFixed(1)} ms CPU a key, a bare echo ${(await measureEcho()).toFixed(1)} ms (p95), ${residentMb(dashboard.pid).toFixed(0)} MB`;
		rows.push(row(`key to frame at ${name} rows (p95)`, p95, 'ms', 33, detail));
		rows.push(row(`bytes of a cursor move at ${name} rows (median)`, median(sizes), 'B', 1024));
		rows.push(row(`clears of screen or scrollback at ${name} rows`, clears, '', 0));
		dashboard.close();
		service.close();
	}
	rows.push(row('key to frame, longest list against shortest (medians)', medians.at(-1) / medians[0], '×', 1.5));
	return rows;
}
