import type {Call} from '../../source/contract/call.ts';

/** Bodies up to this many characters are laid out; laying out what is longer would cost more than it helps. */
const maxLaidOut = 2_000_000;

/** A body as people read it: JSON laid out, what is not text named. */
export function bodyText(body: string | null, encoding: Call['requestEncoding']): string {
	if (!body) return '';
	if (encoding === 'base64') return `(not text: ${Math.floor((body.length * 3) / 4)} bytes)`;
	if (body.length > maxLaidOut || !/^\s*[[{]/.test(body)) return body;
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		// Cut off by the recording, or not JSON at all: it is shown as it came.
		return body;
	}
}
