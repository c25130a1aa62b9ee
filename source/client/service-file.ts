import {join} from 'node:path';
import {type ServiceFile, serviceFile} from '../../contract/service-process.ts';
import {startTimeOf} from '../process/start-time.ts';
import {readRegularFile} from '../process/regular-file.ts';

/** Files of a data directory that the client reads or writes. */
export const servicePaths = (dataDir: string) => ({
	service: join(dataDir, 'service.json'),
	lock: join(dataDir, 'service.lock'),
	daemon: join(dataDir, 'daemon.json'),
	log: join(dataDir, 'logs', 'service.log'),
});

/** What `service.json` says; null when it is missing or unreadable. */
export function readServiceFile(dataDir: string): ServiceFile | null {
	let value: unknown;
	try {
		value = JSON.parse(readRegularFile(servicePaths(dataDir).service));
	} catch {
		return null;
	}
	const parsed = serviceFile.safeParse(value);
	return parsed.success && URL.canParse(parsed.data.url) ? {...parsed.data, url: reachableUrl(parsed.data.url)} : null;
}

/** Where the service of a data directory logs: the file that its last start named, else the usual one. */
export function logFileOf(dataDir: string): string {
	const {daemon, log} = servicePaths(dataDir);
	try {
		const named: unknown = JSON.parse(readRegularFile(daemon)).flags?.logFile;
		return typeof named === 'string' ? named : log;
	} catch {
		return log;
	}
}

/** Whether the recorded process still is the one that wrote the record: a pid alone may have been given again. */
export const isSameProcess = async ({pid, startTime}: Pick<ServiceFile, 'pid' | 'startTime'>): Promise<boolean> =>
	(await startTimeOf(pid)) === startTime;

/** "All addresses" is where a service listens, not where it can be reached. */
function reachableUrl(value: string): string {
	const url = new URL(value);
	if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
	if (url.hostname === '[::]') url.hostname = '[::1]';
	return url.origin;
}
