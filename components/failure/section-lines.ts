import {wrapCells} from '../../source/terminal/cell-text.ts';
import {cleanLines} from '../../source/terminal/clean-text.ts';
import type {Role} from '../../source/terminal/themes.ts';
import type {PaneLine} from '../text-pane.tsx';

/** Foreign text as lines of a pane: cleaned, folded; none for a text of blanks. */
export function textLines(text: string, width: number, role?: Role): PaneLine[] {
	const trimmed = text.trimEnd();
	if (trimmed === '') return [];
	return cleanLines(trimmed).flatMap(line =>
		wrapCells(line, Math.max(10, width)).map(part => (role ? [{text: part, role}] : [{text: part}])),
	);
}

/** A blank line, a heading, and what stands under it; nothing where that is empty. */
export const section = (title: string, lines: readonly PaneLine[]): PaneLine[] =>
	lines.length === 0 ? [] : [[], [{text: title, role: 'accent'}], ...lines];

/** One muted line in place of what is not there. */
export const nothing = (text: string, width: number): PaneLine[] => textLines(text, width, 'muted');
