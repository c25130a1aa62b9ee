import {randomBytes} from 'node:crypto';
import {chmodSync, statSync} from 'node:fs';
import {writeFileAtomically} from '../source/process/atomic-write.ts';
import {secretKeyBytes} from './auth/secret-box.ts';
import {ServeError} from './serve-error.ts';
import {readRegularFile} from '../source/process/regular-file.ts';

/**
 * The key that encrypts stored secrets: made at the first start, kept as base64 in a file of its owner (0600). A damaged
 * file stops the start: a new key in its place would make every stored secret unreadable without a word.
 */
export function readSecretsKey(path: string): Uint8Array {
	let text: string;
	try {
		text = readRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return createSecretsKey(path);
		throw damaged(path, error);
	}
	if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
	const key = Buffer.from(text.trim(), 'base64');
	if (key.length !== secretKeyBytes) throw damaged(path);
	return key;
}

function createSecretsKey(path: string): Uint8Array {
	const key = randomBytes(secretKeyBytes);
	writeFileAtomically(path, `${key.toString('base64')}\n`, {mode: 0o600});
	return key;
}

const damaged = (path: string, cause?: unknown) =>
	new ServeError('INTERNAL', `The key of the stored secrets in ${path} cannot be read.`, {
		nextAction: 'Restore the file from a backup, or remove it and enter the stored logins again.',
		cause,
	});
