/** How words are drawn on a stream: colours only mark status words, and only on terminals. */
export type Look = {
	/** The text in the colour of the status word it starts with or is. */
	status(text: string, word?: string): string;
	/** The stream is a terminal. */
	isTerminal: boolean;
	/** Terminal cells that a clean text takes; the number of its characters where all of them are ASCII. */
	width(text: string): number;
	/** Cells of a line of the terminal; absent: nothing is cut. */
	columns?: number;
	/** Told when a cell of a table was cut to fit. */
	onCut?(): void;
};

type Stream = {isTTY?: boolean};
type Env = Record<string, string | undefined>;

const green = 32;
const red = 31;
const yellow = 33;
const cyan = 36;
const grey = 90;
const colours: Record<string, number> = {
	passed: green,
	pass: green,
	ready: green,
	done: green,
	ok: green,
	'[ok]': green,
	failed: red,
	'[fail]': red,
	timeout: red,
	error: red,
	blocked: yellow,
	'[warn]': yellow,
	stale: yellow,
	conflict: yellow,
	running: cyan,
	queued: cyan,
	pending: cyan,
	cancelled: grey,
	skipped: grey,
	stopped: grey,
};

export const plainLook: Look = {status: text => text, isTerminal: false, width: text => text.length};

/** "Only when the stream is a TTY, `NO_COLOR` is unset or empty, and `TERM` is not `dumb`." */
export function lookFor(stream: Stream, env: Env): Look {
	if (!stream.isTTY) return plainLook;
	if (env['NO_COLOR'] || env['TERM'] === 'dumb') return {...plainLook, isTerminal: true};
	return {
		...plainLook,
		isTerminal: true,
		status(text, word = text) {
			const colour = colours[word.trim().toLowerCase().replace(/:.*/s, '')];
			return colour === undefined ? text : `\u001B[${colour}m${text}\u001B[39m`;
		},
	};
}
