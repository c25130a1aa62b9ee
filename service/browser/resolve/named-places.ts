import {fold, identifierWords, namingWords, plainWords, stem} from '../page/words.ts';
import type {Look, LookElement} from '../page/look.ts';
import {isInteractive} from '../page/roles.ts';
import {collectionsOf} from '../page/rows.ts';
import {type Section, whole} from '../page/sections.ts';
import {isShown, isWithin, treeOf, upwards} from '../page/tree.ts';
import {identifiersOf} from '../page/wrappers.ts';
import {nameScore} from './label-score.ts';

/**
 * Places that have no role, heading or label: `the palette` is an element of that id or class, `the debug panel` what a tab
 * shows. The weakest evidence there is: it counts where nothing else is called so, and where it leaves one place.
 */

/** In front of a name that says nothing itself. */
const before = new Set('app js ui my the page site main web root'.split(' '));
/** Behind it. */
const behind = new Set(
	'container wrapper wrap panel pane box bar area inner outer content section region view root body holder'.split(' '),
);

/** Elements that begin their ids and classes with a word before it is taken for the page's own prefix. */
const leastPrefixed = 8;

const prefixes = new WeakMap<Look, ReadonlySet<string>>();

/** `red` and `ui` of a page that calls nearly everything `red-ui-…`. */
function prefixesOf(look: Look): ReadonlySet<string> {
	const known = prefixes.get(look);
	if (known) return known;
	const named = look.elements
		.map(one => allIdentifiersOf(one).map(identifier => plainWords(identifierWords(identifier.slice(1)))))
		.filter(({length}) => length > 0);
	const found = new Set<string>();
	for (let place = 0; place < 2; place++) {
		const firsts = named.map(all => new Set(all.flatMap(list => list[place] ?? [])));
		const counted = new Map<string, number>();
		for (const word of firsts.flatMap(all => [...all])) counted.set(word, (counted.get(word) ?? 0) + 1);
		const [word, number] = [...counted].sort((one, other) => other[1] - one[1])[0] ?? ['', 0];
		if (number < leastPrefixed || number < named.length / 3) break;
		found.add(word);
	}
	prefixes.set(look, found);
	return found;
}

const allIdentifiersOf = (element: LookElement): string[] => [...identifiersOf(element), ...(element.wrappedIn ?? [])];

/** Whether an identifier says these words, and beyond them only what any box is called. */
function saysJust(identifier: string, wanted: readonly string[], own: ReadonlySet<string>): boolean {
	const there = plainWords(identifierWords(identifier.slice(1)));
	const isSaid = (word: string | undefined) => word !== undefined && wanted.includes(stem(word));
	while (there.length > 0 && !isSaid(there[0]) && (own.has(there[0]!) || before.has(there[0]!))) there.shift();
	while (there.length > 0 && !isSaid(there.at(-1)) && behind.has(there.at(-1)!)) there.pop();
	return there.length > 0 && there.every(isSaid) && wanted.every(word => there.some(one => stem(one) === word));
}

const isPlace = (look: Look, element: LookElement) =>
	element.ref !== null &&
	element.box !== null &&
	element.parent !== null &&
	element.role !== 'img' &&
	!isInteractive(element) &&
	treeOf(look).children[element.index]!.length > 0;

