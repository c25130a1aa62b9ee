import {cellWidth, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {Role} from '../source/terminal/themes.ts';

const labelWidth = 11;
/** Before a value that has a line of its own. */
const indent = '  ';

/** A printable text folded into lines of one role. */
export const wrapped = (text: string, width: number, role?: Role): Span[][] =>
	wrapCells(text, Math.max(1, width)).map(line => [role ? {text: line, role} : {text: line}]);

/** A label and its value, folded beside it, or one word under it; nothing for a value that is missing. Foreign text is cleaned here. */
export function labelled(label: string, value: string | null | undefined, width: number, role?: Role): Span[][] {
	if (!value) return [];
	const clean = cleanLine(value);
	const room = Math.max(10, width - labelWidth);
	const span = (text: string): Span => (role ? {text, role} : {text});
	// An id or a path is of use only whole: it can then be selected and copied.
	if (!clean.includes(' ') && cellWidth(clean) > room && cellWidth(clean) <= width - indent.length)
		return [...(label ? [[{text: label, role: 'muted' as const}]] : []), [{text: indent}, span(clean)]];
	return wrapCells(clean, room).map((text, line): Span[] => [
		{text: (line === 0 ? label : '').padEnd(labelWidth), role: 'muted'},
		span(text),
	]);
}

/** That repairs of plans wait for a person, and the key that leads to the next one. */
export const repairWords = (count: number): string => `${count} ${count === 1 ? 'waits' : 'wait'} for you: gr`;
