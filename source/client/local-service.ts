import {ApiError, isApiError} from '../errors/api-error.ts';
import {findLocalService, type LocalServiceOptions} from './find-local-service.ts';
import {isOlderVersion} from './is-older-version.ts';
import {isSameProcess, readServiceFile} from './service-file.ts';

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
		if (options.signal?.aborted) throw error;
		const message = error instanceof Error ? error.message : 'The local service could not be started.';
		throw notStarted(message, error, (isApiError(error) && error.nextAction) || undefined);
	}
	throw notStarted('The local service has ended.');
}

/**
 * The endpoint `local` for `createHttpClient`. A recorded service whose process lives is taken at its word, because the
 * request itself will tell whether it answers; if it does not, the service is looked for properly and may be started.
 * Once it has answered, a long-lived client does not revive a service that somebody has stopped: such a one takes its file
 * with it. One that was killed leaves the file behind, and is started again.
 */
export function localEndpoint(options: LocalServiceOptions): (hasAnswered: boolean) => Promise<string> {
	let isFirst = true;
	return async hasAnswered => {
		const isTrusting = isFirst || hasAnswered;
		isFirst = false;
		const file = isTrusting ? readServiceFile(options.dataDir) : null;
		const isKilled = file !== null && !(await isSameProcess(file));
		if (file !== null && !isKilled) {
			if (hasAnswered || !isOlderVersion(file.version, options.version)) return file.url;
		}
		if (hasAnswered && !isKilled) throw notStarted('The local service has stopped.', undefined, 'svc service start');
		return ensureLocalService(options);
	};
}

const notStarted = (message: string, cause?: unknown, nextAction = 'svc service logs') =>
	new ApiError('UNAVAILABLE', message, {
		nextAction,
		details: {dependency: 'local-service'},
		cause,
	});
