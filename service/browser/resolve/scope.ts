import type {Scope, Target} from '../../../source/plan-language/reading.ts';
import {recordAtPlace} from '../page/content.ts';
import type {Box, Look, LookElement} from '../page/look.ts';
import {cellsOf, isHeaderRow, isRow, rowsAround} from '../page/rows.ts';
import {fieldRoles} from '../page/roles.ts';
import type {Section} from '../page/sections.ts';
import {isWithin, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords, words} from '../page/words.ts';
import {cellsOfDay} from './calendar-day.ts';
import {areasOf, headRows} from './areas.ts';
import {isPressable} from './candidates.ts';
import {labelsOf, nameScore} from './label-score.ts';
import {onlyRecordWords} from './role-words.ts';
import {isAtStart, startNames} from './start-page.ts';

/**
 * Where a step says its element is. A scope is a filter: what is outside it is out, and nothing inside
 * it scores more. `nearness` tells equals apart where the step said `next to` and the like, in pixels.
 */
export type ScopeFilter = {
	isInside(index: number): boolean;
	nearness(index: number): number | null;
	/** Scopes that nothing on the page fits, as the step named them. */
	missing: string[];
	/** Rows and sections that were taken, for locators. */
	rows: number[];
	sections: Section[];
	frames: number[];
};

type Finder = {find(target: Target): number[]; expand(text: string): string; startUrl?: string | undefined};

const everywhere: Omit<ScopeFilter, 'missing'> = {
	isInside: () => true,
	nearness: () => null,
	rows: [],
	sections: [],
	frames: [],
};

/** All scopes together. `find` gives the elements an anchor of `next to` may mean. */
export function scopeFilter(look: Look, scopes: Scope[], finder: Finder): ScopeFilter {
	let result: ScopeFilter = {...everywhere, missing: []};
	for (const scope of scopes) {
		const one = filterOf(look, scope, finder, result);
		const before = result;
		result = {
			isInside: index => before.isInside(index) && one.isInside(index),
			nearness: index => one.nearness(index) ?? before.nearness(index),
			missing: [...before.missing, ...one.missing],
			rows: [...before.rows, ...one.rows],
			sections: [...before.sections, ...one.sections],
			frames: [...before.frames, ...one.frames],
		};
	}
	return result;
}

/** `the header row`, `the table's header`: no record is called so. */
const isOfHead = ({column, text}: {column: string | null; text: string}): boolean =>
	column === null && words(text).every(word => headWords.has(word));
const headWords = new Set(words('table header head heading headings grid column columns'));

function filterOf(look: Look, scope: Scope, finder: Finder, around: ScopeFilter): ScopeFilter {
	const tree = treeOf(look);
	const inElements = (indexes: number[]) => (index: number) =>
		indexes.some(one => index !== one && isWithin(tree, index, one));
	switch (scope.kind) {
		case 'row': {
			const conditions = scope.conditions.map(one => ({...one, text: finder.expand(one.text)}));
			const rows = rowsWith(look, conditions).filter(around.isInside);
			// `the author of the package` on the page of that package: there is no other.
			if (rows.length === 0 && conditions.every(isBareRecord)) return {...everywhere, missing: []};
			const sections = rows.length === 0 && conditions.every(isOfHead) ? headRows(look) : [];
			if (sections.length > 0)
				return {...everywhere, isInside: inElements(sections.map(({element}) => element.index)), sections, missing: []};
			const missing = rows.length > 0 ? [] : [`row ${conditions.map(one => one.text).join(', ')}`];
			return {...everywhere, isInside: inElements(rows), rows, missing};
		}
		case 'row_at': {
			const record = recordAtPlace(look, scope.ordinal, around.isInside);
			const rows = record === null ? [] : [record.index];
			return {
				...everywhere,
				isInside: inElements(rows),
				rows,
				missing: rows.length > 0 ? [] : [`row ${scope.ordinal}`],
			};
		}
		case 'area': {
			if (scope.role === 'page' && scope.name !== null && startNames.test(scope.name))
				if (isAtStart(look, finder.startUrl)) return {...everywhere, missing: []};
			const sections = areasOf(look, scope, finder.expand);
			const isInside = (index: number) =>
				sections.some(({from, to, element}) => index > from && index < to && (index !== element.index || from !== to));
			// `on the board`, on a page that is called so: the whole of it.
			if (
				sections.every(({element}) => element.role === 'heading' && element.level === 1) &&
				scope.role === null &&
				scope.name !== null &&
				isPageCalled(look, finder.expand(scope.name))
			)
				return {...everywhere, isInside: mainOf(look, sections), missing: []};
			const missing = sections.length > 0 ? [] : [`${scope.role ?? 'part'} ${scope.name ?? ''}`.trim()];
			return {...everywhere, isInside, sections, missing};
		}
		case 'frame': {
			const name = finder.expand(scope.name);
			const frames = look.elements
				.filter(element => element.role === 'iframe')
				.filter(
					element => labelsOf(element).some(label => nameScore(name, label.text) > 0) || isTitled(look, element, name),
				)
				.map(element => element.index);
			return {...everywhere, isInside: inElements(frames), frames, missing: frames.length > 0 ? [] : [`frame ${name}`]};
		}
		case 'near':
			return nearFilter(look, scope, finder);
	}
}

