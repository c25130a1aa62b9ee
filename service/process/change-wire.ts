import type {ChangeWire} from '../domain/ownership.ts';
import type {Database} from '../store/database.ts';
import {storageOf} from '../store/dialect/storage.ts';

/** Carries changes to the other processes of a database; `hear` takes theirs, with null for what may have been missed. */
export function createChangeWire(
	database: Database,
	log: {error(fields: object, message: string): void},
): ChangeWire & {hear(topic: string | null, key: string): void} {
	const listeners: Array<{topic: string; hear: (key: string | null) => void}> = [];
	return {
		tell(topic, key) {
			storageOf(database)
				.announce(database, {kind: 'changed', topic, key})
				.catch((error: unknown) => log.error({err: error, topic}, 'others hear of a change later'));
		},
		listen: (topic, hear) => void listeners.push({topic, hear}),
		hear(topic, key) {
			for (const listener of listeners)
				if (topic === null) listener.hear(null);
				else if (listener.topic === topic) listener.hear(key);
		},
	};
}
