import {statSync} from 'node:fs';
import type {ServiceFile} from '../../contract/service-process.ts';
import {type DataPaths, readServiceFile, writeServiceFile} from './data-directory.ts';
import {lookRegularly} from './look-regularly.ts';
import {ServeError} from './serve-error.ts';

const lookEveryMs = 2000;
/** How often in a row the store is missed before it counts as lost: somebody may put it back at once. */
const missesOfLost = 3;

type Parts = {
	paths: DataPaths;
	/** What `service.json` has to say. */
	file: ServiceFile;
	/** Called once, when the file of the store is gone or is another one: what is stored from then on would be lost. */
	onLost(error: ServeError): void;
	log: {warn(fields: object, message: string): void};
	everyMs?: number;
};

/**
 * Looks after the files by which a service is found and in which it stores, as long as it runs: `service.json` is written
 * again where somebody has taken it away or damaged it. Answers how to stop it.
 */
export function watchDirectory({paths, file, onLost, log, everyMs = lookEveryMs}: Parts): () => Promise<void> {
	const store = file.database ? null : identityOf(paths.database);
	let misses = 0;
	return lookRegularly(everyMs, async () => {
		const isThere = store === null || identityOf(paths.database) === store;
		misses = isThere ? 0 : misses + 1;
		if (misses === missesOfLost) onLost(lostStore(paths));
		if (!isThere || readServiceFile(paths.serviceFile)?.ownerToken === file.ownerToken) return;
		try {
			writeServiceFile(paths.serviceFile, file);
			log.warn({path: paths.serviceFile}, 'the record of this service was gone or damaged, and was written again');
		} catch (error) {
			log.warn({path: paths.serviceFile, err: error}, 'the record of this service cannot be written');
		}
	});
}

const lostStore = ({root, database}: DataPaths) =>
	new ServeError('CONFLICT', `The store ${database} was removed or replaced while the service ran, which ends it.`, {
		nextAction: `Start the service again; svc service restore latest goes back to a copy, where ${root} has one.`,
		details: {path: database, reason: 'store_replaced'},
	});

function identityOf(path: string): string | null {
	try {
		const {dev, ino} = statSync(path);
		return `${dev}:${ino}`;
	} catch {
		return null;
	}
}
