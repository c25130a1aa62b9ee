import type {DaemonStatus} from '../../contract/documents/service.ts';
import {rmSync} from 'node:fs';
import process from 'node:process';
import type {ServiceFile} from '../../contract/service-process.ts';
import {ApiError, isApiError} from '../errors/api-error.ts';
import {writeFileAtomically} from '../process/atomic-write.ts';
import {LockTimeoutError, withLock} from '../process/lock-file.ts';
import {prepareDataDirectory, unusableDirectory} from './data-directory.ts';
import {
	endSilent,
	type FoundService,
	findLocalService,
	livingProcess,
	type LocalServiceOptions,
} from './find-local-service.ts';
import {isSameProcess, readServiceFile, servicePaths} from './service-file.ts';
import {checkOf, checksOf, healthOf, isReady, loadOf} from './service-probe.ts';
import {type DaemonProcess, spawnDaemon, type ServeFlags} from './spawn-daemon.ts';
import {readRegularFile} from '../process/regular-file.ts';

/**
 * Starts the service detached and waits until it is ready; success when it already runs. One starter at a time holds
 * `service.lock`; the others wait for it. Rejects with CONFLICT (the data directory or the port is taken, or the service does not answer), UNSUPPORTED
 * (not ready in time) or INTERNAL (it ended).
 */
export async function startDaemon(
	options: LocalServiceOptions & {flags?: ServeFlags; timeoutSeconds: number},
): Promise<DaemonStatus> {
	return withStartLock(options, async () => {
		const found = await findLocalService(options.dataDir, options.signal);
		return runningStatus(options, found?.file ?? (await launchBeside(options, options.flags ?? {})));
	});
}

/**
 * Ends the recorded process: SIGTERM, and with `force` SIGKILL when that does not help in time. Not running: success.
 * Rejects with UNSUPPORTED when it still runs after `timeoutSeconds`.
 */
export async function stopDaemon(
	options: LocalServiceOptions & {force?: boolean; timeoutSeconds: number},
): Promise<DaemonStatus> {
	const file = readServiceFile(options.dataDir);
	if (file === null) return daemonStatus(options);
	if (await isSameProcess(file)) await endProcess(options, file);
	// A service that was killed could not take its own record away.
	if (readServiceFile(options.dataDir)?.pid === file.pid) rmSync(servicePaths(options.dataDir).service, {force: true});
	return daemonStatus(options);
}

/** What is known about the service of a data directory. Starts nothing. */
export async function daemonStatus(options: Pick<LocalServiceOptions, 'dataDir' | 'signal'>): Promise<DaemonStatus> {
	const file = readServiceFile(options.dataDir);
	if (file === null) return {...emptyStatus(options.dataDir), state: 'stopped'};
	const found = await findLocalService(options.dataDir, options.signal);
	return found === null ? {...recorded(options.dataDir, file), state: 'stale'} : runningStatus(options, found.file);
}

/** What the service at an endpoint says of itself to anybody. */
export async function statusElsewhere(url: string, probe: {signal?: AbortSignal}): Promise<DaemonStatus> {
	const health = await healthOf(url, probe);
	if (health === null) return {...emptyStatus(null), state: 'stale', url};
	const checks = await checksOf(url, probe);
	const told = (name: string) => checks.find(check => check.name === name);
	return {
		...emptyStatus(null),
		state: 'running',
		url,
		version: health.version,
		database: told('store')?.database ?? null,
		queue: (await loadOf(url, probe))?.queue ?? null,
		mode: told('mode')?.mode ?? null,
		processes: told('mode')?.processes ?? null,
	};
}

/**
 * "Daemon older than the client and idle: restarted, busy: `[warn]`." Only a service that was started as a daemon is
 * replaced; one that runs in a terminal or under a supervisor is somebody else's to restart. Resolves with the address.
 */
export async function replaceDaemon(
	options: LocalServiceOptions,
	found: FoundService,
	timeoutSeconds: number,
): Promise<string> {
	const flags = flagsOfDaemon(options.dataDir, found.file);
	const load = flags && (await loadOf(found.file.url, options));
	const versions = {version: found.version, clientVersion: options.version};
	if (!flags || !load || load.inFlight + load.queue > 0) {
		options.observer?.({kind: 'local-service', state: 'outdated', ...versions});
		return found.file.url;
	}
	options.observer?.({kind: 'local-service', state: 'restarting', ...versions});
	return withStartLock({...options, timeoutSeconds}, async () => {
		// Another client may have replaced it while this one waited for the lock.
		const current = await findLocalService(options.dataDir, options.signal);
		if (current !== null && current.file.pid !== found.file.pid) return current.file.url;
		await stopDaemon({...options, timeoutSeconds});
		return (await launch({...options, timeoutSeconds}, flags)).url;
	});
}

/** Launches the service where the recorded one gives no answer: it may be gone, or hold the directory and be stuck. */
async function launchBeside(...[options, flags]: Parameters<typeof launch>): Promise<ServiceFile> {
	try {
		return await launch(options, flags);
	} catch (error) {
		const holder = isApiError(error) && error.code === 'CONFLICT' ? await livingProcess(options.dataDir) : null;
		throw holder === null ? error : silentService(holder);
	}
}

