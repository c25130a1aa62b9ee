import {startDaemon} from '../../client/daemon.ts';
import type {Client} from '../../client/client.ts';
import {mintLocalKey} from '../../client/local-key.ts';
import {getMe} from '../../contract/routes/account.ts';
import type {Context} from '../../context.ts';
import {writeProfile} from '../../credentials/credentials-store.ts';
import {credentialsPath} from '../../credentials/paths.ts';
import {resolveApiKey} from '../../credentials/resolve.ts';
import {isApiError} from '../../errors/api-error.ts';
import {preparePython} from '../prepare-python.ts';

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
	const service = context.localService();
	await startDaemon({...service, flags: {targetPolicy: 'private'}, timeoutSeconds: 30});
	await preparePython(context);
	const apiKey = await mintLocalKey({
		...context.clock,
		...service,
		requestTimeoutMs: context.requestTimeoutMs,
		name: 'svc try',
	});
	const client = await context.connect({endpoint: 'local', apiKey});
	const me = await client.call(getMe, {signal: context.signal});
	const policy = me.service?.targetPolicy ?? '';
	await writeProfile(
		credentialsPath(env),
		profile,
		{api_key: apiKey, api_url: 'local', target_policy: policy},
		context.clock,
	);
	context.notes.say('info', `started the service of this machine; its key is stored in the profile ${profile}`);
	return client;
}
