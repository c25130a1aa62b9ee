import {useGlyphs} from '../hooks/use-glyphs.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {cutSpans, type Span} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

export type NoticeText = {text: string; tone: 'info' | 'success' | 'error'};

/** The line under the header: a passing message, a lost service, a filter. Empty most of the time. */
export function Notice({notice, width}: {notice: NoticeText | null; width: number}) {
	const glyphs = useGlyphs();
	if (!notice) return <Line spans={[{text: ' '}]} />;
	return <Line spans={cutSpans(noticeSpans(notice, glyphs), width, glyphs.ellipsis)} />;
}

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
