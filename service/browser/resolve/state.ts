import type {ElementState} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {collectionsOf} from '../page/rows.ts';
import {treeOf, upwards} from '../page/tree.ts';

/** Whether an element is in a state, and in words the one it is in. */
export function stateOf(look: Look, element: LookElement, state: ElementState): {is: boolean; actual: string} {
	const {states} = element;
	const either = (is: boolean, yes: string, no: string) => ({
		yes: {is, actual: is ? yes : no},
		no: {is: !is, actual: is ? yes : no},
	});
	const ticked = either(
		states.checked === true || states.pressed === true || (states.checked === undefined && states.selected === true),
		'checked',
		states.checked === 'mixed' ? 'partly checked' : 'unchecked',
	);
	const disabled = either(
		[...upwards(look, element.index)].some(one => one.states.disabled && ['group', element.role].includes(one.role)),
		'disabled',
		'enabled',
	);
	const expanded = either(
		states.expanded === true,
		'expanded',
		states.expanded === undefined ? 'not expandable' : 'collapsed',
	);
	switch (state) {
		case 'checked':
			return ticked.yes;
		case 'unchecked':
			return ticked.no;
		case 'disabled':
			return disabled.yes;
		case 'enabled':
			return disabled.no;
		case 'selected':
			return either(
				states.selected === true || states.checked === true || states.pressed === true || isChosen(look, element),
				'selected',
				'not selected',
			).yes;
		case 'required':
			return either(states.required === true, 'required', 'optional').yes;
		case 'focused':
			return either(look.focused === element.index, 'focused', 'not focused').yes;
		case 'read_only':
			return either(states.readonly === true, 'read-only', 'editable').yes;
		case 'expanded':
			return expanded.yes;
		case 'collapsed':
			return {is: states.expanded === false, actual: expanded.yes.actual};
		case 'empty':
			return either(isEmpty(look, element), 'empty', `"${element.value ?? treeOf(look).textOf(element.index)}"`).yes;
	}
}

/** `aria-current` is no state of the tree; what is left are options of a closed select. */
function isChosen(look: Look, element: LookElement): boolean {
	const around = element.parent === null ? null : look.elements[element.parent]!;
	return element.role === 'option' && around?.value === element.name;
}

function isEmpty(look: Look, element: LookElement): boolean {
	if (element.value !== null) return element.value === '';
	const collection = collectionsOf(look).find(({container}) => container.index === element.index);
	return collection ? collection.members.length === 0 : treeOf(look).textOf(element.index).trim() === '';
}
