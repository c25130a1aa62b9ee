import type {Target, Value} from '../../../source/plan-language/reading.ts';
import {fieldRoles as fieldRoleWords} from '../../../source/plan-language/words.ts';
import type {Look} from '../page/look.ts';
import {fieldRoles, pressableRoles} from '../page/roles.ts';
import {isWithin, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords, words} from '../page/words.ts';
import {compare, expectation} from './compare.ts';
import type {Seen} from './observe-rows.ts';
import {rank, type ResolveOptions} from './resolve.ts';
import {withoutIcon} from './short-names.ts';
import {readSubject} from './subject.ts';
import {holdingText, isWhereSaid, speaksOf} from './written.ts';

/** `The search reports "1 result"`: nobody says so of what was typed, where a text beside the field has the words. */
export function tellsBeside(told: string, text: string, look: Look, field: number): number | null {
	const tree = treeOf(look);
	if (!/\b(?:says|reports|tells|announces)\b/i.test(told) || !hasWords(text)) return null;
	const [around] = [...upwards(look, field)].slice(1, 4).flatMap(({index}) => {
		if (tree.textOf(index).length > 300) return [];
		const isInside = (one: number) => isWithin(tree, one, index) && one !== index;
		return holdingText(look, text, isInside).filter(({role}) => !fieldRoles.has(role) && !pressableRoles.has(role));
	});
	return around?.index ?? null;
}

export function seeLabelled(
	target: Target,
	comparison: Parameters<typeof compare>[1],
	wanted: Value,
	look: Look,
	options: ResolveOptions,
): Seen {
	const expected = expectation(comparison, wanted.text);
	const whole = readSubject(target, look, options);
	const read = whole && {...whole, text: withoutIcon(whole.text)};
	const behind = read === null ? null : countBehind(read.text, options.expand(target.phrase));
	const subject = read === null || behind === null ? read : {...read, text: behind};
	if (subject !== null && comparedSaid(subject.text, comparison, wanted)) {
		return {is: true, expected, actual: subject.text, subject: subject.index, where: subject.how};
	}
	// `Seat strength Weak` in one text: what stands behind the name.
	const named = fold(options.expand(target.phrase));
	const behindName =
		subject?.how === 'element' && fold(subject.text).startsWith(`${named} `)
			? fold(subject.text).slice(named.length + 1)
			: null;
	if (subject !== null && behindName !== null && comparison === 'equals' && behindName === fold(wanted.text))
		return {is: true, expected, actual: subject.text, subject: subject.index, where: subject.how};
	if (subject !== null && subject.how !== 'element')
		return {is: false, expected, actual: subject.text, subject: subject.index, where: subject.how};
	// Nothing is called so; what it should say may stand there all the same.
	const {scopes} = rank({...target, phrase: ''}, 'visible', look, options);
	// A lone word stands on a page for many reasons; what has a digit, or several words, is told by them.
	const isNamed = hasWords(options.expand(target.phrase)) && (target.role === null || !fieldRoleWords.has(target.role));
	const isTelling = isNamed && (/\d/.test(wanted.text) || words(wanted.text).length > 1);
	const isWritten =
		isTelling &&
		fold(wanted.text) !== named &&
		['equals', 'contains'].includes(comparison) &&
		wanted.text.trim().length >= 2 &&
		scopes.missing.length === 0;
	const [found] =
		isWritten && hasWords(wanted.text) && /\p{L}/u.test(wanted.text)
			? holdingText(look, wanted.text, scopes.isInside)
			: [];
	if (
		found &&
		speaksOf(look, found, options.expand(target.phrase)) &&
		isWhereSaid(look, found, options.expand(target.phrase))
	) {
		const note = `no ${JSON.stringify(options.expand(target.phrase))} on the page; ${JSON.stringify(wanted.text)} stands in ${found.role === 'text' ? 'a text' : found.role}`;
		return {is: true, expected, actual: wanted.text, subject: found.index, note};
	}
	return {is: false, expected, actual: subject?.text ?? null, subject: subject?.index ?? null};
}

/** `Reviews (3)` says how many reviews there are; null: it does not. */
const countBehind = (text: string, phrase: string): string | null => {
	const open = text.endsWith(')') && text.length <= 80 ? text.lastIndexOf('(') : 0;
	const [name, number] = [text.slice(0, open), text.slice(open + 1, -1)];
	return open > 0 && /^\d{1,6}$/.test(number) && words(name).join(' ') === words(phrase).join(' ') ? number : null;
};

/** `4.0 (3 reviews)` is 4.0: what stands in brackets behind a value says more about it. */
const comparedSaid = (text: string, comparison: Parameters<typeof compare>[1], wanted: Value): boolean => {
	if (compare(text, comparison, wanted)) return true;
	// `LR-5004. We have sent …`: the sentence that the label begins ends there.
	const end = text.search(/[.!] \p{Lu}/u);
	if (end > 0 && comparison === 'equals' && compare(text.slice(0, end), comparison, wanted)) return true;
	const open = text.endsWith(')') && text.length <= 120 ? text.lastIndexOf('(') : 0;
	const bare = text.slice(0, open).trim();
	return bare !== '' && comparison === 'equals' && !wanted.text.includes('(') && compare(bare, comparison, wanted);
};
