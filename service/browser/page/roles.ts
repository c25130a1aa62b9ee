import type {LookElement} from './look.ts';

/** Kinds of elements by their role: what can be filled, ticked, pressed, and what groups others. */
export const fieldRoles = new Set([
	'textbox',
	'searchbox',
	'spinbutton',
	'combobox',
	'listbox',
	'slider',
	'checkbox',
	'radio',
	'switch',
]);
export const fillableRoles = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);
export const checkableRoles = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
export const pressableRoles = new Set([
	'button',
	'link',
	'tab',
	'menuitem',
	'menuitemcheckbox',
	'menuitemradio',
	'option',
	'treeitem',
]);
export const areaRoles = new Set([
	'banner',
	'main',
	'navigation',
	'contentinfo',
	'complementary',
	'region',
	'form',
	'search',
	'dialog',
	'alertdialog',
	'group',
	'radiogroup',
	'toolbar',
	'menu',
	'menubar',
	'tablist',
	'tabpanel',
	'list',
	'table',
	'grid',
	'treegrid',
	'tree',
	'listbox',
	'article',
]);
export const rowRoles = new Set(['row', 'listitem', 'article', 'treeitem', 'option', 'menuitem']);

export const isInteractive = (element: LookElement): boolean =>
	element.ref !== null &&
	(fieldRoles.has(element.role) ||
		pressableRoles.has(element.role) ||
		(element.isClickable && element.role !== 'text'));

/** Families of the fingerprint: a heal stays within one. */
export type Family = 'press' | 'fill' | 'choose' | 'check' | 'other';

export function familyOf(role: string): Family {
	if (['textbox', 'searchbox', 'spinbutton'].includes(role)) return 'fill';
	if (['combobox', 'listbox', 'radiogroup'].includes(role)) return 'choose';
	if (checkableRoles.has(role)) return 'check';
	if (pressableRoles.has(role)) return 'press';
	return 'other';
}

/** What the tree keeps in the place of the label of a box that is not to be seen: only inputs have such a type of their own. */
export const isAroundLabel = ({tag, type}: {tag: string | null; type: string | null}): boolean =>
	(type === 'checkbox' || type === 'radio') && tag !== 'input' && tag !== 'label';

/** What a locator can name: also a field that takes no pointer, which has no reference. */
export const isNamed = ({ref, tag, box}: {ref: string | null; tag: string | null; box: object | null}): boolean =>
	ref !== null || ((tag === 'input' || tag === 'textarea') && box !== null);
