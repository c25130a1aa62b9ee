import {cellWidth, takeCells, truncateCells} from './cell-text.ts';
import {type KeptPart, type LongName, truncateApart} from './tell-apart.ts';
import type {Role} from './themes.ts';

/** A piece of a line of printable text, with the role it plays. */
export type Span = {text: string; role?: Role};

export const spansWidth = (spans: readonly Span[]): number =>
	spans.reduce((width, {text}) => width + cellWidth(text), 0);

/** Spans cut to `width` cells; what was cut is marked, also where it begins with a span of its own. */
export function cutSpans(spans: readonly Span[], width: number, ellipsis: string): Span[] {
	const cut: Span[] = [];
	let left = width;
	for (const [index, span] of spans.entries()) {
		if (left <= 0) break;
		const cells = cellWidth(span.text);
		const isFull = cells === left && spans.slice(index + 1).some(({text}) => text.trim() !== '');
		const text = isFull
			? `${takeCells(span.text, left - 1)}${ellipsis}`
			: cells < left
				? span.text
				: truncateCells(span.text, left, ellipsis);
		cut.push({...span, text});
		left -= cellWidth(text);
		if (text !== span.text) break;
	}
	return cut;
}

/** Spans as exactly `width` cells: cut, or filled with blanks. */
export function fillSpans(spans: readonly Span[], width: number, ellipsis: string): Span[] {
	const cut = cutSpans(spans, width, ellipsis);
	const blanks = width - spansWidth(cut);
	return blanks > 0 ? [...cut, {text: ' '.repeat(blanks)}] : cut;
}

/** The longest of spans that are too long for their cells, with the room that it has; null: they fit. */
export function longName(spans: readonly Span[], width: number): (LongName & {index: number}) | null {
	const tooMuch = spansWidth(spans) - width;
	if (tooMuch <= 0) return null;
	const widths = spans.map(({text}) => cellWidth(text));
	const index = widths.indexOf(Math.max(...widths));
	return {index, text: spans[index]!.text, width: Math.max(0, widths[index]! - tooMuch)};
}

/**
 * The same for names: where they are too long, the longest is cut in its middle, and what stands beside it stays.
 *
 * @param kept parts of names that have to stay, because others look like them otherwise
 */
export function fillNames(
	spans: readonly Span[],
	width: number,
	ellipsis: string,
	kept?: ReadonlyMap<string, KeptPart>,
): Span[] {
	const long = longName(spans, width);
	if (long === null) return fillSpans(spans, width, ellipsis);
	const text = truncateApart(long, kept?.get(long.text), ellipsis);
	return fillSpans(spans.with(long.index, {...spans[long.index]!, text}), width, ellipsis);
}

/** A line with something at each end, and a blank between them; the right part wins where both do not fit. */
export function spreadSpans(
	left: readonly Span[],
	right: readonly Span[],
	width: number,
	ellipsis: string,
): readonly Span[] {
	const end = cutSpans(right, width, ellipsis);
	const room = width - spansWidth(end);
	const isTight = room > 0 && /^\S/.test(end[0]?.text ?? '') && spansWidth(left) >= room;
	const start = fillSpans(left, Math.max(0, isTight ? room - 1 : room), ellipsis);
	return [...start, ...(isTight ? [{text: ' '}] : []), ...end];
}

/** Wider than any line that is worth folding. */
const unfolded = 10_000;

/** What a pane shows, as text for clipboard and pager: its lines laid out without folding, blanks at their ends left out. */
export const unfoldedText = (linesAt: (width: number) => ReadonlyArray<readonly Span[]>): string =>
	linesAt(unfolded)
		.map(spans =>
			spans
				.map(({text}) => text)
				.join('')
				.trimEnd(),
		)
		.join('\n');
