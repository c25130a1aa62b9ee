import type {Box, ElementStates, Look, LookElement} from './look.ts';
import {nearLabelOf} from './near-label.ts';
import type {AriaNode, AttributeRow, AttributeTable, RawLook} from './raw-look.ts';
import {fieldRoles, pressableRoles} from './roles.ts';
import {withoutIcons} from './words.ts';
import {nameByWrappers} from './wrappers.ts';
import {pushTo} from '../../domain/push-to.ts';

/**
 * The look of a page: the tree in the order of reading, joined with the attributes by frame and box, iframes moved into
 * the page. Values of password fields are reduced to whether there is one.
 */
export function flatten(raw: RawLook): Look {
	const elements: LookElement[] = [];
	const modals: number[] = [];
	const indexOf = new Map<AttributeRow, number>();
	const place = (node: AriaNode | string, parent: number | null, frame: Frame): void => {
		const index = elements.length;
		if (typeof node === 'string') {
			elements.push({
				...emptyElement(index, parent, frame.element),
				role: 'text',
				ariaRole: 'text',
				...textOf(
					withoutGlyphs(
						withoutPictures(apart(node, frame.breaks), frame.icons),
						elements[parent ?? -1]?.glyphs ?? [],
						'',
					),
				),
				...(isErrorText(node, frame.errors) && elements[parent ?? -1]?.isError !== true ? {isError: true} : {}),
				...(frame.loose.includes(node.replace(/\s+/g, ' ').trim()) ? {isLoose: true as const} : {}),
				...(frame.dimmed.includes(node.replace(/\s+/g, ' ').trim()) ? {isDimmed: true} : {}),
			});
			return;
		}
		const row = frame.attributes.take(node);
		const element = elementOf(node, row, {index, parent, frame});
		if (row) indexOf.set(row, index);
		// A cell behind it makes the head of a column one of its row.
		if (element.role === 'rowheader' && isInHead(elements, parent)) element.role = 'columnheader';
		elements.push(element);
		if (row?.isModal) modals.push(index);
		const child = node.role === 'iframe' ? frameOf(node, row, index, frame, raw.frames) : frame;
		if (child) for (const below of node.children ?? []) place(below, index, child);
	};
	const page = frameWith(raw.attributes, {element: null, x: 0, y: 0});
	for (const node of raw.tree) place(node, null, page);
	selectInPlace(raw.attributes.rows, elements);
	nameByWrappers(raw.attributes.rows, indexOf, elements);
	for (const element of elements) element.nearLabel = nearLabelOf(elements, element);
	const rendered = modals.filter(index => elements[index]!.box !== null || elements.some(one => one.parent === index));
	return {
		url: raw.url,
		title: raw.title,
		viewport: raw.viewport,
		scroll: raw.scroll,
		elements,
		modal: rendered.at(-1) ?? null,
		// The body is active when nothing has the focus.
		focused: elements.findLast(element => element.states.active && element.parent !== null)?.index ?? null,
		hidden: [raw.attributes, ...Object.values(raw.frames)].flatMap(table => table.hidden).slice(0, 200),
		...(raw.attributes.unreadable ? {unreadable: raw.attributes.unreadable} : {}),
	};
}

const isInHead = (elements: readonly LookElement[], parent: number | null): boolean => {
	for (let at = parent; at !== null; at = elements[at]!.parent) {
		if (elements[at]!.tag === 'thead') return true;
		if (elements[at]!.role === 'table' || elements[at]!.role === 'grid') return false;
	}
	return false;
};

/** A box that the plan names by CSS and the tree leaves out stands for what fills it. */
function selectInPlace(rows: readonly AttributeRow[], elements: LookElement[]): void {
	const taken = new Set(elements.map(one => one.selected));
	for (const {selected, box} of rows) {
		if (!selected || taken.has(selected)) continue;
		const key = boxKey(...box);
		const filling = elements.find(
			one => one.box && boxKey(one.box.x, one.box.y, one.box.width, one.box.height) === key,
		);
		if (filling) filling.selected = [...new Set([...(filling.selected ?? []), ...selected])];
	}
}

/** A frame and where its content begins in the page. */
type Frame = {
	element: number | null;
	x: number;
	y: number;
	attributes: AttributesByBox;
	breaks: Breaks;
	icons: readonly string[];
	errors: string[];
	dimmed: string[];
	loose: string[];
};
type Breaks = NonNullable<AttributeTable['breaks']>;

