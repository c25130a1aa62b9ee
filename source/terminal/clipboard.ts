import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {copySequence, passThrough} from './osc.ts';

/** More base64 than this is dropped by common terminals without a word. */
const maxSequenceLength = 74_000;

export type Copied = {to: 'clipboard'} | {to: 'file'; path: string};

/**
 * Copies text through the terminal (OSC 52), or to a file where the terminal is known not to do that or the text is too
 * long for it. The file is private to the user.
 */
export function copyText(
	text: string,
	target: {env: Record<string, string | undefined>; write(sequence: string): void; file: string},
): Copied {
	const sequence = copySequence(text);
	const isDeaf = target.env['TERM'] === 'linux' || target.env['TERM_PROGRAM'] === 'Apple_Terminal';
	if (!isDeaf && sequence.length <= maxSequenceLength) {
		target.write(passThrough(sequence, target.env));
		return {to: 'clipboard'};
	}
	mkdirSync(dirname(target.file), {recursive: true, mode: 0o700});
	writeFileSync(target.file, text, {mode: 0o600});
	return {to: 'file', path: target.file};
}
