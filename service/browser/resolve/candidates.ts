import type {Operation} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {checkableRoles, fillableRoles, pressableRoles} from '../page/roles.ts';
import {isShown} from '../page/tree.ts';
import {hasWords} from '../page/words.ts';

/** Which elements an operation can mean at all. */
export type Candidates = {fits(element: LookElement): boolean; needsInteractive: boolean; mayBeText: boolean};

const fields = (element: LookElement) => fillableRoles.has(element.role) || element.role === 'slider';
const choices = (element: LookElement) =>
	['combobox', 'listbox', 'radiogroup', 'group', 'radio', 'button', 'textbox', 'searchbox', 'menu'].includes(
		element.role,
	) || element.isClickable;

export function candidatesOf(op: Operation): Candidates {
	switch (op) {
		case 'fill':
		case 'append':
		case 'clear':
		case 'search':
		case 'pick_date':
		case 'step':
			return {fits: fields, needsInteractive: true, mayBeText: false};
		case 'select':
			return {fits: choices, needsInteractive: true, mayBeText: false};
		case 'check':
		case 'uncheck':
			return {
				fits: element =>
					checkableRoles.has(element.role) || element.states.pressed !== undefined || element.role === 'option',
				needsInteractive: true,
				mayBeText: false,
			};
		case 'upload':
			return {fits: element => element.ref !== null, needsInteractive: true, mayBeText: false};
		case 'value':
			return {
				fits: element =>
					fields(element) ||
					['listbox', 'radiogroup', 'group', 'progressbar', 'meter'].includes(element.role) ||
					// An output that is called something shows its value.
					(element.role === 'status' && hasWords(element.name) && element.name !== element.text),
				needsInteractive: false,
				mayBeText: false,
			};
		case 'download':
			// A heading or a text gives no file, whatever it is called.
			return {fits: element => element.ref !== null && isPressable(element), needsInteractive: true, mayBeText: false};
		case 'go':
			// Pages are behind links, tabs, entries of menus and buttons; what takes a value leads nowhere.
			return {
				fits: element =>
					element.ref !== null &&
					!fields(element) &&
					!checkableRoles.has(element.role) &&
					(element.isClickable || !['heading', 'listitem', 'paragraph', 'term', 'definition'].includes(element.role)),
				needsInteractive: true,
				mayBeText: false,
			};
		case 'click':
		case 'pick':
		case 'do':
		case 'consent':
			return {fits: element => element.ref !== null, needsInteractive: true, mayBeText: false};
		case 'double_click':
		case 'right_click':
		case 'long_press':
		case 'hover':
		case 'drag':
		case 'press':
		case 'scroll':
			return {fits: element => element.ref !== null, needsInteractive: false, mayBeText: false};
		default:
			return {fits: () => true, needsInteractive: false, mayBeText: true};
	}
}

/** Whether a person could act on it or read it now; options of a closed select are neither. */
export function isCandidate(look: Look, element: LookElement, op: Operation): boolean {
	const {fits, mayBeText} = candidatesOf(op);
	if (element.parent === null && ['generic', 'document'].includes(element.role)) return false;
	// What takes no pointer is read all the same.
	if (!mayBeText && element.ref === null && !(op === 'value' && element.box !== null)) return false;
	return isShown(look, element) && fits(element);
}

/** A click on it does something by itself. */
export const isPressable = (element: LookElement): boolean =>
	pressableRoles.has(element.role) ||
	checkableRoles.has(element.role) ||
	fillableRoles.has(element.role) ||
	['slider', 'listbox', 'row', 'gridcell'].includes(element.role) ||
	element.isClickable ||
	element.isAround === true;
