import {EventEmitter} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import xterm from '@xterm/headless';
import {withUnicodeWidths} from '../../media/unicode-widths.mjs';
import {loadViews} from '../../screens/registry.ts';
import type {Client} from '../../source/client/client.ts';
import '../../contract/routes/index.ts';
import {type DashboardEnd, type DashboardOptions, startDashboard} from '../../source/dashboard/tui.tsx';
import {noChecks, noFiles} from './store-context.ts';
import {createFakeClock, type FakeClock, settle} from './fake-clock.ts';

// What screens load when they are opened is there from the start: a busy machine takes long to compile it.
await Promise.all([loadViews(), import('../../screens/mount.tsx')]);

/** Time between two frames of Ink's, in ms. */
const frameMs = 20;

/** A terminal emulator in memory: what a user would see, at any size, after any keys. */
export class EmulatedTerminal {
	readonly stdout: EventEmitter & {columns: number; rows: number; isTTY: true; write(data: string): boolean};
	readonly stdin: EventEmitter & {isTTY: true; isRaw: boolean; isPaused: boolean};
	/** Everything that was written, in pieces. */
	readonly written: string[] = [];
	private readonly emulator: xterm.Terminal;
	private queue: Promise<void> = Promise.resolve();
	private readonly watchers = new Set<() => void>();

	constructor(columns: number, rows: number) {
		this.emulator = withUnicodeWidths(
			new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 100}),
		);
		this.stdout = Object.assign(new EventEmitter(), {
			columns,
			rows,
			isTTY: true as const,
			write: (data: string) => {
				this.written.push(data);
				this.queue = this.queue.then(
					() =>
						new Promise(resolve => {
							this.emulator.write(data, () => {
								for (const look of this.watchers) look();
								resolve();
							});
						}),
				);
				return true;
			},
		});
		const stdin = Object.assign(new EventEmitter(), {
			isTTY: true as const,
			isRaw: false,
			isPaused: true,
			setEncoding: () => stdin,
			setRawMode(isRaw: boolean) {
				stdin.isRaw = isRaw;
				return stdin;
			},
			resume() {
				stdin.isPaused = false;
				return stdin;
			},
			pause() {
				stdin.isPaused = true;
				return stdin;
			},
			ref: () => stdin,
			unref: () => stdin,
		});
		this.stdin = stdin;
	}

	type(keys: string): void {
		this.stdin.emit('data', keys);
	}

	async resize(columns: number, rows: number): Promise<void> {
		await this.queue;
		this.emulator.resize(columns, rows);
		Object.assign(this.stdout, {columns, rows});
		this.stdout.emit('resize');
	}

	/** Everything written so far is on the screen. */
	async drained(): Promise<void> {
		await settle();
		await this.queue;
	}

	/** Nothing more is written: the last of Ink's frames, which it holds back for a moment, is on the screen. */
	async quiet(): Promise<void> {
		for (let before = -1; before !== this.written.length; ) {
			before = this.written.length;
			await new Promise(resolve => setTimeout(resolve, frameMs));
			await this.drained();
		}
	}

	lines(): string[] {
		const {active} = this.emulator.buffer;
		return Array.from({length: this.emulator.rows}, (_, y) =>
			(active.getLine(active.baseY + y)?.translateToString(true) ?? '').trimEnd(),
		);
	}

	text(): string {
		return this.lines().join('\n');
	}

	/** Column (in cells) at which a text begins on its line; -1 when it is not on the screen. */
	columnOf(text: string): number {
		const {active} = this.emulator.buffer;
		for (let y = 0; y < this.emulator.rows; y++) {
			const line = active.getLine(active.baseY + y);
			for (let x = 0; line && x < this.emulator.cols; x++)
				if (line.translateToString(true, x).startsWith(text)) return x;
		}
		return -1;
	}

	/** The words that begin at a column, line by line. */
	cellsAt(column: number, length: number): string[] {
		const {active} = this.emulator.buffer;
		return Array.from({length: this.emulator.rows}, (_, y) =>
			(active.getLine(y)?.translateToString(false, column, column + length) ?? '').trim(),
		);
	}

	get isAlternate(): boolean {
		return this.emulator.buffer.active.type === 'alternate';
	}

	/** Resolves when the screen satisfies the condition; fails with the screen when it does not within two minutes. */
	async until(condition: (text: string) => boolean, what: string): Promise<string> {
		return new Promise((resolve, reject) => {
			const look = () => {
				if (!condition(this.text())) return;
				clearTimeout(limit);
				this.watchers.delete(look);
				resolve(this.text());
			};
			const limit = setTimeout(() => {
				this.watchers.delete(look);
				reject(new Error(`The screen never showed ${what}. It shows:\n${this.text()}`));
			}, 120_000);
			this.watchers.add(look);
			look();
		});
	}

	shows = (text: string) => this.until(screen => screen.includes(text), `"${text}"`);
	/** The screen of a run, and nothing that lies over it. */
	showsRun = () => this.until(screen => /› Run(?:, [^›\n]*)?$/m.test(screen), 'a run');
	showsNot = (text: string) => this.until(screen => !screen.includes(text), `no "${text}"`);
}

export type OpenScreen = {
	terminal: EmulatedTerminal;
	clock: FakeClock;
	/** Exit listeners of the dashboard: signals are sent through it. */
	process: EventEmitter;
	home: string;
	end: Promise<DashboardEnd>;
	/** Quits and cleans up. */
	close(): Promise<void>;
};

type ScreenOptions = Partial<DashboardOptions> & {
	columns?: number;
	rows?: number;
	/** Orders of lists as they were chosen before; null: none, what needs attention stands first. */
	orders?: Readonly<Record<string, string>> | null;
	/** Content of the user's `keys.json`. */
	keysFile?: string;
};

/** Starts the real dashboard on an emulated terminal; only terminal, clock and chance are not real. */
export function openScreen(
	client: Client,
	{columns = 100, rows = 30, keysFile, orders = {tests: 'newest'}, ...options}: ScreenOptions = {},
): OpenScreen {
	const terminal = new EmulatedTerminal(columns, rows);
	const clock = createFakeClock();
	const home = mkdtempSync(join(tmpdir(), 'svc-home-'));
	const process = new EventEmitter();
	if (keysFile !== undefined) writeFileSync(join(home, 'keys.json'), keysFile);
	if (orders !== null) writeFileSync(join(home, 'dashboard.json'), JSON.stringify({orders}));
	let ids = 0;
	const end = startDashboard({
		client,
		screen: null,
		id: null,
		projectId: null,
		theme: 'ansi',
		mouse: false,
		ascii: false,
		accessible: false,
		profile: 'default',
		endpoint: 'local',
		stdin: terminal.stdin as unknown as DashboardOptions['stdin'],
		stdout: terminal.stdout,
		stderr: {write: () => true},
		env: {},
		home,
		now: clock.now,
		wait: clock.wait,
		randomId: () => `id-${++ids}`,
		files: noFiles,
		checkSetup: noChecks,
		watchClient: () => () => undefined,
		exitEvents: process,
		...options,
	});
	return {
		terminal,
		clock,
		process,
		home,
		end,
		async close() {
			process.emit('SIGTERM');
			await end.catch(() => undefined);
			rmSync(home, {recursive: true, force: true});
		},
	};
}
