import {createHash} from 'node:crypto';
import {databasePlace} from '../../contract/service-process.ts';
import {secretKeyBytes} from '../auth/secret-box.ts';
import {rmSync} from 'node:fs';
import type {NamedDatabase} from './open-store.ts';
import {createSecretsKey, missingKey} from './secrets-key.ts';
import {ServeError} from './serve-error.ts';
import type {Database} from '../store/database.ts';
import {hasSealed} from '../store/captures/has-sealed.ts';

/** Where a database keeps the fingerprint of the key of its secrets: `meta.key`. */
const fingerprintKey = 'secrets_key';

/** Names a key without giving anything of it away: 16 hexadecimal digits. */
export const fingerprintOf = (key: Uint8Array): string =>
	createHash('sha256').update('svc key of stored secrets\0').update(key).digest('hex').slice(0, 16);

type Given = {
	/** File of the key in the data directory. */
	path: string;
	/** What it holds; null: it is not there. */
	ownKey: Uint8Array | null;
	/** The database that the store is; null: a file. */
	named: NamedDatabase | null;
	/** Whether this process may make the first key of a database; absent: it may. */
	mayMake?: boolean;
};

/** The key of what a store holds encrypted; `missing`: its file is, and this one stands for it. */
export async function keyOfStore(
	database: Database,
	{path, ownKey, named, mayMake = true}: Given,
): Promise<{secretsKey: Uint8Array; missing: ReturnType<typeof missingKey> | null}> {
	if (named !== null) return {secretsKey: await sharedKey(database, {path, ownKey, named, mayMake}), missing: null};
	// A new key in the place of a lost one would make what is stored unreadable for good.
	const missing = ownKey === null && (await hasSealed(database)) ? missingKey(path) : null;
	return {secretsKey: ownKey ?? missing?.key ?? createSecretsKey(path), missing};
}

/**
 * The key of a database, which all its processes share. The first service makes it, or brings it along, and its fingerprint is written
 * into the database; every later one must have the same key. Throws `ServeError` naming the right fingerprint.
 */
async function sharedKey(
	database: Database,
	{path, ownKey, named: {url, secretsKey: own, keyOrigin}, mayMake}: Given & {named: NamedDatabase},
): Promise<Uint8Array> {
	let mine = own === undefined ? ownKey : keyOfText(own, keyOrigin);
	let known = await readFingerprint(database);
	if (known === null && (mine !== null || mayMake)) {
		const made = mine === null ? createSecretsKey(path) : null;
		mine ??= made!;
		known = await giveFingerprint(database, mine);
		// Another process was first: its key counts, and this one has encrypted nothing.
		if (made !== null && fingerprintOf(made) !== known) {
			rmSync(path);
			mine = null;
		}
	}
	if (known === null)
		throw new ServeError('VALIDATION_ERROR', `No service has used ${databasePlace(url) ?? ''} yet.`, {
			nextAction: 'Start the service first: svc serve --database-url …',
			details: {reason: 'no_service', database: databasePlace(url) ?? ''},
		});
	if (mine !== null && fingerprintOf(mine) === known) return mine;
	const place = databasePlace(url) ?? '';
	const origin = own === undefined ? path : keyOrigin;
	throw new ServeError(
		'VALIDATION_ERROR',
		mine === null
			? `The secrets in ${place} are encrypted with the key ${known}, and there is no ${path}.`
			: `The secrets in ${place} are encrypted with the key ${known}; ${origin} holds the key ${fingerprintOf(mine)}.`,
		{
			nextAction: `Give this process the key ${known}: put the secrets.key of a service that has used the database in the place of ${path}, its text into SVC_SECRETS_KEY, or name it with --secrets-key-file. Where it is lost for good: svc service forget-secrets`,
			details: {reason: 'secrets_key', database: place, fingerprint: known},
		},
	);
}

/** The fingerprint of the key that a database was given first; null: none yet. */
export async function readFingerprint(database: Database): Promise<string | null> {
	const row = await database.selectFrom('meta').select('value').where('key', '=', fingerprintKey).executeTakeFirst();
	return row?.value ?? null;
}

/** Writes the fingerprint of the first key of a database; answers the one that counts, which may be another's. */
async function giveFingerprint(database: Database, key: Uint8Array): Promise<string> {
	await database
		.insertInto('meta')
		.values({key: fingerprintKey, value: fingerprintOf(key)})
		.onConflict(conflict => conflict.column('key').doNothing())
		.execute();
	return (await readFingerprint(database)) ?? fingerprintOf(key);
}

/** Makes a key the one of a database, whatever it was before. */
export async function setSharedKey(database: Database, key: Uint8Array): Promise<void> {
	await database
		.insertInto('meta')
		.values({key: fingerprintKey, value: fingerprintOf(key)})
		.onConflict(conflict => conflict.column('key').doUpdateSet({value: fingerprintOf(key)}))
		.execute();
}

/** A key as `secrets.key` holds it. Throws `ServeError` for a text that is none. */
export function keyOfText(text: string, origin: string): Uint8Array {
	const key = Buffer.from(text.trim(), 'base64');
	if (key.length === secretKeyBytes) return key;
	throw new ServeError('VALIDATION_ERROR', `${origin} holds no key.`, {
		nextAction: `It is the text of a secrets.key: ${secretKeyBytes} bytes in base64.`,
		details: {field: origin, reason: 'secrets_key'},
	});
}
