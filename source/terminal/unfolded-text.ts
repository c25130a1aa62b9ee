import type {Span} from './spans.ts';

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
