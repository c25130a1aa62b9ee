import type {Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {upwards} from '../page/tree.ts';
import {authoredNames} from '../page/wrappers.ts';
import {isPressable} from './candidates.ts';

/** `the user menu`: nobody writes so on it; what stands there is who has signed in. */
export const namesUserMenu = ({role, phrase, isQuoted}: Target): boolean =>
	role === 'menu' && !isQuoted && /^(?:user|profile|account|avatar)$/.test(phrase);

const ofUser =
	/(?:^|[-_])(?:user|profile|account|avatar)(?:[-_](?:menu|dropdown|nav|button|toggle|trigger|info|actions))?$/i;

/** What opens and shuts, and is called so by its authors: itself or the box that is around it and what it opens. */
export const opensUserMenu = (look: Look, element: LookElement): boolean =>
	isPressable(element) &&
	element.states.expanded !== undefined &&
	[...upwards(look, element.index)].slice(0, 2).some(one => authoredNames(one).some(name => ofUser.test(name)));
