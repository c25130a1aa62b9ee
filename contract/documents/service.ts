import * as z from 'zod/mini';
import {count} from '../fields.ts';
import {readinessCheck} from '../operations.ts';

/** What commands write about the service of this machine and its store. */

const nullableString = z.nullable(z.string());

/** What `service start`, `stop` and `status` print; of a service elsewhere what anybody may read there. */
export const daemonStatus = z.strictObject({
	/** `stale`: `service.json` names a process that is gone or does not answer, or nothing answers at the endpoint. */
	state: z.enum(['running', 'stopped', 'stale']),
	url: nullableString,
	pid: z.nullable(count),
	version: nullableString,
	/** Null: of a service elsewhere. */
	dataDir: nullableString,
	/** `host:port/name` of the PostgreSQL database of its store; null: the file of the data directory. */
	database: nullableString,
	startedAt: nullableString,
	workers: z.nullable(count),
	/** Tests that wait for a runner. */
	queue: z.nullable(count),
	/** `embedded`, `team API`, or `API and worker`; null where the service does not tell. */
	mode: nullableString,
	/** Every live process of a service on PostgreSQL; null: there can be none but this one. */
	processes: z.nullable(readinessCheck.shape.processes),
});
export type DaemonStatus = z.infer<typeof daemonStatus>;

/** The line of `svc serve` once it accepts requests. */
export const readyService = z.strictObject({
	url: z.string(),
	pid: count,
	dataDir: z.string(),
	version: z.string(),
});

/** The line of `svc worker` once it takes work. */
export const readyWorker = z.strictObject({
	pid: count,
	version: z.string(),
	database: z.string(),
	kinds: z.array(z.enum(['frontend', 'backend', 'planner'])),
});

/** What `svc service restore` has done. */
export const restoredStore = z.strictObject({
	dataDir: z.string(),
	/** The copy that was put in place; it stays where it is, too. */
	restored: z.string(),
	/** What the store that was there is called now; null: there was none. */
	kept: nullableString,
});
export type RestoredStore = z.infer<typeof restoredStore>;

/** What `svc service forget-secrets` has done. */
export const forgottenSecrets = z.strictObject({
	dataDir: z.string(),
	/** Credentials, logins and sets of variables that were removed. */
	forgotten: count,
});
export type ForgottenSecrets = z.infer<typeof forgottenSecrets>;

/** What `svc admin init` has made; the only time that the key can be read. */
export const initialisedService = z.strictObject({
	/** The data directory, or `host:port/name` of the database. */
	place: z.string(),
	accountId: z.string(),
	memberId: z.string(),
	name: z.string(),
	keyId: z.string(),
	scopes: z.array(z.string()),
	key: z.string(),
});
export type InitialisedService = z.infer<typeof initialisedService>;

/** What `svc service export` has written, or `svc service import` has stored. */
export const movedStore = z.strictObject({
	/** The archive. */
	file: z.string(),
	/** Path of the store, or `host:port/name` of its database. */
	store: z.string(),
	/** All of them. */
	rows: count,
	/** Fingerprint of the key that the secrets are encrypted with, which is handed over by itself; null: there are none. */
	secretsKey: nullableString,
	/** It went on where one that was killed had ended. */
	continued: z.boolean(),
});

/** What `svc admin rotate-key` has done. */
export const rotatedKey = z.strictObject({
	/** The file of the store, or `host:port/name` of the database. */
	place: z.string(),
	/** The new key; every process of the service needs it. */
	keyFile: z.string(),
	/** 16 hexadecimal digits that name it. */
	fingerprint: z.string(),
	/** The former key, for copies of the store from before; null: it was in no file. */
	before: nullableString,
	/** Secrets that were encrypted anew, in this run. */
	resealed: count,
	/** Secrets that the former key did not open either; they stay as they are. */
	unreadable: count,
});
export type RotatedKey = z.infer<typeof rotatedKey>;

export const serviceLog = z.strictObject({file: z.string(), lines: z.array(z.string())});
