import type {Draft} from './draft.ts';
import type {Part, ReadStep, Target} from './reading.ts';

/** Nouns for whatever a page tells its reader: no element is called so. */
const noun = /^(?:errors?|messages?|warnings?|alerts?|notifications?|banners?|toasts?|notices?)$/;
/** What stands in front of such a noun without naming one. */
const kind = /^(?:any|error|validation|warning|success|alert|form|inline|field|server|visible|other|further)$/;

/** `error messages`, `validation errors`, `warnings`. */
function isGeneral(phrase: string): boolean {
	const words = phrase.toLowerCase().split(' ');
	return noun.test(words.at(-1) ?? '') && words.slice(0, -1).every(word => kind.test(word));
}

/**
 * `No books are in the list`: none is listed, whether or not a book says that it is one. Null: it speaks of a text, or of a
 * list that has a name.
 */
function listedThings({text, within}: Extract<Part, {op: 'text'}>): Target | null {
	const isAnyList =
		within !== null &&
		(within.role === 'list' || within.role === 'table') &&
		within.phrase === '' &&
		within.ordinal === null &&
		within.scopes.length === 0;
	if (!isAnyList || text.isQuoted || !/^\p{Ll}+(?: \p{Ll}+){0,2}$/u.test(text.text) || !/[^s]s$/.test(text.text))
		return null;
	const place = {kind: 'area', role: within.role, name: null} as const;
	return {phrase: text.text, isQuoted: false, role: null, scopes: [place], ordinal: null};
}

/** `no way to delete it`: what no page says, and what does not show whether one can. */
const ways =
	/^(?:way|option|possibility|chance|means|opportunity|need|reason|button|link|control|icon|entry|action|access)s? (?:to|of|for)\b/i;
/** How things are, and no name of one: no page calls a broken image so. */
const conditions =
	/^(?:any )?(?:broken|dead|duplicated?|deleted|removed|archived|closed|resolved|cancell?ed|expired|inactive|old|older|previous|former|wrong|incorrect|unexpected|unwanted)(?= \p{Ll}+$|$)/iu;
/** What nobody can see. */
const unseen = /^(?:access|effects?|influence|impact|permissions?|duplicates)$/i;
const thingRoles = new Set<Target['role']>([null, 'link', 'item', 'row', 'image', 'card', 'option']);

/** `Deleted orders are not shown`, `There is no duplicate entry`: nothing has to be called so for it to be there. */
const isOnlyDescribed = ({phrase, isQuoted, role, ordinal}: Target): boolean =>
	!isQuoted &&
	ordinal === null &&
	thingRoles.has(role) &&
	// `The Archived link`: that is its name.
	((conditions.test(phrase) && (/^\p{Ll}/u.test(phrase) || (role === null && phrase.includes(' ')))) ||
		unseen.test(phrase));

/** `one item less`: compared with what was before, which nobody has counted. */
const moreOrLess = /^(?:less|fewer|more)\b|\b(?:less|fewer)$/i;

type Complete = Extract<Draft, {parts: unknown}>;

/** What is said of a claim that holds for nearly any page. */
export const emptyClaim: Extract<ReadStep, {refusal: unknown}>['refusal'] = {
	reason: 'not_read',
	understood: 'a general word is not shown, which holds for nearly any page',
	nearestForms: ['No error message is visible', '"…" is not visible', 'The page does not show "…"'],
};

/** What each person has another of, and no text of a page that shows it. */
const ownData =
	/^(?:(?:current |logged[- ]in )?(?:full |first |last |display |user |account )?(?:name|e-?mail(?: address)?|initials)|username)$/i;

/** `The user's name is shown in the header`: which one, the step does not say. */
export const asksForData = ({parts}: Complete): boolean =>
	parts.some(
		part =>
			part.op === 'text' &&
			part.within !== null &&
			!part.text.isQuoted &&
			ownData.test(part.text.text) &&
			!part.isNegated,
	);

/** What is said of a claim that names a kind of data for the data. */
export const unknownData: Extract<ReadStep, {refusal: unknown}>['refusal'] = {
	reason: 'needs_value',
	understood: 'a text that differs from person to person is shown, but the step does not say which',
	nearestForms: ['The header shows "…"', 'The page shows "…"', 'The header shows VAR_USER'],
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
		const isGone = (isNegated && part.op === 'visible') || isNone;
		if (isGone && ((!part.target.isQuoted && ways.test(part.target.phrase)) || isOnlyDescribed(part.target)))
			return null;
		if (part.op === 'count' && part.number > 0 && !part.target.isQuoted && moreOrLess.test(part.target.phrase))
			return null;
		const listed = isNegated && part.op === 'text' ? listedThings(part) : null;
		if (listed && isOnlyDescribed(listed)) return null;
		if (listed) {
			parts.push({isNegated: false, op: 'count', target: listed, comparison: 'equals', number: 0});
			continue;
		}
		const isVague =
			isGone &&
			!part.target.isQuoted &&
			(part.target.role === null || part.target.role === 'message') &&
			isGeneral(part.target.phrase);
		parts.push(
			isVague ? {isNegated: true, op: 'visible', target: {...part.target, phrase: '', role: 'message'}} : part,
		);
	}
	return {...draft, parts};
}
