import {cellWidth, wrapCells} from '../../source/terminal/cell-text.ts';
import {cleanLines} from '../../source/terminal/clean-text.ts';
import type {Role} from '../../source/terminal/themes.ts';
import type {PaneLine} from '../text-pane.tsx';

/** Foreign text as lines of a pane: cleaned, folded; none for a text of blanks. */
export function textLines(text: string, width: number, role?: Role): PaneLine[] {
	const trimmed = text.trimEnd();
	if (trimmed === '') return [];
	return cleanLines(trimmed).flatMap(line =>
		foldIndented(line, Math.max(10, width)).map(part => (role ? [{text: part, role}] : [{text: part}])),
	);
}

/** A line that is too long, folded under its own indentation: what belongs to it stands a little further in. */
function foldIndented(line: string, width: number): string[] {
	const indent = /^ */.exec(line)?.[0].length ?? 0;
	const room = width - indent - hanging.length;
	if (indent === 0 || room < leastRoom || cellWidth(line) <= width) return wrapCells(line, width);
	return wrapCells(line.slice(indent), room).map(
		(part, index) => `${' '.repeat(indent)}${index === 0 ? '' : hanging}${part}`,
	);
}

const hanging = '  ';
/** Cells that folded text needs to be read at all; below it goes without its indentation. */
const leastRoom = 16;

/** A blank line, a heading, and what stands under it; nothing where that is empty. */
export const section = (title: string, lines: readonly PaneLine[]): PaneLine[] =>
	lines.length === 0 ? [] : [[], [{text: title, role: 'accent'}], ...lines];

/** One muted line in place of what is not there. */
export const nothing = (text: string, width: number): PaneLine[] => textLines(text, width, 'muted');

/** Why a test did not pass, first in its pane; nothing where no reason is known. Foreign text is cleaned here. */
export const whyLines = (why: string | null | undefined, width: number): PaneLine[] =>
	why ? section('Why', textLines(why, width)) : [];
