import {masked} from '../domain/sealed-text.ts';
import {maskText} from '../domain/secret-fields.ts';
import {isSecretByName} from '../domain/secret-names.ts';

/** Bytes of a test's output that are kept: its end. */
export const keptOutputBytes = 51_200;

/** The end of what a running test has printed so far, for readers who do not want to wait for its verdict. */
export class OutputTail {
	#chunks: string[] = [];
	#characters = 0;

	add(text: string): void {
		this.#chunks.push(text);
		this.#characters += text.length;
		// A character is at least one byte, so twice the limit in characters is more than enough to cut from.
		if (this.#characters <= 2 * keptOutputBytes) return;
		const kept = this.#chunks.join('').slice(-keptOutputBytes);
		this.#chunks = [kept];
		this.#characters = kept.length;
	}

	toString(): string {
		const text = maskText(this.#chunks.join(''), {isSecret: isSecretByName, replace: () => masked});
		const bytes = Buffer.from(text);
		if (bytes.length <= keptOutputBytes) return text;
		let start = bytes.length - keptOutputBytes;
		// Not in the middle of a character: continuation bytes look like 10xxxxxx.
		while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++;
		return bytes.toString('utf8', start);
	}
}
