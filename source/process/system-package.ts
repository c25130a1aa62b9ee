import {execFile} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const aptTimeoutMs = 300_000;

/** Runs a program; null when it succeeded, else the last thing it said. @param timeoutMs then it is killed */
export function runProgram(
	program: string,
	args: readonly string[],
	env: Environment,
	timeoutMs: number,
): Promise<string | null> {
	return new Promise(resolve => {
		execFile(
			program,
			[...args],
			{env: {...env}, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 ** 2},
			(error, stdout, stderr) => {
				if (error === null) return resolve(null);
				const said = `${stdout}\n${stderr}`.trim().split('\n').at(-1);
				resolve(error.killed ? `no end within ${timeoutMs / 1000} s` : said || error.message);
			},
		);
	});
}

/** Whether this machine installs packages by Debian's `apt-get`. */
export const hasApt = async (env: Environment): Promise<boolean> =>
	(await runProgram('apt-get', ['--version'], env, 10_000)) === null;

/** Installs a package of the system without a question; null when it succeeded, else why not. */
export async function installSystemPackage(name: string, env: Environment): Promise<string | null> {
	const silent = {...env, DEBIAN_FRONTEND: 'noninteractive'};
	const install = () => runProgram('apt-get', ['install', '-y', '-q', name], silent, aptTimeoutMs);
	const failure = await install();
	if (failure === null) return null;
	// The lists of a fresh image are empty.
	return (await runProgram('apt-get', ['update', '-q'], env, aptTimeoutMs)) ?? (await install());
}

/** Whether this user may start a program. */
export function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The first program of these names, the names in their order, in the folders of PATH; undefined where none is. */
export function findOnPath(
	names: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): string | undefined {
	const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
	return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable);
}
