import type {Locator as PageLocator} from 'playwright-core';
import type {Locator} from '../../../contract/locator.ts';
import type {Look} from '../page/look.ts';
import {locate} from '../script/locate.ts';
import {applyCalls, locatorCalls} from '../script/locator-calls.ts';
import {type Found, optionsOf} from './find.ts';
import type {Session} from './session.ts';

const patienceMs = 2000;

/** A saved locator as one of Playwright, for the current page. */
export const pageLocator = (session: Session, locator: Locator): PageLocator =>
	applyCalls<PageLocator>(session.page, session.page, locatorCalls(locator), optionsOf(session).expand);

/** Whether a locator gives this element and no other, asked of the page itself. */
export async function isExactly(session: Session, locator: Locator, found: Found): Promise<boolean> {
	const wanted = pageLocator(session, locator);
	const count = async () => {
		// Asked beside each other: neither changes anything.
		const [all, itself] = await Promise.all([wanted.count(), wanted.and(found.locator).count()]);
		return all === 1 && itself === 1;
	};
	const compare = async () => {
		const handle = await found.locator.elementHandle({timeout: patienceMs});
		try {
			// Playwright refuses to evaluate on several.
			return await wanted.evaluate((node, other) => node === other, handle, {
				timeout: patienceMs,
			});
		} finally {
			await handle?.dispose();
		}
	};
	// Two locators meet only in one document.
	const isInFrame = found.element.frame !== null || locator.within.some(scope => 'frame' in scope);
	return session.call('trying a locator', isInFrame ? compare() : count(), patienceMs).catch(() => false);
}

/** The elements of a look that a saved locator means. */
export async function locatedOn(session: Session, look: Look, locator: Locator): Promise<number[]> {
	const known = locate(look, locator, optionsOf(session).expand);
	if (known !== null) return known;
	const candidates = await session
		.call('asking for the element', pageLocator(session, locator).all(), patienceMs)
		.catch(() => []);
	if (candidates.length !== 1) return candidates.length === 0 ? [] : candidates.map((_, place) => place);
	const box = await session
		.call('asking for the element', candidates[0]!.boundingBox({timeout: patienceMs}), patienceMs)
		.catch(() => null);
	if (!box) return [];
	const isThere = (one: Look['elements'][number]) =>
		one.ref !== null &&
		one.box !== null &&
		Math.abs(one.box.x - box.x) <= 1 &&
		Math.abs(one.box.y - box.y) <= 1 &&
		Math.abs(one.box.width - box.width) <= 1 &&
		Math.abs(one.box.height - box.height) <= 1;
	for (const {index} of look.elements.filter(isThere)) {
		const element = look.elements[index]!;
		if (await isExactly(session, locator, {look, index, element, locator: session.locator(look, index)}))
			return [index];
	}
	return [];
}
