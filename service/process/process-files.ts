import {readFileSync} from 'node:fs';

/** What is assumed where the system does not tell; macOS and Linux give a process at least this many. */
const usualFiles = 1024;
/** Files, pipes and connections of the service itself: store, log, runtime, browser, tests, requests to APIs. */
const ownFiles = 128;
const mostConnections = 4096;
const fewestConnections = 16;

/**
 * How many clients may be connected at once, so that the service still has descriptors for its own work and one to
 * answer the next request.
 *
 * @param files descriptors that this process may have
 */
export const connectionLimit = (files: number): number =>
	Math.max(fewestConnections, Math.min(mostConnections, files - Math.min(ownFiles, Math.floor(files / 2))));

/** Descriptors that this process may have; Node has raised the soft limit to the hard one when it started. */
export function openFileLimit(): number {
	try {
		const line = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		const limit = Number(line);
		return Number.isInteger(limit) && limit > 0 ? limit : usualFiles;
	} catch {
		return usualFiles;
	}
}
