import {spawn} from '@lydell/node-pty';
import {Terminal} from '@xterm/headless';

/** An interactive program in a terminal of 120 columns. */
export type OpenTerminal = {
	type(keys: string): void;
	/** What the terminal shows, without trailing blanks. */
	screen(): string;
	/** Resolves when the screen satisfies a condition; rejects after two minutes with what it shows. */
	until(condition: (screen: string) => boolean): Promise<void>;
	close(): Promise<void>;
};

const columns = 120;
const rows = 50;

export function openTerminal(
	file: string,
	args: string[],
	options: {cwd: string; env: Record<string, string>},
): OpenTerminal {
	const program = spawn(file, args, {...options, cols: columns, rows});
	const terminal = new Terminal({cols: columns, rows, allowProposedApi: true});
	const exited = new Promise<void>(resolve => program.onExit(() => resolve()));
	program.onData(data => terminal.write(data));

	const screen = () =>
		Array.from({length: rows}, (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? '')
			.join('\n')
			.trimEnd();
	return {
		type: keys => program.write(keys),
		screen,
		until: condition =>
			new Promise((resolve, reject) => {
				const check = () => {
					if (!condition(screen())) return;
					clearTimeout(limit);
					listener.dispose();
					resolve();
				};
				const listener = terminal.onWriteParsed(check);
				const limit = setTimeout(() => {
					listener.dispose();
					reject(new Error(`The terminal shows:\n${screen()}`));
				}, 120_000);
				check();
			}),
		async close() {
			program.kill('SIGKILL');
			await exited;
			terminal.dispose();
		},
	};
}
