import type {Look} from '../page/look.ts';
import {isShown} from '../page/tree.ts';

/** What people call the page and the form that make an account, whatever stands on them. */
export const signUp = /^(?:sign[ -]?up|registration|register|create (?:an )?account)$/i;
/** What such a page says in its heading or on its button. */
export const signUpSays = /^\s*(?:sign up|register\b|join\b|create (?:an |your |my |a new )?account|registration)/i;

export const asksForPassword = (look: Look): boolean =>
	look.elements.some(element => element.type === 'password' && isShown(look, element));

/** The heading or button of a page that makes an account, where a password is asked for; null: there is none. */
export function signUpEntry(look: Look): number | null {
	const entry = look.elements.find(
		element => ['heading', 'button'].includes(element.role) && isShown(look, element) && signUpSays.test(element.name),
	);
	return entry && asksForPassword(look) ? entry.index : null;
}
