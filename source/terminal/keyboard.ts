import {EventEmitter} from 'node:events';

/** What the keyboard needs of the real input stream. */
export type KeySource = {
	isTTY?: boolean;
	setEncoding(encoding: 'utf8'): unknown;
	setRawMode?(isRaw: boolean): unknown;
	resume(): unknown;
	pause(): unknown;
	ref?(): unknown;
	unref?(): unknown;
	on(event: 'data', listener: (chunk: string) => void): unknown;
	off(event: 'data', listener: (chunk: string) => void): unknown;
};

/** A control sequence whose end has not arrived: over a slow line one key may come in two reads. */
const unfinishedSequence = /\u001B(?:\[[0-?]*[ -/]*|O)$/;

/**
 * The stream that Ink reads keys from. It hands on what is typed, and lets go of the terminal completely while another
 * program has it: not a single key is read then.
 */
export class Keyboard extends EventEmitter {
	readonly isTTY = true;
	private readonly chunks: string[] = [];
	private held = '';
	private wantsRaw = false;
	private isReading = false;

	constructor(private readonly source: KeySource) {
		super();
	}

	setEncoding(): void {
		this.source.setEncoding('utf8');
	}

	/**
	 * What Ink calls when it begins and ends to listen. Keys typed before that, while the first frame was made, are
	 * handed on then.
	 */
	setRawMode(isRaw: boolean): void {
		this.wantsRaw = isRaw;
		if (!isRaw) {
			this.release();
			return;
		}
		this.take();
		queueMicrotask(() => {
			if (this.chunks.length > 0) this.emit('readable');
		});
	}

	/** Takes the terminal's input before anybody listens, so that no early key is echoed onto the screen. */
	open(): void {
		this.setEncoding();
		this.wantsRaw = true;
		this.take();
	}

	/** The next chunk, or null: the pull side of a readable stream. */
	read(): string | null {
		return this.chunks.shift() ?? null;
	}

	ref(): void {
		this.source.ref?.();
	}

	unref(): void {
		this.source.unref?.();
	}

	/** Gives the terminal's input back to whoever runs next. */
	release(): void {
		if (!this.isReading) return;
		this.isReading = false;
		this.source.off('data', this.receive);
		this.source.setRawMode?.(false);
		this.source.pause();
	}

	/** Reads keys again, if Ink still wants them. */
	take(): void {
		if (this.isReading || !this.wantsRaw) return;
		this.isReading = true;
		this.source.setRawMode?.(true);
		this.source.on('data', this.receive);
		this.source.resume();
	}

	private readonly receive = (chunk: string) => {
		const text = this.held + chunk;
		const cut = unfinishedSequence.exec(text)?.index ?? text.length;
		this.held = text.slice(cut);
		if (cut === 0) return;
		this.chunks.push(text.slice(0, cut));
		this.emit('readable');
	};
}
