import {randomBytes} from 'node:crypto';
import {chmodSync, statSync} from 'node:fs';
import {writeFileAtomically} from '../../source/process/atomic-write.ts';
import {type SecretBox, secretKeyBytes} from '../auth/secret-box.ts';
import {ServiceError} from '../domain/service-error.ts';
import {ServeError} from './serve-error.ts';
import {readRegularFile} from '../../source/process/regular-file.ts';

/**
 * The key that encrypts stored secrets: made at the first start, kept as base64 in a file of its owner (0600). A damaged
 * file stops the start: a new key in its place would make every stored secret unreadable without a word. Null: there is
 * no file.
 */
export function readSecretsKey(path: string): Uint8Array | null {
	let text: string;
	try {
		text = readRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw damaged(path, error);
	}
	if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
	const key = Buffer.from(text.trim(), 'base64');
	if (key.length !== secretKeyBytes) throw damaged(path);
	return key;
}

/** The text of a key in a file that was named. Throws `ServeError` where it cannot be read. */
export function readKeyText(path: string): string {
	try {
		return readRegularFile(path);
	} catch (cause) {
		throw new ServeError('VALIDATION_ERROR', `The file of the secrets key, ${path}, cannot be read.`, {
			nextAction: 'Name the secrets.key of a service that has used the database.',
			details: {field: 'secrets-key-file', reason: 'not_readable'},
			cause,
		});
	}
}

/** Makes the key of a data directory. */
export function createSecretsKey(path: string): Uint8Array {
	const key = randomBytes(secretKeyBytes);
	writeFileAtomically(path, `${key.toString('base64')}\n`, {mode: 0o600});
	return key;
}

const damaged = (path: string, cause?: unknown) =>
	new ServeError('INTERNAL', `The key of the stored secrets in ${path} cannot be read.`, {
		nextAction: 'Restore the file from a backup, or forget what it had encrypted: svc service forget-secrets',
		cause,
	});

/**
 * Stands for the key while its file is missing and secrets are stored that it had encrypted: nothing of them opens, and
 * nothing is encrypted in its place, so that putting the file back makes everything as it was. What only has to last as
 * long as this process is.
 */
export function missingKey(path: string): {key: Uint8Array; refuse: SecretBox['seal']} {
	return {
		key: randomBytes(secretKeyBytes),
		refuse() {
			throw new ServiceError('CONFLICT', `${path}, the key of the stored secrets, is missing.`, {
				nextAction: missingFix,
				details: {reason: 'credential_unreadable'},
			});
		},
	};
}

/** What helps where it is missing. */
const missingFix =
	'Put the file back and start the service again; or stop it, forget what it had encrypted (svc service forget-secrets) and give the credentials again.';
