import {cellWidth, takeCells, truncateCells, truncateName} from './cell-text.ts';
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

/** The same for names: where they are too long, the longest is cut in its middle, and what stands beside it stays. */
export function fillNames(spans: readonly Span[], width: number, ellipsis: string): Span[] {
	const tooMuch = spansWidth(spans) - width;
	if (tooMuch <= 0) return fillSpans(spans, width, ellipsis);
	const widths = spans.map(({text}) => cellWidth(text));
	const longest = widths.indexOf(Math.max(...widths));
	const cut = spans.map((span, index) =>
		index === longest
			? {...span, text: truncateName(span.text, Math.max(0, widths[index]! - tooMuch), ellipsis)}
			: span,
	);
	return fillSpans(cut, width, ellipsis);
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
