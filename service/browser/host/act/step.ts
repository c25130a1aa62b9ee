import type {ActionPart} from '../../../../source/plan-language/reading.ts';
import {numberBeside, stepControl} from '../../resolve/stepper.ts';
import {numberOf} from '../../resolve/compare.ts';
import {describe, type Found, optionsOf} from '../find.ts';
import {StepFailed} from '../step-failed.ts';
import type {Act} from './act.ts';
import {awaitLeaving} from './leave.ts';
import {elementOf, onElement} from './on-element.ts';
import {slide} from './pointer.ts';
import {select} from './select.ts';
import {directionOf} from '../../page/step-names.ts';

type Step = Extract<ActionPart, {op: 'step'}>;

/** Most clicks of one step. */
const mostClicks = 100;

/** A number made greater or smaller: in its field, or by the button beside it. */
export async function step(act: Act, part: Step): Promise<void> {
	const found = elementOf(act);
	if (found.element.role === 'button') return press(act, part, found);
	const now = numberOf(found.element.value ?? '');
	if (now === null && part.to === null)
		throw refused(act, found, `holds no number that could be ${part.direction === 'up' ? 'increased' : 'decreased'}`);
	const goal = part.to ?? now! + (part.direction === 'up' ? part.by : -part.by);
	if (now !== null) guardDirection(act, part, found, now);
	const text = String(goal);
	act.tell({goal: text});
	const {role, tag} = found.element;
	if (tag === 'select') return select(act, [{text, isQuoted: true}]);
	if (role === 'slider') return slide(act, goal);
	await onElement(act, 'target', found, 'typing', (handle, timeout) => handle.fill(text, {timeout}));
	await act.session.settle(1000);
	awaitLeaving(act);
}

/** Presses the button of a number until it is `to`. */
export async function pressTo(act: Act, found: Found, to: number): Promise<void> {
	const direction = directionOf(found.element.accessibleName) ?? 'up';
	await press(act, {op: 'step', target: act.elements.get('target')!.target, direction, to, by: 1}, found);
}

async function press(act: Act, part: Step, first: Found): Promise<void> {
	const {session} = act;
	const start = part.to === null ? null : numberBeside(first.look, first.index);
	if (part.to !== null && start === null)
		throw refused(act, first, 'shows no number beside it, so it is not known how often to press it; say by how much');
	if (start !== null) guardDirection(act, part, first, start);
	const clicks = start === null ? part.by : Math.abs(part.to! - start);
	if (clicks > mostClicks)
		throw refused(
			act,
			first,
			`would have to be pressed ${clicks} times; a step presses it ${mostClicks} times at most`,
		);
	act.tell({presses: clicks});
	for (let click = 0; click < clicks; click++) {
		await onElement(act, 'target', first, 'the click', (handle, timeout) => handle.click({timeout}));
		await session.settle(1000);
	}
	if (part.to === null) return;
	const reached = await session.until(async look => {
		const control = await stepControl(part, look, optionsOf(session), session.hitTest(look));
		return 'found' in control && numberBeside(look, control.found) === part.to ? true : null;
	}, 2000);
	if (!reached) throw refused(act, first, `was pressed ${clicks} times, and the number is not ${part.to}`);
}

/** `increase to 3` of what is 5 would make it less: that is not what the step says. */
function guardDirection(act: Act, {to, direction}: Step, found: Found, now: number): void {
	if (to === null || (direction === 'up' ? to >= now : to <= now)) return;
	throw refused(
		act,
		found,
		`is ${now} already, so it cannot be ${direction === 'up' ? 'increased' : 'decreased'} to ${to}`,
	);
}

function refused(act: Act, found: Found, why: string): StepFailed {
	const target = describe(act.elements.get('target')!.target);
	return new StepFailed({case: 'not_editable', target, message: `${target} ${why}`, box: found.element.box});
}
