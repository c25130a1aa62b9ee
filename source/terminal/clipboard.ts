import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import process from 'node:process';
import {clipboardPrograms, giveToProgram} from './clipboard-program.ts';
import {copySequence, copySequences} from './osc.ts';

/** More base64 than this is dropped by common terminals without a word. */
const maxSequenceLength = 74_000;

/**
 * What is known of a copied text. `copied`: a program said that it is on a clipboard. `sent`: the terminal was asked (OSC 52) and
 * does not answer. `kept`: the file alone has it.
 */
export type Copied = {
	way: 'copied' | 'sent' | 'kept';
	/** The file that has the text in any case, `~` for the user's home; null when it could not be written. */
	file: string | null;
};

type Target = {
	env: Record<string, string | undefined>;
	write(sequence: string): void;
	/** Private to the user. */
	file: string;
	platform?: NodeJS.Platform;
};

/**
 * Copies a text: through a program that says whether it did, else through the terminal, unless it is known not to do that
 * or the text is too long for it; and always to a file.
 */
export async function copyText(text: string, {env, write, file, platform = process.platform}: Target): Promise<Copied> {
	const kept = keep(text, file) ? tildePath(file, env['HOME']) : null;
	if (await giveToProgram(text, clipboardPrograms(env, platform), env)) return {way: 'copied', file: kept};
	const isDeaf = env['TERM'] === 'linux' || env['TERM_PROGRAM'] === 'Apple_Terminal';
	const sequence = copySequence(text);
	if (isDeaf || sequence.length > maxSequenceLength) return {way: 'kept', file: kept};
	for (const way of copySequences(sequence, env)) write(way);
	return {way: 'sent', file: kept};
}

/** @returns whether the file could be written */
function keep(text: string, file: string): boolean {
	try {
		mkdirSync(dirname(file), {recursive: true, mode: 0o700});
		writeFileSync(file, text, {mode: 0o600});
		return true;
	} catch {
		return false;
	}
}

const tildePath = (path: string, home: string | undefined): string =>
	home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
