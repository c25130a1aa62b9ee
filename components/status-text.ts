import {type Glyphs, toneOf} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';

/** A status as glyph and word, never one without the other. */
export function statusSpan(status: string, glyphs: Glyphs, spinner?: string): Span {
	const tone = toneOf(status);
	const glyph = tone === 'running' && spinner !== undefined ? spinner : glyphs.status[tone];
	return {text: `${glyph} ${status}`, role: tone};
}

/** The spinner's picture at a moment (epoch ms); it turns twice a second. */
export const spinnerAt = (glyphs: Glyphs, now: number): string =>
	glyphs.spinner[Math.floor(now / 500) % glyphs.spinner.length] ?? '';

/** Passed, failed and blocked under one heading; zeros stand back. */
export function countSpans({passed, failed, blocked}: {passed: number; failed: number; blocked: number}): Span[] {
	const count = (value: number, width: number, role: 'passed' | 'failed' | 'blocked'): Span => ({
		text: String(value).padStart(width),
		role: value > 0 ? role : 'muted',
	});
	return [count(passed, 4, 'passed'), count(failed, 6, 'failed'), count(blocked, 7, 'blocked')];
}
