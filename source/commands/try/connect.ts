import type {Client} from '../../client/client.ts';
import type {Context} from '../../context.ts';
import {resolveApiKey} from '../../credentials/resolve.ts';
import {isApiError} from '../../errors/api-error.ts';
import {startOwnService} from '../start-own-service.ts';

/**
 * A client whose calls do not end with the first Ctrl-C: what was started is cancelled and cleaned up through it. Without
 * a key for the service of this machine, that service is started and a key of its own is stored, as `setup --local` does.
 */
export async function connectToTry(context: Context): Promise<Client> {
	const {env, dryRun} = context;
	const {endpoint, section, profile} = context.connection();
	if (dryRun) return context.client;
	try {
		const apiKey = resolveApiKey(env, section, endpoint.value, profile).value;
		return await context.connect({endpoint: endpoint.value, apiKey});
	} catch (error) {
		if (endpoint.value !== 'local' || !isApiError(error) || error.code !== 'AUTH_REQUIRED') throw error;
	}
	return startOwnService(context, 'svc try');
}
