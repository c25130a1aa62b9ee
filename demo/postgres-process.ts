import {execFileSync, spawn} from 'node:child_process';
import {chownSync, existsSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import {DemoError} from './demo-error.ts';

type DemoDatabase = {
	/** Of its one database, which is empty. */
	url: string;
	/** Version as its program tells it, such as `15.14`. */
	version: string;
	/** Ends it and removes what it has stored. */
	stop(): Promise<void>;
};

const readyWithinMs = 30_000;

/** Starts a PostgreSQL of the system that listens on a socket in a folder of its own only. Throws `DemoError` where there is none. */
export async function startDatabase(temporaryDirectory: string, signal: AbortSignal): Promise<DemoDatabase> {
	const bin = programFolder();
	const folder = mkdtempSync(join(temporaryDirectory, 'svc-demo-pg-'));
	try {
		const user = ordinaryUser();
		if (user) chownSync(folder, user.uid, user.gid);
		const data = join(folder, 'data');
		const options = {cwd: folder, ...user, env: {PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC'}};
		const setUp = ['-D', data, '-U', 'svc', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
		execFileSync(join(bin, 'initdb'), setUp, {...options, stdio: 'ignore'});
		const settings = [
			'-c',
			'listen_addresses=',
			'-c',
			`unix_socket_directories=${folder}`,
			'-c',
			'max_connections=100',
		];
		const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
			...options,
			stdio: 'ignore',
			detached: true,
		});
		const ended = new Promise<void>(resolve => server.once('exit', () => resolve()));
		const stop = async () => {
			server.kill('SIGINT');
			await Promise.race([ended, delay(5000)]);
			server.kill('SIGKILL');
			rmSync(folder, {recursive: true, force: true});
		};
		const isUp = () => isReady(join(bin, 'pg_isready'), folder);
		for (let waitedMs = 0; !isUp(); waitedMs += 50) {
			if (signal.aborted || server.exitCode !== null || waitedMs > readyWithinMs) {
				await stop();
				signal.throwIfAborted();
				throw new DemoError('PostgreSQL did not start.', `Try it by hand: ${join(bin, 'postgres')} --version`);
			}
			await delay(50);
		}
		const said = execFileSync(join(bin, 'postgres'), ['--version'], {encoding: 'utf8'});
		const url = `postgres://svc@${encodeURIComponent(folder)}/postgres`;
		return {url, version: /\d+(\.\d+)*/.exec(said)?.[0] ?? 'unknown', stop};
	} catch (error) {
		rmSync(folder, {recursive: true, force: true});
		throw error;
	}
}

/** Where Debian's package puts them, else on the path. */
function programFolder(): string {
	const root = '/usr/lib/postgresql';
	const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
	const paths = (process.env['PATH'] ?? '').split(':').filter(path => path !== '');
	const found = [...versions.map(version => join(root, version, 'bin')), ...paths].find(
		folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
	);
	if (found !== undefined) return found;
	throw new DemoError('There is no PostgreSQL on this machine.', 'Install it: apt-get install postgresql');
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package has made. */
function ordinaryUser(): {uid: number; gid: number} | undefined {
	if (process.getuid?.() !== 0) return undefined;
	try {
		const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], {encoding: 'utf8'}));
		return {uid: idOf('-u'), gid: idOf('-g')};
	} catch (cause) {
		throw new DemoError(
			'PostgreSQL does not run as root, and there is no user postgres.',
			'Run the demo as an ordinary user, or install the package postgresql.',
			{cause},
		);
	}
}

function isReady(program: string, folder: string): boolean {
	try {
		execFileSync(program, ['-q', '-h', folder, '-U', 'svc'], {stdio: 'ignore'});
		return true;
	} catch {
		return false;
	}
}
