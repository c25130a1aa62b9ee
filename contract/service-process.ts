/**
 * What the two wings know of each other as processes: the files of a data directory and the functions of the service's
 * bundle. The client loads that bundle by its address at run time; neither wing imports the other.
 */
import type {ForgottenSecrets, InitialisedService, RestoredStore, RotatedKey} from './documents/service.ts';
import * as z from 'zod/mini';

/** `service.json` (0600) of a data directory; present while the service lives. */
export const serviceFile = z.looseObject({
	pid: z.number(),
	/** Start time of that process as the operating system tells it; guards against a reused pid. */
	startTime: z.string(),
	url: z.string(),
	version: z.string(),
	startedAt: z.string(),
	/** New at each start; opens `POST /local/keys` for loopback peers. */
	ownerToken: z.string(),
	/** `host:port/name` of the PostgreSQL database of its store; null: an SQLite file. */
	database: z.optional(z.nullable(z.string())),
});
export type ServiceFile = z.infer<typeof serviceFile>;

export const targetPolicies = ['public', 'private'] as const;
export type TargetPolicy = (typeof targetPolicies)[number];

/**
 * How far test code is kept away from what is not its own: `auto` does what the system can, `strict` refuses to run
 * tests where it can do nothing, `off` leaves them every right of the service's user.
 */
export const sandboxModes = ['off', 'auto', 'strict'] as const;
export type SandboxMode = (typeof sandboxModes)[number];

/** What a process of a service on PostgreSQL does: executes tests of websites, of APIs, or works on plans. */
export const workKinds = ['frontend', 'backend', 'planner'] as const;
export type WorkKind = (typeof workKinds)[number];

/** Settings of one service process (`svc serve`). */
export type ServeOptions = {
	host: string;
	/** Null: 7420, or a free port when that is busy. */
	port: number | null;
	dataDir: string;
	/** URL of a PostgreSQL database that holds the store; null: the SQLite file of the data directory. */
	databaseUrl: string | null;
	/** File of the key of stored secrets in place of the one of the data directory; null: none. */
	secretsKeyFile: string | null;
	workers: number;
	/** Tests at once per worker. */
	concurrency: number;
	/** Null: the stored setting, else `private` on a loopback host and `public` on any other. */
	targetPolicy: TargetPolicy | null;
	/** Null: the stored setting, else `auto`. */
	sandbox: SandboxMode | null;
	/** Null: log to stderr. */
	logFile: string | null;
	env: Record<string, string | undefined>;
	/** Called once the service accepts requests. */
	onReady(ready: {url: string; pid: number; dataDir: string; version: string}): void;
	/** Aborted once: stop taking work and give running tests 30 s; `hurry` aborted: stop at once. */
	stop: AbortSignal;
	hurry: AbortSignal;
};

/** Settings of one more runner process of a service on PostgreSQL (`svc worker`). */
export type WorkOptions = Omit<ServeOptions, 'host' | 'port' | 'workers' | 'databaseUrl' | 'onReady'> & {
	databaseUrl: string;
	/** What it does. */
	kinds: readonly WorkKind[];
	/** Where it finds the key of stored secrets unless one is named. */
	keyPath: string;
	/** Where it answers `/healthz`, `/readyz` and `/metrics`; null: nowhere. */
	metricsPort: number | null;
	/** Called once it takes work. */
	onReady(ready: {pid: number; version: string; database: string; kinds: readonly WorkKind[]}): void;
};

/** Why `serve` ended without having served; `serve` rejects with an Error that carries it as `failure`. */
export type ServeFailure = {
	code: 'CONFLICT' | 'VALIDATION_ERROR' | 'INTERNAL';
	message: string;
	nextAction: string;
	details: Record<string, unknown>;
};

/** One interpreter or browser the service could use. */
export type RuntimeFinding = {
	name: 'Python' | 'Sandbox' | 'Chromium' | 'Model';
	status: 'ok' | 'warn';
	/** Path and version, or what is missing and the command that installs it. */
	detail: string;
};

/** Where `svc admin init` makes the first account, and for whom. */
export type InitAdminOptions = {dataDir: string; databaseUrl: string | null; name: string; email: string | null};

