import {version} from '../../package.json';
import type {ServeOptions, WorkKind} from '../../contract/service-process.ts';
import type {Database} from '../store/database.ts';
import {storageOf} from '../store/dialect/storage.ts';
import {readTargetPolicy, writeTargetPolicy} from '../store/meta.ts';
import {type Settings, settingsOf, type StoredConfig} from './config.ts';
import type {WorkerDirectory} from './worker-directory.ts';
import type {DataPaths} from './data-directory.ts';
import {writeStoredConfig} from './stored-config.ts';

/** Settings of one process: it serves, or (with what it does) only works for those that serve. */
export type ProcessOptions = Omit<ServeOptions, 'databaseUrl' | 'secretsKeyFile' | 'onReady' | 'stop' | 'hurry'> & {
	/** What it does, and where the key of stored secrets is; null: it serves, and does everything. */
	work:
		| ({kinds: readonly WorkKind[]; keyPath: string; metricsPort: number | null} & Omit<WorkerDirectory, 'dataDir'>)
		| null;
};

/** Tests that a process executes at once. */
export const slotsOf = ({workers, concurrency}: ProcessOptions): number => workers * concurrency;

/**
 * The settings of a process that serves are those of its data directory and its flags; one that only works goes by what those that
 * serve have written into the database, and by the strict ones where they have not.
 */
export async function processSettings(
	database: Database,
	paths: DataPaths,
	stored: StoredConfig,
	options: ProcessOptions,
): Promise<Settings> {
	if (options.work === null) {
		const settings = storedSettings(paths, stored, options);
		if (storageOf(database).processId !== null) await writeTargetPolicy(database, settings.targetPolicy);
		return settings;
	}
	const targetPolicy = options.targetPolicy ?? (await readTargetPolicy(database)) ?? 'public';
	return settingsOf(stored, {version, host: options.host, targetPolicy});
}

function storedSettings(paths: DataPaths, stored: StoredConfig, options: ProcessOptions): Settings {
	const {host, targetPolicy, sandbox} = options;
	// What somebody chose is kept for later starts; what follows from the host is not.
	writeStoredConfig(paths.config, stored, {
		...stored,
		...(targetPolicy === null ? {} : {targetPolicy}),
		...(sandbox === null ? {} : {sandbox}),
	});
	return settingsOf(stored, {version, host, targetPolicy});
}
