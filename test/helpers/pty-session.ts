import {type IPty, spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {withUnicodeWidths} from '../../media/unicode-widths.mjs';

/** A program in a real pseudo-terminal, with an emulator that shows what a user would see. */
export class PtySession {
	readonly pty: IPty;
	/** Everything the program wrote. */
	output = '';
	/** Exit code, or 128 and the number of the signal, once everything the program wrote is on the screen. */
	readonly ended: Promise<number>;
	private readonly emulator: xterm.Terminal;
	private readonly watchers = new Set<() => void>();

	constructor(command: readonly string[], env: Record<string, string>, {columns = 100, rows = 30} = {}) {
		const [file = '', ...args] = command;
		this.emulator = withUnicodeWidths(new xterm.Terminal({cols: columns, rows, allowProposedApi: true}));
		this.pty = spawn(file, args, {cols: columns, rows, name: 'xterm-256color', env});
		this.pty.onData(data => {
			this.output += data;
			this.emulator.write(data, () => {
				for (const look of this.watchers) look();
			});
		});
		this.ended = new Promise(resolve => {
			this.pty.onExit(({exitCode, signal}) => this.emulator.write('', () => resolve(signal ? 128 + signal : exitCode)));
		});
	}

	type(keys: string): void {
		this.pty.write(keys);
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

	get isAlternate(): boolean {
		return this.emulator.buffer.active.type === 'alternate';
	}

	/** Resolves when the screen satisfies the condition; fails with the screen after two minutes. */
	until(condition: (text: string) => boolean, what: string): Promise<string> {
		return new Promise((resolve, reject) => {
			const look = () => {
				if (!condition(this.text())) return;
				clearTimeout(limit);
				this.watchers.delete(look);
				resolve(this.text());
			};
			const limit = setTimeout(() => {
				this.watchers.delete(look);
				reject(new Error(`The terminal never showed ${what}. It shows:\n${this.text()}`));
			}, 120_000);
			this.watchers.add(look);
			look();
		});
	}

	shows = (text: string) => this.until(screen => screen.includes(text), `"${text}"`);

	/** Ends the program if it still runs. */
	close(): void {
		try {
			this.pty.kill('SIGKILL');
		} catch {
			// It has ended.
		}
	}
}
