import {truncateCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {chosenOptions, foundOptions, type PickField} from '../source/view-model/pick-field.ts';
import {textInputSpans} from './text-input.ts';

const muted = (text: string): Span[] => [{text, role: 'muted'}];

/** Found things that a field that picks shows at once. */
const shownFound = 5;

/** What a field that picks has found, below it: as many as fit, the one that Enter picks among them. */
export function foundLines(field: PickField, room: number, glyphs: Glyphs): Span[][] {
	const found = foundOptions(field);
	if (found.length === 0)
		return [muted(field.field.characters.length === 0 ? 'there is no other' : 'none is called so')];
	const top = Math.max(0, field.cursor - shownFound + 1);
	const shown = found.slice(top, top + shownFound);
	const more = found.length - shown.length;
	return [
		...shown.map(({label}, index): Span[] => {
			const isAtCursor = top + index === field.cursor;
			const text = truncateCells(cleanLine(label), room - 2, glyphs.ellipsis);
			return [
				{text: isAtCursor ? `${glyphs.cursor} ` : '  ', role: 'selected'},
				{text, ...(isAtCursor ? {role: 'selected' as const} : {role: 'muted' as const})},
			];
		}),
		...(more > 0 ? [muted(`  and ${more} more: type letters of the name`)] : []),
		...(field.chosen.length > 0 && field.field.characters.length === 0
			? [muted('  Backspace takes the last one out')]
			: []),
	];
}

/** What was picked, and what is typed to find more. */
export function pickSpans(
	field: PickField & {note?: string},
	hasKeys: boolean,
	room: number,
	{caret, ellipsis}: Glyphs,
): Span[] {
	const names = chosenOptions(field).map(({label}) => cleanLine(label));
	const typed = hasKeys ? Math.min(room, Math.max(12, field.field.characters.length + 2)) : 0;
	const picked = truncateCells(names.join(', '), Math.max(4, room - typed), ellipsis);
	if (!hasKeys) return names.length === 0 && field.note ? [{text: ` ${field.note}`, role: 'muted'}] : [{text: picked}];
	return [{text: picked === '' ? '' : `${picked}  `}, ...textInputSpans(field.field, typed, caret)];
}
