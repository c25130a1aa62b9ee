import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {Role} from '../source/terminal/themes.ts';

type BarPart = {count: number; role: Role};

/**
 * A bar of exactly `width` cells: finished parts in their order, the rest open. A part that is not empty gets at least
 * one cell, so that one failure among thousands is seen; nothing is drawn full before all is done.
 */
export function barSpans(parts: readonly BarPart[], total: number, width: number, glyphs: Glyphs): Span[] {
	if (width <= 0) return [];
	const isFull = total > 0 && parts.reduce((sum, {count}) => sum + count, 0) >= total;
	const cells = parts.map(({count}) =>
		count === 0 ? 0 : Math.max(1, Math.floor((count / Math.max(1, total)) * width)),
	);
	const excess = cells.reduce((sum, count) => sum + count, 0) - (isFull ? width : width - 1);
	// What rounding left over, or took too much, is the largest part's.
	const largest = cells.indexOf(Math.max(...cells));
	if (isFull || excess > 0) cells[largest] = Math.max(1, (cells[largest] ?? 0) - excess);
	const spans: Span[] = parts.flatMap(({role}, index) =>
		(cells[index] ?? 0) > 0 ? [{text: glyphs.barDone.repeat(cells[index] ?? 0), role}] : [],
	);
	const open = width - cells.reduce((a, b) => a + b, 0);
	return open > 0 ? [...spans, {text: glyphs.barOpen.repeat(open), role: 'muted'}] : spans;
}

/** Values between 0 and `max` as one small column each. */
export function sparkText(values: readonly number[], max: number, glyphs: Glyphs): string {
	const top = glyphs.spark.length - 1;
	return values
		.map(value => glyphs.spark[max > 0 ? Math.min(top, Math.max(0, Math.round((value / max) * top))) : 0] ?? '')
		.join('');
}
