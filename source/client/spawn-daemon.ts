import {spawn} from 'node:child_process';
import {closeSync, openSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import process from 'node:process';
import type {SandboxMode, TargetPolicy} from '../../contract/service-process.ts';
import {ApiError, refusedFlag} from '../errors/api-error.ts';
import {fileErrorWords, freeBytesOf, isOutOfRoom} from '../process/file-error-words.ts';
import {makeDirectory} from '../process/place-file.ts';
import {assertRegularOrAbsent, readRegularBytes} from '../process/regular-file.ts';
import type {LocalServiceOptions} from './find-local-service.ts';
import {servicePaths} from './service-file.ts';

/** Settings handed on to `svc serve`; absent ones keep its defaults. */
export type ServeFlags = {
	host?: string;
	port?: number;
	databaseUrl?: string;
	secretsKeyFile?: string;
	workers?: number;
	concurrency?: number;
	targetPolicy?: TargetPolicy;
	sandbox?: SandboxMode;
	logFile?: string;
};

/** A service process that has been started and is not yet known to be ready. */
export type DaemonProcess = {
	hasEnded(): boolean;
	/** Why it ended, in the words it logged; call it once it has ended. */
	failure(): ApiError;
	/** Asks it to end. */
	kill(): void;
};

/**
 * Starts `svc serve` as a process of its own session, in the data directory, with its output in the log file. The API
 * key of this client is not in its environment: the service does not need it, and a test could read it there.
 */
export function spawnDaemon(options: LocalServiceOptions, flags: ServeFlags): DaemonProcess {
	const {dataDir, cliPath, env} = options;
	const logFile = flags.logFile ?? servicePaths(dataDir).log;
	const log = openLog(logFile);
	const logStart = statSync(logFile).size;
	let ending: {reason: string; exitCode: number | null} | undefined;
	try {
		const {SVC_API_KEY: _, ...rest} = env;
		const childEnv = flags.databaseUrl === undefined ? rest : {...rest, SVC_DATABASE_URL: flags.databaseUrl};
		const child = spawn(process.execPath, [cliPath, 'serve', ...serveArguments(dataDir, logFile, flags)], {
			cwd: dataDir,
			detached: true,
			env: childEnv,
			stdio: ['ignore', log, log],
			windowsHide: true,
		});
		child.once('error', error => {
			ending = {reason: error.message, exitCode: null};
		});
		child.once('exit', (exitCode, signal) => {
			ending ??= {reason: signal === null ? `exit code ${exitCode}` : signal, exitCode};
		});
		child.unref();
		return {
			hasEnded: () => ending !== undefined,
			failure: () =>
				failureOf(
					ending?.reason ?? 'unknown',
					ending?.exitCode ?? null,
					// What it says of a full disk does not get into a log that lies there.
					errorInLog(logFile, logStart) ?? fullDisk([dataDir, logFile]),
				),
			kill: () => void child.kill('SIGTERM'),
		};
	} finally {
		closeSync(log);
	}
}

/** Opens the log for what the process says. Throws VALIDATION_ERROR with what stands in the way. */
function openLog(path: string): number {
	try {
		makeDirectory(dirname(path), {mode: 0o700});
		assertRegularOrAbsent(path);
		return openSync(path, 'a', 0o600);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (code === undefined) throw error;
		throw refusedFlag('log-file', {reason: 'not_writable', text: `${path} cannot be written: ${fileErrorWords(code)}`});
	}
}

function serveArguments(dataDir: string, logFile: string, flags: ServeFlags): string[] {
	const {host, port, secretsKeyFile, workers, concurrency, targetPolicy, sandbox} = flags;
	const values = {
		host,
		port,
		'secrets-key-file': secretsKeyFile,
		workers,
		concurrency,
		'target-policy': targetPolicy,
		sandbox,
	};
	const given = Object.entries(values).filter(([, value]) => value !== undefined);
	return ['--data-dir', dataDir, '--log-file', logFile, ...given.map(([name, value]) => `--${name}=${value}`)];
}

/** Exit 6 of `serve`: another live service owns the data directory, or an explicit port is busy. */
function failureOf(reason: string, exitCode: number | null, said: LoggedError | null): ApiError {
	const message = `The local service exited at once (${reason})${said === null ? '.' : `: ${said.message}`}`;
	const nextAction = said?.nextAction || 'svc service logs';
	if (exitCode === 6) return new ApiError('CONFLICT', message, {nextAction, details: {reason: 'service_running'}});
	if (exitCode === 5) return new ApiError('VALIDATION_ERROR', message, {nextAction});
	return new ApiError('INTERNAL', message, {nextAction});
}

/** What `serve` has said before it ended. */
type LoggedError = {message: string; nextAction: string};

/** What a process that could not even say it has met: the first of these places that has no room left. */
export function fullDisk(places: readonly string[], freeBytes: typeof freeBytesOf = freeBytesOf): LoggedError | null {
	const place = places.find(one => isOutOfRoom(freeBytes(one)));
	if (place === undefined) return null;
	const left = Math.floor((freeBytes(place) ?? 0) / 1024);
	return {
		message: `the disk of ${place} is full (${left} KiB are free); nothing that was stored there is lost.`,
		nextAction: 'Free some space there, then start again.',
	};
}

/** The `Error:` line that the process has written to its log, of what came after `start`, and the advice below it. */
function errorInLog(logFile: string, start: number): LoggedError | null {
	let text: string;
	try {
		text = readRegularBytes(logFile).subarray(start).toString();
	} catch {
		return null;
	}
	const lines = text.split('\n').map(line => line.slice(0, 500).trim());
	const index = lines.findLastIndex(line => line.startsWith('Error: '));
	if (index === -1) return null;
	const advice = lines[index + 1] ?? '';
	const isAdvice = !/^(requestId: |[[{]|at )/.test(advice);
	return {message: lines[index]!.slice('Error: '.length), nextAction: isAdvice ? advice : ''};
}
