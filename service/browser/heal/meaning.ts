import type {Fingerprint} from '../../../source/contract/script.ts';
import type {Look, LookElement} from '../page/look.ts';
import {addedHarm, areOpposite, bigramOverlap, fold, hasWords, words} from '../page/words.ts';
import {labelOf} from './fingerprint.ts';
import {exclusiveWords, isKnownWord} from './known-words.ts';

/** The language of a page is another one when fewer than this share of its names are still there. */
const keptShare = 0.5;
/** Letters in common that make two names spellings of one. */
const spelling = 0.5;

/**
 * Why an element means another thing than it did, by what it is called: the opposite, more harm, another one of its kind
 * (`Next week`, `Next year`), or something else in the same language; null: it may be the same thing. What a translation
 * or an icon says is not judged, because nothing is known of it.
 */
export function changedMeaning(fingerprint: Fingerprint, look: Look, element: LookElement): string | null {
	for (const [was, now] of labelsOf(fingerprint, element)) {
		if (fold(was) === fold(now)) continue;
		if (areOpposite(was, now)) return 'means the opposite';
		const harm = addedHarm(was, now);
		if (harm.length > 0) return `does more harm (${harm.join(', ')})`;
		if (areExclusive(was, now)) return 'another one of its kind';
		if (isSomethingElse(was, now) && !isHint(fingerprint, element) && !isTranslated(fingerprint, look))
			return 'says something else';
	}
	return null;
}

/** What it is called, and its title beside that: an icon says the same whatever it is for. */
function labelsOf(fingerprint: Fingerprint, element: LookElement): Array<[string, string]> {
	const pairs: Array<[string, string]> = [[savedLabel(fingerprint), labelOf(element)]];
	if (fingerprint.title !== null && element.title !== null) pairs.push([fingerprint.title, element.title]);
	return pairs.filter(([was, now]) => hasWords(was) && hasWords(now));
}

/** The first of its labels that says something. */
export const savedLabel = ({name, nearLabel, placeholder, title}: Fingerprint): string =>
	[name, nearLabel, placeholder, title].find(label => label !== null && hasWords(label)) ?? name;

/** Each name has a word of a set of which a thing is only one: week and year, street and city. */
function areExclusive(was: string, now: string): boolean {
	const [before, after] = [words(was), words(now)];
	const gone = before.filter(word => !after.includes(word));
	const come = after.filter(word => !before.includes(word));
	return exclusiveWords.some(set => gone.some(word => set.has(word)) && come.some(word => set.has(word)));
}

/** No word in common, nor its spelling, and both are English as far as it is known. */
function isSomethingElse(was: string, now: string): boolean {
	const [before, after] = [words(was), words(now)];
	if (before.some(word => after.includes(word)) || bigramOverlap(was, now) >= spelling) return false;
	return isEnglish(was) && isEnglish(now);
}

const isEnglish = (name: string) => fold(name).split(' ').some(isKnownWord);

/** The hint in a field was written anew; all that identifies it and its kind is as it was. */
function isHint(fingerprint: Fingerprint, element: LookElement): boolean {
	if (fingerprint.placeholder === null || fold(savedLabel(fingerprint)) !== fold(fingerprint.placeholder)) return false;
	const {id, nameAttribute, testIds, type} = fingerprint;
	const isKept =
		(id === null || id.value === element.id) &&
		(nameAttribute === null || nameAttribute.value === element.nameAttribute) &&
		testIds.every(one => element.testIds[one.attribute] === one.value);
	return isKept && type === element.type && (id !== null || nameAttribute !== null || testIds.length > 0);
}

function isTranslated({census}: Fingerprint, look: Look): boolean {
	const named = census.filter(({name}) => /\p{L}{2}/u.test(name));
	if (named.length === 0) return false;
	const today = new Set(look.elements.map(element => fold(labelOf(element))));
	return named.filter(({name}) => today.has(fold(name))).length / named.length < keptShare;
}
