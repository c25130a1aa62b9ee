import {writeSync} from 'node:fs';

/** The part of `process` that tells how the program ends. */
export type ExitEvents = {
	on(event: 'exit' | 'uncaughtExceptionMonitor', listener: () => void): unknown;
	on(event: ExitSignal | 'SIGCONT', listener: () => void): unknown;
	off(event: 'exit' | 'uncaughtExceptionMonitor' | ExitSignal | 'SIGCONT', listener: () => void): unknown;
};

/** Signals that end the dashboard, with the exit code of each. */
export const exitSignals = {SIGHUP: 129, SIGINT: 130, SIGTERM: 143} as const;
export type ExitSignal = keyof typeof exitSignals;

const titleStack = {push: '\u001B[22;0t', pop: '\u001B[23;0t'};
const mouseReports = {on: '\u001B[?1000h\u001B[?1006h', off: '\u001B[?1006l\u001B[?1000l'};

type Options = {
	output: {write(data: string): unknown; fd?: number};
	exitEvents: ExitEvents;
	mouse: boolean;
	/** The one line that stays in the normal buffer; asked for when the dashboard ends. */
	summary(): string;
	onSignal(signal: ExitSignal): void;
	/** The process ends while the screen is up: nobody may draw any more. */
	onAbruptEnd(): void;
};

/**
 * The alternate screen and the modes that go with it. Whatever way the program ends (quit, signal, crash, exit), the
 * modes are undone, the cursor is shown, and one summary line is left in the normal buffer.
 */
export class FullScreen {
	private isInside = false;
	private readonly signals = Object.keys(exitSignals) as ExitSignal[];
	private readonly signalListeners = new Map<ExitSignal, () => void>();

	constructor(private readonly options: Options) {}

	enter(): void {
		this.show();
		const {exitEvents, onSignal} = this.options;
		exitEvents.on('exit', this.endAtOnce);
		exitEvents.on('uncaughtExceptionMonitor', this.endAtOnce);
		for (const signal of this.signals) {
			const listener = () => onSignal(signal);
			this.signalListeners.set(signal, listener);
			exitEvents.on(signal, listener);
		}
	}

	/** Gives the terminal to another program; `show` takes it back. */
	hide(): void {
		if (!this.isInside) return;
		this.isInside = false;
		this.options.output.write(this.leaveSequence());
	}

	show(): void {
		if (this.isInside) return;
		this.isInside = true;
		const {output, mouse} = this.options;
		output.write(`\u001B[?1049h${titleStack.push}\u001B[H\u001B[?25l\u001B[?2004h${mouse ? mouseReports.on : ''}`);
	}

	/** Ends the dashboard: leaves the screen, prints the summary, forgets signals and crashes. */
	leave(): void {
		const {exitEvents, output, summary} = this.options;
		exitEvents.off('exit', this.endAtOnce);
		exitEvents.off('uncaughtExceptionMonitor', this.endAtOnce);
		for (const [signal, listener] of this.signalListeners) exitEvents.off(signal, listener);
		this.signalListeners.clear();
		const wasInside = this.isInside;
		this.hide();
		if (wasInside) output.write(`${summary()}\n`);
	}

	/** The process is about to end or to print a stack trace: no write may be left for later. */
	private readonly endAtOnce = () => {
		if (!this.isInside) return;
		this.isInside = false;
		const {output, summary, onAbruptEnd} = this.options;
		onAbruptEnd();
		const data = `${this.leaveSequence()}${summary()}\n`;
		if (output.fd === undefined) {
			output.write(data);
			return;
		}
		try {
			writeSync(output.fd, data);
		} catch {
			// The terminal is gone: there is no screen left to restore.
		}
	};

	private leaveSequence(): string {
		const modes = `${this.options.mouse ? mouseReports.off : ''}\u001B[?2004l\u001B[?7h\u001B[?2026l\u001B[0m\u001B[?25h`;
		return `${modes}\u001B[?1049l${titleStack.pop}`;
	}
}

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
