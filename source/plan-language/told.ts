import {clausesOf} from './clauses.ts';
import {isComplete, type Draft, isAssertion} from './draft.ts';
import {leavesOver} from './left-over.ts';
import {claimOf, withoutOpening} from './opening.ts';
import type {AssertionPart, Part} from './reading.ts';
import {sentenceOf, type Token} from './tokens.ts';

/**
 * Claims that are in no form, or name nothing that the page calls so: their own words, for a record or a sentence of the
 * page that has every one of them.
 */

/** Most words of one such claim, and most claims of a step. */
const longest = 24;
const mostClaims = 8;

export const toldPart = (text: string): AssertionPart => ({
	isNegated: false,
	op: 'text',
	text: {text, isQuoted: false},
	comparison: 'contains',
	within: null,
	isTold: true,
});

/** The words of a claim without `verify that`; null: too few to tell anything, or too many. */
function sentence(tokens: readonly Token[]): string | null {
	const claim = claimOf(tokens, true) ?? tokens;
	return claim.length < 2 || claim.length > longest ? null : sentenceOf(claim);
}

/** The reading with the words of each of its claims, where it is clear which are whose. */
export function withWords(
	draft: Extract<Draft, {parts: unknown}>,
	tokens: readonly Token[],
): Extract<Draft, {parts: unknown}> {
	const clauses = draft.parts.length === 1 ? [[...tokens]] : clausesOf(tokens, 'assertion');
	return {
		...draft,
		parts: draft.parts.map((part, at) => {
			if (!isAssertion(part) || part.isNegated || !canBeTold.has(part.op)) return part;
			const own = clauses.length === draft.parts.length ? sentence(clauses[at]!) : null;
			const told = own ?? calledBy(part);
			return told === null || (part.op === 'text' && (part.isTold || part.isReported)) ? part : {...part, told};
		}),
	};
}

/** Several words that are to be seen. */
function calledBy(part: AssertionPart): string | null {
	if (part.op !== 'visible' || part.target.scopes.length > 0 || part.target.isQuoted) return null;
	const called = part.target.said ?? part.target.phrase;
	return /\s/.test(called) ? called : null;
}

const canBeTold = new Set<Part['op']>(['visible', 'text', 'value', 'labelled_text', 'cell', 'count', 'each', 'state']);

/**
 * A claim of which a part at least is in no form: what can be read, and the rest in its own words. Null: there are no words
 * to look for.
 * @param read of one claim: every way to read it
 */
export function toldParts(tokens: readonly Token[], read: (tokens: readonly Token[]) => Draft[]): Part[] | null {
	const listed = membersOf(tokens);
	const clauses = listed ?? clausesOf(tokens, 'assertion');
	if (clauses.length > mostClaims) return null;
	const found: Part[] = [];
	for (const clause of clauses) {
		const said = withoutOpening(clause);
		const draft = listed
			? undefined
			: read(said).find(
					one => isComplete(one) && one.parts.every(isAssertion) && !leavesOver(one.parts, said, one.note),
				);
		const words = sentence(said);
		if (draft && isComplete(draft)) found.push(...draft.parts);
		else if (words !== null) found.push(toldPart(words));
		else return null;
	}
	return found.length > 0 ? found : null;
}

/** `The review lists A, B and C`: each of them is listed there. */
function membersOf(tokens: readonly Token[]): Token[][] | null {
	const at = tokens.findIndex(
		({kind, lower}) => kind === 'word' && /^(?:lists?|shows?|contains?|includes?|displays?)$/.test(lower),
	);
	if (at < 1 || tokens.slice(at + 1).some(({lower}) => /^(?:that|is|are|has|have)$/.test(lower))) return null;
	const members: Token[][] = [[]];
	for (const token of tokens.slice(at + 1))
		if (token.lower === 'and' || (token.kind === 'mark' && token.text === ',')) members.push([]);
		else members.at(-1)!.push(token);
	const named = members.filter(({length}) => length > 0);
	return named.length < 2 ? null : named.map(member => [...tokens.slice(0, at + 1), ...member]);
}
