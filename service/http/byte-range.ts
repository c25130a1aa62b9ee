/** Bytes that a request asks for, both ends included; `unsatisfiable` when none of them exist. */
export type ByteRange = {from: number; to: number} | 'unsatisfiable';

/**
 * Reads a `Range` header for a body of `size` bytes. Null: answer all of it, because the header is absent, asks for
 * something other than bytes, for several ranges, or cannot be read (RFC 9110 lets a server ignore those).
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null {
	const found = /^bytes=\s*(?:(\d+)\s*)?-\s*(\d*)$/i.exec(header?.trim() ?? '');
	if (!found) return null;
	const [, first = '', last = ''] = found;
	if (first === '' && last === '') return null;
	if (first === '') {
		const count = Number(last);
		return count === 0 || size === 0 ? 'unsatisfiable' : {from: Math.max(0, size - count), to: size - 1};
	}
	const from = Number(first);
	const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== '' && Number(last) < from) return null;
	return from >= size ? 'unsatisfiable' : {from, to};
}
