import {type ChildProcess, spawn} from 'node:child_process';
import {closeSync, mkdirSync, openSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {DemoError} from './demo-error.ts';
import {demoEnvironment} from './svc.ts';

export type TeamProcess = {
	/** What it has said when it was ready. */
	ready: string;
	pid: number;
	/** Ends it as `kill -9` does. */
	kill(): Promise<void>;
	/** Asks it to end, and insists after a while. */
	stop(): Promise<void>;
};

type Given = {
	cli: string;
	/** Its own `SVC_HOME`. */
	home: string;
	env: Record<string, string | undefined>;
	databaseUrl: string;
	args: readonly string[];
	signal: AbortSignal;
};

const readyWithinMs = 60_000;
const stopWithinMs = 10_000;

/** A process of a team, as somebody starts it on a machine; resolves when it says that it is ready. */
export async function startTeamProcess({cli, home, env, databaseUrl, args, signal}: Given): Promise<TeamProcess> {
	mkdirSync(home, {recursive: true, mode: 0o700});
	const logFile = join(home, `${args[0]}.log`);
	const log = openSync(logFile, 'a', 0o600);
	// In a group of its own, so that Ctrl-C reaches the demo alone.
	const child = spawn(process.execPath, [cli, ...args], {
		cwd: home,
		env: {...demoEnvironment(env, home), SVC_DATABASE_URL: databaseUrl},
		detached: true,
		stdio: ['ignore', 'pipe', log],
	});
	closeSync(log);
	const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
	const kill = async () => {
		child.kill('SIGKILL');
		await ended;
	};
	try {
		const ready = await firstLine(child, `svc ${args[0]}`, logFile, signal);
		return {
			ready,
			pid: child.pid!,
			kill,
			async stop() {
				child.kill('SIGTERM');
				// The second one ends it at once.
				const timer = setTimeout(() => child.kill('SIGTERM'), stopWithinMs / 2);
				const last = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
				await ended;
				clearTimeout(timer);
				clearTimeout(last);
			},
		};
	} catch (error) {
		await kill();
		throw error;
	}
}

const firstLine = (child: ChildProcess, name: string, logFile: string, signal: AbortSignal) =>
	new Promise<string>((resolve, reject) => {
		const fail = (reason: string, cause?: unknown) =>
			reject(
				signal.aborted
					? signal.reason
					: new DemoError(`${name} did not start: ${reason}.`, `Its log is ${logFile}.`, {cause}),
			);
		AbortSignal.any([signal, AbortSignal.timeout(readyWithinMs)]).addEventListener(
			'abort',
			() => fail('it was not ready in time'),
			{once: true},
		);
		child.once('error', error => fail('its process could not be started', error));
		child.once('exit', code => fail(`its process ended with ${code ?? 'a signal'}`));
		createInterface({input: child.stdout!}).once('line', resolve);
	});
