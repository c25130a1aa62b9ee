import type {FailureContext} from '../../contract/result.ts';
import {cleanLines} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import {failingLine} from '../../source/view-model/failing-point.ts';
import type {PaneLine} from '../text-pane.tsx';
import {nothing} from './section-lines.ts';
import type {Role} from '../../source/terminal/themes.ts';
import {pythonTokens, type TokenKind} from '../../source/view-model/python-tokens.ts';

/** Code that lies behind an address instead of in the answer. */
const isAddress = (code: string) => code.startsWith('https://');

/** Source of the run with its failing line marked; `around` = only so many lines before and after it. */
export function codeLines(
	context: FailureContext,
	{glyphs, width}: {glyphs: Glyphs; width: number},
	around?: number,
): PaneLine[] {
	const {code} = context.code;
	if (!code) return nothing('This run has no code.', width);
	if (isAddress(code)) return nothing(`The code is large. Read it with: svc test code get ${context.testId}`, width);
	const failing = failingLine(context);
	if (around !== undefined && failing === null) return [];
	const lines = cleanLines(code.replace(/\n$/, ''));
	const spans = codeSpans(lines, context.code.language);
	const digits = String(lines.length).length;
	const from = around === undefined || failing === null ? 0 : Math.max(0, failing - 1 - around);
	const to = around === undefined || failing === null ? lines.length : failing + around;
	// Cut, not folded: folded lines would hide the indentation. The pane can be given the whole screen.
	return lines.slice(from, to).map((text, index): Span[] => {
		const number = from + index + 1;
		const isFailing = number === failing;
		return [
			{
				text: `${isFailing ? glyphs.cursor : ' '} ${String(number).padStart(digits)}  `,
				role: isFailing ? 'failed' : 'muted',
			},
			...(isFailing ? [{text, role: 'failed' as const}] : (spans[number - 1] ?? [{text}])),
		];
	});
}

const roles: Record<TokenKind, Role | null> = {
	keyword: 'keyword',
	string: 'string',
	number: 'number',
	comment: 'muted',
	definition: 'title',
	plain: null,
};

/** Lines of code in colours: those of Python; other languages are plain, with their comments standing back. */
export function codeSpans(lines: readonly string[], language: string): Span[][] {
	if (language !== 'python') return lines.map(text => [/^\s*(?:\/\/|#)/.test(text) ? {text, role: 'muted'} : {text}]);
	return pythonTokens(lines).map(tokens =>
		tokens.map(({kind, text}): Span => {
			const role = roles[kind];
			return role === null ? {text} : {text, role};
		}),
	);
}
