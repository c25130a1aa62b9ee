import type {Locator} from 'playwright-core';
import {type Found, told} from './find.ts';
import type {Session} from './session.ts';
import {StepFailed} from './step-failed.ts';

/** The element itself, unlike a locator, which waits for ever for what has been drawn anew under another reference. */
export type Handle = Awaited<ReturnType<Locator['elementHandles']>>[number];

/** What the browser says of an element, or of its frame, before it has done anything to it. */
const gone = /\bnot attached to the DOM\b/;
const frameGone = /Invalid frame in aria-ref|Frame was detached|Execution context was destroyed/;

/**
 * Uses an element that was found. Where the page has drawn it anew since, it is found again, in the time of the step, and
 * `found` is that one from then on; what has gone before it was reached has got nothing of the use. Throws what `uses`
 * throws, and `StepFailed` where it does not come back.
 */
export async function withHandle<T>(
	session: Session,
	found: Found,
	what: string,
	uses: (handle: Handle, timeout: number) => Promise<T>,
): Promise<T> {
	for (;;) {
		const handle = await handleOf(session, found, what);
		try {
			if (handle) return await uses(handle, session.deadline.left);
		} catch (error) {
			if (!(error instanceof Error && gone.test(error.message))) throw error;
		} finally {
			void handle?.dispose().catch(() => {});
		}
		await findAgain(session, found);
	}
}

/** As `withHandle`, for what takes locators only. */
export async function stillThere(session: Session, found: Found, what: string): Promise<Locator> {
	await withHandle(session, found, what, async () => {});
	return found.locator;
}

export const clickFound = (session: Session, found: Found, what: string): Promise<void> =>
	withHandle(session, found, what, (handle, timeout) => session.call(what, handle.click({timeout})));

async function handleOf(session: Session, found: Found, what: string): Promise<Handle | null> {
	const asked = found.locator.elementHandles().catch((error: unknown) => {
		if (error instanceof Error && frameGone.test(error.message)) return [];
		throw error;
	});
	const [handle] = await session.call(what, asked);
	return handle ?? null;
}

async function findAgain(session: Session, found: Found): Promise<void> {
	const {element, again} = found;
	if (!again || session.deadline.isOver)
		throw new StepFailed({
			case: 'not_found',
			target: told(element),
			message: `${told(element)} went away while it was acted on`,
			box: element.box,
		});
	session.say(`${told(element)} has gone; it is looked for again`);
	Object.assign(found, await again());
}
