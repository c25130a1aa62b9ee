import type {Target} from '../../../source/plan-language/reading.ts';
import type {Look} from '../page/look.ts';
import {treeOf} from '../page/tree.ts';

type Tone = NonNullable<Target['tone']>;

const marks: Record<Tone, RegExp> = {
	error: /^(?:err|errors?|danger|invalid|fail|failed|failure|critical|negative|warn|warning)$/,
	success: /^(?:success|successful|succeeded|positive|valid|confirmed|confirmation)$/,
};
/** Only what no message of the other kind says: `already added` may be either. */
const said: Record<Tone, RegExp> = {
	error:
		/\b(?:errors?|failed|failure|invalid|incorrect|wrong|denied|forbidden|unauthori[sz]ed|unable|could not|couldn['’]t|cannot|can['’]t|can not|not found|try again|must|is required)\b/i,
	success: /\b(?:success|successful|successfully|thank you|thanks|congratulations|welcome)\b/i,
};

/**
 * Whether a message tells of an error or of a success: as the page marks it, else by words that only one of the two has.
 * Null: it may be either.
 */
export function toneOf(look: Look, index: number): Tone | null {
	const inside = look.elements.slice(index, treeOf(look).end[index]);
	if (inside.some(({isError}) => isError === true)) return 'error';
	const names = inside.flatMap(({classes, wrappedIn}) => [...classes, ...(wrappedIn ?? [])]);
	const marked = names.flatMap(name => name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)).map(word => word.toLowerCase());
	const text = treeOf(look).textOf(index);
	return onlyOne(tone => marked.some(word => marks[tone].test(word))) ?? onlyOne(tone => said[tone].test(text));
}

const onlyOne = (holds: (tone: Tone) => boolean): Tone | null => {
	const isError = holds('error');
	return isError === holds('success') ? null : isError ? 'error' : 'success';
};
