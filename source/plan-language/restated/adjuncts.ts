import type {PlanFileStep} from '../../../contract/plan-file.ts';
import {startsWith} from '../pattern.ts';
import {type Token, textOf} from '../tokens.ts';
import {isDataLike} from '../values.ts';
import {isVerb} from '../words.ts';
import {isMark, isWord, opensWith} from './restatement.ts';

/** Fewest words in front of what tells why, and of that itself. */
const fewest = 2;

/**
 * The sentence without what tells why or what for: `…, because widgets load one after the other`, `… so that three tiles
 * remain`, `… to clean up`. Null: it tells none. What is claimed in it, with a text in quotes, is no reason.
 */
export function withoutReason(
	tokens: readonly Token[],
	type: PlanFileStep['type'],
): {rest: Token[]; leaves: string} | null {
	for (let at = fewest; at < tokens.length - 1; at++) {
		const length = reasonAt(tokens, at, type);
		if (length === 0) continue;
		const end = tokens.findIndex((token, place) => place > at && isMark(token, /^[;.]$/));
		const why = tokens.slice(at, end < 0 ? undefined : end);
		if (why.length < fewest + length - 1) continue;
		const start = isMark(tokens[at - 1], /^[,–—-]$/) ? at - 1 : at;
		const rest = [...tokens.slice(0, start), ...(end < 0 ? [] : tokens.slice(end))];
		if (rest.length >= fewest) return {rest, leaves: textOf(why)};
	}
	return null;
}

/** How many words open a reason here; 0: none. */
function reasonAt(tokens: readonly Token[], at: number, type: PlanFileStep['type']): number {
	const token = tokens[at]!;
	const rest = tokens.slice(at + 1);
	const isBehindMark = isMark(tokens[at - 1], /^[,–—-]$/);
	if (isWord(token, /^because$/)) return 1;
	// `sort the list so that the newest comes first`: that is how.
	if (isWord(token, /^so$/) && isWord(rest[0], /^that$/))
		return opensWith(tokens[0], /^(?:sort|order|arrange)$/) || rest.some(({kind}) => kind === 'quoted') ? 0 : 2;
	if (isWord(token, /^in$/) && isWord(rest[0], /^order$/) && isWord(rest[1], /^(?:to|that)$/)) return 2;
	if (!isBehindMark && !isWord(token, /^to$/)) return 0;
	if (isWord(token, /^(?:otherwise|since|as)$/)) return isClause(rest) ? 1 : 0;
	if (isWord(token, /^which$/) && isWord(rest[0], /^(?:tells|means|proves|shows|confirms|indicates|is)$/))
		return isWord(rest[1], /^(?:us|me|you|that|why|how|what)$/) ? 2 : 0;
	return isWord(token, /^to$/) && isPurpose(tokens, at, type) ? 1 : 0;
}

/** A clause that names somebody or something that does or is something: no field, value or place. */
const isClause = (tokens: readonly Token[]): boolean =>
	tokens.length > 2 &&
	!isDataLike(tokens[0]!) &&
	tokens
		.slice(1)
		.some(token =>
			isWord(
				token,
				/^(?:is|are|was|were|has|have|had|do|does|can|cannot|must|should|will|would|may|might|often|needs?|wants?|uses?|starts?|comes?|goes|gets?|makes?|takes?|depends?|relies|rely|expects?|laid)$|n't$/,
			),
		);

/** What is done for its own sake, and is no value: `to clean up`, `to get the figures`. */
const ends =
	/^(?:get|have|avoid|prevent|keep|clean|reverse|prove|test|try|trigger|reveal|learn|free|allow|let|bring|make|restore)$/;
/** `to verify persistence`: in a few words; a sentence behind them is a claim. */
const proofs = /^(?:verify|check|ensure|confirm|validate)$/;
/** These take what stands behind `to`. */
const takesTo =
	/^(?:set|change|switch|move|drag|rename|go|return|add|turn|get|have|want|try|update|navigate|proceed|continue)$/;
/** Whoever wants to make sure of something claims it. */
const verifies = ['make sure', 'be sure that', 'find out whether'].map(words => words.split(' '));

function isPurpose(tokens: readonly Token[], at: number, type: PlanFileStep['type']): boolean {
	const [verb, ...more] = tokens.slice(at + 1);
	const isProof = isWord(verb, proofs) && more.length > 0 && more.length <= 3;
	if (!(isWord(verb, ends) || isProof) || verifies.some(words => startsWith(tokens, at + 1, words))) return false;
	if (tokens.slice(at).some(({kind}) => kind === 'quoted')) return false;
	if (type === 'assertion') return isWord(verb, /^prove$/) && isMark(tokens[at - 1], /^,$/);
	if (/^(?:wait|press|hit)$/.test(tokens[0]!.lower) && tokens[1]?.kind !== 'quoted') return false;
	const opener = tokens.find(token => isVerb(token));
	const isTaken =
		opensWith(opener, takesTo) &&
		!tokens.slice(0, at).some(token => isWord(token, /^(?:to|from|into|as|with|via|on)$/));
	return opener !== undefined && !isTaken && (more.length > 0 || isWord(tokens[at - 1], /^\p{L}+$/u));
}
