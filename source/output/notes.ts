import {cleanLine} from './clean.ts';

/** Prefixes of stderr lines and what each means. */
type NoteKind = 'advisory' | 'warn' | 'hint' | 'info' | 'note' | 'batch' | 'deferred' | 'dry-run' | 'verbose';

/** Lines beside the result. A command says them; how and where they appear is decided here. */
export type Notes = {
	/** One line. A line break in a name could begin a line that a runner of workflows takes for a command of its own. */
	say(kind: NoteKind, text: string): void;
	/** A line without prefix: prompts' answers, idempotency keys, dashboard links. */
	line(text: string): void;
};

/** @param write takes whole lines for stderr */
export const createNotes = (write: (text: string) => void): Notes => ({
	say: (kind, text) => write(`[${kind}] ${cleanLine(text)}\n`),
	line: text => write(`${cleanLine(text)}\n`),
});
