import type {Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles} from '../page/roles.ts';
import {cellsOf, headingsOf, isRow} from '../page/rows.ts';
import {dialogTitle} from '../page/sections.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords, words} from '../page/words.ts';
import {isPressable} from './candidates.ts';
import {cellOfOnlyRecord} from './only-record.ts';
import {asides, textByClass, withoutRecord} from './called-by-class.ts';
import {nameScore} from './label-score.ts';
import {rank, type ResolveOptions} from './resolve.ts';
import {gap, rowsWith, type ScopeFilter} from './scope.ts';
import {directionOf} from '../page/step-names.ts';

/** What a step reads: the text, the element it stands in, and how it was found. */
export type Subject = {text: string; index: number; how: 'cell' | 'value' | 'label' | 'element'};

/**
 * What `the total`, `the order number`, `the price of the Milk jug` stand for: the cell of a row
 * and column, the value of a field, the text after a label, or a whole element. Null: nothing on the page is called so.
 */
export function readSubject(target: Target, look: Look, options: ResolveOptions): Subject | null {
	const phrase = options.expand(target.phrase);
	const {scopes} = rank({...target, phrase: ''}, 'visible', look, options);
	const kindless = target.isQuoted ? '' : withoutRecord(phrase);
	return (
		titleOf(target, phrase, look) ??
		cellOf(target, phrase, look, options) ??
		cellOfOnlyRecord(phrase, look, scopes) ??
		badgeOf(phrase, look, scopes) ??
		badgeBeside(target, phrase, look, options) ??
		fieldOf(target, look, options) ??
		afterLabel(phrase, look, scopes) ??
		afterLabel(kindless, look, scopes) ??
		onlyCellOf(phrase, look, scopes) ??
		unlabelled(kindless || phrase, look, scopes) ??
		byClass(phrase, look, scopes) ??
		byClass(kindless, look, scopes) ??
		nameOfRecord(kindless, look) ??
		afterLabel(withoutAmount(phrase), look, scopes) ??
		wholeElement(target, look, options)
	);
}

const dialogNouns = words('dialog modal popup');

/** `the dialog title`: of the modal, or of the only dialog. */
function titleOf(target: Target, phrase: string, look: Look): Subject | null {
	const named = words(phrase);
	const rest = named.filter(word => !dialogNouns.includes(word));
	const saysTitle = target.role === 'heading' || rest.length > 0;
	if (!saysTitle || !rest.every(word => words('title heading header').includes(word))) return null;
	const isDialog = target.role === 'dialog' || named.some(word => dialogNouns.includes(word));
	return isDialog || isInDialog(target) ? openDialogTitle(look) : null;
}

const isInDialog = (target: Target) => target.scopes.some(scope => scope.kind === 'area' && scope.role === 'dialog');

function openDialogTitle(look: Look): Subject | null {
	const dialogs = look.elements.filter(element => ['dialog', 'alertdialog'].includes(element.role) && element.box);
	const dialog = look.modal === null ? (dialogs.length === 1 ? dialogs[0]! : null) : look.elements[look.modal]!;
	return dialog === null ? null : {text: dialogTitle(look, dialog), index: dialog.index, how: 'element'};
}

/** The title of the open dialog where a target is only its heading: dialogs have their title as a name more often. */
export const dialogTitleOf = (target: Target, look: Look): Subject | null =>
	target.role === 'heading' && target.phrase === '' && isInDialog(target) ? openDialogTitle(look) : null;

const badgeNouns = new Set(words('badge counter bubble'));
const countNoun = words('count')[0]!;
const hostNouns = new Set(words('link tab button item entry menu'));

/** `the Approvals badge`, `the badge in the header`: the one number that stands at the end of what is called so. */
function badgeOf(phrase: string, look: Look, scopes: ScopeFilter): Subject | null {
	const said = words(phrase);
	// `the cart count`; a `count` alone is of nothing.
	const isCount = said.length > 1 && said.at(-1) === countNoun;
	if (!isCount && !said.some(word => badgeNouns.has(word))) return null;
	const owner = said.filter(word => !badgeNouns.has(word) && !hostNouns.has(word) && word !== countNoun);
	const tree = treeOf(look);
	const hosts = look.elements.flatMap(element => {
		const isHost = isShown(look, element) && scopes.isInside(element.index) && isPressable(element);
		const text = isHost ? tree.textOf(element.index).trim() : '';
		const end = text.length > 200 ? null : /\(?(\d{1,5})\+?\)?$/.exec(text);
		const [before, number] = end ? [text.slice(0, end.index), end[1]] : ['', undefined];
		// An icon says nothing of what it is; its label does.
		const name = hasWords(before) ? before : element.accessibleName.trim().replace(/\(?\d{1,5}\+?\)?$/, '');
		const there = words(name);
		const isOwner = owner.every(word => there.includes(word)) && there.length <= owner.length + 3;
		return number !== undefined && hasWords(name) && isOwner ? [{text: number, index: element.index}] : [];
	});
	const [badge, ...others] = hosts;
	return badge && others.length === 0 ? {...badge, how: 'element'} : null;
}

