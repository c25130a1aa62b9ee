import {graphemesOf} from './cell-text.ts';

/** Input as the key table understands it: one stroke per key, whatever way the keys arrived. */

/** The flags of Ink's key events that are used here. */
export type KeyFlags = Partial<
	Record<
		| 'upArrow'
		| 'downArrow'
		| 'leftArrow'
		| 'rightArrow'
		| 'pageUp'
		| 'pageDown'
		| 'home'
		| 'end'
		| 'return'
		| 'escape'
		| 'tab'
		| 'backspace'
		| 'delete'
		| 'ctrl'
		| 'shift'
		| 'meta',
		boolean
	>
>;

export type MouseReport = {kind: 'wheel'; direction: -1 | 1} | {kind: 'click'; column: number; row: number};

/** `text` is set for strokes that type a character; `pasted` for those that nobody typed: they are no keys. */
export type Stroke = {kind: 'key'; name: string; text?: string; pasted?: boolean} | MouseReport;

const named: Array<[keyof KeyFlags, string]> = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageUp', 'pageup'],
	['pageDown', 'pagedown'],
	['home', 'home'],
	['end', 'end'],
	['return', 'enter'],
	['escape', 'escape'],
	['tab', 'tab'],
	['backspace', 'backspace'],
	// Terminals send 0x7F for Backspace, which Ink calls delete.
	['delete', 'backspace'],
];

const mouseReport = /^\[<(\d+);(\d+);(\d+)([Mm])$/;
const pasteStart = '[200~';
const pasteEnd = '[201~';
const focusReports = ['[I', '[O'];
/** Control characters that stand for no text; a pasted one presses no key. */
const noText = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/**
 * Splits Ink's input events into strokes. Ink reports characters that arrive in one read as one event (`jjj` typed
 * fast), reports mouse, focus and paste marks as text, and an Esc that a character follows at once as that character
 * with Alt.
 */
export class StrokeReader {
	private isPasting = false;

	read(input: string, key: KeyFlags): Stroke[] {
		if (input === pasteStart || input === pasteEnd) {
			this.isPasting = input === pasteStart;
			return [];
		}
		const mouse = mouseReport.exec(input);
		if (mouse) return strokesOfMouse(mouse);
		if (focusReports.includes(input)) return [];
		const name = named.find(([flag]) => key[flag])?.[1];
		if (name) return [this.named(key.shift && name === 'tab' ? 'shift+tab' : name)];
		if (key.ctrl) return [{kind: 'key', name: `ctrl+${input.toLowerCase()}`}];
		const strokes = graphemesOf(this.isPasting ? input.replaceAll(noText, '') : input).map(character =>
			this.character(character),
		);
		return key.meta && input !== '' ? [{kind: 'key', name: 'escape'}, ...strokes] : strokes;
	}

	private named(name: string): Stroke {
		// A line break or tab inside pasted text is a blank of a one-line field, not the wish to send it or to leave it.
		if (this.isPasting && (name === 'enter' || name === 'tab')) return this.character(' ');
		// The mark at the end of a paste can get lost, and must not take the keyboard along.
		if (name === 'escape') this.isPasting = false;
		return {kind: 'key', name};
	}

	private character(character: string): Stroke {
		if (character === '\r' || character === '\n' || character === '\r\n') return this.named('enter');
		if (character === '\t') return this.named('tab');
		if (character === '\u007F' || character === '\b') return {kind: 'key', name: 'backspace'};
		const code = character.codePointAt(0) ?? 0;
		if (code < 0x20) return {kind: 'key', name: `ctrl+${String.fromCharCode(code + 0x60)}`};
		const stroke = {kind: 'key', name: character === ' ' ? 'space' : character, text: character} as const;
		return this.isPasting ? {...stroke, pasted: true} : stroke;
	}
}

function strokesOfMouse([, button, column, row, end]: RegExpExecArray): Stroke[] {
	const code = Number(button);
	if (code === 64 || code === 65) return [{kind: 'wheel', direction: code === 64 ? -1 : 1}];
	if (code === 0 && end === 'M') return [{kind: 'click', column: Number(column) - 1, row: Number(row) - 1}];
	return [];
}
