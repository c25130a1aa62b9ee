import {startDaemon} from '../client/daemon.ts';
import type {Client} from '../client/client.ts';
import {mintLocalKey} from '../client/local-key.ts';
import {getMe} from '../../contract/routes/account.ts';
import type {Context} from '../context.ts';
import {writeProfile} from '../credentials/credentials-store.ts';
import {credentialsPath} from '../credentials/paths.ts';
import {preparePython} from './prepare-runtime.ts';

/**
 * Starts the service of this machine and stores a key of its own for it, as `setup --local` does. Resolves with a client
 * that uses them. @param name of the key
 */
export async function startOwnService(context: Context, name: string): Promise<Client> {
	const {env} = context;
	const {profile} = context.connection();
	const service = context.localService();
	await startDaemon({...service, flags: {targetPolicy: 'private'}, timeoutSeconds: 30});
	await preparePython(context);
	const apiKey = await mintLocalKey({
		...context.clock,
		...service,
		requestTimeoutMs: context.requestTimeoutMs,
		name,
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
