import type {Fingerprint} from '../../../contract/script.ts';
import type {Look, LookElement} from '../page/look.ts';
import {familyOf, isInteractive} from '../page/roles.ts';
import {dialogOf, dialogTitle} from '../page/sections.ts';
import {addedHarm, areOpposite, fold, hasWords, isHarm, leadingVerb, plainWords, words} from '../page/words.ts';
import {labelOf} from './fingerprint.ts';
import {allHeadsOf, hasJoint, headsOf} from './head.ts';
import {isLightVerb, isSameWord, type OwnWords, ownWords} from './label-words.ts';
import {areEnglish, areExclusive, englishShare, isEnglishWord, isKind, isLabelVerb, turns} from './vocabulary.ts';

/** The language of a page is another one when fewer than this share of its names are still there. */
const keptShare = 0.5;

/**
 * Why an element means another thing than it did, by what it is called: the opposite, more harm, another
 * one of its kind, more or fewer of them, or simply words of its own where the saved name has words of its own that say
 * nothing of the kind. Null: it may be the same thing. `isFound`: its saved locator gave it, so that names of records,
 * people and amounts in it may differ; an heir has to be called the same.
 */
export function changedMeaning(
	fingerprint: Fingerprint,
	look: Look,
	element: LookElement,
	isFound = false,
): string | null {
	if (isOtherDialog(fingerprint, look, element)) return 'in a dialog that asks something else';
	for (const {was, now, isHint} of labelsOf(fingerprint, look, element)) {
		if (fold(was) === fold(now)) continue;
		if (areOpposite(was, now)) return 'means the opposite';
		const harm = addedHarm(was, now);
		if (harm.length > 0) return `does more harm (${harm.join(', ')})`;
		const own = ownOfLabels(was, now, otherWords(fingerprint));
		if (areExclusive(own.gone, own.come)) return 'another one of its kind';
		if (isHint && isExample(was, now)) continue;
		const isOther = own.gone.length > 0 && own.come.length > 0;
		if (isOther && isSaidBeside(fingerprint, element)) continue;
		if (isOther && isComparable(fingerprint, look, was, now) && !(isFound && isOfRecord(fingerprint, own, was, now)))
			return 'says something else';
		if ([...own.gone, ...own.come].some(turns)) return 'speaks of more, or of another one';
		if (!isOther) {
			const other = otherThing(fingerprint, element, was, now, own);
			if (other !== null) return other;
		}
	}
	return null;
}

type Label = {was: string; now: string; isHint: boolean};

/** What it is called, and its title beside that: an icon says the same whatever it is for. */
function labelsOf(fingerprint: Fingerprint, look: Look, element: LookElement): Label[] {
	const isHint = fold(labelOf(element)) === fold(element.placeholder ?? '') || isSavedHint(fingerprint);
	const pairs: Label[] = isGuess(look, element) ? [] : [{was: savedLabel(fingerprint), now: labelOf(element), isHint}];
	if (fingerprint.title !== null && element.title !== null)
		pairs.push({was: fingerprint.title, now: element.title, isHint: false});
	const named = pairs.filter(({was, now}) => hasWords(was) && hasWords(now));
	if (named.length > 0) return named;
	// A control without any name says by its icon what it is for.
	const verbs = (classes: readonly string[]) => classes.flatMap(words).filter(isLabelVerb).join(' ');
	const icon = {was: verbs(fingerprint.classes), now: verbs(element.classes), isHint: false};
	return icon.was !== '' && icon.now !== '' ? [icon] : [];
}

/** A field without a name is called by the text beside it, which is the name of another field. */
const isGuess = (look: Look, element: LookElement): boolean =>
	!hasWords(element.name) &&
	labelOf(element) === element.nearLabel &&
	look.elements.some(
		other => other.index !== element.index && other.name === element.nearLabel && isInteractive(other),
	);

/** The first of its labels that says something. */
export const savedLabel = ({name, nearLabel, placeholder, title}: Fingerprint): string =>
	[name, nearLabel, placeholder, title].find(label => label !== null && hasWords(label)) ?? name;

const isSavedHint = (fingerprint: Fingerprint): boolean =>
	fingerprint.placeholder !== null && fold(savedLabel(fingerprint)) === fold(fingerprint.placeholder);

/** The hint in a field that shows how a value looks is no name. */
const isExample = (was: string, now: string): boolean =>
	[was, now].some(text => /\d|@|:\/\/|\be\.\s?g\b|[…?]$/i.test(text));

/** The title says what the name says now, or the other way round. */
function isSaidBeside(fingerprint: Fingerprint, element: LookElement): boolean {
	const says = (was: string | null, now: string | null) => {
		if (!hasWords(was) || !hasWords(now)) return false;
		const {gone, come} = ownOfLabels(was!, now!);
		return gone.length === 0 || come.length === 0;
	};
	return says(fingerprint.title, labelOf(element)) || says(savedLabel(fingerprint), element.title);
}

/** What only one of two names says; what stands in brackets or behind a colon on one side alone is an addition to it. */
function ownOfLabels(was: string, now: string, others?: ReadonlySet<string>): OwnWords {
	let [before, after] = [was, now];
	for (const addition of [/[([][^()[\]]*[)\]]/gu, /(?<=\p{L})\s*[:：].*/su]) {
		const [left, right] = [before, after].map(text => text.replace(addition, '').trim());
		if (hasWords(left!) && left !== before && right === after) before = left!;
		else if (hasWords(right!) && right !== after && left === before) after = right!;
	}
	return ownWords(before, after, others);
}

