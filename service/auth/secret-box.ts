import {createCipheriv, createDecipheriv, randomBytes} from 'node:crypto';

/** Encrypts what must not lie readable in the store. `context` names the place; sealed text opens only there. */
export type SecretBox = {
	seal(plain: string, context: string): string;
	/** Throws `SecretUnreadableError` when the text was sealed with another key, in another place, or was changed. */
	open(sealed: string, context: string): string;
};

/** Stored secret text that this service cannot decrypt, such as after its key file was lost. */
export class SecretUnreadableError extends Error {
	override readonly name = 'SecretUnreadableError';
}

export const secretKeyBytes = 32;
const version = 'v1.';
const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a fresh nonce per text: `v1.` and base64url of nonce, tag and ciphertext. */
export function createSecretBox(key: Uint8Array): SecretBox {
	return {
		seal(plain, context) {
			const iv = randomBytes(ivBytes);
			const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
			const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
			return version + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
		},
		open(sealed, context) {
			try {
				if (!sealed.startsWith(version)) throw new Error('unknown form');
				const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
				const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {authTagLength: tagBytes})
					.setAAD(Buffer.from(context))
					.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
				const plain = decipher.update(bytes.subarray(ivBytes + tagBytes));
				return Buffer.concat([plain, decipher.final()]).toString('utf8');
			} catch (error) {
				throw new SecretUnreadableError('A stored secret cannot be decrypted.', {cause: error});
			}
		},
	};
}

/** A secret as people may see it: the first 6 and the last 4 characters, and nothing of a short one. */
export const maskSecret = (secret: string): string =>
	secret.length <= 16 ? '••••••' : `${secret.slice(0, 6)}…${secret.slice(-4)}`;

/** A box that remembers whether something could not be opened with it, for those that go on without it. */
export type NoticingBox = SecretBox & {hasFailed(): boolean};

export function noticingBox(box: SecretBox): NoticingBox {
	let hasFailed = false;
	return {
		seal: (plain, context) => box.seal(plain, context),
		open(sealed, context) {
			try {
				return box.open(sealed, context);
			} catch (error) {
				hasFailed = true;
				throw error;
			}
		},
		hasFailed: () => hasFailed,
	};
}
