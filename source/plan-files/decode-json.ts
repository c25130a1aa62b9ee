import {isUtf8} from 'node:buffer';
import {findJsonFault} from './json-fault.ts';

/** The value of a JSON text, or why there is none, with line and column (both from 1, columns in characters). */
export type DecodedJson = {value: unknown} | {problem: string};

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Content without a leading byte order mark. */
export const withoutByteOrderMark = (bytes: Buffer): Buffer =>
	bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;

/**
 * Reads bytes as UTF-8 JSON.
 * @param firstLine number of the line the bytes start with in their file
 */
export function decodeJson(bytes: Buffer, firstLine = 1): DecodedJson {
	if (!isUtf8(bytes)) {
		const {line, column} = placeOf(bytes.subarray(0, invalidByteOffset(bytes)).toString('utf8'), firstLine);
		return {problem: `is not valid UTF-8 at line ${line}, column ${column}`};
	}
	const text = bytes.toString('utf8');
	try {
		return {value: JSON.parse(text) as unknown};
	} catch {
		const fault = findJsonFault(text);
		if (!fault) return {problem: 'is not valid JSON'};
		const {line, column} = placeOf(text.slice(0, fault.offset), firstLine);
		return {problem: `is not valid JSON at line ${line}, column ${column}: ${fault.what}`};
	}
}

function placeOf(before: string, firstLine: number): {line: number; column: number} {
	const lines = before.split('\n');
	return {line: firstLine + lines.length - 1, column: [...lines.at(-1)!].length + 1};
}

/** Offset of the first byte that is not part of a valid character. */
function invalidByteOffset(bytes: Buffer): number {
	let offset = 0;
	while (offset < bytes.length) {
		const length = characterLength(bytes[offset]!);
		if (offset + length > bytes.length || !isUtf8(bytes.subarray(offset, offset + length))) return offset;
		offset += length;
	}
	return offset;
}

/** Bytes a character takes, told by its first byte. */
function characterLength(lead: number): number {
	if (lead < 0x80) return 1;
	if (lead < 0xe0) return 2;
	return lead < 0xf0 ? 3 : 4;
}
