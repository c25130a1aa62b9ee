import type {ElementState, Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {checkableRoles, fieldRoles, fillableRoles} from '../page/roles.ts';
import {collectionsOf, descendants, isRow} from '../page/rows.ts';
import {treeOf, upwards} from '../page/tree.ts';
import {fold} from '../page/words.ts';
import {isPressable} from './candidates.ts';
import {nameScore} from './label-score.ts';
import {isMarked} from './named-places.ts';

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
	// Some only say so by how they look: whoever asks that they can be used is not told yes.
	const isCalledDisabled = element.classes.some(name => /^(?:[\w-]*(?:--|__|is-|btn-|button-))?disabled$/i.test(name));
	// A box that stands for a control has no other way to say it, nor has a link.
	const isMadeOfBox =
		(element.role === 'generic' && (element.tag === 'div' || element.tag === 'span')) || element.tag === 'a';
	const isDimmed = element.isDimmed === true || isCalledDisabled;
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
			return element.isDimmed === true || (isCalledDisabled && isMadeOfBox)
				? {is: true, actual: 'marked as disabled'}
				: disabled.yes;
		case 'enabled':
			return isDimmed && disabled.no.is ? {is: false, actual: 'marked as disabled'} : disabled.no;
		case 'selected':
			return either(
				states.selected === true ||
					states.current === true ||
					states.checked === true ||
					states.pressed === true ||
					isChosen(look, element) ||
					markedAmong(look, element) === true,
				'selected',
				'not selected',
			).yes;
		case 'required':
			// A star behind the label says it to whoever reads it.
			return either(states.required === true || element.accessibleName.trimEnd().endsWith('*'), 'required', 'optional')
				.yes;
		case 'focused':
			return either(look.focused === element.index, 'focused', 'not focused').yes;
		case 'read_only':
			// What is disabled takes no text either.
			return either(states.readonly === true || disabled.yes.is, disabled.yes.is ? 'disabled' : 'read-only', 'editable')
				.yes;
		case 'expanded':
			return expanded.yes;
		case 'collapsed':
			return {is: states.expanded === false, actual: expanded.yes.actual};
		case 'masked':
			return either(element.type === 'password', 'masked', 'readable').yes;
		case 'invalid':
			return either(states.invalid === true, 'invalid', 'valid').yes;
		case 'empty':
			return either(isEmpty(look, element), 'empty', `"${element.value ?? treeOf(look).textOf(element.index)}"`).yes;
	}
}

/** Whether it makes sense to ask: boxes are ticked, what unfolds is expanded, and one of several is selected. */
export function canBe(look: Look, element: LookElement, state: ElementState): boolean {
	const {states, role, parent} = element;
	const isTicked = states.checked !== undefined || states.pressed !== undefined || checkableRoles.has(role);
	if (state === 'checked' || state === 'unchecked') return isTicked || states.selected !== undefined;
	if (state === 'expanded' || state === 'collapsed') return states.expanded !== undefined;
	if (state === 'disabled' || state === 'enabled')
		return states.disabled !== undefined || isPressable(element) || ['group', 'region', 'form'].includes(role);
	if (state === 'masked') return fillableRoles.has(role);
	if (state === 'invalid') return fillableRoles.has(role) || isTicked || role === 'radiogroup';
	if (state !== 'selected') return true;
	return (
		isTicked ||
		markedAmong(look, element) !== null ||
		states.selected !== undefined ||
		['option', 'tab', 'treeitem'].includes(role) ||
		states.current === true ||
		look.elements.some(one => one.states.current === true && one.role === role) ||
		parent === null
	);
}

/**
 * `Weekly digest is enabled`, of a switch: it is on. Of a box both may be meant, and only where both hold or neither does
 * it does not matter.
 */
export function togglesTo(
	{role, states}: LookElement,
	target: Target,
	state: ElementState,
): ElementState | 'unclear' | null {
	if ((state !== 'enabled' && state !== 'disabled') || target.role !== null) return null;
	const isOn = states.checked === true;
	if (role === 'switch') return states.disabled ? null : state === 'enabled' ? 'checked' : 'unchecked';
	if (role !== 'checkbox') return null;
	return isOn === !states.disabled ? null : 'unclear';
}

/**
 * `Dimitri Ivanov is enabled`, of a name in a table or list: the row says whether that is so, and not that the link or the
 * box beside the name can be used. Null: it is a control that is meant.
 */
