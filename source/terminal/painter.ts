import {EventEmitter} from 'node:events';

/** What the painter needs of the real output stream. */
export type PaintTarget = {
	columns: number;
	rows: number;
	write(data: string): unknown;
	on(event: 'resize', listener: () => void): unknown;
	off(event: 'resize', listener: () => void): unknown;
};

const beginSynchronized = '\u001B[?2026h';
const endSynchronized = '\u001B[?2026l';
/** Ink erases its previous frame before each new one: lines, screen, scrollback, cursor moves. */
const erasePrefix = /^(?:\u001B\[(?:2K|1?A|G|2J|3J|H))+/;
/** Cursor visibility and other requests to the terminal that carry no frame. */
const controlOnly = /^(?:\u001B\[[0-?]*[ -/]*[@-~])+$/;

/**
 * The stream that Ink believes to be the terminal. Ink composes frames; this object puts them on the screen: it drops
 * Ink's erase prefix, compares the frame with what is shown, and writes the changed lines only, each at its absolute
 * address, in one synchronized block. A frame is never followed by a line break, so nothing ever scrolls.
 */
export class Painter extends EventEmitter {
	readonly isTTY = true;
	readonly writable = true;
	/** Lines on the screen; undefined where unknown. */
	private shown: Array<string | undefined> = [];
	private frame: string[] = [];
	private paintedSize = '';
	private isHeld = false;

	constructor(private readonly target: PaintTarget) {
		super();
		target.on('resize', this.forwardResize);
	}

	get columns(): number {
		return this.target.columns;
	}

	/** One row more than there is: Ink clears terminal and scrollback on every frame that fills the last one. */
	get rows(): number {
		return this.target.rows + 1;
	}

	/** Takes what Ink writes. An arrow function, because Ink's helpers call it detached. */
	readonly write = (data: string, written?: () => void): boolean => {
		this.take(data);
		written?.();
		return true;
	};

	/** Writes nothing until `resume`, while another program has the terminal. Frames are still accepted. */
	hold(): void {
		this.isHeld = true;
	}

	resume(): void {
		this.isHeld = false;
		this.repaint();
	}

	/** Draws the whole screen again, for a terminal that something else wrote to. */
	repaint(): void {
		this.shown = [];
		this.paintedSize = '';
		this.paint();
	}

	close(): void {
		this.isHeld = true;
		this.target.off('resize', this.forwardResize);
	}

	private readonly forwardResize = () => {
		this.emit('resize');
	};

	private take(data: string): void {
		if (data === '' || data === beginSynchronized || data === endSynchronized) return;
		if (controlOnly.test(data)) {
			const isErase = data.replace(erasePrefix, '') === '';
			if (!isErase && !this.isHeld) this.target.write(data);
			return;
		}
		this.frame = data.replace(erasePrefix, '').replace(/\n$/, '').split('\n');
		this.paint();
	}

	private paint(): void {
		if (this.isHeld) return;
		const {columns, rows} = this.target;
		let output = '';
		if (this.paintedSize !== `${columns}x${rows}`) {
			this.paintedSize = `${columns}x${rows}`;
			this.shown = Array.from({length: rows}, () => '');
			output = '\u001B[0m\u001B[2J';
		}
		for (let y = 0; y < rows; y++) {
			const line = this.frame[y] ?? '';
			if (this.shown[y] === line) continue;
			this.shown[y] = line;
			// Erased first: after a line as wide as the terminal the cursor stays on its last cell, and would take it away.
			output += `\u001B[${y + 1};1H\u001B[K${line}\u001B[0m`;
		}
		// Without line wrap a line that is one cell too wide cannot disturb the next one.
		if (!output) return;
		this.target.write(`${beginSynchronized}\u001B[?7l${output}\u001B[?7h${endSynchronized}`);
		this.emit('painted');
	}
}
