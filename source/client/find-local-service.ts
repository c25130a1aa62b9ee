import type {ServiceFile} from '../../contract/service-process.ts';
import type {ClientObserver} from './client-events.ts';
import type {Clock} from './clock.ts';
import {isSameProcess, readServiceFile} from './service-file.ts';

/** What is needed to find and start the service of a data directory. */
export type LocalServiceOptions = Pick<Clock, 'now' | 'elapsed' | 'sleep'> & {
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

/** The service that `service.json` names, when its process lives and answers; else null. */
export async function findLocalService(dataDir: string, signal?: AbortSignal): Promise<FoundService | null> {
	const file = readServiceFile(dataDir);
	if (file === null || !(await isSameProcess(file))) return null;
	// Loaded here: an endpoint that answers is not probed.
	const {healthOf} = await import('./service-probe.ts');
	const health = await healthOf(file.url, {signal});
	return health && {file, version: health.version};
}

/** Process of a service that `service.json` names and that lives, whether it answers or not; null: there is none. */
export async function livingProcess(dataDir: string): Promise<number | null> {
	const file = readServiceFile(dataDir);
	return file !== null && (await isSameProcess(file)) ? file.pid : null;
}

/** What ends a service that hears no signal but the one that kills. */
export const endSilent = 'svc service stop --timeout 5 --force';