export function recordOf(look: Look, index: number, target: Target, state: ElementState): number | null {
	const {role, name} = look.elements[index]!;
	if ((state !== 'enabled' && state !== 'disabled') || target.role !== null || target.scopes.length > 0) return null;
	const isOwn = ['switch', 'button'].includes(role) || (fieldRoles.has(role) && fold(name) === fold(target.phrase));
	const row = isOwn ? null : [...upwards(look, index)].find(element => isRow(look, element));
	// What says nothing but the control itself tells nothing of it.
	const says = (one: LookElement) => fold(treeOf(look).textOf(one.index)) || fold(one.name);
	const isAlone = row !== null && row !== undefined && isPressable(look.elements[index]!) && says(row) === fold(name);
	return row && !isAlone && !['option', 'menuitem', 'treeitem', 'button', 'link'].includes(row.role) ? row.index : null;
}

/**
 * A heading with the button that unfolds it has the name of that button; the button has the state. So it is with the
 * label around a box.
 */
export function bearerOf(look: Look, index: number, state: ElementState): number {
	const element = look.elements[index]!;
	// `"Ada" is selected`, of a row that is so by the one box in it.
	const row =
		state === 'selected' && !canBe(look, element, state) && !['button', 'link'].includes(element.role)
			? [...upwards(look, index)].find(one => isRow(look, one))
			: undefined;
	const [box, ...others] = row ? descendants(look, treeOf(look), row).filter(one => checkableRoles.has(one.role)) : [];
	if (box && others.length === 0) return box.index;
	if (state !== 'expanded' && state !== 'collapsed') {
		const boxes =
			element.role === 'generic'
				? descendants(look, treeOf(look), element).filter(({role}) => checkableRoles.has(role))
				: [];
		const text = fold(treeOf(look).textOf(index));
		return boxes.length === 1 && fold(boxes[0]!.name) === text ? boxes[0]!.index : index;
	}
	if (element.states.expanded !== undefined) return index;
	const around = [...upwards(look, index)].slice(1, 3);
	const near = [...descendants(look, treeOf(look), element), ...around].filter(
		one => one.states.expanded !== undefined && (one.name === element.name || one.parent === index),
	);
	return near.length === 1 ? near[0]!.index : index;
}

const radiosIn = (look: Look, index: number): LookElement[] =>
	descendants(look, treeOf(look), look.elements[index]!).filter(({role}) => role === 'radio');

/** The name of the radio button that is chosen in a group of them; null: it is no such group. */
export function chosenIn(look: Look, index: number): string | null {
	if (!['radiogroup', 'group'].includes(look.elements[index]!.role)) return null;
	const radios = radiosIn(look, index);
	return radios.length === 0 ? null : (radios.find(({states}) => states.checked === true)?.name ?? '');
}

/** Whether these words mean the chosen one and no other of its group: `Standard` is `Standard (free)`. */
export function isChoice(look: Look, index: number, chosen: string, text: string): boolean {
	const rated = radiosIn(look, index).map(({name}) => ({name, score: nameScore(text, name)}));
	const best = Math.max(0.6, ...rated.map(({score}) => score));
	const meant = rated.filter(({score}) => score >= best - 0.02);
	return meant.length === 1 && meant[0]!.name === chosen;
}

/** Options of a closed select. */
function isChosen(look: Look, element: LookElement): boolean {
	const around = element.parent === null ? null : look.elements[element.parent]!;
	return element.role === 'option' && around?.value === element.name;
}

/**
 * `li.active` around a link, among others without: a strip of tabs that has no roles says by class which one is shown. Null:
 * none of those beside it has such a class, or several have.
 */
function markedAmong({elements}: Look, element: LookElement): boolean | null {
	if (!['link', 'button', 'listitem', 'tab', 'generic'].includes(element.role)) return null;
	const around = element.parent === null ? undefined : elements[element.parent];
	for (const one of around?.role === 'listitem' ? [element, around] : [element]) {
		const beside = elements.filter(({parent, role}) => parent === one.parent && role === one.role);
		const marked = beside.filter(isMarked);
		if (beside.length > 1 && marked.length === 1) return marked[0] === one;
	}
	return null;
}

function isEmpty(look: Look, element: LookElement): boolean {
	if (element.value !== null) return element.value === '';
	const collection = collectionsOf(look).find(({container}) => container.index === element.index);
	return collection ? collection.members.length === 0 : treeOf(look).textOf(element.index).trim() === '';
}
