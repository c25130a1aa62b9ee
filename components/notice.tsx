import {useGlyphs} from '../hooks/use-terminal.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {wrapCells} from '../source/terminal/cell-text.ts';
import {cutSpans, type Span} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

export type NoticeText = {text: string; tone: 'info' | 'success' | 'error'};

/** The line under the header: a passing message, a lost service, a filter. Empty most of the time. */
export function Notice({notice, width, lines = 1}: {notice: NoticeText | null; width: number; lines?: number}) {
	const glyphs = useGlyphs();
	if (!notice) return <Line spans={[{text: ' '}]} />;
	const [first = '', ...rest] = lines > 1 ? noticeLines(notice, width) : [cleanLine(notice.text)];
	// What has no room even so ends with an ellipsis.
	const [second] = rest.length === 0 ? [] : [rest.join(' ')];
	const cut = (spans: Span[]) => cutSpans(spans, width, glyphs.ellipsis);
	return (
		<>
			<Line spans={cut(noticeSpans({...notice, text: first}, glyphs))} />
			{second !== undefined && (
				<Line spans={cut([{text: `   ${second}`, ...(notice.tone === 'error' ? {role: 'failed' as const} : {})}])} />
			)}
		</>
	);
}

/** The message in lines beside its glyph: broken at blanks, so that a path stays whole where a line holds it. */
export const noticeLines = ({text}: NoticeText, width: number): string[] => wrapCells(cleanLine(text), width - 3);

function noticeSpans({text, tone}: NoticeText, {status, arrow}: Glyphs): Span[] {
	const marks = {
		info: {glyph: arrow, role: 'accent'},
		success: {glyph: status.passed, role: 'passed'},
		error: {glyph: status.failed, role: 'failed'},
	} as const;
	const {glyph, role} = marks[tone];
	return [
		{text: ` ${glyph} `, role},
		{text: cleanLine(text), ...(tone === 'error' ? {role} : {})},
	];
}
