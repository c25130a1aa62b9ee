import type {ForgottenSecrets} from '../../contract/documents/service.ts';
import {renameSync} from 'node:fs';
import {createSecretBox} from '../auth/secret-box.ts';
import {createSealing} from '../auth/sealing.ts';
import {forgetLostCaptures, listSecrets} from '../auth/unreadable-secrets.ts';
import {prepareDataDirectory} from './data-directory.ts';
import {type NamedDatabase, openStore} from './open-store.ts';
import {ReleaseStack} from './release-stack.ts';
import {refuseHalfRotated} from './rotate-key.ts';
import {createSecretsKey, readSecretsKey} from './secrets-key.ts';
import {ServeError} from './serve-error.ts';
import {setSharedKey} from './store-key.ts';
import {takeDirectory} from './take-directory.ts';

/**
 * Forgets every stored secret that the key of a data directory does not open, and makes a key where there is none. A key
 * file that holds no key is kept beside it. Throws `ServeError` when a service runs on the directory.
 *
 * @param now epoch milliseconds, for the name of what is kept
 */
export async function forgetSecrets(
	dataDir: string,
	named: NamedDatabase | null,
	now: number,
): Promise<ForgottenSecrets> {
	const paths = prepareDataDirectory(dataDir);
	const releases = new ReleaseStack();
	releases.add(takeDirectory(paths));
	try {
		const {database, place} = await openStore(paths, named, releases, () => {}, 'alone');
		await refuseHalfRotated(database, place ?? paths.database);
		const key = keyOf(paths.secretsKey, now) ?? createSecretsKey(paths.secretsKey);
		const box = createSecretBox(key);
		let forgotten = 0;
		for (const {isReadable, forget} of await listSecrets(database))
			if (!isReadable(box)) {
				await forget();
				forgotten++;
			}
		forgotten += await forgetLostCaptures(database, createSealing(key));
		// Answers to repeated requests: nobody may be answered by one that cannot be read.
		if (forgotten > 0) await database.deleteFrom('idempotency').execute();
		if (place !== null) await setSharedKey(database, key);
		return {dataDir, forgotten};
	} finally {
		await releases.run();
	}
}

/** The key; null where there is none any more. */
function keyOf(path: string, now: number): Uint8Array | null {
	try {
		return readSecretsKey(path);
	} catch (error) {
		if (!(error instanceof ServeError)) throw error;
		renameSync(path, `${path}.damaged-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`);
		return null;
	}
}
