import {wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {Role} from '../source/terminal/themes.ts';

const labelWidth = 11;

/** A printable text folded into lines of one role. */
export const wrapped = (text: string, width: number, role?: Role): Span[][] =>
	wrapCells(text, Math.max(1, width)).map(line => [role ? {text: line, role} : {text: line}]);

/** A label and its value, folded beside it; nothing for a value that is missing. Foreign text is cleaned here. */
export function labelled(label: string, value: string | null | undefined, width: number, role?: Role): Span[][] {
	if (!value) return [];
	return wrapCells(cleanLine(value), Math.max(10, width - labelWidth)).map((text, line): Span[] => [
		{text: (line === 0 ? label : '').padEnd(labelWidth), role: 'muted'},
		role ? {text, role} : {text},
	]);
}
