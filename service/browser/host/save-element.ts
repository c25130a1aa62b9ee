import type {ScriptElement} from '../../../contract/script.ts';
import type {Target} from '../../../source/plan-language/reading.ts';
import {fingerprintOf} from '../heal/fingerprint.ts';
import {locatorCandidates, namedPlacesOf} from '../script/build-locator.ts';
import {isExactly} from './located.ts';
import {type Found, optionsOf} from './find.ts';
import type {Session} from './session.ts';

/** Tried on the page; the ones after these are no better. */
const mostTried = 6;

/**
 * The element as a script saves it, before it is acted on. A saved entry stays while its locator still gives this very
 * element; else the first way to name it that the page confirms. Null: nothing names it alone.
 */
export async function saveElement(
	session: Session,
	found: Found,
	slot: string,
	target: Target,
	saved: ScriptElement | null,
): Promise<ScriptElement | null> {
	if (saved && (await isExactly(session, saved.locator, found))) return saved;
	const options = optionsOf(session);
	for (const {locator, positional} of locatorCandidates(found.look, found.index, target, options).slice(0, mostTried)) {
		if (!(await isExactly(session, locator, found))) continue;
		const fingerprint = fingerprintOf(found.look, found.index, namedPlacesOf(target, options.expand));
		return {slot, locator, fingerprint, ...(positional ? {positional} : {})};
	}
	return null;
}
