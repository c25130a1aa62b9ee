import {randomBytes} from 'node:crypto';
import {expect, it} from 'vitest';
import {createSecretBox, SecretUnreadableError, secretKeyBytes} from '../../../service/auth/secret-box.ts';

const key = randomBytes(secretKeyBytes);
const box = createSecretBox(key);

it('opens what it has sealed, in every script and length', () => {
	for (const text of ['', 'a', 'größe 🚀 \0\n', 'x'.repeat(100_000)]) {
		const sealed = box.seal(text, 'place');
		expect(box.open(sealed, 'place')).toBe(text);
		// Twelve characters are not there by chance.
		if (text.length > 3) expect(sealed.includes(text.slice(0, 12))).toBe(false);
	}
});

it('seals the same text differently each time', () => {
	expect(box.seal('same', 'place')).not.toBe(box.seal('same', 'place'));
});

it('does not open with another key, in another place, or after any change', () => {
	const sealed = box.seal('secret', 'project:a');
	const other = createSecretBox(randomBytes(secretKeyBytes));
	const bytes = Buffer.from(sealed.slice(3), 'base64url');
	const changed = Array.from(bytes, (_, index) => {
		const copy = Buffer.from(bytes);
		copy[index] = (copy[index] ?? 0) ^ 1;
		return `v1.${copy.toString('base64url')}`;
	});
	expect(() => other.open(sealed, 'project:a')).toThrow(SecretUnreadableError);
	expect(() => box.open(sealed, 'project:b')).toThrow(SecretUnreadableError);
	for (const text of [...changed, '', 'v1.', 'v2.abc', sealed.slice(0, 20), 'plain text'])
		expect(() => box.open(text, 'project:a')).toThrow(SecretUnreadableError);
});
