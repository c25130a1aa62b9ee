import type {RoleWord} from '../../../source/plan-language/reading.ts';
import type {LookElement} from '../page/look.ts';
import {recordNouns} from '../../../source/plan-language/words.ts';
import {words} from '../page/words.ts';

/** What a role word means first, and what else people call so. */
type Meaning = {first: string[]; accepted: string[]};

const anyText = [
	'text',
	'generic',
	'paragraph',
	'strong',
	'emphasis',
	'heading',
	'caption',
	'definition',
	'listitem',
	'cell',
];

export const meanings: Record<RoleWord, Meaning> = {
	button: {first: ['button'], accepted: ['link', 'menuitem', 'tab', 'switch', 'combobox', 'option', 'clickable']},
	link: {first: ['link'], accepted: ['button', 'menuitem', 'tab', 'treeitem', 'clickable']},
	tab: {first: ['tab'], accepted: ['link', 'button', 'treeitem', 'radio', 'listitem', 'clickable']},
	checkbox: {first: ['checkbox'], accepted: ['switch', 'menuitemcheckbox', 'radio', 'option']},
	radio: {first: ['radio'], accepted: ['menuitemradio', 'option', 'checkbox', 'button', 'tab']},
	switch: {first: ['switch'], accepted: ['checkbox', 'button']},
	field: {first: ['textbox', 'searchbox', 'spinbutton'], accepted: ['combobox', 'listbox', 'slider']},
	dropdown: {
		first: ['combobox', 'listbox'],
		accepted: ['button', 'textbox', 'menu', 'radiogroup', 'group', 'clickable'],
	},
	option: {
		first: ['option', 'radio', 'menuitemradio'],
		accepted: [
			'menuitem',
			'menuitemcheckbox',
			'listitem',
			'button',
			'tab',
			'treeitem',
			'checkbox',
			'gridcell',
			'clickable',
		],
	},
	menu: {
		first: ['menu', 'menubar', 'navigation'],
		accepted: ['button', 'link', 'combobox', 'menuitem', 'list', 'clickable'],
	},
	'menu item': {
		first: ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
		accepted: ['link', 'button', 'listitem', 'option', 'tab', 'treeitem', 'clickable'],
	},
	heading: {first: ['heading'], accepted: ['strong', 'caption', 'legend', 'banner', 'text', 'generic', 'dialog']},
	image: {first: ['img', 'image'], accepted: ['button', 'link', 'figure', 'clickable']},
	icon: {first: ['img', 'image', 'button'], accepted: ['link', 'menuitem', 'tab', 'clickable', 'generic']},
	message: {first: ['alert', 'status', 'log'], accepted: [...anyText, 'dialog', 'alertdialog', 'tooltip']},
	row: {first: ['row'], accepted: ['listitem', 'article', 'treeitem', 'generic', 'group']},
	column: {first: ['columnheader'], accepted: ['cell', 'gridcell']},
	cell: {first: ['cell', 'gridcell'], accepted: ['rowheader', 'columnheader', 'generic']},
	card: {first: ['article', 'listitem'], accepted: ['generic', 'group', 'link', 'region', 'figure']},
	list: {first: ['list', 'listbox'], accepted: ['table', 'grid', 'tree', 'menu', 'generic', 'feed']},
	item: {
		first: ['listitem', 'option', 'menuitem', 'treeitem', 'row', 'article'],
		accepted: ['generic', 'link', 'button', 'clickable'],
	},
	table: {first: ['table', 'grid', 'treegrid'], accepted: ['list', 'generic']},
	section: {
		first: ['region', 'group', 'tabpanel'],
		accepted: ['form', 'generic', 'complementary', 'article', 'heading', 'main'],
	},
	form: {first: ['form'], accepted: ['group', 'region', 'generic', 'dialog']},
	dialog: {first: ['dialog', 'alertdialog'], accepted: ['region', 'generic', 'form']},
	banner: {first: ['banner', 'alert', 'region', 'dialog', 'status'], accepted: ['generic', 'complementary', 'heading']},
	header: {first: ['banner'], accepted: ['heading', 'columnheader', 'generic']},
	footer: {first: ['contentinfo'], accepted: ['generic']},
	slider: {first: ['slider'], accepted: ['spinbutton', 'scrollbar']},
	label: {first: ['text', 'generic'], accepted: anyText},
	text: {first: anyText, accepted: ['alert', 'status', 'button', 'link', 'row']},
	spinner: {first: ['progressbar', 'status', 'alert'], accepted: ['img', 'image', 'generic', 'text']},
	page: {first: ['main', 'heading', 'document'], accepted: ['generic', 'link', 'tab', 'menuitem', 'button']},
};

/** Role words of things that hold others: they are known by a heading or a text in them. */
export const containerWords = new Set<RoleWord>([
	'row',
	'card',
	'list',
	'item',
	'table',
	'section',
	'form',
	'dialog',
	'banner',
	'header',
	'footer',
	'menu',
	'message',
]);

/** First meaning, accepted, or neither. */
export function roleFit(word: RoleWord, element: LookElement): 'first' | 'accepted' | 'other' {
	const {first, accepted} = meanings[word];
	if (first.includes(element.role)) return 'first';
	if (word === 'header' && (element.tag === 'header' || isHeadOfPage(element))) return 'first';
	if (word === 'footer' && element.tag === 'footer') return 'first';
	if (word === 'form' && element.tag === 'form') return 'first';
	if (word === 'section' && element.tag === 'section') return 'first';
	// A file field is listed as a button.
	if (word === 'field' && element.type === 'file') return 'accepted';
	if (accepted.includes(element.role)) return 'accepted';
	return accepted.includes('clickable') && element.isClickable ? 'accepted' : 'other';
}

/** The bar on top of a page that is made of plain boxes. */
const isHeadOfPage = ({role, id, classes, box}: LookElement): boolean =>
	role === 'generic' &&
	box !== null &&
	box.y < 40 &&
	[id ?? '', ...classes].some(name =>
		/^(?:(?:app|site|page|main|global)[-_]?)?(?:header|top|topbar|top[-_]bar|appbar|app[-_]bar|navbar|nav[-_]bar|masthead)$/i.test(
			name,
		),
	);

export const recordWords = new Set([...recordNouns].flatMap(words));

/** `the message`, `ticket`: only what kind of record it is, and not which. */
export const onlyRecordWords = (phrase: string): boolean => {
	const said = words(phrase);
	return said.length > 0 && said.every(word => recordWords.has(word));
};