/** `the number next to Cart`: on it, as much as beside it. */
function badgeBeside(target: Target, phrase: string, look: Look, options: ResolveOptions): Subject | null {
	const [scope, ...others] = target.scopes;
	const [anchor, ...more] = scope?.kind === 'near' && scope.relation !== 'below' ? scope.anchors : [];
	if (anchor === undefined || others.length > 0 || more.length > 0 || anchor.scopes.length > 0) return null;
	if (!/^(?:number|counter|count|badge|bubble|figure|digit)$/.test(phrase)) return null;
	const {scopes} = rank({...target, phrase: '', role: null, scopes: []}, 'visible', look, options);
	return badgeOf(`${options.expand(anchor.phrase)} badge`, look, scopes);
}

/** `3 items in the cart`: where there is only a way there, the number on it. */
export function badgeCount(
	target: Target,
	look: Look,
	options: ResolveOptions,
): {number: number; index: number} | null {
	const [place, ...others] = target.scopes;
	if (place?.kind !== 'area' || place.name === null || others.length > 0) return null;
	if (target.role !== 'item' || target.phrase !== '') return null;
	const {scopes} = rank({...target, phrase: '', role: null, scopes: []}, 'visible', look, options);
	const badge = badgeOf(`${options.expand(place.name)} badge`, look, scopes);
	return badge && {number: Number(badge.text), index: badge.index};
}

/** The cell at a row of the step and the column that the phrase names. */
function cellOf(target: Target, phrase: string, look: Look, options: ResolveOptions): Subject | null {
	// `In the Options table`: a row of another one is not meant.
	const places = target.scopes.filter(({kind}) => kind === 'area' || kind === 'frame');
	const {isInside} = rank({...target, phrase: '', scopes: places}, 'visible', look, options).scopes;
	for (const scope of target.scopes) {
		if (scope.kind !== 'row') continue;
		const conditions = scope.conditions.map(one => ({...one, text: options.expand(one.text)}));
		const cells = rowsWith(look, conditions)
			.filter(isInside)
			.flatMap(row => columnIn(look, row, phrase));
		if (cells.length === 1) return cells[0]!;
	}
	return null;
}

/** The cell of a row under the heading that a phrase names best. */
export function columnIn(look: Look, row: number, phrase: string): Subject[] {
	const rated = cellsOf(look, look.elements[row]!)
		.map(cell => ({...cell, score: cell.column === null ? 0 : nameScore(phrase, cell.column)}))
		.filter(({score}) => score >= 0.6)
		.sort((one, other) => other.score - one.score);
	const [best] = rated;
	return best ? [{text: treeOf(look).textOf(best.index), index: best.index, how: 'cell'}] : [];
}

/** The cell below the heading of that name where only one row has one: there is no other that could be meant. */
function onlyCellOf(phrase: string, look: Look, scopes: ScopeFilter): Subject | null {
	if (!hasWords(phrase)) return null;
	const rows = look.elements.filter(element => element.role === 'row' && isShown(look, element));
	const cells = rows
		.flatMap(row => columnIn(look, row.index, phrase))
		.filter(({index}) => scopes.isInside(index) && ['cell', 'gridcell'].includes(look.elements[index]!.role));
	const [only, ...others] = cells;
	return only && others.length === 0 ? only : null;
}

function fieldOf(target: Target, look: Look, options: ResolveOptions): Subject | null {
	const {scored} = rank(target, 'value', look, options);
	const [best, second] = scored;
	if (!best || best.score < 0.6 || best.isWeak || (second && best.score - second.score < 0.05)) return null;
	const field = look.elements[best.index]!;
	const text = field.value ?? treeOf(look).textOf(best.index);
	return {text, index: best.index, how: 'value'};
}

/** `the delivery fee` beside `Delivery`, `the total amount` beside `Total`: that it is a sum need not be written. */
const withoutAmount = (phrase: string): string => {
	const said = phrase.trim().split(' ');
	return said.length > 1 && sums.has(said.at(-1)!.toLowerCase()) ? said.slice(0, -1).join(' ') : '';
};
const sums = new Set('amount fee fees cost costs price charge charges sum value'.split(' '));

