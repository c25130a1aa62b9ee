import {execFileSync, spawn} from 'node:child_process';
import {chownSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {Client} from 'pg';

/** A real PostgreSQL of the system, in a folder of its own. */
export type PostgresServer = {
	/** Of a database of this server. */
	urlOf(database: string): string;
	/** `pg_ctl -m immediate stop`: it ends as by a crash, and every client loses its connection. */
	crash(): Promise<void>;
	/** Starts it again, and resolves when it answers. */
	start(): Promise<void>;
	/** A standby of it takes changes from now on. */
	promote(): void;
	/** Where its socket is. */
	folder: string;
	/** Ends it and removes what it has stored. */
	stop(): Promise<void>;
};

/** PostgreSQL refuses to run as root: then it runs as the user that Debian's package has made. */
function ordinaryUser(): {uid: number; gid: number} | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], {encoding: 'utf8'}));
	return {uid: idOf('-u'), gid: idOf('-g')};
}

/**
 * Starts a server that listens on a socket in its own folder only, and resolves when it answers.
 *
 * @param primary it is a standby of that one, to which its changes are streamed
 */
export async function startPostgres(bin: string, primary?: PostgresServer): Promise<PostgresServer> {
	const folder = mkdtempSync(join(tmpdir(), 'svc-pg-'));
	const user = ordinaryUser();
	if (user) chownSync(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const options = {cwd: folder, ...user, env: {PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC'}};
	const [program, ...made] = primary
		? ['pg_basebackup', '-h', primary.folder, '-U', 'svc', '-D', data, '-R', '-c', 'fast', '--no-sync']
		: [
				...['initdb', '-D', data, '-U', 'svc', '-A', 'trust', '-E', 'UTF8'],
				...['--locale=C', '--no-sync', '--no-instructions'],
			];
	execFileSync(join(bin, program!), made, {...options, stdio: ['ignore', 'ignore', 'inherit']});
	// `svc` owns everything, others have passwords, and `stranger` is in no line.
	const rules = 'local all svc trust\nlocal replication svc trust\nlocal all walled scram-sha-256\n';
	writeFileSync(join(data, 'pg_hba.conf'), rules);
	// What a test stores need not survive a power cut.
	const settings = {
		listen_addresses: '',
		unix_socket_directories: folder,
		fsync: 'off',
		full_page_writes: 'off',
		max_connections: '200',
		shared_buffers: '64MB',
		// What the tests do by intent, as violating a key, is no news.
		log_min_messages: 'fatal',
	};
	const urlOf = (database: string) => `postgres://svc@${encodeURIComponent(folder)}/${database}`;
	let ended: Promise<void> = Promise.resolve();

	async function start(): Promise<void> {
		const server = spawn(
			join(bin, 'postgres'),
			['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
			{...options, stdio: ['ignore', 'ignore', 'inherit']},
		);
		ended = new Promise<void>(resolve => server.once('exit', () => resolve()));
		await answers(urlOf('postgres'), () => server.exitCode !== null);
	}

	async function crash(): Promise<void> {
		execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], {...options, stdio: 'ignore'});
		await ended;
	}

	await start();
	return {
		urlOf,
		folder,
		crash,
		start,
		promote() {
			execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-w', 'promote'], {...options, stdio: 'ignore'});
		},
		async stop() {
			await crash();
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

async function answers(url: string, isOver: () => boolean): Promise<void> {
	for (;;) {
		const client = new Client({connectionString: url});
		try {
			await client.connect();
			return;
		} catch (error) {
			if (isOver()) throw error;
			await new Promise(resolve => setTimeout(resolve, 20));
		} finally {
			await client.end().catch(() => undefined);
		}
	}
}

/** Runs one statement in the database of a URL. */
export async function runSql<T extends object = never>(url: string, sql: string): Promise<T[]> {
	const client = new Client({connectionString: url});
	await client.connect();
	try {
		return (await client.query<T>(sql)).rows;
	} finally {
		await client.end();
	}
}