/** The page under its heading; what stands beside its main part (a panel, a head, a foot) is another. */
function mainOf(look: Look, sections: readonly Section[]): (index: number) => boolean {
	const tree = treeOf(look);
	const mains = sections.map(({element}) => [...upwards(look, element.index)].find(({role}) => role === 'main'));
	return index => mains.every(main => main === undefined || isWithin(tree, index, main.index));
}

function isPageCalled(look: Look, name: string): boolean {
	const headings = look.elements.filter(({role, level}) => role === 'heading' && level === 1).map(one => one.name);
	const said = words([look.title, ...headings].join(' '));
	return hasWords(name) && words(name).every(word => said.includes(word));
}

const isTitled = (look: Look, frame: LookElement, name: string) =>
	look.elements.some(
		element => element.frame === frame.index && element.role === 'heading' && nameScore(name, element.name) > 0,
	);

/** The box of what holds a text and one field, the anchor; null: it holds others, too. */
function heldWith(look: Look, {parent, index}: LookElement, anchors: readonly LookElement[]): Box | null {
	const around = parent === null ? undefined : look.elements[parent];
	if (!around?.box) return null;
	const fields = look.elements
		.slice(around.index, treeOf(look).end[around.index])
		.filter(({role}) => fieldRoles.has(role));
	const [field, ...others] = fields;
	return field && others.length === 0 && anchors.includes(field) && index > field.index
		? {...around.box, y: field.box ? field.box.y + field.box.height / 2 : around.box.y}
		: null;
}

type Condition = {column: string | null; text: string};

const isBareRecord = ({column, text}: Condition) =>
	column === null && text === text.toLowerCase() && onlyRecordWords(text);

/** How well a text says what a row was named by: a cell of its own, a phrase in it, its words anywhere. */
function textFit(wanted: string, texts: string[]): 0 | 1 | 2 | 3 {
	const folded = fold(wanted);
	if (folded === '') return texts.some(text => text.includes(wanted)) ? 3 : 0;
	if (texts.some(text => fold(text) === folded)) return 3;
	const whole = ` ${fold(texts.join(' '))} `;
	if (whole.includes(` ${folded} `)) return 2;
	const there = new Set(words(texts.join(' ')));
	return words(wanted).every(word => there.has(word)) ? 1 : 0;
}

/** Rows for which every condition holds, only those of the best fit, the innermost of nested ones. */
export function rowsWith(look: Look, conditions: Condition[]): number[] {
	const cells = cellsOfDay(look, conditions);
	if (cells.length > 0) return cells;
	const rows = rowsThatSay(look, conditions);
	if (rows.length > 0) return rows;
	// `Ticket 1041`: what kind of record it is need not be written in its row.
	const kindless = conditions.map(one => ({...one, text: withoutKind(one.text)}));
	return kindless.some(({text}, at) => text !== conditions[at]!.text) ? rowsThatSay(look, kindless) : rows;
}