function byClass(phrase: string, look: Look, scopes: ScopeFilter): Subject | null {
	const found = phrase === '' ? null : textByClass(phrase, look, scopes);
	return found && {text: treeOf(look).textOf(found.index), index: found.index, how: 'element'};
}

/** `the product name` on the page of one product: its main heading. */
function nameOfRecord(kindless: string, look: Look): Subject | null {
	if (!/^(?:name|title)$/.test(kindless)) return null;
	const [heading, ...others] = look.elements.filter(
		element => element.role === 'heading' && element.level === 1 && isShown(look, element),
	);
	return heading && others.length === 0 ? {text: heading.name, index: heading.index, how: 'element'} : null;
}

/** What a price and a rating look like where no label stands beside them. */
const looks: ReadonlyArray<[RegExp, RegExp]> = [
	[/^price$/, /^((?:[€$£¥]|EUR|USD|CHF|GBP)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|EUR|USD|CHF|GBP))$/],
	[/^(?:average )?rating$/, /^[★☆⭐]\s*(\d(?:[.,]\d)?)\b|^(\d(?:[.,]\d)?)\s*(?:[★☆⭐]|\/ ?5|out of 5)/u],
];

/** The price of the page's one thing: the only text outside records that looks like one. */
function unlabelled(phrase: string, look: Look, scopes: ScopeFilter): Subject | null {
	const form = looks.find(([name]) => name.test(phrase))?.[1];
	if (form === undefined) return null;
	const tree = treeOf(look);
	const found = look.elements.flatMap(element => {
		const around = [...upwards(look, element.index)];
		const isAside = around.some(one => asides.has(one.role) || isRow(look, one));
		const isPlain = tree.children[element.index]!.length === 0 && isShown(look, element);
		const [, one, other] =
			isAside || !isPlain || !scopes.isInside(element.index)
				? []
				: (form.exec(tree.textOf(element.index).trim()) ?? []);
		const text = one ?? other;
		return text === undefined ? [] : [{text, index: element.index, how: 'element' as const}];
	});
	return found.length === 1 ? found[0]! : null;
}

const trimmed = (text: string) => text.replace(/^[\s:=–—-]+/, '').trim();

/**
 * The text after a label: in the same element (`Total: 46.50 €`, `Your order number is A-10421`), else in what follows
 * it in the same group, else at its right or below it.
 */
function afterLabel(phrase: string, look: Look, scopes: ScopeFilter): Subject | null {
	if (!hasWords(phrase)) return null;
	const tree = treeOf(look);
	const inside = look.elements.filter(
		element =>
			isShown(look, element) &&
			scopes.isInside(element.index) &&
			!fieldRoles.has(element.role) &&
			// What a tab is called is shown below it, and beside it stands the next one.
			element.role !== 'tab' &&
			element.parent !== null,
	);
	const together = inside
		.map(element => ({element, text: tree.textOf(element.index)}))
		.filter(({text}) => text.length <= 200)
		.flatMap(({element, text}) => {
			const rest = restAfter(phrase, text);
			return rest === null ? [] : [{element, rest, length: text.length}];
		})
		.sort((one, other) => one.length - other.length || other.element.index - one.element.index);
	// A way to another page is the last that would be a label: the client is not what stands behind the link to all clients.
	const said = words(phrase).join(' ');
	const rankOf = (element: LookElement) =>
		(isPressable(element) ? 2 : 0) + (words(tree.textOf(element.index)).join(' ') === said ? 0 : 1);
	const labels = inside
		.filter(element => isLabel(phrase, tree.textOf(element.index)))
		.sort((one, other) => rankOf(one) - rankOf(other) || one.index - other.index);
	for (const label of labels) {
		const value = besides(look, label);
		if (value !== null) return {text: pressedIn(look, value) ?? tree.textOf(value), index: value, how: 'label'};
	}
	const [best] = together;
	return best ? {text: best.rest, index: best.element.index, how: 'label'} : null;
}

/** Which one of several buttons beside a label is pressed; null: they are no such buttons, or more than they is there. */
function pressedIn(look: Look, index: number): string | null {
	const inside = look.elements.slice(index + 1, treeOf(look).end[index]).filter(one => isPressable(one));
	if (inside.length < 2 || !inside.every(({role, states}) => role === 'button' && states.pressed !== undefined))
		return null;
	return inside
		.filter(({states}) => states.pressed === true)
		.map(({name}) => name)
		.join(', ');
}

const isLabel = (phrase: string, text: string) =>
	text.length <= 60 && nameScore(phrase, withoutRemark(text)) >= 0.93 && hasWords(text);

