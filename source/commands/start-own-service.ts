import {startDaemon} from '../client/daemon.ts';
import type {Client} from '../client/client.ts';
import {mintLocalKey} from '../client/local-key.ts';
import {getMe} from '../../contract/routes/account.ts';
import type {Context} from '../context.ts';
import {writeProfile} from '../credentials/credentials-store.ts';
import {credentialsPath} from '../credentials/environment.ts';

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

/** Makes sure that the service of this machine has a browser for tests of websites, and says what was done. */
export async function prepareBrowser(context: Context): Promise<void> {
	const {notes, env} = context;
	const service = await context.loadService();
	const finding = await service.prepareBrowser({env, report: line => notes.say('info', line)});
	notes.say(finding.status === 'ok' ? 'info' : 'warn', `${finding.name}: ${finding.detail}`);
}

/** Makes sure that the service of this machine has a Python with what tests import, and says what was done. */
export async function preparePython(context: Context): Promise<void> {
	const {notes, env} = context;
	const service = await context.loadService();
	const {dataDir} = context.localService();
	const finding = await service.preparePython({dataDir, env, report: line => notes.say('info', line)});
	notes.say(finding.status === 'ok' ? 'info' : 'warn', `${finding.name}: ${finding.detail}`);
}
