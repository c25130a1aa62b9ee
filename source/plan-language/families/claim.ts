import type {Draft} from '../draft.ts';
import {one} from '../draft.ts';
import type {AssertionPart, Comparison, Scope, Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {roleAtEnd} from '../names.ts';
import {type Token, textOf} from '../tokens.ts';
import {articles, recordNouns} from '../words.ts';

/** Distributes over the union, so that each operation keeps its own fields. */
type Without<Part> = Part extends unknown ? Omit<Part, 'isNegated'> : never;

export const claim = (isNegated: boolean, part: Without<AssertionPart>, note?: string): Draft =>
	one({isNegated, ...part} as AssertionPart, note);

const pageWords =
	/^(?:page|screen|site|website|app|application|browser|view|current page|web page|webpage|window|it|(?:start|home|landing|main|whole|entire) page|homepage)$/;

/** `the page`, `the screen`: everything in view. */
export function isPage(tokens: readonly Token[]): boolean {
	const rest = articles.has(tokens[0]?.lower ?? '') ? tokens.slice(1) : tokens;
	return rest.length > 0 && pageWords.test(rest.map(({lower}) => lower).join(' '));
}

/** `in the table`, `on the page`, `for order 3`, `next to "x"` at the end of a claim; null: these words are no place. */
export function placeOf(tokens: readonly Token[]): Scope[][] | null {
	if (tokens.length === 0) return [[]];
	const rest = tokens.filter(
		({lower}) => !/^(?:successfully|correctly|properly|again|now|immediately|too|yet|anymore|there)$/.test(lower),
	);
	if (rest.length === 0) return [[]];
	const dropped = rest.at(-1)!.lower === 'more' && rest.at(-2)?.lower === 'any' ? rest.slice(0, -2) : rest;
	if (dropped.length === 0) return [[]];
	if (
		/^(?:on (?:the )?(?:page|screen|current page|site|website|web page))$/.test(
			dropped.map(({lower}) => lower).join(' '),
		)
	)
		return [[]];
	// A place begins like that of an element that has a name, so the name is lent.
	const named: Token = {text: 'x', lower: '', kind: 'quoted', isSpaced: true};
	const scopes = targetsOf([named, ...dropped]).filter(({phrase, isQuoted}) => isQuoted && phrase === 'x');
	return scopes.length > 0 ? scopes.map(target => target.scopes) : null;
}

export const withScopes = (target: Target, scopes: Scope[]): Target => ({
	...target,
	scopes: [...scopes, ...target.scopes],
});

/** `at least`, `greater than` … in front of an operand. */
export const comparisons: Array<[string[], Comparison]> = (
	[
		['greater than or equal to', 'at_least'],
		['less than or equal to', 'at_most'],
		['more than', 'greater'],
		['greater than', 'greater'],
		['larger than', 'greater'],
		['bigger than', 'greater'],
		['higher than', 'greater'],
		['above', 'greater'],
		['over', 'greater'],
		['at least', 'at_least'],
		['no less than', 'at_least'],
		['less than', 'less'],
		['fewer than', 'less'],
		['lower than', 'less'],
		['smaller than', 'less'],
		['below', 'less'],
		['at most', 'at_most'],
		['no more than', 'at_most'],
		['different from', 'differs'],
		['different to', 'differs'],
		['other than', 'differs'],
		['equal to', 'equals'],
		['equals', 'equals'],
		['the same as', 'equals'],
		['identical to', 'equals'],
		['exactly', 'equals'],
	] as const
).map(([words, comparison]) => [words.split(' '), comparison]);

export const isPerson = (tokens: readonly Token[]): boolean =>
	/^(?:(?:the )?user|i|we|you|one|it|they|(?:the )?visitor|(?:the )?customer)$/.test(
		tokens.map(({lower}) => lower).join(' '),
	);

const vagueThings =
	/^(?:everything|something|anything|nothing|result|results|all|details|it|them|this|that|content|data|information|response|changes?|user|users|success|failure|(?:search|correct|expected|relevant|matching|appropriate|new|all) (?:results?|data|content|details|products?|items?|information|page|message|user|fields?|options?|elements?))$/;

/** What names nothing a page could hold. */
export function isVagueThing(tokens: readonly Token[]): boolean {
	if (tokens.some(({kind}) => kind !== 'word')) return false;
	const words = tokens.filter(({lower}) => !articles.has(lower));
	if (words.length === 1 && recordNouns.has(words[0]!.lower) && roleAtEnd(words) === null) return true;
	return (
		vagueThings.test(
			textOf(tokens)
				.replace(/^(?:the|a|an|all|any|some) /i, '')
				.toLowerCase(),
		) && tokens.every(({text, lower}) => text === lower)
	);
}