const otherNames = new WeakMap<Fingerprint, ReadonlySet<string>>();

/** Words of everything else that stood on the page of the recording. */
function otherWords(fingerprint: Fingerprint): ReadonlySet<string> {
	const known = otherNames.get(fingerprint) ?? new Set(fingerprint.census.flatMap(({name}) => words(name)));
	otherNames.set(fingerprint, known);
	return known;
}

/** Numbers, and on a page in English what is no English word, on both sides: names that differ from run to run. */
function isOfRecord({census}: Fingerprint, {gone, come}: OwnWords, was: string, now: string): boolean {
	const isEnglish = areEnglish(census.map(({name}) => name));
	const isData = (word: string) => /\d/.test(word) || (isEnglish && !isEnglishWord(word));
	const written = (name: string, own: string[]) => plainWords(name).filter(word => own.includes(words(word)[0]!));
	return written(was, gone).every(isData) && written(now, come).every(isData);
}

/** One name says all that the other says and more: all instead of one, another one, or a thing of which it is a part. */
function otherThing(
	fingerprint: Fingerprint,
	element: LookElement,
	was: string,
	now: string,
	{gone, come}: OwnWords,
): string | null {
	const more = [...gone, ...come];
	if (more.length === 0) return null;
	if (
		come.some(word => !isKind(word)) &&
		words(was).some(isHarm) &&
		words(was).length === 1 &&
		fingerprint.row === null
	)
		return 'does its harm to something else';
	if (familyOf(element.role) === 'press' && isOtherAct(was, now)) return 'does something else to it';
	if (familyOf(element.role) === 'press' && hasOtherObject(was, now, come)) return 'does it to something else';
	if (familyOf(element.role) === 'check' || isVerbal(element.role, was, now) || isVerbal(fingerprint.role, was, now))
		return null;
	const [before, after] =
		hasJoint(was) && hasJoint(now) ? [allHeadsOf(was), allHeadsOf(now)] : [headsOf(was), headsOf(now)];
	const isAlike = before.some(one => after.some(other => isSameWord(one, other)));
	return isAlike ? null : 'names a part of it, or what it is a part of';
}

/**
 * What one name does has become the thing to which the other does something: `Renew` and `Skip renewal`. Of languages
 * that are not known, a word that stands there in another form beside new words.
 */
function isOtherAct(was: string, now: string): boolean {
	const [before, after] = [words(was), words(now)];
	const [short, long] = before.length <= after.length ? [before, after] : [after, before];
	const [act, other] = [short[0], long[0]];
	if (act === undefined || other === undefined || long.length === short.length || isSameWord(act, other)) return false;
	if (areEnglish([was]) && areEnglish([now])) return isLabelVerb(act) && isLabelVerb(other) && !isLightVerb(other);
	return !long.includes(act);
}

/** `Export translation` and `Export translation memory`: the thing at the end is another one. */
function hasOtherObject(was: string, now: string, come: readonly string[]): boolean {
	const [before, after] = [words(was), words(now)];
	const last = after.at(-1)!;
	return (
		areEnglish([was]) &&
		areEnglish([now]) &&
		before.length >= 2 &&
		isLabelVerb(before[0]!) &&
		before.every((word, place) => after[place] === word) &&
		!hasJoint(now) &&
		come.includes(last) &&
		!isKind(last) &&
		!/\d/.test(last)
	);
}

/** Begins with what it does; what follows is what it does it to. */
function isVerbal(role: string, was: string, now: string): boolean {
	const isButton = role === 'button' || role === 'menuitem';
	const [first, other] = [words(was)[0] ?? '', words(now)[0] ?? ''];
	// Of a language that is not known, a button says first what it does.
	if (first === other && (isLabelVerb(first) ? plainWords(was).length > 1 : isButton && !areEnglish([was, now])))
		return true;
	const isOfVerbs = [was, now].every(name => isLabelVerb(words(name)[0] ?? ''));
	if (!isOfVerbs || familyOf(role) !== 'press' || role === 'tab' || role === 'treeitem') return false;
	return isButton || [was, now].every(name => plainWords(name).length > 1);
}

/** The dialog around it is there to do another thing than that of the recording. */
function isOtherDialog(fingerprint: Fingerprint, look: Look, element: LookElement): boolean {
	const dialog = dialogOf(look, element.index);
	const [was, now] = [fingerprint.dialog ?? '', dialog ? dialogTitle(look, dialog) : ''];
	if (!hasWords(was) || !hasWords(now) || fold(was) === fold(now)) return false;
	if (areOpposite(was, now) || addedHarm(was, now).length > 0) return true;
	const [before, after] = [leadingVerb(was), leadingVerb(now)];
	return before !== null && after !== null && !isSameWord(before, after);
}

/**
 * Both names are of one language, as far as it is known. A name that is no English any more, and a page most names of
 * which have changed and are no English, are translated: what is not understood is not judged.
 */
function isComparable({census}: Fingerprint, look: Look, was: string, now: string): boolean {
	const shares = [was, now].map(name => englishShare([name]));
	if (shares.every(share => share >= 0.5)) return true;
	// A page in English, and one of the names is not.
	if (areEnglish(census.map(({name}) => name))) return shares.every(share => share < 0.5);
	const named = census.filter(({name}) => /\p{L}{2}/u.test(name));
	if (named.length === 0) return true;
	const today = new Set(look.elements.map(element => fold(labelOf(element))));
	return named.filter(({name}) => today.has(fold(name))).length / named.length >= keptShare;
}
