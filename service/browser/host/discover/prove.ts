import type {PlanFileStep} from '../../../../contract/plan-file.ts';
import {readStep} from '../../../../source/plan-language/read-step.ts';
import type {AssertionPart, Part} from '../../../../source/plan-language/reading.ts';
import type {DraftStep} from '../../discover/draft.ts';
import {resolvePart} from '../../resolve/resolve-part.ts';
import {check, isAssertion} from '../check.ts';
import {chooseReading} from '../choose-reading.ts';
import {Deadline} from '../deadline.ts';
import {optionsOf} from '../find.ts';
import type {Session} from '../session.ts';

/** For one step: the page has come to rest, so what is to hold holds at once. */
const stepMs = 3000;
const assertionMs = 500;

/** Operations that name no element, or none that the page has before they begin. */
const withoutElement = new Set<Part['op']>(['goto', 'login', 'back', 'forward', 'reload', 'wait']);

/** Whether the interpreter reads a step, in one way only. */
export function isReadable(step: PlanFileStep): boolean {
	const read = readStep(step);
	return 'readings' in read && read.readings.length === 1;
}

/** Whether an assertion holds on the page, or an action means exactly one element of it. Nothing is done to the page. */
export async function holds(session: Session, step: PlanFileStep): Promise<boolean> {
	const read = readStep(step);
	if ('refusal' in read) return false;
	session.deadline = new Deadline(stepMs);
	try {
		const {parts} = await chooseReading(session, read.readings, step);
		for (const part of parts) {
			if (isAssertion(part.op)) await check(session, part as AssertionPart, null, assertionMs);
			else if (!withoutElement.has(part.op) && !(await hasElements(session, part))) return false;
		}
		return true;
	} catch {
		return false;
	}
}

async function hasElements(session: Session, part: Part): Promise<boolean> {
	const look = await session.look();
	return 'elements' in (await resolvePart(part, look, optionsOf(session), session.hitTest(look)));
}

/** The first of several sentences that holds; null: none does. */
export async function firstThatHolds<Step extends PlanFileStep>(
	session: Session,
	steps: readonly Step[],
): Promise<Step | null> {
	for (const step of steps) if (await holds(session, step)) return step;
	return null;
}

/** Whether every step can be read, and those about the page as it is hold on it. */
export async function isProven(session: Session, steps: readonly DraftStep[]): Promise<boolean> {
	for (const step of steps) if (!(step.isHere ? await holds(session, step) : isReadable(step))) return false;
	return true;
}
