import {createCipheriv, createDecipheriv, createHmac, hkdfSync} from 'node:crypto';
import {sealedEnd, sealedPattern, type Sealing, sealedStart} from '../domain/sealed-text.ts';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals secrets within stored texts with keys derived from the service's key: AES-256-GCM whose nonce is a keyed hash of
 * the secret, so that equal secrets are equal texts and different ones never share a nonce. What cannot be opened, such
 * as a text that an API made up, stays as it is.
 */
export function createSealing(secretsKey: Uint8Array): Sealing {
	const derive = (use: string) => Buffer.from(hkdfSync('sha256', secretsKey, '', use, 32));
	const encryption = derive('sealed values');
	const nonces = derive('nonces of sealed values');
	const known = new Map<string, string>();

	const sealPlain = (plain: string): string => {
		const iv = createHmac('sha256', nonces).update(plain).digest().subarray(0, ivBytes);
		const cipher = createCipheriv('aes-256-gcm', encryption, iv);
		const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
		return sealedStart + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url') + sealedEnd;
	};
	/** The secret as JSON text: `"…"` or a number. */
	const openPlain = (sealed: string): string | null => {
		const before = known.get(sealed);
		if (before !== undefined) return before;
		try {
			const bytes = Buffer.from(sealed.slice(sealedStart.length, -sealedEnd.length), 'base64url');
			const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, ivBytes), {
				authTagLength: tagBytes,
			}).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
			const plain = decipher.update(bytes.subarray(ivBytes + tagBytes));
			const json = Buffer.concat([plain, decipher.final()]).toString('utf8');
			if (known.size > 10_000) known.clear();
			known.set(sealed, json);
			return json;
		} catch {
			return null;
		}
	};
	const open = (text: string, form: (value: string) => string): string =>
		text.includes(sealedStart)
			? text.replace(sealedPattern, sealed => {
					const json = openPlain(sealed);
					return json === null ? sealed : form(String(JSON.parse(json)));
				})
			: text;
	return {
		seal: value => sealPlain(JSON.stringify(value)),
		isReadable: text => (text.match(sealedPattern) ?? []).every(sealed => openPlain(sealed) !== null),
		openText: text => open(text, value => value),
		openUrl: url => open(url, encodeURIComponent),
		openJson: json =>
			json.includes(sealedStart)
				? open(
						// A whole value gets its own type back.
						json.replace(/"(~~sealed\.[\w-]*~~)"/g, (text, sealed: string) => openPlain(sealed) ?? text),
						value => JSON.stringify(value).slice(1, -1),
					)
				: json,
	};
}
