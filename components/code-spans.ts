import type {Span} from '../source/terminal/spans.ts';
import type {Role} from '../source/terminal/themes.ts';
import {pythonTokens, type TokenKind} from '../source/view-model/python-tokens.ts';

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
