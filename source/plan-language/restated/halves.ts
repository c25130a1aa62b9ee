import {plainClaim} from '../plain-words.ts';
import {predicatesOf} from '../predicates.ts';
import type {Token} from '../tokens.ts';
import {isVerb} from '../words.ts';
import {verbsIn} from './main-verb.ts';
import {act, claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';

/** Most places at which a sentence is cut in two. */
const mostCuts = 5;

type Cut = {left: readonly Token[]; right: readonly Token[]; isStrong: boolean};

/** At every `and`, comma or semicolon that something to read stands at both sides of. */
function cutsOf(tokens: readonly Token[]): Cut[] {
	const cuts: Cut[] = [];
	for (let at = 2; at < tokens.length - 1; at++) {
		const token = tokens[at];
		const isStrong = isMark(token, /^(?:;|\.|:|–|—|->|→)$/);
		if (!isStrong && !isMark(token, /^,$/) && !isWord(token, /^(?:and|but|then|while|whereas)$/)) continue;
		let start = at + 1;
		while (
			start < tokens.length - 1 &&
			(isWord(tokens[start], /^(?:and|but|then|so|also)$/) || isMark(tokens[start], /^,$/))
		)
			start++;
		cuts.push({left: tokens.slice(0, at), right: tokens.slice(start), isStrong});
		at = start - 1;
	}
	return cuts.slice(0, mostCuts);
}

const finite = /^\p{Ll}{2,}(?:s|ed)$/u;

/** `Four accounts are shown, and the total amounts to 20`, `The note reads "A" and gives a number`: one claim and another. */
export const claimHalves: Restate = tokens =>
	cutsOf(tokens).flatMap(({left, right}): Restatement[] => {
		const [own] = verbsIn(plainClaim(left));
		if (!own || own.subject.length === 0) return [];
		const other = predicatesOf(plainClaim(right));
		// `… and gives a number`: of what the first half is about.
		const isVerbFirst =
			isWord(right[0], finite) && (other[0]?.subject.length === 0 || isVerb(right[0]) || other.length === 0);
		if (isVerbFirst && right.length > 1) return [{said: [claim(left), claim(own.subject, right)]}];
		const hasSubject =
			other.some(({subject, rest}) => subject.length > 0 && rest.length > 0) ||
			isWord(right[0], /^(?:the|its|their|there|it|no|only|a|an)$/);
		return hasSubject && right.length > 2 ? [{said: [claim(left), claim(right)]}] : [];
	});

/** `Pause the order and open the list`, `Tick it; the list is empty`: one after the other. */
export const actHalves: Restate = (tokens, type) =>
	type !== 'action' || !isVerb(tokens[0])
		? []
		: cutsOf(tokens).flatMap(({left, right, isStrong}): Restatement[] => {
				if (right.length < 2 && !isVerb(right[0])) return [];
				if (isVerb(right[0]) && right[0]!.text === right[0]!.lower) return [{said: [act(left), act(right)]}];
				const isClaim =
					predicatesOf(plainClaim(right)).some(({subject}) => subject.length > 0) ||
					(isStrong && isWord(right[0], /^(?:the|its|a|an|no|only|it)$/));
				return isClaim ? [{said: [act(left), claim(right)]}] : [];
			});
