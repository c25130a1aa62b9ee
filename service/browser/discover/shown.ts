import type {Look, LookElement} from '../page/look.ts';
import {dialogOf} from '../page/sections.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords} from '../page/words.ts';

const mostLetters = 80;

/** Whether a text can stand in the quotes of a step and says something. */
export const isSayable = (text: string): boolean =>
	hasWords(text) && text.length <= mostLetters && !/["“”„`]/.test(text) && !/VAR_/.test(text);

/** Counts, dates, prices and greetings by the hour differ from visit to visit. */
export const isLasting = (text: string): boolean =>
	!/\d/.test(text) && !/\b(?:today|yesterday|now|just|ago|morning|afternoon|evening|loading)\b|…|\.\.\.$/i.test(text);

export const isSeen = (look: Look, element: LookElement): boolean =>
	isShown(look, element) && !element.isInert && !element.isAriaHidden;

/** Elements that a person sees and that are part of the page itself: no dialog, no banner that asks for consent. */
export const seen = (look: Look): LookElement[] =>
	look.elements.filter(element => isSeen(look, element) && dialogOf(look, element.index) === null);

export const areaRoleOf = (look: Look, index: number, roles: readonly string[]): string | null =>
	[...upwards(look, index)].find(element => roles.includes(element.role))?.role ?? null;

/** Its name, else its own text, blanks folded. */
export const nameOf = (look: Look, element: LookElement): string =>
	(element.name || treeOf(look).textOf(element.index)).replace(/\s+/g, ' ').trim();

/** Whether the one text stands in the other, however both are written. */
export const isIn = (text: string, whole: string): boolean => ` ${fold(whole)} `.includes(` ${fold(text)} `);