function withoutKind(text: string): string {
	const [, kind, name] = /^(\p{L}+)\s+(\S.*)$/u.exec(text) ?? [];
	if (kind && name && /[\d#/]/.test(name) && onlyRecordWords(kind)) return name.replace(/^#/, '');
	// `the findByTags operation`: what is spelled like data is a name, and the word behind it its kind.
	const [, called, behind] = /^(\S{1,80}) (\p{Ll}+)$/u.exec(text) ?? [];
	return called && behind && /[\d/_]|\p{Ll}\p{Lu}/u.test(called) && onlyRecordWords(behind) ? called : text;
}

function rowsThatSay(look: Look, conditions: Condition[]): number[] {
	const tree = treeOf(look);
	const rated = look.elements
		.filter(element => isRow(look, element) && (element.box !== null || tree.children[element.index]!.length > 0))
		.flatMap(row => {
			const fits = conditions.map(condition => textFit(condition.text, textsOf(look, row, condition.column)));
			const fit = Math.min(...fits);
			return fit > 0 ? [{row: row.index, fit}] : [];
		});
	const best = Math.max(0, ...rated.map(({fit}) => fit));
	const rows = rated.filter(({fit}) => fit === best).map(({row}) => row);
	return rows.filter(
		row => !rows.some(other => other !== row && isWithin(tree, other, row)) || hasMore(look, row, rows),
	);
}

/**
 * A row around another that matches stays only where the inner one holds nothing to act on (a cell in a card), and is no
 * record itself: what holds a table is no row of it.
 */
function hasMore(look: Look, row: number, rows: number[]): boolean {
	const tree = treeOf(look);
	const inner = rows.filter(other => other !== row && isWithin(tree, other, row));
	const isOfTable = (other: number) =>
		look.elements[other]!.role === 'row' &&
		look.elements
			.slice(row, tree.end[row])
			.some(({index, role}) => role === 'row' && index !== other && !isHeaderRow(look, look.elements[index]!));
	if (inner.some(isOfTable)) return false;
	const acts = (index: number) =>
		look.elements
			.slice(index, tree.end[index])
			.some(
				element =>
					element.ref !== null &&
					['button', 'link', 'checkbox', 'textbox', 'combobox', 'switch', 'radio', 'menuitem', 'spinbutton'].includes(
						element.role,
					),
			);
	return acts(row) && !inner.some(acts);
}

/** What a row says, part by part: its cells, else the texts of what it holds. */
function textsOf(look: Look, row: LookElement, column: string | null): string[] {
	const tree = treeOf(look);
	const cells = cellsOf(look, row);
	if (column !== null) {
		return cells
			.filter(cell => cell.column !== null && nameScore(column, cell.column) >= 0.6)
			.map(({index}) => tree.textOf(index));
	}
	const inside = look.elements.slice(row.index, tree.end[row.index]);
	const own = [
		...inside.filter(element => tree.children[element.index]!.length === 0).map(element => tree.textOf(element.index)),
		...inside.filter(element => element.index !== row.index).map(element => element.name),
		...cells.map(({index}) => tree.textOf(index)),
	];
	return [...own, tree.textOf(row.index)].filter(text => text.trim() !== '');
}

function nearFilter(look: Look, scope: Extract<Scope, {kind: 'near'}>, finder: Finder): ScopeFilter {
	const anchors = scope.anchors.map(anchor => finder.find(anchor).map(index => look.elements[index]!));
	const tree = treeOf(look);
	/** The smallest group around an anchor that holds something to act on: what stands in it belongs together. */
	const groups = new Map<number, number>();
	const groupOf = ({index}: LookElement): number => {
		const known = groups.get(index);
		if (known !== undefined) return known;
		const holding = [...upwards(look, index)]
			.slice(0, 4)
			.find(one =>
				look.elements.slice(one.index, tree.end[one.index]).some(inside => inside.ref !== null && isPressable(inside)),
			);
		groups.set(index, holding?.index ?? 0);
		return holding?.index ?? 0;
	};
	const missing = anchors.flatMap((found, place) => (found.length > 0 ? [] : [scope.anchors[place]!.phrase]));
	const distance = (index: number): number | null => {
		const element = look.elements[index]!;
		// Text in a line with a field has no box of its own: it is beside the one field of what holds both.
		const held = element.box === null && element.role === 'text' ? heldWith(look, element, anchors.flat()) : null;
		const box = element.box ?? held;
		if (held && scope.relation !== 'next_to' && scope.relation !== 'below') return null;
		if (!box || anchors.some(found => found.length === 0)) return null;
		if (scope.relation === 'between') {
			const [first, second] = anchors as [LookElement[], LookElement[]];
			const [low, high] = [first[0]!.index, second[0]!.index].sort((one, other) => one - other);
			return index > low! && index < high! ? 0 : null;
		}
		const distances = anchors[0]!.flatMap(anchor => {
			if (anchor.index === index || !anchor.box) return [];
			// What stands in the same record is beside it wherever it is.
			const [record] = scope.relation === 'next_to' ? rowsAround(look, anchor.index) : [];
			const isOfRecord = record !== undefined && isWithin(tree, index, record.index);
			const away = gap(scope.relation as Relation, box, anchor.box) ?? (isOfRecord ? 2000 : null);
			const isApart = scope.relation === 'next_to' && !isWithin(tree, index, groupOf(anchor));
			return away === null ? [] : [away + (isApart ? 300 : 0)];
		});
		return distances.length === 0 ? null : Math.min(...distances);
	};
	return {...everywhere, isInside: index => distance(index) !== null, nearness: distance, missing};
}

export type Relation = 'next_to' | 'below' | 'above' | 'left_of' | 'right_of';

/** How far `box` is from `anchor` on that side; null: it is not there. */
export function gap(relation: Relation, box: Box, anchor: Box): number | null {
	const isSameLine =
		Math.min(box.y + box.height, anchor.y + anchor.height) - Math.max(box.y, anchor.y) >
		0.3 * Math.min(box.height, anchor.height);
	const isSameColumn = Math.min(box.x + box.width, anchor.x + anchor.width) - Math.max(box.x, anchor.x) > 0;
	const sideways = Math.max(box.x - (anchor.x + anchor.width), anchor.x - (box.x + box.width), 0);
	const upright = Math.max(box.y - (anchor.y + anchor.height), anchor.y - (box.y + box.height), 0);
	switch (relation) {
		case 'next_to':
			if (isSameLine) return sideways;
			return isSameColumn && upright <= 60 ? 1000 + upright : null;
		case 'left_of':
			return isSameLine && box.x + box.width / 2 < anchor.x + anchor.width / 2 ? sideways : null;
		case 'right_of':
			return isSameLine && box.x + box.width / 2 > anchor.x + anchor.width / 2 ? sideways : null;
		case 'below':
			return box.y + 1 >= anchor.y + anchor.height * 0.5 && box.y > anchor.y
				? upright + (isSameColumn ? 0 : 400 + sideways)
				: null;
		case 'above':
			return anchor.y + 1 >= box.y + box.height * 0.5 && anchor.y > box.y
				? upright + (isSameColumn ? 0 : 400 + sideways)
				: null;
	}
}
