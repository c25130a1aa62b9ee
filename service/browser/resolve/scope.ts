import type {RoleWord, Scope, Target} from '../../../source/plan-language/reading.ts';
import {recordAtPlace} from '../page/content.ts';
import type {Box, Look, LookElement} from '../page/look.ts';
import {isInListRecord} from '../page/list-records.ts';
import {cellsOf, type Collection, collectionsOf, isRow, rowsAround} from '../page/rows.ts';
import {dialogTitle, type Section, sectionsOf, whole} from '../page/sections.ts';
import {isShown, isWithin, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords, words} from '../page/words.ts';
import {cellsOfDay} from './calendar-day.ts';
import {isPressable} from './candidates.ts';
import {labelsOf, nameScore} from './label-score.ts';
import {onlyRecordWords, roleFit} from './role-words.ts';

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

type Finder = {find(target: Target): number[]; expand(text: string): string};

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
			if (scope.role === 'page' && scope.name !== null && /^(?:start|home|landing|front|main)$/.test(scope.name))
				if (isAtStart(look)) return {...everywhere, missing: []};
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

/** `on the start page`: the page that the site opens with. */
function isAtStart(look: Look): boolean {
	if (!URL.canParse(look.url)) return false;
	const {pathname, hash} = new URL(look.url);
	return /^\/(?:index\.\w+|home|start)?$/.test(pathname) && /^(?:#!?\/?(?:home|start)?)?$/.test(hash);
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
	const kindless = conditions.map(one => ({...one, text: withoutKindBefore(one.text)}));
	return kindless.some(({text}, at) => text !== conditions[at]!.text) ? rowsThatSay(look, kindless) : rows;
}

function withoutKindBefore(text: string): string {
	const [, kind, name] = /^(\p{L}+)\s+(\S.*)$/u.exec(text) ?? [];
	return kind && name && /[\d#]/.test(name) && onlyRecordWords(kind) ? name.replace(/^#/, '') : text;
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

/** A row around another that matches stays only where the inner one holds nothing to act on (a cell in a card). */
function hasMore(look: Look, row: number, rows: number[]): boolean {
	const tree = treeOf(look);
	const inner = rows.filter(other => other !== row && isWithin(tree, other, row));
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

/** Areas with this role, or whose name, legend or heading has the words. */
export function areasOf(
	look: Look,
	scope: Extract<Scope, {kind: 'area'}>,
	expand: (text: string) => string,
): Section[] {
	const tree = treeOf(look);
	const {role} = scope;
	const name = scope.name === null ? null : expand(scope.name);
	if (name === null || !hasWords(name)) {
		if (role === null) return [];
		if (role === 'dialog' && look.modal !== null) return [whole(tree, look.elements[look.modal]!, '')];
		const byRole = look.elements.filter(
			element => isArea(look, element) && roleFit(role, element) === 'first' && !isInListRecord(look, element),
		);
		// Cards that repeat are a list, where the page has no other.
		if (role === 'list' && byRole.length === 0) {
			const all = collectionsOf(look);
			const cards = all.filter(({members}) =>
				members.every(member => member.role === 'article' || isInListRecord(look, member)),
			);
			const repeating = cards.length > 0 ? cards : contentOf(look, all);
			// Else `the list` is the table: what it lists are its rows.
			const tables = look.elements.filter(
				element => ['table', 'grid', 'treegrid'].includes(element.role) && isArea(look, element),
			);
			const lists = repeating.length > 0 ? repeating.map(({container}) => container) : tables;
			return lists.map(container => whole(tree, container, container.name));
		}
		return byRole.map(element => whole(tree, element, element.name));
	}
	if (role === 'dialog' && look.modal !== null && /^(?:confirmation|confirm|modal|current|open)$/i.test(name.trim()))
		return [whole(tree, look.elements[look.modal]!, '')];
	if (role === 'header' && words(name).every(word => words('table column list grid').includes(word)))
		return headRows(look);
	const named = sectionsOf(look).map(section => ({section, score: nameScore(name, section.title)}));
	const dialogs = look.elements
		.filter(element => ['dialog', 'alertdialog'].includes(element.role))
		.map(element => ({
			section: whole(tree, element, dialogTitle(look, element)),
			score: nameScore(name, dialogTitle(look, element)),
		}));
	const attributed = look.elements
		.filter(isAreaByAttribute(name))
		.map(element => ({section: whole(tree, element, name), score: 0.7}));
	const rated = [...named, ...dialogs].filter(({score}) => score > 0);
	const fitting = role === null ? rated : withRole(look, preferRole(rated, role), role, name);
	const places = [fitting, byLandmark(look, name), attributed].find(one => one.length > 0);
	const all = places ?? byText(look, name, role);
	const best = Math.max(0, ...all.map(({score}) => score));
	return all.filter(({score}) => score >= best - 0.05).map(({section}) => section);
}

/** What repeats in the content of a page: the outermost, and neither its navigation nor a table. */
const contentOf = (look: Look, all: Collection[]): Collection[] => {
	const tree = treeOf(look);
	const aside = ['navigation', 'banner', 'contentinfo', 'toolbar', 'tablist', 'group', 'table', 'grid', 'form'];
	const own = all.filter(({container}) => ![...upwards(look, container.index)].some(({role}) => aside.includes(role)));
	return own.filter(
		one => !own.some(other => other !== one && isWithin(tree, one.container.index, other.container.index)),
	);
};

const landmarks: ReadonlyArray<readonly [RegExp, ...string[]]> = [
	[/^(?:(?:main|top|side|left|primary) )?(?:navigation|navbar|nav|nav bar|navigation bar)$/i, 'navigation'],
	[/^(?:side ?bar|aside)$/i, 'complementary'],
	[/^tool ?bar$/i, 'toolbar'],
	[/^(?:(?:side|left|right|bottom) )?drawer$/i, 'dialog', 'complementary'],
];

/** `the navigation`, whatever that is called; `the drawer` is the dialog that is open, else what stands beside the page. */
function byLandmark(look: Look, name: string): Rated[] {
	const [, ...roles] = landmarks.find(([form]) => form.test(name.trim())) ?? [];
	const isOpen = (role: string) => look.elements.some(element => element.role === role && isShown(look, element));
	const role = roles.length > 1 ? roles.find(isOpen) : roles[0];
	return look.elements
		.filter(element => element.role === role)
		.map(element => ({section: whole(treeOf(look), element, element.name), score: 0.7}));
}

/** `the table header`: the row of the headings of its columns. */
const headRows = (look: Look): Section[] =>
	look.elements
		.filter(
			row =>
				row.role === 'row' &&
				treeOf(look).children[row.index]!.some(index => look.elements[index]!.role === 'columnheader'),
		)
		.map(row => whole(treeOf(look), row, ''));

function preferRole(rated: Rated[], role: RoleWord): Rated[] {
	const first = rated.filter(({section}) => roleFit(role, section.element) === 'first');
	return first.length > 0 ? first : rated;
}

/** Roles that an area of this kind must really have, or hold. */
const plainKinds = new Set<RoleWord>(['table', 'list', 'form']);

/**
 * `the members table` is a table: the one in the area called so, or the only one of a page that is called so. The words
 * around a heading are no table.
 */
function withRole(look: Look, rated: Rated[], role: RoleWord, name: string): Rated[] {
	if (!plainKinds.has(role)) return rated;
	const tree = treeOf(look);
	const all = look.elements.filter(
		element => roleFit(role, element) === 'first' && isArea(look, element) && isShown(look, element),
	);
	const narrowed = rated.flatMap(({section, score}) => {
		if (roleFit(role, section.element) !== 'other') return [{section, score}];
		const inside = all.filter(({index}) => index > section.from && index < section.to);
		return inside.length === 1 ? [{section: whole(tree, inside[0]!, section.title), score}] : [];
	});
	if (narrowed.length > 0) return narrowed;
	const [only] = all;
	const said = words(
		[look.title, ...look.elements.filter(({role: kind}) => kind === 'heading').map(({name: text}) => text)].join(' '),
	);
	const isOfPage = words(name).every(word => said.includes(word));
	return only && all.length === 1 && isOfPage ? [{section: whole(tree, only, name), score: 0.8}] : [];
}

type Rated = {section: Section; score: number};

const isArea = (look: Look, element: LookElement) =>
	isShown(look, element) || treeOf(look).children[element.index]!.length > 0;

/** `id`, class or test id of something that holds others say its name. */
const isAreaByAttribute = (name: string) => (element: LookElement) =>
	element.ref !== null &&
	[
		'main',
		'generic',
		'region',
		'form',
		'group',
		'list',
		'table',
		'navigation',
		'complementary',
		'banner',
		'contentinfo',
		'status',
	].includes(element.role) &&
	[element.id, ...Object.values(element.testIds)].some(
		value => value !== null && nameScore(name, value.replace(/[-_]+/g, ' ')) >= 0.75,
	);

/** No area has the name: the smallest group that begins with this text and holds something else. */
function byText(
	look: Look,
	name: string,
	role: Parameters<typeof roleFit>[0] | null,
): Array<{section: Section; score: number}> {
	const tree = treeOf(look);
	return look.elements.flatMap(element => {
		if (element.role === 'heading' || nameScore(name, element.text) < 0.75) return [];
		for (const around of upwards(look, element.index)) {
			if (around.index === element.index || around.parent === null) continue;
			if (role !== null && roleFit(role, around) !== 'first' && around.role !== 'generic') continue;
			const holdsOthers = tree.end[around.index]! - around.index > 2 + (tree.end[element.index]! - element.index);
			if (holdsOthers) return [{section: whole(tree, around, name), score: nameScore(name, element.text)}];
		}
		return [];
	});
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
		const box = element.box;
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
