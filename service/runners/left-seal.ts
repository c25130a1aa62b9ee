import {createHash, createHmac, randomBytes, timingSafeEqual} from 'node:crypto';

/** Encrypts and opens a short text; what the service keeps its secrets with. */
export type KeyBox = {seal(plain: string, context: string): string; open(sealed: string, context: string): string};

const context = 'left executions';
const keyBytes = 32;
const nonceBytes = 16;
const tagBytes = 32;

/** The order that tells a runtime how to encrypt what it leaves behind when the service is gone. */
export function sealOrder(box: KeyBox): object {
	const key = randomBytes(keyBytes).toString('hex');
	return {order: 'seal', key, header: box.seal(key, context)};
}

/**
 * The lines of a file that a runtime left, as they were before it encrypted them (`seal.py`). A file that another key
 * has encrypted, and lines that were changed, are left out.
 */
export function openedLines(text: string, box: KeyBox | null): string[] {
	const [first = '', ...rest] = text.split('\n').filter(Boolean);
	const header = headerOf(first);
	if (header === null) return [first, ...rest];
	if (box === null) return [];
	const key = openKey(header, box);
	return key === null ? [] : rest.flatMap(line => openLine(key, line)?.toString('utf8') ?? []);
}

/** The key that a runtime was given, out of the first line of its file; null: the service has another key now. */
export function openKey(header: string, box: KeyBox): Buffer | null {
	try {
		return Buffer.from(box.open(header, context), 'hex');
	} catch {
		return null;
	}
}

function headerOf(line: string): string | null {
	try {
		const {sealed} = JSON.parse(line) as {sealed?: unknown};
		return typeof sealed === 'string' ? sealed : null;
	} catch {
		return null;
	}
}

/** One line that `seal.py` has encrypted; null: it was changed or cut. */
export function openLine(key: Buffer, line: string): Buffer | null {
	const bytes = Buffer.from(line, 'base64');
	const nonce = bytes.subarray(0, nonceBytes);
	const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
	const body = bytes.subarray(nonceBytes + tagBytes);
	const expected = createHmac('sha256', key).update(nonce).update(body).digest();
	if (tag.length !== tagBytes || !timingSafeEqual(tag, expected)) return null;
	const stream = createHash('shake256', {outputLength: Math.max(1, body.length)})
		.update('line')
		.update(key)
		.update(nonce)
		.digest();
	return Buffer.from(body.map((byte, index) => byte ^ stream[index]!));
}
