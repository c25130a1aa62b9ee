import * as z from 'zod/mini';
import {count} from '../fields.ts';
import {sandboxModes, targetPolicies} from '../service-process.ts';

/** What `--dry-run` writes of commands that work on a service itself: the settings they would work with. */

const nullableString = z.nullable(z.string());
const dataDir = z.string();
/** `host:port/name` of the PostgreSQL database; null: the file of the data directory. */
const database = nullableString;

export const serveSettings = z.strictObject({
	host: z.string(),
	port: count,
	dataDir,
	database,
	workers: count,
	concurrency: count,
	/** Null: the stored setting, else by host. */
	targetPolicy: z.nullable(z.enum(targetPolicies)),
	sandbox: z.nullable(z.enum(sandboxModes)),
	logFile: nullableString,
	secretsKeyFile: nullableString,
});
/** `timeout` in seconds. */
export const startSettings = z.strictObject({...serveSettings.shape, timeout: count});
export const stopSettings = z.strictObject({dataDir, timeout: count, force: z.boolean()});
export const workerSettings = z.strictObject({
	database: z.string(),
	concurrency: count,
	metricsPort: z.nullable(count),
	/** With commas. */
	kinds: z.string(),
});
export const restoreSettings = z.strictObject({dataDir, copy: z.string()});
export const exportSettings = z.strictObject({dataDir, database, file: z.string()});
export const importSettings = z.strictObject({...exportSettings.shape, secretsKeyFile: nullableString});
export const forgetSettings = z.strictObject({dataDir});
export const initSettings = z.strictObject({place: z.string(), name: z.string(), email: nullableString});
export const rotateSettings = z.strictObject({place: z.string(), secretsKeyFile: nullableString});