/** `Discount (SUMMER10):` is the discount: what stands in brackets says more about it. */
const withoutRemark = (text: string): string => {
	const label = text.trim().replace(/[:=]$/, '').trimEnd();
	const open = label.endsWith(')') ? label.lastIndexOf('(') : 0;
	return open > 0 ? label.slice(0, open) : label;
};

/** What a text says after the words of its label; null: it does not begin so, or says nothing after them. */
export function restAfter(phrase: string, text: string): string | null {
	const wanted = words(phrase);
	const split = /^(.{1,80}?)(?:\s*[:=]\s*|\s+(?:is|are|was|equals)\s+)(\S.*)$/u.exec(text);
	if (split) {
		const [, label, rest] = split;
		const said = words(label!);
		if (wanted.every(word => said.includes(word)) && said.length <= wanted.length + 3)
			return trimmed(rest!).replace(/[.!]$/, '');
	}
	// `Total 46.50 €`: a label that is followed by a number needs no sign.
	const plain = fold(text);
	const label = fold(phrase);
	if (plain.startsWith(`${label} `)) {
		const parts = text.split(/\s+/);
		for (let count = 1; count < parts.length; count++) {
			if (fold(parts.slice(0, count).join(' ')) !== label) continue;
			const rest = trimmed(parts.slice(count).join(' '));
			return /^[-+]?[$€£¥]?\s?\d/.test(rest) ? rest : null;
		}
	}
	return null;
}

/** The text that belongs to a label: the next one in its group, else the nearest at its right or below it. */
function besides(look: Look, label: LookElement): number | null {
	const tree = treeOf(look);
	const holdsText = (index: number) =>
		hasWords(tree.textOf(index)) || /[^\s\p{Extended_Pictographic}]/u.test(tree.textOf(index));
	let at = label;
	// The innermost element of the label's text has no sibling of its own.
	for (const around of upwards(look, label.index)) {
		if (fold(tree.textOf(around.index)) !== fold(tree.textOf(label.index))) break;
		at = around;
	}
	// A cell below a heading is a value itself.
	if (['cell', 'gridcell'].includes(at.role) && headingsOf(look, at.index).length > 0) return null;
	if (at.role === 'columnheader' || headingsOf(look, at.index).includes(tree.textOf(at.index))) return null;
	const siblings = at.parent === null ? [] : tree.children[at.parent]!;
	// Between the label and the number of a stepper stands the button that takes one off.
	const next = siblings.slice(siblings.indexOf(at.index) + 1).find(index => !isStep(look, look.elements[index]!));
	if (next !== undefined && isShown(look, look.elements[next]!) && holdsText(next) && isOneValue(tree.textOf(next))) {
		if (!['heading', 'table', 'list', 'form'].includes(look.elements[next]!.role) && at.role !== 'heading') return next;
	}
	if (!at.box) return null;
	const near = look.elements
		.filter(
			element =>
				element.ref !== null && element.box && tree.children[element.index]!.length === 0 && element.index !== at.index,
		)
		.filter(
			element =>
				holdsText(element.index) &&
				isOneValue(tree.textOf(element.index)) &&
				!['button', 'link', 'heading'].includes(element.role),
		)
		.flatMap(element => {
			const away = gap('right_of', element.box!, at.box!);
			return away !== null && away <= 200 ? [{index: element.index, away}] : [];
		})
		.sort((one, other) => one.away - other.away);
	return near[0]?.index ?? null;
}

const isStep = (look: Look, element: LookElement) =>
	element.role === 'button' &&
	[element.accessibleName, treeOf(look).textOf(element.index)].some(name => directionOf(name) !== null);

const isOneValue = (text: string) => text.length <= 120;

/** An element that is called so, by whatever name it has. */
function wholeElement(target: Target, look: Look, options: ResolveOptions): Subject | null {
	const {scored} = rank(target, 'capture', look, options);
	const tree = treeOf(look);
	const named = scored.filter(one => look.elements[one.index]!.ref !== null);
	const [best] = [...named, ...byAttribute(target, look, options)];
	const text = best ? tree.textOf(best.index) : '';
	return best && fold(text) !== fold(options.expand(target.phrase)) ? {text, index: best.index, how: 'element'} : null;
}

/** Texts are found by id or test id too: what shows a count rarely says that it is the counter. */
function byAttribute(target: Target, look: Look, options: ResolveOptions) {
	const phrase = options.expand(target.phrase);
	const {scopes} = rank({...target, phrase: ''}, 'visible', look, options);
	return look.elements.filter(
		element =>
			element.ref !== null &&
			isShown(look, element) &&
			scopes.isInside(element.index) &&
			[element.id, ...Object.values(element.testIds), ...element.classes].some(
				name => name !== null && nameScore(phrase, name.replace(/[-_]+/g, ' ')) >= 0.93,
			),
	);
}
