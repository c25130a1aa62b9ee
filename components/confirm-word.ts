import {takeCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {type TextField, textOf} from '../source/view-model/text-field.ts';

/** Whether the word was typed, as it is or as it can be seen: what is not drawn cannot be typed. */
export const isWordTyped = (field: TextField, word: string): boolean =>
	textOf(field) === word || textOf(field) === cleanLine(word);

/** Whether what was typed so far may still become the word. */
export const isBeginOf = (field: TextField, word: string): boolean =>
	word.startsWith(textOf(field)) || cleanLine(word).startsWith(textOf(field));

/** A word in lines of at most `width` cells, every character of it: blanks at the end of a line stay. */
export function wordLines(word: string, width: number): string[] {
	const lines: string[] = [];
	for (let rest = cleanLine(word); rest !== ''; ) {
		const line = takeCells(rest, width) || rest;
		lines.push(line);
		rest = rest.slice(line.length);
	}
	return lines;
}
