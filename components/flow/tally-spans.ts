import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';

/** Planned calls with how they went: a glyph says whether all passed. */
export function tallySpans(
	{calls, passed, failed}: {calls: number; passed: number; failed: number},
	glyphs: Glyphs,
): Span[] {
	if (calls === 0) return [{text: '-', role: 'muted'}];
	if (failed > 0) return [{text: `${glyphs.status.failed} ${passed}/${calls}`, role: 'failed'}];
	if (passed < calls) return [{text: `${glyphs.status.waiting} ${passed}/${calls}`, role: 'muted'}];
	return [{text: `${glyphs.status.passed} ${passed}/${calls}`, role: 'passed'}];
}
