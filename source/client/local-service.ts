import {ApiError, isApiError} from '../errors/api-error.ts';
import type {ServiceFile} from '../contract/service-process.ts';
import type {ClientObserver} from './client-events.ts';
import type {Clock} from './clock.ts';
import {isOlderVersion} from './is-older-version.ts';
import {isSameProcess, readServiceFile} from './service-file.ts';
import {healthOf} from './service-probe.ts';

/** What is needed to find and start the service of a data directory. */
export type LocalServiceOptions = Pick<Clock, 'now' | 'sleep'> & {
	dataDir: string;
	/** Absolute path of the entry script that understands `serve`. */
	cliPath: string;
	/** The client's own version. */
	version: string;
	/** Environment of a daemon that is started; the API key is left out of it. */
	env: Record<string, string | undefined>;
	observer?: ClientObserver;
	/** Ends the wait for a daemon; the daemon goes on starting. */
	signal?: AbortSignal;
};

/** A service that lives and answers. */
export type FoundService = {file: ServiceFile; version: string};

const startTimeoutSeconds = 30;

/**
 * Address of the service of a data directory. Starts it "when `service.json` names no live process that answers GET
 * `/healthz`"; replaces an older one that is idle. Rejects with UNAVAILABLE, `details.dependency: "local-service"`.
 */
export async function ensureLocalService(options: LocalServiceOptions): Promise<string> {
	const found = await findLocalService(options.dataDir, options.signal);
	if (found !== null && !isOlderVersion(found.version, options.version)) return found.file.url;
	// Loaded here: a running service is the usual case, and a command should not pay for what starts one.
	const {replaceDaemon, startDaemon} = await import('./daemon.ts');
	try {
		if (found !== null) return await replaceDaemon(options, found, startTimeoutSeconds);
		const {url} = await startDaemon({...options, timeoutSeconds: startTimeoutSeconds});
		if (url !== null) return url;
	} catch (error) {
		if (options.signal?.aborted || !isApiError(error)) throw error;
		throw notStarted(error.message, error);
	}
	throw notStarted('The local service has ended.');
}

/**
 * The endpoint `local` for `createHttpClient`: the first request may start the service; afterwards its address is only
 * read again, so that a long-lived client does not revive a service somebody has stopped.
 */
export function localEndpoint(options: LocalServiceOptions): () => Promise<string> {
	let hasFound = false;
	return async () => {
		if (!hasFound) {
			const url = await ensureLocalService(options);
			hasFound = true;
			return url;
		}
		const file = readServiceFile(options.dataDir);
		if (file !== null && (await isSameProcess(file))) return file.url;
		throw notStarted('The local service has stopped.');
	};
}

/** The service that `service.json` names, when its process lives and answers; else null. */
export async function findLocalService(dataDir: string, signal?: AbortSignal): Promise<FoundService | null> {
	const file = readServiceFile(dataDir);
	if (file === null || !(await isSameProcess(file))) return null;
	const health = await healthOf(file.url, {signal});
	return health && {file, version: health.version};
}

const notStarted = (message: string, cause?: unknown) =>
	new ApiError('UNAVAILABLE', message, {
		nextAction: 'svc service logs',
		details: {dependency: 'local-service'},
		cause,
	});
