import {cellWidth} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {TextField} from '../source/view-model/text-field.ts';

/** A text that is being typed, with its caret, scrolled so that the caret stays within `width` cells. */
export function textInputSpans({characters: typed, caret}: TextField, width: number, caretGlyph: string): Span[] {
	// Pasted text may carry anything; each character keeps its place.
	const characters = typed.map(cleanLine);
	const room = Math.max(1, width - 1);
	let start = caret;
	let before = 0;
	while (start > 0 && before + cellWidth(characters[start - 1] ?? '') <= room) {
		start--;
		before += cellWidth(characters[start] ?? '');
	}
	const spans: Span[] = [{text: characters.slice(start, caret).join('')}, {text: caretGlyph, role: 'accent'}];
	let after = '';
	for (const character of characters.slice(caret)) {
		if (before + cellWidth(after + character) > room) break;
		after += character;
	}
	return after ? [...spans, {text: after}] : spans;
}