/** Spawns the service and waits until it accepts work. The caller holds the start lock. */
async function launch(
	options: LocalServiceOptions & {timeoutSeconds: number},
	flags: ServeFlags,
): Promise<ServiceFile> {
	const {dataDir, observer} = options;
	observer?.({kind: 'local-service', state: 'starting'});
	const daemon = spawnDaemon(options, flags);
	const file = await untilReady(options, daemon);
	rememberFlags(dataDir, file, flags);
	observer?.({kind: 'local-service', state: 'ready', url: file.url});
	return file;
}

async function untilReady(
	{dataDir, elapsed, sleep, signal, timeoutSeconds}: LocalServiceOptions & {timeoutSeconds: number},
	daemon: DaemonProcess,
): Promise<ServiceFile> {
	const deadlineAt = elapsed() + timeoutSeconds * 1000;
	for (;;) {
		const hasEndedBefore = daemon.hasEnded();
		const file = readServiceFile(dataDir);
		if (file !== null && (await isSameProcess(file)) && (await isReady(file.url, {signal}))) return file;
		// Only an ending seen before the look counts: the process may have handed over to one that is ready.
		if (hasEndedBefore) throw daemon.failure();
		if (elapsed() >= deadlineAt) {
			daemon.kill();
			throw notInTime('become ready', timeoutSeconds, 'svc service logs');
		}
		await sleep(100, signal);
	}
}

async function withStartLock<T>(
	options: LocalServiceOptions & {timeoutSeconds: number},
	action: () => Promise<T>,
): Promise<T> {
	prepareDataDirectory(options.dataDir);
	const giveUpAfterMs = options.timeoutSeconds * 1000 + 5000;
	try {
		return await withLock(servicePaths(options.dataDir).lock, {...options, giveUpAfterMs}, action);
	} catch (error) {
		// The lock, the log and the record of the service lie there: a disk that is full or mounted read-only refuses each.
		if (!(error instanceof LockTimeoutError)) throw unusableDirectory(options.dataDir, error) ?? error;
		throw notInTime('become ready', options.timeoutSeconds, 'svc service logs');
	}
}

async function endProcess(
	options: LocalServiceOptions & {force?: boolean; timeoutSeconds: number},
	file: ServiceFile,
): Promise<void> {
	signalProcess(file.pid, 'SIGTERM');
	if (await hasEnded(options, file, options.timeoutSeconds)) return;
	if (!options.force) throw notInTime('stopped', options.timeoutSeconds, endSilent);
	signalProcess(file.pid, 'SIGKILL');
	if (!(await hasEnded(options, file, 5))) throw notInTime('stopped', options.timeoutSeconds, 'svc service status');
}

async function hasEnded(
	{elapsed, sleep, signal}: LocalServiceOptions,
	file: ServiceFile,
	timeoutSeconds: number,
): Promise<boolean> {
	const deadlineAt = elapsed() + timeoutSeconds * 1000;
	while (await isSameProcess(file)) {
		if (elapsed() >= deadlineAt) return false;
		await sleep(50, signal);
	}
	return true;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		// Gone already is what was wanted.
		if (code === 'ESRCH') return;
		throw new ApiError('INTERNAL', `Process ${pid} of the service cannot be stopped: ${code}.`, {
			nextAction: 'Stop it as the user who started it.',
			cause: error,
		});
	}
}

/** The flags a daemon was started with, for its successor. A database address is a secret and is not written down. */
function rememberFlags(dataDir: string, file: ServiceFile, {databaseUrl: _, ...flags}: ServeFlags): void {
	const path = servicePaths(dataDir).daemon;
	// Nobody knows later what the address was, also where it came from the environment.
	if (file.database) rmSync(path, {force: true});
	else
		writeFileAtomically(path, `${JSON.stringify({pid: file.pid, startTime: file.startTime, flags})}\n`, {mode: 0o600});
}

function flagsOfDaemon(dataDir: string, file: ServiceFile): ServeFlags | null {
	try {
		const daemon = JSON.parse(readRegularFile(servicePaths(dataDir).daemon));
		return daemon.pid === file.pid && daemon.startTime === file.startTime ? daemon.flags : null;
	} catch {
		return null;
	}
}

async function runningStatus(
	{dataDir, signal}: Pick<LocalServiceOptions, 'dataDir' | 'signal'>,
	file: ServiceFile,
): Promise<DaemonStatus> {
	const load = await loadOf(file.url, {signal});
	const told = await checkOf(file.url, 'mode', {signal});
	return {
		...recorded(dataDir, file),
		state: 'running',
		queue: load?.queue ?? null,
		mode: told?.mode ?? null,
		processes: told?.processes ?? null,
	};
}

const recorded = (dataDir: string, file: ServiceFile) => ({
	url: file.url,
	pid: file.pid,
	version: file.version,
	dataDir,
	database: file.database ?? null,
	startedAt: file.startedAt,
	workers: typeof file['workers'] === 'number' ? file['workers'] : null,
	queue: null,
	mode: null,
	processes: null,
});

const emptyStatus = (dataDir: string | null) => ({
	url: null,
	pid: null,
	version: null,
	dataDir,
	database: null,
	startedAt: null,
	workers: null,
	queue: null,
	mode: null,
	processes: null,
});

const silentService = (pid: number) =>
	new ApiError('CONFLICT', `The local service (process ${pid}) lives, but does not answer.`, {
		nextAction: endSilent,
		details: {reason: 'service_running', pid},
	});

const notInTime = (what: 'stopped' | 'become ready', timeoutSeconds: number, nextAction: string) =>
	new ApiError('UNSUPPORTED', `The local service has not ${what} within ${timeoutSeconds} s.`, {
		nextAction,
		details: {timeoutSeconds},
	});
