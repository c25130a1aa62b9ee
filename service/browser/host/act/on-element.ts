import type {Locator} from 'playwright-core';
import {closeConsent} from './consent.ts';
import {hindrance, hinderedBy} from '../diagnose.ts';
import {pause} from '../deadline.ts';
import type {Found} from '../find.ts';
import {firstLine} from '../session.ts';
import {StepFailed} from '../step-failed.ts';
import type {Target} from '../../../../source/plan-language/reading.ts';
import type {Act} from './act.ts';

/** Until it is asked what is in the way. */
const firstTryMs = 1500;
/** An action that took its own element away has come to its end by then. */
const goneMs = 1000;

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
	const timeout = Math.max(1, session.deadline.left - 200);
	const action = does(found.locator, timeout);
	try {
		if (!(await isThroughIn(action, Math.min(firstTryMs, timeout / 2)))) await lookAround(act, target, found, action);
		await session.call(what, action, timeout + 1000);
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
async function lookAround(act: Act, target: Target, found: Found, action: Promise<unknown>): Promise<void> {
	const {session} = act;
	const why = await hindrance(found, session.deadline.left);
	if (why === 'busy') return;
	// Gone: waiting does not bring this very element back, unless the action itself has taken it away.
	if (why === 'gone') {
		if (!(await isThroughIn(action, Math.min(goneMs, session.deadline.left)))) throw hinderedBy(target, found, why, '');
		return;
	}
	if (why.coveredBy?.kind === 'consent') await closeConsent(session);
}
