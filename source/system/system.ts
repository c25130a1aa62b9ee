import type {Clock} from '../client/clock.ts';
import type {EndingSignal} from '../command-line/exit-codes.ts';
import type {ExitEvents} from '../terminal/full-screen.ts';

/** An output stream of the process, as far as it is used. */
export type OutputStream = {
	/** `done` is called when the text has left the process, with the error when it could not. */
	write(text: string, done?: (error?: Error | null) => void): unknown;
	isTTY?: boolean;
	columns?: number;
	rows?: number;
	on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
};

export type InputStream = NodeJS.ReadableStream & {isTTY?: boolean};

/** What a command line gets from its process. `cli.ts` makes the real one; tests make theirs. */
export type System = {
	/** Without the interpreter and the script. */
	argv: readonly string[];
	env: Record<string, string | undefined>;
	cwd: string;
	version: string;
	/** `process.versions.node` */
	nodeVersion: string;
	/** Opened when it is first asked for. */
	stdin(): InputStream;
	isInputTerminal(): boolean;
	stdout: OutputStream;
	stderr: OutputStream;
	clock: Clock;
	/** A fresh UUID, version 4. */
	uuid(): string;
	/** Calls back every `ms`; returns the stop function. */
	every(ms: number, callback: () => void): () => void;
	/** Listens for the signals that end a command; returns the stop function. */
	onSignal(listener: (signal: EndingSignal) => void): () => void;
	/** Ends the process at once, with the number of the signal. */
	endBy(signal: EndingSignal): void;
	/** `process` as the dashboard listens to it, to leave the terminal as it was. */
	exitEvents: ExitEvents;
	/** The entry script, which a daemon is started with. */
	cliPath: string;
	/** Where the service's bundle lies. */
	serviceAddress: string;
	/** A text that the build has made ahead (see `prepared-texts.ts`); null where there is none. */
	preparedText(name: string): string | null;
};
