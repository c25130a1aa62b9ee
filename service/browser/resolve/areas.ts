import type {RoleWord, Scope} from '../../../source/plan-language/reading.ts';
import {contentOnly, onlyList, outermost} from '../page/content.ts';
import {isInListRecord} from '../page/list-records.ts';
import type {Look, LookElement} from '../page/look.ts';
import {type Collection, collectionsOf} from '../page/rows.ts';
import {dialogTitle, type Section, sectionsOf, whole} from '../page/sections.ts';
import {isShown, isWithin, treeOf, upwards} from '../page/tree.ts';
import {hasWords, words} from '../page/words.ts';
import {nameScore} from './label-score.ts';
import {
	barByIdentifier,
	listCalled,
	listsOfLinks,
	menusByClass,
	placeByIdentifier,
	placeOfTab,
} from './named-places.ts';
import {roleFit} from './role-words.ts';
import {signUp, signUpEntry} from './sign-up.ts';

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
		if (role === 'menu' && !byRole.some(element => element.role === 'menu')) byRole.push(...menusByClass(look));
		if (role === 'menu' && byRole.length === 0) byRole.push(...listsOfLinks(look));
		const bar = byRole.length === 0 && (role === 'header' || role === 'footer') ? barByIdentifier(look, role) : null;
		return bar ? [bar] : byRole.map(element => whole(tree, element, element.name));
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
	const all = places ?? unnamed(look, name, role);
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
	[/^tool ?bar$/i, 'toolbar'],
	[/^(?:(?:side|left|right|bottom) )?drawer$/i, 'dialog', 'complementary'],
];

/** `the sidebar`: what stands beside the page, also where that is its navigation. */
const isSidebar = ({role, tag, id, classes}: LookElement): boolean =>
	role === 'complementary' ||
	(role === 'navigation' && (tag === 'aside' || [id ?? '', ...classes].some(name => /side-?(?:bar|nav)/i.test(name))));

const isBreadcrumb = ({name, id, classes}: LookElement): boolean =>
	[name, id ?? '', ...classes].some(one => /bread-?crumb/i.test(one));

/** `the navigation`, whatever that is called; `the drawer` is the dialog that is open, else what stands beside the page. */
export function byLandmark(look: Look, name: string): Rated[] {
	if (/^(?:(?:left|right|main) )?(?:side ?bar|aside)$/i.test(name.trim()))
		return look.elements.filter(isSidebar).map(element => ({section: whole(treeOf(look), element, name), score: 0.7}));
	if (/^breadcrumbs?(?: trail)?$/i.test(name.trim()))
		return look.elements
			.filter(one => ['navigation', 'list', 'generic'].includes(one.role) && isBreadcrumb(one))
			.slice(0, 1)
			.map(element => ({section: whole(treeOf(look), element, name), score: 0.7}));
	const [, ...roles] = landmarks.find(([form]) => form.test(name.trim())) ?? [];
	const isOpen = (role: string) => look.elements.some(element => element.role === role && isShown(look, element));
	const role = roles.length > 1 ? roles.find(isOpen) : roles[0];
	return look.elements
		.filter(element => element.role === role)
		.map(element => ({section: whole(treeOf(look), element, element.name), score: 0.7}));
}

/** `the table header`: the row of the headings of its columns. */
export const headRows = (look: Look): Section[] =>
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
	const isOfPage =
		words(name).every(word => said.includes(word)) ||
		(role === 'form' && signUp.test(name.trim()) && signUpEntry(look) !== null);
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

/** What was searched for, as a place. */
export const namesResults = (name: string): boolean =>
	/^(?:the )?(?:search )?(?:results?|hits)(?: list)?$/i.test(name.trim());

/** No area has the name: what the tab called so shows, what begins with that text, what has it as its id or class. */
function unnamed(look: Look, name: string, role: RoleWord | null): Rated[] {
	const tree = treeOf(look);
	const asPlace = role === null || role === 'section';
	const ofTab = asPlace ? placeOfTab(look, name) : null;
	if (ofTab) return [{section: ofTab, score: 0.7}];
	const list = role === 'list' || name.startsWith('list of ') ? listCalled(look, name) : null;
	if (list) return [{section: list, score: 0.7}];
	const begun = byText(look, name, role);
	const place = asPlace && begun.length === 0 ? placeByIdentifier(look, name) : null;
	if (place) return [{section: place, score: 0.7}];
	// What was found is the list of the page, where nothing is called so.
	const isFound = begun.length === 0 && (asPlace || role === 'list') && namesResults(name);
	const found = isFound ? onlyList(outermost(look, contentOnly(look, collectionsOf(look)))) : null;
	return found ? [{section: whole(tree, found.container, name), score: 0.6}] : begun;
}

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
			// A cell names its row, and never the table.
			if (around.role === 'row') return [{section: whole(tree, around, name), score: nameScore(name, element.text)}];
			if (role !== null && roleFit(role, around) !== 'first' && around.role !== 'generic') continue;
			const holdsOthers = tree.end[around.index]! - around.index > 2 + (tree.end[element.index]! - element.index);
			if (holdsOthers) return [{section: whole(tree, around, name), score: nameScore(name, element.text)}];
		}
		return [];
	});
}
