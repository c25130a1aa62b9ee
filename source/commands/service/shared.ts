import type {DaemonStatus} from '../../../contract/documents/service.ts';
import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {databasePlace, sandboxModes, targetPolicies, type ServeFailure} from '../../../contract/service-process.ts';
import type {ServeFlags} from '../../client/spawn-daemon.ts';
import type {Context} from '../../context.ts';
import {environmentValue, invalidEnvironment, dataDirectory} from '../../credentials/environment.ts';
import {refusedFlag, ApiError} from '../../errors/api-error.ts';
import {choice, type FlagValues, integer, refuseWithout, text} from '../flag.ts';

/** Flags of `serve` and `service start`. */
export const serveFlags = {
	host: text('Address to listen on (127.0.0.1)', {placeholder: '<host>'}),
	port: integer('Port; without it 7420, or a free one when that is busy', {min: 1, max: 65_535}),
	dataDir: text('Where the service keeps its data (~/.svc/service)', {placeholder: '<path>'}),
	databaseUrl: text('PostgreSQL in place of the file; better in SVC_DATABASE_URL', {placeholder: '<url>'}),
	secretsKeyFile: text('File of the key that the secrets of the PostgreSQL database are encrypted with', {
		placeholder: '<path>',
	}),
	workers: integer('Workers, 0 to 32', {min: 0, max: 32, default: 1}),
	concurrency: integer('Tests at once per worker, 1 to 64', {min: 1, max: 64, default: 4}),
	targetPolicy: choice('Which targets may be tested (stored, else by host)', targetPolicies),
	sandbox: choice('What test code is kept away from (stored, else auto)', sandboxModes),
	logFile: text('Log to this file instead of stderr', {placeholder: '<path>'}),
};
type ServeOptions = FlagValues<typeof serveFlags>;

/** Flag of commands that only work on a service's PostgreSQL database, or on its store whichever it is. */
export const databaseUrlFlag = text('PostgreSQL of the service; better in SVC_DATABASE_URL', {placeholder: '<url>'});

/** Data directory of a flag, else of the environment. */
export const dataDirOf = (flag: string | undefined, {env, cwd}: Pick<Context, 'env' | 'cwd'>): string =>
	flag === undefined ? dataDirectory(env) : resolve(cwd, flag);

export const defaultHost = '127.0.0.1';
const defaultPort = 7420;

/** Settings as a dry run prints them. */
export const shownSettings = (options: ServeOptions, context: Context) => ({
	host: options.host ?? defaultHost,
	port: options.port ?? defaultPort,
	dataDir: dataDirOf(options.dataDir, context),
	database: databasePlace(databaseUrlOf(options.databaseUrl, context) ?? ''),
	workers: options.workers,
	concurrency: options.concurrency,
	targetPolicy: options.targetPolicy ?? null,
	sandbox: options.sandbox ?? null,
	logFile: options.logFile === undefined ? null : resolve(context.cwd, options.logFile),
	secretsKeyFile: options.secretsKeyFile === undefined ? null : resolve(context.cwd, options.secretsKeyFile),
});

/** The flags as a daemon gets them; what was not given keeps the defaults of `serve`. */
export const daemonFlags = (
	{host, port, databaseUrl, secretsKeyFile, workers, concurrency, targetPolicy, sandbox, logFile}: ServeOptions,
	context: Pick<Context, 'env' | 'cwd'>,
): ServeFlags => ({
	host,
	port,
	databaseUrl: databaseUrlOf(databaseUrl, context),
	secretsKeyFile: secretsKeyFile === undefined ? undefined : resolve(context.cwd, secretsKeyFile),
	workers,
	concurrency,
	targetPolicy,
	sandbox,
	logFile: logFile === undefined ? undefined : resolve(context.cwd, logFile),
});

/** Refuses an address that is none before anything is started. Never shows it: it may hold a password. */
export function checkDatabaseUrl(flag: string | undefined, {env}: Pick<Context, 'env'>): void {
	if (flag !== undefined && databasePlace(flag) === null)
		throw refusedFlag('database-url', {reason: 'format', text: databaseForm});
	const variable = environmentValue(env, 'SVC_DATABASE_URL');
	if (flag === undefined && variable !== undefined && databasePlace(variable) === null)
		throw invalidEnvironment('SVC_DATABASE_URL', databaseForm);
}

/** A key of a file that nobody reads would look like one that counts. */
export function checkKeyFile({databaseUrl, secretsKeyFile}: ServeOptions, context: Pick<Context, 'env'>): void {
	const isNamed = databaseUrlOf(databaseUrl, context) !== undefined;
	refuseWithout('secrets-key-file', secretsKeyFile !== undefined, 'database-url', isNamed);
}

const databaseForm = 'must be like postgres://user:password@host:5432/database, with special characters as %XX';

/** Refuses what is done to the file of a data directory while a database stands in its place. */
export function refuseDatabase(context: Pick<Context, 'env'>): void {
	if (databaseUrlOf(undefined, context) !== undefined)
		throw invalidEnvironment(
			'SVC_DATABASE_URL',
			'a PostgreSQL database is restored with its own tools (pg_restore); unset it to restore the file of the data directory',
		);
}

/** The database that was asked for: of a flag, else of the environment; undefined: the file of the data directory. */
export const databaseUrlOf = (flag: string | undefined, {env}: Pick<Context, 'env'>): string | undefined =>
	flag ?? environmentValue(env, 'SVC_DATABASE_URL');

/** The store that a command works on without a service: which one, and what people call it. */
export function storeOf(
	flags: {databaseUrl?: string | undefined; dataDir?: string | undefined},
	context: Pick<Context, 'env' | 'cwd'>,
): {dataDir: string; databaseUrl: string | null; place: string | null} {
	const dataDir = dataDirOf(flags.dataDir, context);
	const databaseUrl = databaseUrlOf(flags.databaseUrl, context) ?? null;
	return {dataDir, databaseUrl, place: databaseUrl === null ? dataDir : databasePlace(databaseUrl)};
}

/** Opening a pipe that nobody reads blocks, signals included; a log rotates, which a directory cannot. */
export function checkLogFile({logFile}: ServeOptions, {cwd}: Pick<Context, 'cwd'>): void {
	if (logFile === undefined) return;
	const stat = statOrNull(resolve(cwd, logFile));
	if (stat && !stat.isFile() && !stat.isCharacterDevice())
		throw refusedFlag('log-file', {reason: 'file_type', text: `${logFile} is not a regular file`});
}

function statOrNull(path: string) {
	try {
		return statSync(path);
	} catch {
		// Not there yet, or out of reach, about which the service has words when it opens it.
		return null;
	}
}

/** The keys in the order in which people read them. */
export const stateFirst = ({state, ...rest}: DaemonStatus): DaemonStatus => ({state, ...rest});

/** The error of a command for what the service's bundle has thrown; anything unexpected as it is. */
export function serveFailure(error: unknown): unknown {
	if (!isServeFailure(error)) return error;
	const {code, message, nextAction, details} = error.failure;
	return new ApiError(code, message, {nextAction, details, cause: error});
}

const isServeFailure = (error: unknown): error is Error & {failure: ServeFailure} =>
	error instanceof Error && 'failure' in error;
