/** The part of an output stream that is held. */
export type HeldStream = {write(text: string): unknown};

/**
 * Holds back what is written to a stream: a warning of the runtime or a line of `--debug` in the middle of the screen
 * would shift it. Returns the function that lets everything out, in its order.
 */
export function holdOutput(stream: HeldStream): () => void {
	const held: string[] = [];
	const write = stream.write;
	stream.write = text => {
		held.push(String(text));
		return true;
	};
	return () => {
		stream.write = write;
		for (const text of held) stream.write(text);
	};
}
