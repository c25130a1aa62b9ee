/** Requests to the terminal emulator itself: window title, clipboard, notification. */

type Environment = Record<string, string | undefined>;

const esc = '\u001B';
const bell = '\u0007';
const stringEnd = `${esc}\\`;
/** GNU screen drops pass-through strings longer than this many characters, and prints what others have beyond it. */
const screenChunk = 512;

/** Terminals do not pass control characters inside these strings; what is foreign must not end them early. */
const payload = (text: string) => text.replace(/[\u0000-\u001F\u007F-\u009F]/g, ' ');

export const titleSequence = (text: string) => `${esc}]0;${payload(text)}${bell}`;

/** Copies text to the system clipboard, also over ssh. */
export const copySequence = (text: string) => `${esc}]52;c;${Buffer.from(text, 'utf8').toString('base64')}${bell}`;

/** Asks for attention: a desktop notification where the terminal has one, and the bell everywhere. */
export const notifySequence = (text: string) => `${esc}]9;${payload(text)}${bell}`;
export const bellSequence = bell;

/** Wraps a sequence so that tmux or screen hands it on to the terminal outside. */
export function passThrough(sequence: string, env: Environment): string {
	if (env['TMUX']) return throughTmux(sequence);
	return env['STY'] ? throughScreen(sequence) : sequence;
}

/**
 * All the ways that a sequence may take to the terminal outside: raw, and wrapped for what lies between. Inside ssh only
 * `TERM` tells of it; tmux takes no notice of what is wrapped for screen, but screen prints what is wrapped for tmux.
 */
export function copySequences(sequence: string, env: Environment): readonly string[] {
	const term = env['TERM'] ?? '';
	if (env['TMUX'] || term.startsWith('tmux')) return [sequence, throughTmux(sequence)];
	// Over ssh `screen-256color` may be tmux as well, which takes a raw one of any length; `screen.xterm` is screen alone.
	const isScreen = Boolean(env['STY']) || term.startsWith('screen.');
	if (isScreen && sequence.length > screenChunk) return [throughScreen(sequence)];
	if (isScreen || term.startsWith('screen')) return [sequence, throughScreen(sequence)];
	return [sequence];
}

const throughTmux = (sequence: string): string => `${esc}Ptmux;${sequence.replaceAll(esc, esc + esc)}${stringEnd}`;

function throughScreen(sequence: string): string {
	const chunks: string[] = [];
	for (let start = 0; start < sequence.length; start += screenChunk)
		chunks.push(`${esc}P${sequence.slice(start, start + screenChunk)}${stringEnd}`);
	return chunks.join('');
}
