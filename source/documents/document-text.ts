/** A document that cannot be read, in words for its owner: the place and the reason. */
export class UnreadableDocument extends Error {
	override readonly name = 'UnreadableDocument';
}

/** The text of a document; throws `UnreadableDocument` for bytes that are not UTF-8. */
export function textOf(bytes: Uint8Array): string {
	const [first, second] = bytes;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
		throw new UnreadableDocument('The document is UTF-16; save it as UTF-8.');
	try {
		// A mark at the beginning is taken away by the decoder.
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		throw new UnreadableDocument(`The document is not UTF-8: byte ${firstBadByte(bytes)} is not part of a character.`);
	}
}

/** Position of the first byte that is not UTF-8, from 1: the longest good beginning, found by halving. */
function firstBadByte(bytes: Uint8Array): number {
	const isGood = (length: number) => {
		try {
			new TextDecoder('utf-8', {fatal: true}).decode(bytes.subarray(0, length), {stream: true});
			return true;
		} catch {
			return false;
		}
	};
	let [good, bad] = [0, bytes.length];
	while (bad - good > 1) {
		const middle = (good + bad) >> 1;
		if (isGood(middle)) good = middle;
		else bad = middle;
	}
	return bad;
}