/** The one place that has the name by its id or class; `#palette` and `.palette` are taken as they stand. */
export function placeByIdentifier(look: Look, name: string): Section | null {
	const tree = treeOf(look);
	const literal = /^[#.][\p{L}_][\w-]*$/u.test(name.trim()) ? name.trim() : null;
	const wanted = namingWords(name).map(stem);
	const own = prefixesOf(look);
	const places = look.elements.flatMap(element => {
		if (!isPlace(look, element)) return [];
		const identifier = allIdentifiersOf(element).find(one =>
			literal === null ? saysJust(one, wanted, own) : one === literal,
		);
		return identifier === undefined ? [] : [{element, identifier}];
	});
	const [place, ...others] = places.filter(
		one => !places.some(other => other !== one && isWithin(tree, one.element.index, other.element.index)),
	);
	if (place && others.length === 0) return {...whole(tree, place.element, name), identifier: place.identifier};
	return places.length === 0 && drawingWords.test(name.trim()) ? drawingOf(look, name) : null;
}

/** Only what the page itself is headed or closed by: at the top, or at the bottom, over all of its width. */
export function barByIdentifier(look: Look, name: 'header' | 'footer'): Section | null {
	const place = placeByIdentifier(look, name);
	const box = place?.element.box;
	if (!place || !box || box.width < look.viewport.width * 0.9) return null;
	return name === 'header' && box.y >= 40 ? null : place;
}

/**
 * `the package list`, of a list or table without a name: one whose authors call it so, or each of its members. Null: none is
 * called so, or several are.
 */
export function listCalled(look: Look, name: string): Section | null {
	const wanted = namingWords(name.replace(/^list of (?:the )?/i, '')).map(stem);
	if (wanted.length === 0) return null;
	const own = prefixesOf(look);
	const calledBy = (element: LookElement): string | undefined =>
		allIdentifiersOf(element).find(identifier => {
			const said = plainWords(identifierWords(identifier.slice(1)))
				.filter(word => !own.has(word))
				.map(stem);
			return wanted.every(word => said.includes(word));
		});
	const tree = treeOf(look);
	const lists = collectionsOf(look).flatMap(({container, members}) => {
		const ofMember = members.length > 0 && members.every(one => calledBy(one)) ? calledBy(members[0]!) : undefined;
		const identifier = calledBy(container) ?? ofMember;
		return identifier === undefined ? [] : [{container, identifier}];
	});
	const [only, ...others] = lists.filter(
		one => !lists.some(other => other !== one && isWithin(tree, one.container.index, other.container.index)),
	);
	return only && others.length === 0 ? {...whole(tree, only.container, name), identifier: only.identifier} : null;
}

const drawingWords = /^(?:canvas|workspace|drawing(?: area)?|diagram)$/i;

/** The one drawing that takes up a good part of the window. */
function drawingOf(look: Look, name: string): Section | null {
	const {width, height} = look.viewport;
	const [only, ...others] = look.elements.filter(({tag, box}) => {
		if ((tag !== 'svg' && tag !== 'canvas') || box === null) return false;
		return Math.min(box.width, width) * Math.min(box.height, height) > (width * height) / 6;
	});
	return only && others.length === 0 ? {...whole(treeOf(look), only, name), identifier: only.tag!} : null;
}

/** What is said of a step that went by nothing but an identifier. */
export const placeNote = ({title, identifier}: Section): string =>
	`the ${title} is known by its id or class alone: ${identifier}`;

const strip = /(?:^|[-_])(?:tabs?|tab-?list|tab-?bar|nav-?tabs|nav-?pills)(?:$|[-_])/i;
const chosen = /(?:^|[-_])(?:active|selected|current)$/i;

/** Whether a class says that it is the one of several that is shown. */
export const isMarked = ({classes}: LookElement): boolean => classes.some(name => chosen.test(name));

/** What the chosen tab of that name shows: the smallest place around the strip of tabs that holds something below it. */
export function placeOfTab(look: Look, name: string): Section | null {
	const tree = treeOf(look);
	const places = look.elements.flatMap(element => {
		if (!isInteractive(element) || element.box === null || nameScore(name, element.name || element.text) < 0.93)
			return [];
		const around = [...upwards(look, element.index)].slice(1);
		const strips = around.filter(
			({id, classes, role}) => role === 'tablist' || [id ?? '', ...classes].some(one => strip.test(one)),
		);
		const outer = strips.at(-1);
		const isChosen =
			element.states.selected === true ||
			element.states.current === true ||
			[element, ...around.slice(0, 2)].some(isMarked);
		if (outer === undefined || !isChosen) return [];
		const [place] = [...upwards(look, outer.index)].filter(
			({index, parent}) => parent !== null && tree.end[index]! - tree.end[outer.index]! > 2,
		);
		return place ? [whole(tree, place, name)] : [];
	});
	const [place, ...others] = places;
	return place && others.length === 0 ? place : null;
}

const menuName = /(?:^|[-_])(?:menu|dropdown)(?:$|--)/i;

/** Menus that say by class alone that they are: lists of what can be clicked, and not the navigation of the page. */
export function menusByClass(look: Look): LookElement[] {
	const tree = treeOf(look);
	const named = look.elements.filter(
		element =>
			['list', 'generic', 'group'].includes(element.role) &&
			element.box !== null &&
			element.classes.some(name => menuName.test(name)) &&
			look.elements.slice(element.index + 1, tree.end[element.index]).filter(isEntry).length > 1 &&
			![...upwards(look, element.index)].some(({role}) => role === 'navigation' || role === 'banner'),
	);
	return named.filter(one => !named.some(other => other !== one && isWithin(tree, one.index, other.index)));
}

/** Lists of nothing but links, apart from the content: the menus of a page that calls nothing a menu. */
export function listsOfLinks(look: Look): LookElement[] {
	const tree = treeOf(look);
	const isLink = (index: number) => {
		const links = look.elements.slice(index + 1, tree.end[index]).filter(({role}) => role === 'link');
		return links.length === 1 && fold(links[0]!.name) === fold(tree.textOf(index));
	};
	return look.elements.filter(
		element =>
			element.role === 'list' &&
			isShown(look, element) &&
			tree.children[element.index]!.length > 1 &&
			tree.children[element.index]!.every(isLink) &&
			![...upwards(look, element.index)].some(({role}) => role === 'main' || role === 'article' || role === 'listitem'),
	);
}

const isEntry = ({role, isClickable}: LookElement): boolean =>
	['link', 'button', 'listitem'].includes(role) || isClickable;