/** What `svc service export` has written, or `svc service import` has stored. */
export type MovedData = {
	/** The archive. */
	file: string;
	/** Path of the store, or `host:port/name` of its database. */
	store: string;
	/** All of them. */
	rows: number;
	/** Rows by table. */
	tables: Record<string, number>;
	/** Fingerprint of the key that the secrets are encrypted with, which is handed over by itself; null: there are none. */
	secretsKey: string | null;
	/** It went on where one that was killed had ended. */
	continued: boolean;
};

type MoveOptions = {
	dataDir: string;
	databaseUrl: string | null;
	/** Absolute path of the archive. */
	file: string;
	report(line: string): void;
};

/** What the service's bundle exports. */
export type ServiceModule = {
	/** Runs the service until `stop`; resolves after the last cleanup of its own state. */
	serve(options: ServeOptions): Promise<void>;
	/** Executes tests for a service on PostgreSQL until `stop`. */
	work(options: WorkOptions): Promise<void>;
	/** Interpreters and browsers of this machine, for doctor. */
	inspectRuntimes(options: {dataDir: string; env: Record<string, string | undefined>}): Promise<RuntimeFinding[]>;
	/** Makes `requests` available to tests where it may, reporting each step in words. */
	preparePython(options: {
		dataDir: string;
		env: Record<string, string | undefined>;
		report(line: string): void;
	}): Promise<RuntimeFinding>;
	/**
	 * Puts a copy in the place of the store of a data directory on which no service runs. Rejects with an Error that
	 * carries a `failure`, as `serve` does; nothing has been changed then.
	 */
	restoreStore(options: {dataDir: string; copy: string}): Promise<RestoredStore>;
	/** Removes stored secrets that cannot be decrypted, where no service runs; rejects as `restoreStore` does. */
	forgetSecrets(options: {dataDir: string; databaseUrl: string | null}): Promise<ForgottenSecrets>;
	/** Makes the first account and its first key in an empty store; rejects as `restoreStore` does. */
	initAdmin(options: InitAdminOptions): Promise<InitialisedService>;
	/** Encrypts every stored secret with a new key, where no service runs; rejects as `restoreStore` does. */
	rotateKey(options: {
		dataDir: string;
		databaseUrl: string | null;
		secretsKeyFile: string | null;
		report(line: string): void;
	}): Promise<RotatedKey>;
	/** Writes everything of a store, on which no service runs, into an archive; rejects as `restoreStore` does. */
	exportStore(options: MoveOptions): Promise<MovedData>;
	/** Puts an archive into a store that holds nothing; rejects as `restoreStore` does. */
	importStore(options: MoveOptions & {secretsKeyFile: string | null}): Promise<MovedData>;
	/** Installs a browser for tests of websites where it may and none is there, reporting it in words. */
	prepareBrowser(options: {
		env: Record<string, string | undefined>;
		report(line: string): void;
	}): Promise<RuntimeFinding>;
};

/** One URL for each server that a URL of PostgreSQL names, as in `postgres://svc@one:5432,two:5432/svc`: a primary and its standbys. */
export function databaseAddresses(url: string): string[] {
	const [, before = '', hosts, after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
	return hosts === undefined ? [url] : hosts.split(',').map(host => `${before}${host}${after}`);
}

/**
 * `host:port/name` of the database that a URL of PostgreSQL names, with nothing of its user, password or options; null where
 * it is no such URL. Of several servers all are named: `one:5432,two:5432/name`.
 */
export function databasePlace(url: string): string | null {
	const servers: string[] = [];
	let name = '';
	for (const address of databaseAddresses(url)) {
		if (!URL.canParse(address)) return null;
		const {hostname, port, pathname, protocol, searchParams} = new URL(address);
		if (!/^postgres(?:ql)?:$/.test(protocol)) return null;
		try {
			const host = decodeURIComponent(hostname || (searchParams.get('host') ?? 'localhost'));
			name = decodeURIComponent(pathname);
			servers.push(`${host}${host.startsWith('/') ? '' : `:${port || 5432}`}`);
		} catch {
			// A % that is none of %XX.
			return null;
		}
	}
	return `${servers.join(',')}${name}`;
}
