import process from 'node:process';
import {takeMailEnvironment} from './process/mail-settings.ts';
import {takeModelEnvironment} from './process/model-settings.ts';
import type {NamedDatabase} from './process/open-store.ts';
import {version} from '../package.json';
import type {ServeOptions, ServiceModule, WorkOptions} from '../contract/service-process.ts';
import {readKeyText} from './process/secrets-key.ts';
import type {ProcessOptions} from './process/process-settings.ts';
import {type RunningService, startService} from './process/start-service.ts';

/** Runs the service until `stop`; resolves when its own state is put away. Rejects with `ServeError` before it served. */
export async function serve(options: ServeOptions): Promise<void> {
	const named = takeDatabase(options, process.env);
	await runProcess(
		{...options, work: null},
		named,
		({url, ...ready}) => options.onReady({...ready, url: url ?? ''}),
		options,
	);
}

/** Executes tests for a service on PostgreSQL until `stop`; rejects as `serve` does. */
export async function work(options: WorkOptions): Promise<void> {
	const {kinds, keyPath, metricsPort} = options;
	const named = takeDatabase(options, process.env);
	const {takeWorkerDirectory} = await import('./process/worker-directory.ts');
	const {dataDir, ...directory} = takeWorkerDirectory(options.dataDir);
	await runProcess(
		{...options, dataDir, host: '127.0.0.1', port: null, workers: 1, work: {kinds, keyPath, metricsPort, ...directory}},
		named,
		({pid}, database) => options.onReady({pid, version, database: database ?? '', kinds}),
		options,
	);
}

async function runProcess(
	options: ProcessOptions,
	named: NamedDatabase | null,
	onReady: (ready: RunningService['ready'], place: string | null) => void,
	{stop, hurry}: Pick<ServeOptions, 'stop' | 'hurry'>,
): Promise<void> {
	const mail = takeMailEnvironment(process.env);
	const model = takeModelEnvironment(process.env);
	forgetEnvironment(process.env);
	const service = await startService(options, mail, model, named);
	onReady(service.ready, service.place);
	await aborted(AbortSignal.any([stop, service.lost]));
	await service.stop(service.lost.aborted ? AbortSignal.abort() : hurry);
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
export const initAdmin: ServiceModule['initAdmin'] = async options =>
	(await import('./process/init-admin.ts')).initAdmin(options, takeDatabase(options, process.env), Date.now());
export const rotateKey: ServiceModule['rotateKey'] = async ({dataDir, report, ...key}) =>
	(await import('./process/rotate-key.ts')).rotateKey({
		dataDir,
		named: takeDatabase(key, process.env),
		keyFile: key.secretsKeyFile,
		report,
	});
export const exportStore: ServiceModule['exportStore'] = async ({dataDir, databaseUrl, file, report}) => {
	const named = takeDatabase({databaseUrl}, process.env);
	const {artifactReader} = await import('./process/artifacts/open-artifacts.ts');
	return (await import('./process/archive/export-store.ts')).exportStore({
		dataDir,
		named,
		file,
		readArtifact: await artifactReader(process.env),
		report,
		now: Date.now(),
	});
};
export const importStore: ServiceModule['importStore'] = async ({
	dataDir,
	databaseUrl,
	secretsKeyFile,
	file,
	report,
}) => {
	const variable = process.env['SVC_SECRETS_KEY']?.trim();
	const named = takeDatabase({databaseUrl}, process.env);
	const {importStore: put} = await import('./process/archive/import-store.ts');
	return put({dataDir, named, key: handedOver(secretsKeyFile, variable), file, report, now: Date.now()});
};
export const preparePython: ServiceModule['preparePython'] = async options =>
	(await import('./process/runtimes.ts')).preparePython(options);

/** A key that came with an archive; null: none did. */
function handedOver(file: string | null, variable: string | undefined): {text: string; origin: string} | null {
	if (file !== null) return {text: readKeyText(file), origin: file};
	return variable ? {text: variable, origin: 'SVC_SECRETS_KEY'} : null;
}

/** The database that was named; whoever lists processes does not read its address, and no process that we start gets the key. */
function takeDatabase(
	{databaseUrl: url, secretsKeyFile = null}: {databaseUrl: string | null; secretsKeyFile?: string | null},
	env: NodeJS.ProcessEnv,
): NamedDatabase | null {
	const variable = env['SVC_SECRETS_KEY']?.trim() || undefined;
	delete env['SVC_SECRETS_KEY'];
	if (url === null) return null;
	process.title = 'svc';
	if (secretsKeyFile === null) return {url, secretsKey: variable, keyOrigin: 'SVC_SECRETS_KEY'};
	return {url, secretsKey: readKeyText(secretsKeyFile), keyOrigin: secretsKeyFile};
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
