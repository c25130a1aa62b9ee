import {EventEmitter} from 'node:events';
import {cellWidth, takeCells} from './cell-text.ts';
import {drawn, type GraphicsProtocol, type PlacedPicture, removed} from './picture/graphics.ts';

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

/** Characters of private use: one of them in a frame is the upper left cell of a picture. */
const firstMarker = 0xf_0000;
const mostPictures = 255;
const markers = /[\u{F0001}-\u{F00FF}]/gu;
const sequences = /\u001B\[[0-?]*[ -/]*[@-~]/g;

type Shown = PlacedPicture & {x: number; y: number};

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

	private readonly pictures = new Map<number, PlacedPicture>();
	private drawnPictures = new Map<number, Shown>();
	private lastId = 0;

	constructor(
		private readonly target: PaintTarget,
		/** Null: the terminal takes no pictures, and `addPicture` is not asked. */
		readonly graphics: GraphicsProtocol = null,
	) {
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

	/** A picture that is drawn where the frame has its marker, over the cells at its right and below. `drop` forgets it. */
	addPicture(bytes: Uint8Array, columns: number, rows: number): {marker: string; drop(): void} {
		const id = (this.lastId % mostPictures) + 1;
		this.lastId = id;
		this.pictures.set(id, {id, bytes, columns, rows});
		return {marker: String.fromCodePoint(firstMarker + id), drop: () => this.pictures.delete(id)};
	}

	/** Writes nothing until `resume`, while another program has the terminal. Frames are still accepted. */
	hold(): void {
		this.takePicturesAway();
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
		this.takePicturesAway();
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
			output = `\u001B[0m\u001B[2J${this.removal([...this.drawnPictures.values()])}`;
			this.drawnPictures = new Map();
		}
		const {lines, placed} = this.withoutMarkers();
		const gone = [...this.drawnPictures.values()].filter(old => !isSame(old, placed.get(old.id)));
		output += this.removal(gone);
		const written = new Set<number>();
		for (let y = 0; y < rows; y++) {
			const line = lines[y] ?? '';
			if (this.shown[y] === line && !gone.some(old => covers(old, y))) continue;
			written.add(y);
			this.shown[y] = line;
			// Erased first: after a line as wide as the terminal the cursor stays on its last cell, and would take it away.
			output += `\u001B[${y + 1};1H\u001B[K${line}\u001B[0m`;
		}
		for (const one of placed.values()) {
			const isThere = isSame(one, this.drawnPictures.get(one.id));
			// What is written below a picture takes it away where pictures are cells.
			const isWrittenOver = this.graphics === 'iterm' && [...written].some(y => covers(one, y));
			if (!isThere || isWrittenOver) output += `\u001B[${one.y + 1};${one.x + 1}H${drawn(this.graphics!, one)}`;
		}
		this.drawnPictures = placed;
		// Without line wrap a line that is one cell too wide cannot disturb the next one.
		if (!output) return;
		this.target.write(`${beginSynchronized}\u001B[?7l${output}\u001B[?7h${endSynchronized}`);
		this.emit('painted');
	}

	/** The lines of the frame as they are written, and the pictures that they have a place for. */
	private withoutMarkers(): {lines: string[]; placed: Map<number, Shown>} {
		const placed = new Map<number, Shown>();
		if (this.pictures.size === 0) return {lines: this.frame, placed};
		const lines = this.frame.map((line, y) =>
			line.replace(markers, (marker, at: number) => {
				const picture = this.pictures.get(marker.codePointAt(0)! - firstMarker);
				const x = cellWidth(line.slice(0, at).replace(sequences, ''));
				if (picture && this.isFree(picture, x, y)) placed.set(picture.id, {...picture, x, y});
				return ' ';
			}),
		);
		return {lines, placed};
	}

	/** Whether nothing stands in its cells: a box that is opened over a picture takes its place. */
	private isFree({columns, rows}: PlacedPicture, x: number, y: number): boolean {
		if (y + rows > this.target.rows) return false;
		return this.frame.slice(y, y + rows).every(line => {
			const text = line.replace(sequences, '').replace(markers, ' ');
			const before = takeCells(text, x);
			return takeCells(text.slice(before.length), columns).trim() === '';
		});
	}

	private removal(pictures: readonly Shown[]): string {
		const {graphics} = this;
		return graphics === null ? '' : pictures.map(({id}) => removed(graphics, id)).join('');
	}

	/** Nothing of a picture is left on the screen of the program that has the terminal next. */
	private takePicturesAway(): void {
		const output = this.isHeld ? '' : this.removal([...this.drawnPictures.values()]);
		this.drawnPictures = new Map();
		if (output) this.target.write(output);
	}
}

const covers = ({y, rows}: Shown, line: number): boolean => line >= y && line < y + rows;

const isSame = (one: Shown, other: Shown | undefined): boolean =>
	other !== undefined &&
	one.bytes === other.bytes &&
	one.x === other.x &&
	one.y === other.y &&
	one.columns === other.columns &&
	one.rows === other.rows;
