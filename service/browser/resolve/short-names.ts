import type {AssertionPart, Target} from '../../../source/plan-language/reading.ts';
import type {Look} from '../page/look.ts';
import {pressableRoles} from '../page/roles.ts';
import {treeOf} from '../page/tree.ts';
import {hasWords} from '../page/words.ts';
import type {Seen} from './observe-rows.ts';
import {holdingText, tellsText} from './written.ts';

/** What is called by less than a step calls it: an icon with a number, a choice without the word for its kind. */

/** `🛒 3` is 3: an icon beside a number says nothing. */
export const withoutIcon = (text: string): string => {
	const number = text.replace(/\p{Extended_Pictographic}|\p{So}|\uFE0F|\u200D|\s/gu, '');
	return number !== text.trim() && /^\d{1,6}\+?$/.test(number) && !/^[\d\s]+$/.test(text) ? number : text;
};

/** `The cart is empty` of what is only a way there: its number is none, or a sentence of the page says so. */
export function seeEmptied(look: Look, index: number, phrase: string): Seen | null {
	const element = look.elements[index]!;
	if (!pressableRoles.has(element.role) || hasWords(element.value)) return null;
	const number = /(\d{1,6})\D*$/.exec(treeOf(look).textOf(index))?.[1];
	const [told] = holdingText(look, phrase, () => true, tellsText(`${phrase} is empty`));
	if (number === undefined && !told) return null;
	const is = told !== undefined && (number === undefined || Number(number) === 0) ? true : Number(number) === 0;
	return {is, expected: 'empty', actual: told ? treeOf(look).textOf(told.index) : `${number} in it`, subject: index};
}

/** `The Brass finish is selected`, `the Desk filter is active`: the choice without the word for its kind; null: it has none. */
export function choiceOf({target, state}: Extract<AssertionPart, {op: 'state'}>): Target | null {
	const phrase = target.phrase.replace(
		/(?<=\S) (?:filter|finish|size|colou?r|theme|swatch|chip|pill|style|material|variant|view|mode|plan)$/i,
		'',
	);
	const isChoice = ['selected', 'checked', 'unchecked'].includes(state) && !target.isQuoted;
	return isChoice && phrase !== target.phrase ? {...target, phrase} : null;
}
