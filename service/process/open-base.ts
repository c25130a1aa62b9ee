import {sql} from 'kysely';
import type {ProjectId} from '../../contract/ids.ts';
import {createProtection} from '../store/calls/secret-rules.ts';
import {createSealing} from '../auth/sealing.ts';
import {createSecretBox} from '../auth/secret-box.ts';
import {storedSecrets} from '../auth/stored-secrets.ts';
import {hasLostCaptures, unreadableSecrets} from '../auth/unreadable-secrets.ts';
import {unreadableFix} from '../domain/blocked.ts';
import {readMark, removeMark} from '../store/meta.ts';
import type {Database} from '../store/database.ts';
import {storageOf} from '../store/dialect/storage.ts';
import {createIds} from '../store/ids.ts';
import {latestIdTime} from '../store/latest-id.ts';
import {prepareDataDirectory} from './data-directory.ts';
import {takenAway} from './database-failure.ts';
import {openLog} from './log.ts';
import {type MailEnvironment, mailSettings} from './mail-settings.ts';
import {type ModelEnvironment, modelSettings} from './model-settings.ts';
import {type NamedDatabase, openStore} from './open-store.ts';
import {ownerAccount} from './owner-account.ts';
import {type ProcessOptions, processSettings} from './process-settings.ts';
import {ServeError} from './serve-error.ts';
import type {ReleaseStack} from './release-stack.ts';
import {refuseHalfRotated} from './rotate-key.ts';
import {readSecretsKey} from './secrets-key.ts';
import {keyOfStore} from './store-key.ts';
import {readStoredConfig} from './stored-config.ts';
import {version} from '../../package.json';
import type {Tracing} from '../domain/tracing.ts';
import {takeDirectory} from './take-directory.ts';

/** Machines of a team whose clocks are closer to each other than this need no word about it. */
const mentionedMs = 2000;

/**
 * The time by which the processes of a database go, in epoch milliseconds, and how far this machine is ahead of it: that of its server, so that leases last as long for
 * everybody although clocks of machines differ. A process that is alone goes by its own.
 */
async function databaseClock(
	database: Database,
	log: {warn(fields: object, message: string): void},
): Promise<{now: () => number; aheadMs: number}> {
	if (storageOf(database).processId === null) return {now: Date.now, aheadMs: 0};
	const askedAt = performance.now();
	const {rows} = await sql<{now: number}>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(database);
	const tookMs = performance.now() - askedAt;
	const ahead = Math.round(Date.now() - tookMs / 2 - Number(rows[0]?.now ?? Date.now()));
	if (Math.abs(ahead) >= mentionedMs)
		log.warn({aheadMs: ahead}, 'the clock of this machine differs from that of the database, which counts');
	return {now: () => Date.now() - ahead, aheadMs: ahead};
}

/** What everything in a process stands on: its directory, settings, log, store, clock and key. */
export type Base = Awaited<ReturnType<typeof openBase>>;

/** What a process was given beside its flags. */
export type Given = {mail: MailEnvironment; model: ModelEnvironment; named: NamedDatabase | null};

/** Opens the data directory and the store of a process. */
export async function openBase(options: ProcessOptions, {mail, model, named}: Given, releases: ReleaseStack) {
	const {work} = options;
	const paths = prepareDataDirectory(options.dataDir);
	releases.add(work?.release ?? takeDirectory(paths));
	const config = readStoredConfig(paths.config);
	const outgoing = mailSettings(mail, config.mail);
	const modelOrNull = modelSettings(model, config.model);
	// Looked at before the store is opened: a key that is damaged stops the start while nothing is changed.
	const keyPath = work?.keyPath ?? paths.secretsKey;
	const ownKey = named?.secretsKey === undefined ? readSecretsKey(keyPath) : null;
	const {logger: log, close: closeLog} = openLog(options.logFile);
	releases.add(closeLog);
	const tracing = await openTracing(options.env);
	if (tracing) {
		releases.add(() => tracing.close());
		log.info('traces are sent by OTLP');
	}
	const lost = new AbortController();
	const {database, place, news} = await openStore(paths, named, releases, () => {
		log.error({database: place}, 'another process has exclusive use of the database');
		lost.abort(takenAway(place));
	});

	await refuseHalfImported(database, place ?? paths.database);
	await refuseHalfRotated(database, place ?? paths.database);
	// What an export has written in part is older than what this process will store.
	await removeMark(database, 'export');
	const {now, aheadMs} = await databaseClock(database, log);
	const settings = await processSettings(database, paths, config, options);
	const newId = createIds(now, await latestIdTime(database));
	const ownerAccountId = await ownerAccount(database, newId, config, now());
	const {secretsKey, missing} = await keyOfStore(database, {path: keyPath, ownKey, named, mayMake: work === null});
	/** For what only this process has to read again. */
	const passingBox = createSecretBox(secretsKey);
	const secretBox = missing ? {...passingBox, seal: missing.refuse} : passingBox;
	const sealing = createSealing(secretsKey);
	const lostCaptures = (await hasLostCaptures(database, sealing)) ? 1 : 0;
	const unreadable = (await unreadableSecrets(database, secretBox)) + lostCaptures;
	if (unreadable > 0)
		log.warn({unreadable, path: paths.secretsKey}, `stored secrets cannot be decrypted: ${unreadableFix}`);
	const protection = createProtection(sealing);
	return {
		tracing,
		paths,
		config,
		settings,
		/** How mail is sent; null: it is not. */
		outgoing,
		/** The model that was configured; null: none. */
		model: modelOrNull,
		log,
		database,
		/** `host:port/name` of the database; null: a file. */
		place,
		news,
		/** Aborted, with a `ServeError`, when another process has exclusive use of the database. */
		lost: lost.signal,
		newId,
		/** Epoch milliseconds, the same for all processes of a database. */
		now,
		/** How far the clock of this machine is ahead of `now`, in milliseconds. */
		clockAheadMs: aheadMs,
		elapsedMs: () => performance.now(),
		ownerAccountId,
		secretsKey,
		/** Whether the key of what is stored is gone: what is sealed with this one nobody could open. */
		isKeyMissing: missing !== null,
		secretBox,
		passingBox,
		protection,
		hasLostCaptures: lostCaptures > 0,
		secretsOf: async (projectId: ProjectId) =>
			storedSecrets(database, secretBox, projectId, (await protection.ruleOf(database, projectId)).isSecret),
	};
}

async function refuseHalfImported(database: Database, place: string): Promise<void> {
	if ((await readMark(database, 'import')) === null) return;
	throw new ServeError('CONFLICT', `An archive has been imported into ${place} in part.`, {
		nextAction: 'Run the same svc service import again: it continues where it stopped.',
		details: {reason: 'half_imported', store: place},
	});
}

type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** Whether somebody wants traces: an address of OTLP, and nothing that turns them off. */
export const wantsTraces = (env: Environment): boolean =>
	(isSet(env['OTEL_EXPORTER_OTLP_ENDPOINT']) || isSet(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])) &&
	env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
	env['OTEL_TRACES_EXPORTER']?.toLowerCase() !== 'none';

/** Traces of this process; null: nobody wants them, and nothing is loaded. */
async function openTracing(env: Environment): Promise<Tracing | null> {
	if (!wantsTraces(env)) return null;
	const {createOtlpTracing} = await import('./otlp-tracing.ts');
	return createOtlpTracing(env['OTEL_SERVICE_NAME'] ?? 'svc', version);
}