/** What stands in a line with other text is no element of its own in the tree. */
const isErrorText = (text: string, errors: string[]): boolean => {
	const folded = text.replace(/\s+/g, ' ').trim();
	return errors.some(error => folded === error || folded.endsWith(` ${error}`));
};

/** With a blank where a line was broken between two words. */
function apart(text: string, breaks: Breaks): string {
	let result = text;
	for (const [before, after] of breaks)
		if (result.includes(before + after)) result = result.replaceAll(before + after, `${before} ${after}`);
	return result;
}
type AttributesByBox = {take(node: AriaNode): AttributeRow | null};

const boxKey = (x: number, y: number, width: number, height: number) =>
	`${Math.round(x)} ${Math.round(y)} ${Math.round(width)} ${Math.round(height)}`;

/** Roles that the tags have of their own; enough to tell apart elements that fill the same box. */
const roleOfTag: Record<string, string[]> = {
	a: ['link'],
	button: ['button'],
	summary: ['generic', 'button'],
	input: ['textbox', 'checkbox', 'radio', 'searchbox', 'spinbutton', 'slider', 'button', 'combobox'],
	textarea: ['textbox'],
	select: ['combobox', 'listbox'],
	img: ['img', 'image'],
	svg: ['img', 'image'],
	ul: ['list'],
	ol: ['list'],
	li: ['listitem'],
	nav: ['navigation'],
	main: ['main'],
	header: ['banner', 'generic'],
	footer: ['contentinfo', 'generic'],
	aside: ['complementary'],
	form: ['form', 'generic'],
	fieldset: ['group'],
	details: ['group'],
	table: ['table', 'grid'],
	tr: ['row'],
	td: ['cell', 'gridcell'],
	th: ['columnheader', 'rowheader'],
	tbody: ['rowgroup'],
	thead: ['rowgroup'],
	p: ['paragraph'],
	iframe: ['iframe'],
	dialog: ['dialog'],
	article: ['article'],
	option: ['option'],
	section: ['region', 'generic'],
};
for (const level of [1, 2, 3, 4, 5, 6]) roleOfTag[`h${level}`] = ['heading'];

/** How well a row of attributes fits a node of the same box. */
function fitness(node: AriaNode, row: AttributeRow): number {
	if (row.role !== undefined) return row.role.split(' ')[0] === node.role ? 4 : node.role === 'generic' ? 0 : -4;
	const roles = roleOfTag[row.tag];
	if (roles?.includes(node.role)) return roles.length > 4 && !fitsInput(node.role, row.type) ? -4 : 3;
	// Of boxes of one size the tree keeps one: the one that the plan names is meant.
	if (node.role === 'generic' && roles === undefined && row.selected) return 3;
	if (node.role === 'generic') return roles === undefined ? (row.classes || row.id || row.isEditable ? 2 : 1) : -1;
	return roles === undefined ? 0 : -3;
}

const inputTypes: Record<string, string[]> = {
	checkbox: ['checkbox'],
	radio: ['radio'],
	searchbox: ['search'],
	spinbutton: ['number'],
	slider: ['range'],
	button: ['submit', 'button', 'reset', 'file', 'image', 'color'],
};
const fitsInput = (role: string, type = 'text') =>
	inputTypes[role]?.includes(type) ?? !Object.values(inputTypes).flat().includes(type);

/** Rows are handed out once; among equals the first in the document. */
function attributesByBox(table: AttributeTable): AttributesByBox {
	const byBox = new Map<string, AttributeRow[]>();
	for (const row of table.rows) {
		const key = boxKey(...row.box);
		pushTo(byBox, key, row);
	}
	return {
		take(node) {
			if (!node.box) return null;
			const rows = byBox.get(boxKey(node.box.x, node.box.y, node.box.width, node.box.height));
			if (!rows || rows.length === 0) return null;
			let best = 0;
			for (let index = 1; index < rows.length; index++)
				if (fitness(node, rows[index]!) > fitness(node, rows[best]!)) best = index;
			return fitness(node, rows[best]!) < 0 ? null : rows.splice(best, 1)[0]!;
		},
	};
}

const frameWith = (table: AttributeTable, place: Pick<Frame, 'element' | 'x' | 'y'>): Frame => ({
	...place,
	attributes: attributesByBox(table),
	breaks: table.breaks ?? [],
	icons: table.icons ?? [],
	errors: table.errors ?? [],
	dimmed: table.dimmed ?? [],
	loose: table.loose ?? [],
});

