import type {Locator} from '../../../contract/locator.ts';
import type {ScriptElement} from '../../../contract/script.ts';
import type {Target} from '../../../source/plan-language/reading.ts';
import {fingerprintOf} from '../heal/fingerprint.ts';
import {locatorCandidates, namedPlacesOf} from '../script/build-locator.ts';
import {isExactly} from './located.ts';
import {type Found, optionsOf} from './find.ts';
import type {Session} from './session.ts';

/** Tried on the page; the ones after these are no better. */
const mostTried = 6;
/** Shorter values stand in names by chance. */
const shortestPassing = 3;

const textsOf = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: value !== null && typeof value === 'object'
			? Object.values(value).flatMap(textsOf)
			: [];

/**
 * The element as a script saves it, before it is acted on. A saved entry stays while its locator still gives this very
 * element; else the first way to name it that the page confirms, and that the next run can use: a text with a secret or with what
 * only this run has is no name. A claim of such a text is about the text. Null: nothing names it alone.
 */
export async function saveElement(
	session: Session,
	found: Found,
	slot: string,
	target: Target,
	saved: ScriptElement | null,
	isClaim = false,
): Promise<ScriptElement | null> {
	if (saved && (await isExactly(session, saved.locator, found))) return saved;
	const options = optionsOf(session);
	const passing = [...session.parts.variables.passing, ...session.parts.mask.values].filter(
		value => value.trim().length >= shortestPassing,
	);
	const passes = (locator: Locator) => passing.some(value => textsOf(locator).some(text => text.includes(value)));
	for (const {locator, positional} of locatorCandidates(found.look, found.index, target, options).slice(0, mostTried)) {
		if (!(await isExactly(session, locator, found))) continue;
		if (passes(locator)) {
			if (isClaim) return null;
			continue;
		}
		const fingerprint = fingerprintOf(found.look, found.index, namedPlacesOf(target, options.expand));
		return {slot, locator, fingerprint, ...(positional ? {positional} : {})};
	}
	return null;
}
