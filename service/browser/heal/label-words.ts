import {plainWords, words} from '../page/words.ts';
import {isSameOnLabels} from './vocabulary.ts';

/** Words that only one of two names has, once all that say the same are matched. */
export type OwnWords = {gone: string[]; come: string[]};

const none: ReadonlySet<string> = new Set();
/** They join words and say nothing of their own. */
const joints = new Set('as by from into via per'.split(' '));

/**
 * What each of two names says that the other does not: same words, spellings, inflections, synonyms on labels, words
 * written together and initials are matched first. `others` are words of other names of the page: a page that says both
 * `lesson` and `course` means two things by them.
 */
export function ownWords(was: string, now: string, others: ReadonlySet<string> = none): OwnWords {
	const [before, after] = [words(joined(was, now)), words(joined(now, was))];
	return withoutInitials(withoutLightVerb(matched(before, after, others), before, after), was, now);
}

function matched(before: readonly string[], after: readonly string[], others: ReadonlySet<string>): OwnWords {
	const come = [...after];
	const gone: string[] = [];
	const take = (test: (word: string) => boolean): boolean => {
		const at = come.findIndex(test);
		if (at !== -1) come.splice(at, 1);
		return at !== -1;
	};
	const left = before.filter(word => !take(other => other === word));
	for (const word of left)
		if (!take(other => isSameWord(word, other) && (!others.has(other) || !isSameOnLabels(word, other))))
			gone.push(word);
	// `PIN or password` of which each is there twice says no more than once.
	return {
		gone: gone.filter(word => !after.includes(word) && !joints.has(word)),
		come: come.filter(word => !before.includes(word) && !joints.has(word)),
	};
}

/** A spelling, an inflection or a synonym of a stem. */
export const isSameWord = (one: string, other: string): boolean =>
	one === other || spelling(one) === spelling(other) || isInflection(one, other) || isSameOnLabels(one, other);

/** British as American, double letters as one. */
const spelling = (word: string): string =>
	word
		.replace(/(?<=\p{L}{2})our/u, 'or')
		.replace(/(?<=\p{L}{2})is(?=e|ing|ation|$)/u, 'iz')
		.replace(/(?<=\p{L}{2})tr$/u, 'ter')
		.replace(/(\p{L})\1/gu, '$1');

const endings = new Set(
	`s es ed d ing er ers or ors ion ions tion tions ation ations ition al ally ment ments y ly e en n ee ees ive ance ence able
	ize ise ization isation ful less ness ity ies ied ic ical
	be ption ptions sh cation cations ve ving it ate ates ated ating
	nummer adresse adress name nam datum feld
	at em t te ten nt r a o os as i ung ungen cion ciones ar ez ons eur euse ment ee ees`.split(/\s+/),
);

/** One beginning of four letters at least, and endings behind it that change the kind of the word and not its meaning. */
function isInflection(one: string, other: string): boolean {
	let shared = 0;
	while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) shared++;
	for (let length = shared; length >= Math.max(4, shared - 2); length--) {
		const [left, right] = [one.slice(length), other.slice(length)];
		if ((left === '' || endings.has(left)) && (right === '' || endings.has(right))) return true;
	}
	return false;
}

/** Words that the other text writes as one are written as one: `Time zone` beside `Timezone`. */
function joined(text: string, other: string): string {
	const whole = new Set(plainWords(other));
	const all = plainWords(text);
	const at = all.findIndex((word, place) => place > 0 && whole.has(all[place - 1]! + word));
	return at === -1 ? text : [...all.slice(0, at - 1), all[at - 1]! + all[at]!, ...all.slice(at + 1)].join(' ');
}

/** They say little beside the thing they are done to. */
const lightVerbs = new Set('send submit make do give take create add get view show start'.split(' ').flatMap(words));

export const isLightVerb = (word: string): boolean => lightVerbs.has(word);

/** `Send reminder` is `Remind`: the verb says no more than the thing. */
function withoutLightVerb({gone, come}: OwnWords, before: string[], after: string[]): OwnWords {
	const isLight = ([verb, thing]: string[], [other]: string[]) =>
		[verb, thing, other].every(word => word !== undefined) && lightVerbs.has(verb!) && isInflection(thing!, other!);
	return {
		gone: isLight(before, after) ? gone.filter(word => word !== before[0]) : gone,
		come: isLight(after, before) ? come.filter(word => word !== after[0]) : come,
	};
}

/** `DOB` is `Date of birth`. */
function withoutInitials({gone, come}: OwnWords, was: string, now: string): OwnWords {
	const stands = (word: string, text: string) => {
		const initials = plainWords(text).map(one => one[0]!);
		return word.length >= 2 && word.length <= 5 && initials.join('').includes(word);
	};
	if (gone.length === 1 && come.length >= 1 && stands(gone[0]!, now)) return {gone: [], come: []};
	if (come.length === 1 && gone.length >= 1 && stands(come[0]!, was)) return {gone: [], come: []};
	return {gone, come};
}
