import {closeConsent} from './consent.ts';
import {hindrance, hinderedBy} from '../diagnose.ts';
import {pause} from '../deadline.ts';
import type {Found} from '../find.ts';
import {firstLine} from '../session.ts';
import {StepFailed} from '../step-failed.ts';
import {type Handle, withHandle} from '../with-handle.ts';
import type {Act} from './act.ts';

/** Until it is asked what is in the way. */
const firstTryMs = 1500;

/** The element of a slot; the part has been resolved, so it is there. */
export function elementOf(act: Act, slot = 'target'): Found {
	const entry = act.elements.get(slot);
	if (!entry) throw new StepFailed({case: 'not_found', message: 'the step names no element, and none has the focus'});
	return entry.found;
}

/**
 * Does something to an element with Playwright's own checks that it can be done. What hinders it is told by name; a
 * consent banner in the way is closed, once per run. What the page has drawn anew before it was reached is found again.
 */
export async function onElement(
	act: Act,
	slot: string,
	found: Found,
	what: string,
	does: (handle: Handle, timeout: number) => Promise<unknown>,
): Promise<void> {
	const {session} = act;
	const target = act.elements.get(slot)?.target ?? {
		phrase: found.element.name,
		isQuoted: true,
		role: null,
		scopes: [],
		ordinal: null,
	};
	try {
		await withHandle(session, found, what, async (handle, left) => {
			const timeout = Math.max(1, left - 200);
			const action = does(handle, timeout);
			if (!(await isThroughIn(action, Math.min(firstTryMs, timeout / 2)))) await lookAround(act, found);
			await session.call(what, action, timeout + 1000);
		});
	} catch (error) {
		if (error instanceof StepFailed) throw error;
		if (session.watch.crashed) throw new StepFailed({case: 'crash', message: 'the page crashed'});
		const said = firstLine(error);
		throw hinderedBy(target, found, await hindrance(found, Math.max(session.deadline.left, 500)), said);
	}
}

/** Whether an action has come to its end, good or bad, in that time. */
async function isThroughIn(action: Promise<unknown>, ms: number): Promise<boolean> {
	const ended = action.then(
		() => true,
		() => true,
	);
	return Promise.race([ended, pause(ms).then(() => false)]);
}

/**
 * What is in the way of an action that takes long. The action goes on meanwhile and is never begun again: the page may
 * have got it already, and be busy with what it set off.
 */
async function lookAround(act: Act, found: Found): Promise<void> {
	const {session} = act;
	const why = await hindrance(found, session.deadline.left);
	// Gone: the action has taken it away itself, or says so at once.
	if (why === 'busy' || why === 'gone') return;
	if (why.coveredBy?.kind === 'consent') await closeConsent(session);
}

/** Checks a box or radio button, and sees that it is. Nothing is asked of one that its click has taken away. */
export async function turnOn(handle: Handle, timeout: number): Promise<void> {
	if (await handle.isChecked()) return;
	await handle.click({timeout});
	if (!(await handle.isChecked().catch(() => true))) throw new Error('it was clicked, and is not chosen');
}
