import type {Draft} from './draft.ts';
import type {Part, ReadStep} from './reading.ts';

/** Nouns for whatever a page tells its reader: no element is called so. */
const noun = /^(?:errors?|messages?|warnings?|alerts?|notifications?|banners?|toasts?|notices?)$/;
/** What stands in front of such a noun without naming one. */
const kind = /^(?:any|error|validation|warning|success|alert|form|inline|field|server|visible|other|further)$/;

/** `error messages`, `validation errors`, `warnings`. */
function isGeneral(phrase: string): boolean {
	const words = phrase.toLowerCase().split(' ');
	return noun.test(words.at(-1) ?? '') && words.slice(0, -1).every(word => kind.test(word));
}

type Complete = Extract<Draft, {parts: unknown}>;

/** What is said of a claim that holds for nearly any page. */
export const emptyClaim: Extract<ReadStep, {refusal: unknown}>['refusal'] = {
	reason: 'not_read',
	understood: 'a general word is not shown, which holds for nearly any page',
	nearestForms: ['No error message is visible', '"…" is not visible', 'The page does not show "…"'],
};

/**
 * A claim that something is not there would hold for nothing where no element is called `messages`: `There should be no
 * error messages` speaks of every message of the page. Null: what is claimed is no text that a page could show
 * (`The form has no errors`).
 */
export function withoutEmptyClaims(draft: Complete): Complete | null {
	const parts: Part[] = [];
	for (const part of draft.parts) {
		const isNegated = 'isNegated' in part && part.isNegated;
		if (isNegated && part.op === 'text' && !part.text.isQuoted && isGeneral(part.text.text)) return null;
		const isNone = part.op === 'count' && !isNegated && part.comparison === 'equals' && part.number === 0;
		const isVague =
			((isNegated && part.op === 'visible') || isNone) &&
			!part.target.isQuoted &&
			(part.target.role === null || part.target.role === 'message') &&
			isGeneral(part.target.phrase);
		parts.push(
			isVague ? {isNegated: true, op: 'visible', target: {...part.target, phrase: '', role: 'message'}} : part,
		);
	}
	return {...draft, parts};
}
