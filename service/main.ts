import process from 'node:process';
import type {ServeOptions, ServiceModule} from '../contract/service-process.ts';
import {takeMailEnvironment} from './process/mail-settings.ts';
import {takeModelEnvironment} from './process/model-settings.ts';
import type {NamedDatabase} from './process/open-store.ts';
import {startService} from './process/start-service.ts';

/** Runs the service until `stop`; resolves when its own state is put away. Rejects with `ServeError` before it served. */
export async function serve(options: ServeOptions): Promise<void> {
	const mail = takeMailEnvironment(process.env);
	const model = takeModelEnvironment(process.env);
	const named = takeDatabase(options, process.env);
	forgetEnvironment(process.env);
	const service = await startService(options, mail, model, named);
	options.onReady(service.ready);
	await aborted(AbortSignal.any([options.stop, service.lost]));
	await service.stop(service.lost.aborted ? AbortSignal.abort() : options.hurry);
	service.lost.throwIfAborted();
}

/** Interpreters and browsers of this machine, for doctor. */
export const inspectRuntimes: ServiceModule['inspectRuntimes'] = async options =>
	(await import('./process/runtimes.ts')).inspectRuntimes(options);

/** Makes `requests` available to tests where it may, reporting each step in words. */
export const prepareBrowser: ServiceModule['prepareBrowser'] = async options =>
	(await import('./process/runtimes.ts')).prepareBrowser(options);
export const restoreStore: ServiceModule['restoreStore'] = async ({dataDir, copy}) =>
	(await import('./process/restore-store.ts')).restoreStore(dataDir, copy, Date.now());
export const forgetSecrets: ServiceModule['forgetSecrets'] = async ({dataDir, databaseUrl}) =>
	(await import('./process/forget-secrets.ts')).forgetSecrets(
		dataDir,
		takeDatabase({databaseUrl}, process.env),
		Date.now(),
	);
export const preparePython: ServiceModule['preparePython'] = async options =>
	(await import('./process/runtimes.ts')).preparePython(options);

/** The database that was named; whoever lists processes does not read its address, and no process that we start gets the key. */
function takeDatabase(
	{databaseUrl: url}: Pick<ServeOptions, 'databaseUrl'>,
	env: NodeJS.ProcessEnv,
): NamedDatabase | null {
	const secretsKey = env['SVC_SECRETS_KEY']?.trim() || undefined;
	delete env['SVC_SECRETS_KEY'];
	if (url === null) return null;
	process.title = 'svc';
	return {url, secretsKey};
}

/** What the processes we start must not inherit. */
function forgetEnvironment(env: NodeJS.ProcessEnv): void {
	delete env['SVC_API_KEY'];
	delete env['SVC_DATABASE_URL'];
}

const aborted = (signal: AbortSignal) =>
	new Promise<void>(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});
