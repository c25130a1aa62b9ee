import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {spawn} from '@lydell/node-pty';
import {onTestFinished} from 'vitest';
import {dist} from './built-client.ts';

export type Terminal = {
	/** Everything the terminal got so far. */
	text(): string;
	type(keys: string): void;
	/** Resolves once the text is there; rejects when the process ends without it. */
	until(isThere: (text: string) => boolean): Promise<void>;
	/** How the process ended. */
	ended: Promise<number>;
};

/** Runs the built client in a terminal of 100 × 30, in an empty directory with a home of its own. */
export function openTerminal(argv: readonly string[], env: Record<string, string> = {}): Terminal {
	const cwd = mkdtempSync(join(tmpdir(), 'svc-pty-'));
	const {CI, FORCE_COLOR, NO_COLOR, SVC_API_KEY, SVC_API_URL, SVC_PROFILE, SVC_PROJECT_ID, ...rest} = process.env;
	const pty = spawn(process.execPath, [join(dist, 'cli.js'), ...argv], {
		cols: 100,
		rows: 30,
		cwd,
		env: {...rest, TERM: 'xterm-256color', SVC_HOME: join(cwd, 'home'), ...env},
	});
	let text = '';
	let isOver = false;
	const listeners = new Set<() => void>();
	const tell = () => {
		for (const listener of listeners) listener();
	};
	pty.onData(data => {
		text += data;
		tell();
	});
	const ended = new Promise<number>(resolve =>
		pty.onExit(({exitCode, signal}) => {
			isOver = true;
			tell();
			resolve(signal ? 128 + signal : exitCode);
		}),
	);
	onTestFinished(async () => {
		if (!isOver) pty.kill('SIGKILL');
		await ended;
		rmSync(cwd, {recursive: true, force: true});
	});
	return {
		text: () => text,
		type: keys => pty.write(keys),
		until: isThere =>
			new Promise((resolve, reject) => {
				const check = () => {
					if (isThere(text)) resolve();
					else if (isOver) reject(new Error(`It ended without that:\n${text}`));
					else return;
					listeners.delete(check);
				};
				listeners.add(check);
				check();
			}),
		ended,
	};
}
