import {spawn} from 'node:child_process';
import {performance} from 'node:perf_hooks';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {spawn as spawnPty} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {median, quantile, residentMb, row, timeCommands} from './measure.mjs';
import {cli} from './sandbox.mjs';

const size = {cols: 100, rows: 30};
const frameEnd = '\u001B[?2026l';

/** The built dashboard in a pseudo-terminal; `screen()` is what a person sees. */
function openDashboard(args, env) {
	const terminal = new xterm.Terminal({...size, allowProposedApi: true, scrollback: 0});
	const startedAt = performance.now();
	const pty = spawnPty(process.execPath, [cli, ...args], {...size, env: {...env, TERM: 'xterm-256color', CI: ''}});
	let bytes = 0;
	let waiting = [];
	pty.onData(data => {
		bytes += Buffer.byteLength(data);
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

/** Time from a key to the end of the frame that answers it, and bytes of it, on lists of three sizes. */
export async function measureKeys(_sandbox, {keys = 120} = {}) {
	const rows = [];
	for (const count of [100, 10_000, 100_000]) {
		const service = spawn(
			process.execPath,
			[fileURLToPath(new URL('large-service.mjs', import.meta.url)), String(count)],
			{
				stdio: ['ignore', 'pipe', 'inherit'],
			},
		);
		const url = await new Promise(resolve => service.stdout.once('data', line => resolve(String(line).trim())));
		const env = {...process.env, SVC_API_KEY: 'sk-user-bench', SVC_API_URL: url, SVC_HOME: '/nonexistent'};
		const dashboard = openDashboard(['ui', 'tests', 'prj_1'], env);
		await dashboard.until(() =>
			dashboard
				.screen()
				.replace(/[,.\u202f\u00a0]/g, '')
				.includes(`${count} tests`),
		);
		const times = [];
		const sizes = [];
		for (let key = 0; key < keys; key++) {
			const before = dashboard.bytes();
			const answered = dashboard.until(data => data.includes(frameEnd));
			const pressedAt = performance.now();
			// Down and up again, so that every key moves the cursor also on the short list.
			const isDown = key % 40 < 20;
			dashboard.write(key % 10 === 9 ? (isDown ? '\u0004' : '\u0015') : isDown ? 'j' : 'k');
			times.push((await answered) - pressedAt);
			sizes.push(dashboard.bytes() - before);
			await new Promise(resolve => setTimeout(resolve, 15));
		}
		const name = count.toLocaleString('en');
		rows.push(
			row(
				`key to frame at ${name} rows (p95)`,
				quantile(times, 0.95),
				'ms',
				33,
				`median ${median(times).toFixed(1)} ms, ${median(sizes)} bytes, ${residentMb(dashboard.pid).toFixed(0)} MB`,
			),
		);
		dashboard.close();
		service.kill();
	}
	return rows;
}
