import type {Call} from '../../contract/call.ts';
import {layOutJson} from './json-layout.ts';

/** Bodies up to this many characters are laid out; laying out what is longer would cost more than it helps. */
const maxLaidOut = 2_000_000;

/** A body as people read it: JSON laid out, what is not text named. */
export function bodyText(body: string | null, encoding: Call['requestEncoding']): string {
	if (!body) return '';
	if (encoding === 'base64') return `(not text: ${Math.floor((body.length * 3) / 4)} bytes)`;
	return body.length > maxLaidOut ? body : (layOutJson(body) ?? body);
}
