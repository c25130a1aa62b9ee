import type {ActionPart} from '../../../../source/plan-language/reading.ts';
import {treeOf} from '../../page/tree.ts';
import {readSubject} from '../../resolve/subject.ts';
import {describe, foundAt, optionsOf, told} from '../find.ts';
import type {Act} from './act.ts';
import {StepFailed} from '../step-failed.ts';
import {resolveOn} from '../find.ts';

const mostCharacters = 4096;

/** Keeps a text of the page under a name. It has to be there, and not be empty. */
export async function capture(act: Act, part: Extract<ActionPart, {op: 'capture'}>): Promise<void> {
	const {session} = act;
	const {target, what, name, isForOtherTests} = part;
	const text = await session.until(async look => {
		if (what === 'link') {
			const resolved = await resolveOn(session, {...target, role: target.role ?? 'link'}, 'click', look);
			const href = 'found' in resolved ? look.elements[resolved.found]!.href : null;
			return href === null ? null : new URL(href, look.url).href;
		}
		const subject = readSubject(target, look, optionsOf(session));
		const read = subject?.text.trim() ?? '';
		if (subject === null || read === '') return null;
		// What stands behind a label is found by it again; anything else by its element.
		if (subject.how !== 'label' && look.elements[subject.index]!.ref !== null) {
			await act.keep('read', target, foundAt(session, look, subject.index));
			const isNumber = /^\d+$/.test(read) && treeOf(look).textOf(subject.index).trim() !== read;
			act.tell({isNumber: isNumber && look.elements[subject.index]!.value === null});
		}
		session.say(`read ${told(look.elements[subject.index]!)} by its ${subject.how}`);
		return read;
	});
	if (text === null)
		throw new StepFailed({
			case: 'not_found',
			target: describe(target),
			message: `there is no ${describe(target)} with a text to keep as ${name}`,
		});
	const value = text.slice(0, mostCharacters);
	session.parts.variables.capture(name, value);
	session.captured.push({name, value, isForOtherTests});
}
