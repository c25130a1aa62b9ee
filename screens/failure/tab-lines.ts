import {allCallLines} from '../../components/failure/call-lines.ts';
import {codeLines} from '../../components/failure/code-lines.ts';
import {compareLines} from '../../components/failure/compare-lines.ts';
import {nothing, textLines} from '../../components/failure/section-lines.ts';
import {stepLines} from '../../components/failure/step-lines.ts';
import {summaryLines} from '../../components/failure/summary-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import {memoizeBy} from '../../source/stores/memoize.ts';
import {cleanLines} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {errorLine} from '../action.ts';
import type {ShownFailure, FailureTab} from './shown-failure.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

type Look = {glyphs: Glyphs; width: number};

const reading: PaneLine[] = [[{text: 'Reading', role: 'muted'}]];

/** What stands in place of a part that is not there yet, or could not be read. */
const missing = (error: unknown, width: number): PaneLine[] =>
	error === null
		? reading
		: textLines(`This could not be read: ${errorLine(error)} Ctrl-r tries again.`, width, 'failed');

function linesOf(shown: ShownFailure, tab: FailureTab, look: Look): readonly PaneLine[] {
	const {context, run, calls, comparison, page} = shown;
	const {width} = look;
	switch (tab) {
		case 'summary':
			return summaryLines(context, run, calls.data, look);
		case 'steps':
			return stepLines(context, page.data, look);
		case 'request':
			return calls.data ? allCallLines(calls.data, context, width) : missing(calls.error, width);
		case 'output':
			return context.failure.apiOutput?.trim()
				? textLines(context.failure.apiOutput, width)
				: nothing('This run printed nothing.', width);
		case 'trace':
			return context.failure.trace?.trim()
				? textLines(context.failure.trace, width)
				: nothing('This run left no trace.', width);
		case 'code':
			return codeLines(context, look);
		case 'compare': {
			if (!comparison.data) return missing(comparison.error, width);
			const {passed, diff, calls: then} = comparison.data;
			return compareLines(passed, diff, {then, now: calls.data ?? []}, look);
		}
	}
}

/** Lines of a tab. Made once for each width: a body may have a megabyte, and keys ask for them again and again. */
export const selectTabLines = () =>
	memoizeBy(
		({context, run, calls, comparison, page}: ShownFailure, tab: FailureTab, {glyphs, width}: Look) => [
			context,
			run,
			calls.data,
			calls.error,
			comparison.data,
			comparison.error,
			page.data,
			tab,
			glyphs,
			width,
		],
		linesOf,
	);

/** A tab as text for clipboard, pager and editor: clean, and not folded. */
export function tabText(shown: ShownFailure, tab: FailureTab, glyphs: Glyphs): string {
	const {context} = shown;
	if (tab === 'code' && context.code.code) return cleanLines(context.code.code).join('\n');
	return unfoldedText(width => linesOf(shown, tab, {glyphs, width}));
}