function frameOf(
	node: AriaNode,
	row: AttributeRow | null,
	index: number,
	around: Frame,
	tables: Record<string, AttributeTable>,
): Frame | null {
	const [left, top] = row?.inset ?? [0, 0];
	const table = tables[node.ref ?? ''] ?? {rows: [], hidden: []};
	return frameWith(table, {
		element: index,
		x: around.x + (node.box?.x ?? 0) + left,
		y: around.y + (node.box?.y ?? 0) + top,
	});
}

function emptyElement(index: number, parent: number | null, frame: number | null): LookElement {
	return {
		index,
		parent,
		ref: null,
		role: 'generic',
		ariaRole: 'generic',
		name: '',
		accessibleName: '',
		level: null,
		value: null,
		text: '',
		states: {},
		box: null,
		frame,
		tag: null,
		type: null,
		id: null,
		nameAttribute: null,
		title: null,
		placeholder: null,
		alt: null,
		href: null,
		classes: [],
		isClickable: false,
		isInert: false,
		isAriaHidden: false,
		testIds: {},
		nearLabel: null,
	};
}

function textOf(raw: string): {name: string; accessibleName: string; text: string} {
	const text = raw.replace(/\s+/g, ' ').trim();
	return {name: withoutIcons(text), accessibleName: text, text};
}

type Surroundings = {index: number; parent: number | null; frame: Frame};

function elementOf(node: AriaNode, row: AttributeRow | null, {index, parent, frame}: Surroundings): LookElement {
	// A summary, an editable element and the label of a hidden box are listed without a role of their own.
	const role =
		row?.standsFor?.role ??
		(row?.isEditable && node.role === 'generic'
			? 'textbox'
			: row?.isBoxDialog
				? 'dialog'
				: row?.tag === 'summary'
					? 'button'
					: node.role);
	const isField = fieldRoles.has(role);
	const accessibleName = (row?.standsFor?.name ?? node.name ?? '').replace(/\s+/g, ' ').trim();
	const badge = badgeOf(role, accessibleName, frame.breaks);
	const strings = (node.children ?? []).filter(child => typeof child === 'string').join(' ');
	const glyphs = row?.glyphs ?? [];
	const written = withoutPictures(apart(node.text ?? strings, frame.breaks), frame.icons)
		.replace(/\s+/g, ' ')
		.trim();
	const text = withoutGlyphs(written, glyphs);
	const isLeaf = (node.children ?? []).length === 0;
	// Nothing keeps a picture behind a word apart from it: `Titlesort`.
	const isGlued =
		text !== '' && glyphs.some(glyph => accessibleName === text + glyph || accessibleName === glyph + text);
	const shownText = isField ? '' : text === '' && isLeaf ? accessibleName : text;
	return {
		...emptyElement(index, parent, frame.element),
		ref: node.ref ?? null,
		role,
		ariaRole: node.role,
		name: withoutIcons(
			isGlued
				? text
				: badge === null
					? withoutGlyphs(
							withoutPictures(apart(accessibleName, frame.breaks), frame.icons),
							glyphs,
							isField ? '' : undefined,
						)
					: `${badge.before} ${badge.count}`,
		),
		accessibleName,
		...(badge === null ? {} : {nameBeforeCount: withoutIcons(badge.before)}),
		level: node.level ?? null,
		value: shownValueOf(node, row, isField),
		text:
			isLeaf && (isLigature(shownText, row?.classes ?? []) || isPictureAlone(node, shownText, glyphs))
				? ''
				: withoutIcons(shownText),
		states: statesOf(node, row),
		box: boxOf(node, frame),
		tag: row?.tag ?? null,
		type: row?.standsFor?.role ?? row?.type ?? null,
		id: row?.id ?? null,
		nameAttribute: row?.name ?? null,
		title: row?.title ?? null,
		placeholder: row?.placeholder ?? node.placeholder ?? null,
		alt: row?.alt ?? null,
		href: row?.href ?? node.url ?? null,
		classes: row?.classes ?? [],
		isClickable: node.cursor === 'pointer',
		...(row?.isAround && isLeaf && node.cursor !== 'pointer' ? {isAround: true as const} : {}),
		isInert: row?.isInert ?? false,
		...(row?.isInForm ? {isInForm: true as const} : {}),
		// Of boxes of one size the tree keeps one, and it may be another that says so.
		...(row?.isError || (isLeaf && frame.errors.includes(shownText)) ? {isError: true as const} : {}),
		isAriaHidden: node.ariaHidden ?? false,
		testIds: row?.testIds ?? {},
		...(glyphs.length > 0 ? {glyphs} : {}),
		...(isLeaf && frame.loose.includes(shownText) ? {isLoose: true as const} : {}),
		...(row?.described ? {description: row.described} : {}),
		...(row?.selected ? {selected: row.selected} : {}),
	};
}

