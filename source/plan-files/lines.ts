import {withoutByteOrderMark} from './decode-json.ts';

type Line = {
	/** From 1. */
	number: number;
	/** Without the line feed; null when the line has more bytes than allowed. */
	bytes: Buffer | null;
	/** Bytes of the line, also of one that is too long. */
	size: number;
	/** Ended by a line feed. */
	isComplete: boolean;
};

const lineFeed = 0x0a;

/** Cuts a stream of bytes into lines and keeps at most one of them in memory, never more than `maxBytes` of it. */
export function* linesOf(chunks: Iterable<Buffer>, maxBytes: number): Generator<Line> {
	let parts: Buffer[] = [];
	let size = 0;
	let number = 1;
	const take = (part: Buffer) => {
		size += part.length;
		if (size <= maxBytes) parts.push(part);
		else parts = [];
	};
	const finish = (isComplete: boolean): Line => {
		const bytes = size <= maxBytes ? Buffer.concat(parts) : null;
		const line = {number, bytes: bytes && number === 1 ? withoutByteOrderMark(bytes) : bytes, size, isComplete};
		parts = [];
		size = 0;
		number++;
		return line;
	};
	for (const chunk of chunks) {
		let from = 0;
		for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
			take(chunk.subarray(from, end));
			yield finish(true);
			from = end + 1;
		}
		if (from < chunk.length) take(chunk.subarray(from));
	}
	if (size > 0) yield finish(false);
}
