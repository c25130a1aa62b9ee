import type {Part, Target} from '../../../source/plan-language/reading.ts';
import {isDeed} from '../resolve/verb-object.ts';
import type {Session} from './session.ts';

type Answer = Extract<Part, {op: 'dialog'}>;

/**
 * What answers a dialog of the browser that the part before it opens: `… and confirm the dialog` may mean it or one of
 * the page, and only what opens tells.
 */
export function answerOf(part: Part): Answer | null {
	if (part.op === 'dialog') return part;
	if (part.op !== 'do') return null;
	const {verb, object} = part;
	const isDialog =
		object === null ||
		(object.scopes.length === 0 && (object.role === 'dialog' || isDeed(object.phrase)) && object.ordinal === null);
	const answer = /^(?:confirm|accept|approve)$/.test(verb)
		? 'accept'
		: /^(?:dismiss|cancel|decline|reject|close)$/.test(verb)
			? 'dismiss'
			: null;
	return isDialog && answer ? {op: 'dialog', answer, text: null} : null;
}

/** `… but cancel the confirmation`, where what was done opened a dialog of the page and none of the browser. */
export async function inPage(session: Session, part: Part, place: number): Promise<Part | null> {
	if (part.op !== 'dialog' || part.text !== null) return null;
	const isOpen = await session.until(async ({modal}) => (modal === null ? null : true), place === 0 ? 0 : dialogMs);
	const dialog: Target = {phrase: '', isQuoted: false, role: 'dialog', scopes: [], ordinal: null};
	const isYes = part.answer === 'accept';
	return isOpen && {op: 'do', verb: isYes ? 'confirm' : 'cancel', object: isYes ? null : dialog};
}
/** A dialog of the page may come a moment after the click. */
const dialogMs = 700;
