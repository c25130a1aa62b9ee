import type {Locator} from 'playwright-core';
import {closeConsent} from './consent.ts';
import {hindrance, hinderedBy} from '../diagnose.ts';
import {DeadlineError} from '../deadline.ts';
import type {Found} from '../find.ts';
import {describe} from '../find.ts';
import {firstLine} from '../session.ts';
import {StepFailed} from '../step-failed.ts';
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
 * consent banner in the way is closed, once per run.
 */
export async function onElement(
	act: Act,
	slot: string,
	found: Found,
	what: string,
	does: (locator: Locator, timeout: number) => Promise<unknown>,
): Promise<void> {
	const {session} = act;
	const target = act.elements.get(slot)?.target ?? {
		phrase: found.element.name,
		isQuoted: true,
		role: null,
		scopes: [],
		ordinal: null,
	};
	let said = '';
	for (const ms of [Math.min(firstTryMs, session.deadline.left / 2), session.deadline.left]) {
		const timeout = Math.max(1, Math.min(ms, session.deadline.left - 200));
		try {
			await session.call(what, does(found.locator, timeout), timeout + 1000);
			return;
		} catch (error) {
			if (session.watch.crashed) throw new StepFailed({case: 'crash', message: 'the page crashed'});
			if (error instanceof DeadlineError)
				throw new StepFailed({
					case: 'timeout',
					message: `the page never answered while ${describe(target)} was acted on`,
				});
			said = firstLine(error);
			if (!/Timeout \d+ms exceeded/i.test(said)) break;
			const why = await hindrance(found, session.deadline.left);
			// Gone: waiting does not bring this very element back.
			if (why === 'gone' || why === 'busy') break;
			if (why.coveredBy?.kind === 'consent') await closeConsent(session);
			session.say(`${what} did not come through in ${Math.round(timeout)} ms`);
		}
		if (session.deadline.left < 400) break;
	}
	throw hinderedBy(target, found, await hindrance(found, Math.max(session.deadline.left, 500)), said);
}
