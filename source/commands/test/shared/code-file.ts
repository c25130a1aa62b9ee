import {maxCodeBytes} from '../../../../contract/test.ts';
import type {Context} from '../../../context.ts';
import {refusedFlag} from '../../../errors/usage-error.ts';

const flag = 'code-file';

/** A path that can be Python source by its name. */
export function checkCodePath(path: string): void {
	if (!path.endsWith('.py')) throw refusedFlag(flag, {reason: 'extension', text: 'must name a .py file'});
}

/** Python source: "≤ 350 KB (358 400 bytes) else PAYLOAD_TOO_LARGE; BOM stripped; empty file exits 5". */
export async function readCode(path: string, {files}: Context): Promise<string> {
	const bytes = await files.read(path, {flag, maxBytes: maxCodeBytes});
	let code: string;
	try {
		// Strips a byte order mark by itself.
		code = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		throw refusedFlag(flag, {reason: 'encoding', text: `${path} is not UTF-8 text`});
	}
	if (code.trim() === '') throw refusedFlag(flag, {reason: 'blank', text: `${path} is empty`});
	return code;
}
