import {randomUUID} from 'node:crypto';
import {freshKey} from '../../contract/route.ts';
import {createLocalKey} from '../../contract/routes/account.ts';
import {ApiError} from '../errors/api-error.ts';
import type {Clock} from './clock.ts';
import {createHttpClient} from './http-client.ts';
import {findLocalService, type LocalServiceOptions} from './find-local-service.ts';

/**
 * Mints a key with all scopes at the running service of a data directory: POST `/local/keys` with the owner token that
 * only a reader of `service.json` knows. Resolves with the secret. Start the service first.
 */
export async function mintLocalKey(
	options: LocalServiceOptions & Pick<Clock, 'random'> & {name?: string; requestTimeoutMs: number},
): Promise<string> {
	const found = await findLocalService(options.dataDir, options.signal);
	if (found === null) {
		throw new ApiError('UNAVAILABLE', 'The local service does not run.', {
			nextAction: 'svc service start',
			details: {dependency: 'local-service'},
		});
	}
	const client = createHttpClient({...options, endpoint: found.file.url, apiKey: null});
	try {
		const created = await client.call(createLocalKey, {
			body: options.name === undefined ? {} : {name: options.name},
			headers: {'x-svc-owner-token': found.file.ownerToken},
			idempotencyKey: freshKey(createLocalKey, randomUUID()),
			signal: options.signal,
		});
		return created.key;
	} finally {
		await client.close();
	}
}