/** Without the names of pictures, unless there is nothing else. */
function withoutPictures(text: string, icons: readonly string[]): string {
	const named = icons.filter(icon => text.includes(icon));
	if (named.length === 0) return text;
	const rest = named
		.reduce((left, icon) => left.replaceAll(icon, ' '), text)
		.replace(/\s+/g, ' ')
		.trim();
	return rest === '' ? text : rest;
}

/** A box with nothing but pictures in it, which is no control and no cell. */
const isPictureAlone = ({role, cursor}: AriaNode, text: string, glyphs: readonly string[]): boolean =>
	role === 'generic' && cursor !== 'pointer' && glyphs.length > 0 && withoutGlyphs(text, glyphs, '') === '';

/** Each glyph is one word of the text, apart from what is written; `orElse` of a text that is nothing but glyphs. */
function withoutGlyphs(text: string, glyphs: readonly string[], orElse = text): string {
	if (glyphs.length === 0 || text === '') return text;
	const said = text.split(' ');
	for (const glyph of glyphs) {
		const at = said.indexOf(glyph);
		if (at >= 0) said.splice(at, 1);
	}
	return said.length === 0 ? orElse : said.join(' ');
}

/** `arrow_drop_down`: the name by which a font of icons draws a picture is no text that anybody reads. */
const isLigature = (text: string, classes: readonly string[]): boolean =>
	/^[a-z]+(?:_[a-z0-9]+)*$/.test(text) &&
	classes.some(name => /(?:^|[-_])icons?(?:$|[-_])|^material-symbols/i.test(name));

/** `Inbox3`: a name, and the number in an element of its own behind it, which nothing in the name keeps apart. */
function badgeOf(role: string, name: string, breaks: Breaks): {before: string; count: string} | null {
	if (!pressableRoles.has(role)) return null;
	const glued = breaks.find(([before, after]) => /^\d{1,4}\+?$/.test(after) && name.endsWith(`${before}${after}`));
	if (glued === undefined) return null;
	const [, count] = glued;
	return {before: name.slice(0, -count.length).trim(), count};
}

function boxOf({box}: AriaNode, frame: Frame): Box | null {
	if (!box || box.width <= 0 || box.height <= 0) return null;
	return {x: box.x + frame.x, y: box.y + frame.y, width: box.width, height: box.height};
}

/** A chosen option's name for a select, the text of other fields; of a password only whether there is one. */
function shownValueOf(node: AriaNode, row: AttributeRow | null, isField: boolean): string | null {
	if (!isField || node.role === 'checkbox' || node.role === 'radio' || node.role === 'switch') return null;
	const own = node.text ?? (node.children ?? []).filter(child => typeof child === 'string').join(' ');
	if (row?.type === 'password') return own === '' ? '' : '•••';
	const chosen = optionsOf(node).filter(option => option.selected);
	if (chosen.length > 0) return chosen.map(option => withoutIcons(option.name ?? '')).join(', ');
	return own.trim() === '' && row?.valueNow !== undefined ? row.valueNow : own.trim();
}

const optionsOf = (node: AriaNode): AriaNode[] =>
	(node.children ?? []).flatMap(child =>
		typeof child === 'string' ? [] : child.role === 'option' ? [child] : child.role === 'group' ? optionsOf(child) : [],
	);

function statesOf(node: AriaNode, row: AttributeRow | null): ElementStates {
	const states: ElementStates = {};
	const box = row?.standsFor;
	if (box) states.checked = box.isChecked;
	else if (node.checked !== undefined) states.checked = node.checked;
	else if (['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'].includes(node.role))
		states.checked = false;
	if (node.selected !== undefined) states.selected = node.selected;
	if (node.pressed !== undefined) states.pressed = node.pressed !== false;
	else if (row?.isPressed !== undefined) states.pressed = row.isPressed;
	const expanded = node.expanded ?? row?.isExpanded;
	if (expanded !== undefined) states.expanded = expanded;
	if (node.disabled || box?.isDisabled) states.disabled = true;
	if (row?.isRequired) states.required = true;
	if (row?.isReadonly) states.readonly = true;
	if (row?.isCurrent) states.current = true;
	if ((node.invalid && node.invalid !== 'false') || row?.isInvalid) states.invalid = true;
	if (node.active) states.active = true;
	return states;
}
