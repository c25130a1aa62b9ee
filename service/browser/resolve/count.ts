import type {Target} from '../../../source/plan-language/reading.ts';
import {contentOnly, isForm, outermost} from '../page/content.ts';
import type {Look, LookElement} from '../page/look.ts';
import {type Collection, collectionsOf} from '../page/rows.ts';
import {sectionsAround, sectionsOf} from '../page/sections.ts';
import {isShown, isWithin, treeOf, upwards} from '../page/tree.ts';
import {hasWords, identifierWords, words} from '../page/words.ts';
import {authoredNames} from '../page/wrappers.ts';
import {rank, type ResolveOptions} from './resolve.ts';
import {onlyRecordWords, roleFit} from './role-words.ts';
import type {ScopeFilter} from './scope.ts';

/** How many, of what, and the list or table they stand in; or which collections there are when none is named and several are in view. */
export type Counted =
	| {number: number; of: string; members: number[]; container: number | null; list: Collection | null}
	| {unclear: string[]}
	| {nothing: true};

const memberWords = ['row', 'item', 'card', 'option', 'list', 'table', 'menu item'];

/**
 * `3 rows`, `2 tasks in the list`, `4 Edit buttons`. The collection must be named or be the only one in
 * view: a count on the wrong list gives a false pass.
 */
export function countOf(target: Target, look: Look, options: ResolveOptions): Counted {
	const {scopes} = rank({...target, phrase: '', role: null}, 'count', look, options);
	if (scopes.missing.length > 0) return {nothing: true};
	const phrase = options.expand(target.phrase);
	if (isOffered(target, phrase) && look.elements.some(one => one.role === 'combobox' && one.tag === 'input')) {
		const members = look.elements.filter(
			one => one.role === 'option' && isShown(look, one) && scopes.isInside(one.index),
		);
		const [first] = members;
		if (first === undefined) return {nothing: true};
		return {
			number: members.length,
			of: 'options',
			members: members.map(one => one.index),
			container: first.parent,
			list: null,
		};
	}
	const isMember = target.role === null || memberWords.includes(target.role);
	const ranked = countNamed(target, phrase, look, options);
	if (!isMember) return ranked;
	const cards = target.role === 'card' ? cardsIn(look, scopes, phrase) : null;
	if (cards !== null) return countedAsSaid(look, cards.of, cards.said);
	const isNamed = words(phrase).some(word => !listWords.has(word));
	// `three books in the list`: a table that the page calls so, before lists that it does not.
	const tables = isNamed
		? collectionsIn(look, scopes, target, true).filter(
				one => ['table', 'grid', 'treegrid'].includes(one.container.role) && isCalled(look, one, phrase, scopes),
			)
		: [];
	const collections = collectionsIn(look, scopes, target);
	const inLists = collections.filter(one => isCalled(look, one, phrase, scopes));
	const called = inLists.some(one => isCalledItself(one, phrase)) || tables.length === 0 ? inLists : tables;
	const named = called.filter(
		({container}) => !['search', 'tablist', 'menu', 'menubar'].includes(container.role) && !isForm(look, container),
	);
	// A list whose rows stand in a table of the same name is one collection.
	const namedContent = contentOnly(look, named);
	const chosen = outermost(
		look,
		namedContent.length > 0 ? namedContent : named.length > 0 ? named : contentOnly(look, collections),
	);
	if (chosen.length === 1 && named.length > 0) return counted(look, chosen[0]!);
	const ofClass = target.role === null ? calledByClass(look, scopes, phrase) : null;
	if (ofClass !== null) return counted(look, ofClass);
	// Parts of the page that are built alike are no samples, where one of them is called so.
	const boxes = named.length === 0 && 'nothing' in ranked ? boxesCalled(look, target, phrase, scopes) : null;
	if (boxes === 'unclear') return {unclear: [`what stands under ${JSON.stringify(phrase)}`]};
	if (boxes !== null && (chosen.length === 0 || scopes.sections.length === 0)) return counted(look, boxes);
	if (chosen.length === 1) return countedAsSaid(look, withKin(look, chosen[0]!, scopes), phrase);
	if (chosen.length === 0) return ranked;
	// A group of things that are built alike gives way to what is a table or a list.
	const plain = chosen.filter(({container}) => ['table', 'grid', 'treegrid', 'list', 'feed'].includes(container.role));
	if (named.length > 0 && plain.length === 1) return counted(look, plain[0]!);
	// Fields that stand in a table have no head above them, as what is listed has.
	const headed = plain.filter(one => hasHead(look, one));
	if (plain.length === chosen.length && headed.length === 1) return counted(look, headed[0]!);
	// Records that are built as such are a list, and the parts of a page around them are none.
	const records = chosen.filter(({members}) => members.every(({role}) => role === 'article'));
	if (records.length === 1 && plain.length === 0)
		return countedAsSaid(look, withKin(look, records[0]!, scopes), phrase);
	// Rows say so of tables.
	const ofRows = chosen.filter(
		({container}) => target.role === 'row' && ['table', 'grid', 'treegrid'].includes(container.role),
	);
	if (ofRows.length === 1) return counted(look, ofRows[0]!);
	return {unclear: chosen.slice(0, 5).map(one => nameOf(look, one))};
}

const hasHead = (look: Look, {container}: Collection): boolean =>
	look.elements.slice(container.index, treeOf(look).end[container.index]).some(({role}) => role === 'columnheader');

/** What a field offers while one types into it, and never what the page lists. */
const isOffered = ({role, scopes}: Target, phrase: string): boolean =>
	scopes.length === 0 &&
	((role === 'option' && phrase === '') || (role === null && /^(?:search )?suggestions?$/i.test(phrase)));

/**
 * What the page itself calls cards, by class, and what of the phrase their class does not say. Null: nothing is called so,
 * or things of several kinds, or cards in cards.
 */
export function cardsIn(look: Look, scopes: ScopeFilter, phrase: string): {of: Collection; said: string} | null {
	const found = calledAlike(look, scopes, ['card', 'tile']);
	if (found === null) return null;
	const known = words(identifierWords(found.name));
	const rest = words(phrase).filter(word => !known.includes(word));
	// The last word of a phrase only says what is counted.
	return {of: found.of, said: rest.length === 0 ? '' : `${rest.join(' ')} card`};
}

/** `nodes`, of boxes that are nodes by the last word of their class: in lists of any kind, and nothing else in the place is called so. */
function calledByClass(look: Look, scopes: ScopeFilter, phrase: string): Collection | null {
	if (!/^\p{Ll}{4,}$/u.test(phrase) || scopes.sections.length === 0) return null;
	return calledAlike(look, scopes, [stemmed(phrase)])?.of ?? null;
}

/**
 * `4 samples` of a place that has no list: the boxes of the part that the step names, or that is called like what is counted.
 * `unclear`: the part is there, and boxes of several kinds in it.
 */
function boxesCalled(look: Look, {role}: Target, phrase: string, scopes: ScopeFilter): Collection | 'unclear' | null {
	if ((role !== null && role !== 'item') || !/^(?:\p{Ll}{3,})?$/u.test(phrase)) return null;
	const wanted = words(phrase).join(' ');
	if (scopes.sections.length > 0) {
		const found = repeatedIn(look, scopes.isInside);
		const isNamed = scopes.sections.some(({title}) => words(title).includes(wanted));
		return role === 'item' || isNamed || onlyRecordWords(phrase) ? found : null;
	}
	const [part, ...others] = sectionsOf(look).filter(({title}) => wanted !== '' && words(title).join(' ') === wanted);
	if (!part || others.length > 0) return null;
	const isInside = (index: number) => index > part.from && index < part.to;
	if (collectionsOf(look).some(({container}) => isInside(container.index))) return null;
	// A heading with a button beside it holds none.
	const holdsBoxes = () =>
		look.elements.some(
			one =>
				isInside(one.index) &&
				((one.role === 'text' && hasWords(one.text)) ||
					(one.role === 'generic' && hasWords(treeOf(look).textOf(one.index)))),
		);
	return repeatedIn(look, isInside) ?? (holdsBoxes() ? 'unclear' : null);
}

/** Boxes of one kind that stand side by side in a place, where no others do. */
function repeatedIn(look: Look, isInside: (index: number) => boolean): Collection | null {
	const boxes = look.elements.filter(
		element =>
			element.role === 'generic' &&
			element.parent !== null &&
			element.ref !== null &&
			isShown(look, element) &&
			isInside(element.index) &&
			hasWords(treeOf(look).textOf(element.index)),
	);
	const kindOf = ({parent, classes}: LookElement) => classes[0] ?? `in ${parent}`;
	const siblings = (one: LookElement) =>
		boxes.some(other => other !== one && other.parent === one.parent && kindOf(other) === kindOf(one));
	const kinds = new Set(boxes.filter(siblings).map(kindOf));
	const [kind, ...others] = kinds;
	if (kind === undefined || others.length > 0) return null;
	const members = boxes.filter(one => kindOf(one) === kind);
	return {container: look.elements[members[0]!.parent!]!, members};
}

const stemmed = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');

/** All in the place whose class ends in such a word, where they are of one kind and none is in another. */
function calledAlike(look: Look, scopes: ScopeFilter, kinds: string[]): {of: Collection; name: string} | null {
	const tree = treeOf(look);
	const calledOf = ({classes}: LookElement) =>
		classes.find(name => kinds.includes(name.toLowerCase().split(/[-_]/).at(-1)!));
	const members = look.elements.filter(
		element => calledOf(element) !== undefined && isShown(look, element) && scopes.isInside(element.index),
	);
	const [first] = members;
	if (first === undefined || first.parent === null) return null;
	const isOneKind = members.every(
		({index, role, classes}) =>
			role === first.role &&
			classes.includes(calledOf(first)!) &&
			!members.some(other => other.index !== index && isWithin(tree, other.index, index)),
	);
	return isOneKind ? {of: {container: look.elements[first.parent]!, members}, name: calledOf(first)!} : null;
}

/**
 * `5 open tickets`, `12 results`: how many there are by what the page itself says, where nothing on it can be counted. Null:
 * it does not say so, or says two numbers.
 */
export function statedCount(
	target: Target,
	look: Look,
	options: ResolveOptions,
): {number: number; index: number} | null {
	const wanted = words(options.expand(target.phrase)).join(' ');
	if (wanted === '' || (target.role !== null && target.role !== 'item')) return null;
	const {scopes} = rank({...target, phrase: '', role: null}, 'count', look, options);
	if (scopes.missing.length > 0) return null;
	const tree = treeOf(look);
	const found = look.elements.flatMap(element => {
		if (tree.children[element.index]!.length > 0 || !isShown(look, element) || !scopes.isInside(element.index))
			return [];
		const [, number, things] = /^\(?(\d{1,6}) ([^\d.]{1,60}?)\)?$/.exec(tree.textOf(element.index).trim()) ?? [];
		const said = words(things ?? '').filter(
			word => !words('found shown listed in total left remaining').includes(word),
		);
		return number !== undefined && said.join(' ') === wanted ? [{number: Number(number), index: element.index}] : [];
	});
	return new Set(found.map(({number}) => number)).size === 1 ? found[0]! : null;
}

/** `Active (2)` for `active bookings`: a number behind a label whose words are in the phrase, the others in a heading of the page. */
export function labelledCount(phrase: string, look: Look): {number: number; index: number} | null {
	const tree = treeOf(look);
	const wanted = words(phrase).filter(word => word !== 'one');
	const titles = new Set(
		[look.title, ...look.elements.filter(({role}) => role === 'heading').map(({name}) => name)].flatMap(words),
	);
	const found = look.elements.flatMap(({index}) => {
		if (tree.children[index]!.length > 0 || !isShown(look, look.elements[index]!)) return [];
		const [, label = '', number] = /^([^()]{2,40}?)\s*\((\d{1,6})\)$/.exec(tree.textOf(index).trim()) ?? [];
		const said = words(label);
		const isMeant =
			said.length > 0 &&
			said.every(word => wanted.includes(word)) &&
			wanted.every(word => said.includes(word) || titles.has(word));
		return isMeant && number !== undefined ? [{number: Number(number), index}] : [];
	});
	return new Set(found.map(({number}) => number)).size === 1 ? found[0]! : null;
}

const ranges = /(?:^|\s)(\d{1,6})\s*(?:[–—-]|to)\s*(\d{1,6})\s+of\s+(\d{1,6})(?!\d|[.,]\d)/;
/** What brings the rest of a list. */
const more =
	/^(?:show|load|view|see) (?:\d{1,4} )?(?:more|all|rest)(?: \p{L}+){0,2}$|^more(?: results| items)?$|^next(?: page)?$/iu;
const pagers = /\bpage\s+\d{1,4}\s+(?:of|\/)\s+(\d{1,4})\b/i;

/**
 * How many there are on all pages of a list that shows some of them: `1–8 of 23` beside eight rows, or `17 courses` where the
 * page is one of several. Null: the page does not say so.
 */
export function countOnAllPages(
	shown: number,
	target: Target,
	look: Look,
	options: ResolveOptions,
): {number: number; index: number; said: string} | null {
	const tree = treeOf(look);
	const texts = look.elements
		.filter(({index}) => tree.children[index]!.length === 0 && isShown(look, look.elements[index]!))
		.map(({index}) => ({index, text: tree.textOf(index)}))
		.filter(({text}) => text.length < 100);
	const totals = texts.flatMap(({index, text}) => {
		const [, from, to, all] = ranges.exec(text) ?? [];
		return Number(to) - Number(from) + 1 === shown ? [{number: Number(all), index, said: `of ${all}`}] : [];
	});
	if (totals.length > 0) return new Set(totals.map(({number}) => number)).size === 1 ? totals[0]! : null;
	const isPaged = texts.some(({text}) => Number(pagers.exec(text)?.[1] ?? 1) > 1 || more.test(text.trim()));
	const stated = isPaged ? statedCount(target, look, options) : null;
	return stated !== null && stated.number > shown
		? {
				...stated,
				said: tree
					.textOf(stated.index)
					.trim()
					.replace(/^\(|\)$/g, ''),
			}
		: null;
}

/** How many records stand in the members of a list that is not called so: `5 operations` may be those of all its sections. */
export function countInMembers(list: Collection, target: Target, look: Look, options: ResolveOptions): number {
	const {scopes} = rank({...target, phrase: '', role: null}, 'count', look, options);
	if (isCalled(look, list, options.expand(target.phrase), scopes)) return 0;
	const tree = treeOf(look);
	const inner = collectionsOf(look).filter(({container}) =>
		list.members.some(({index}) => index < container.index && container.index < tree.end[index]!),
	);
	return outermost(look, inner).reduce((sum, {members}) => sum + members.length, 0);
}

/** Cards stand in several columns, and one that is alone in its column is a card all the same. */
function withKin(look: Look, one: Collection, scopes: ScopeFilter): Collection {
	if (!one.members.every(({role}) => role === 'article')) return one;
	const all = look.elements.filter(
		element => element.role === 'article' && isShown(look, element) && scopes.isInside(element.index),
	);
	const tree = treeOf(look);
	return {
		...one,
		members: all.filter(({index}) => !all.some(other => other.index !== index && isWithin(tree, index, other.index))),
	};
}

/** Adjectives that every member of a list has. */
export const plainAdjectives = new Set(
	words('search matching visible displayed listed available current total open line result different single new table'),
);

/**
 * `3 unread mails` of a list that is not called so: the members that say the word, or nobody knows which are meant. The
 * last word only says what they are.
 */
function countedAsSaid(look: Look, one: Collection, phrase: string): Counted {
	// `8 product cards`: what they are cards of need not be written on each.
	const kinds = phrase
		.split(/\s+/)
		.slice(0, -1)
		.filter(word => onlyRecordWords(word))
		.flatMap(words);
	const adjectives = words(phrase)
		.slice(0, -1)
		.filter(word => !plainAdjectives.has(word) && !kinds.includes(word));
	if (adjectives.length === 0) return counted(look, one);
	const tree = treeOf(look);
	const saying = one.members.filter(({index}) => {
		const said = words(tree.textOf(index));
		return adjectives.every(word => said.includes(word));
	});
	return saying.length > 0 ? {...counted(look, {...one, members: saying}), list: one} : {unclear: [nameOf(look, one)]};
}

const counted = (look: Look, one: Collection): Extract<Counted, {number: number}> => ({
	number: one.members.length,
	of: nameOf(look, one),
	members: one.members.map(({index}) => index),
	container: one.container.index,
	list: one,
});

/** Controls and texts by name or role, each counted once. */
function countNamed(target: Target, phrase: string, look: Look, options: ResolveOptions): Counted {
	if (phrase === '' && target.role === null) return {nothing: true};
	const {scored} = rank(target, 'count', look, options);
	const best = scored[0]?.score ?? 0;
	const isPlain = target.role === null && !target.isQuoted && /^\p{Ll}/u.test(phrase);
	const alike = scored.filter(
		one =>
			one.score >= (target.role === null ? Math.max(best - 0.25, 0.9) : best - 0.25) &&
			!one.isWeak &&
			!(isPlain && isTitle(look, look.elements[one.index]!)) &&
			fitsRole(target, look.elements[one.index]!),
	);
	if (alike.length === 0) return {nothing: true};
	const tree = treeOf(look);
	// What holds messages is none beside them.
	const single =
		target.role === 'message'
			? alike.filter(one => !alike.some(other => other !== one && isWithin(tree, other.index, one.index)))
			: alike;
	return {
		number: single.length,
		of: phrase || (target.role ?? ''),
		members: single.map(({index}) => index),
		container: null,
		list: null,
	};
}

/** What lamps are under, and the way to them, is none of them. */
const isTitle = (look: Look, {index, role}: LookElement) =>
	role === 'heading' ||
	[...upwards(look, index)].some(one => ['heading', 'navigation', 'banner', 'tablist'].includes(one.role));

const fitsRole = (target: Target, element: LookElement) =>
	target.role === null ||
	roleFit(target.role, element) === 'first' ||
	((target.phrase !== '' || target.role === 'message') &&
		roleFit(target.role, element) === 'accepted' &&
		(target.role !== 'tab' || isTabByClass(element)));

/** Anything may be clicked; only what its authors call a tab is one. */
const isTabByClass = (element: LookElement): boolean =>
	authoredNames(element).some(name => words(identifierWords(name)).includes(tabWord));
const [tabWord = ''] = words('tab');

function collectionsIn(look: Look, scopes: ScopeFilter, target: Target, orTables = false): Collection[] {
	const isTable = (role: string) => ['table', 'grid', 'treegrid'].includes(role);
	const isOfList = target.scopes.length === 1 && isAnyList(target.scopes[0]!);
	return collectionsOf(look).filter(({container, members}) => {
		if (orTables && isOfList && isTable(container.role)) return true;
		const isInside =
			scopes.isInside(container.index) ||
			scopes.sections.some(section => section.element.index === container.index) ||
			members.some(member => scopes.isInside(member.index));
		if (!isInside) return false;
		if (target.scopes.some(scope => scope.kind === 'area' && scope.role === 'table')) return isTable(container.role);
		if (target.scopes.some(scope => scope.kind === 'area' && scope.role === 'list'))
			return !isTable(container.role) || !hasList(look, scopes);
		return true;
	});
}

const isAnyList = (scope: Target['scopes'][number]) =>
	scope.kind === 'area' && scope.role === 'list' && scope.name === null;

const listWords = new Set(words('list table item row entry element'));

const hasList = (look: Look, scopes: ScopeFilter) =>
	collectionsOf(look).some(({container}) => container.role === 'list' && scopes.isInside(container.index));

/** By a name of its own, and not by a heading that other things stand under as well. */
const isCalledItself = ({container}: Collection, phrase: string): boolean => {
	const said = wordsIn(ownNames(container));
	return words(phrase).some(word => !listWords.has(word) && said.has(word));
};

const ownNames = ({name, id, testIds}: LookElement): string[] => [name, id ?? '', ...Object.values(testIds)];
const wordsIn = (names: readonly string[]): ReadonlySet<string> =>
	new Set(names.flatMap(name => words(name.replace(/[-_]+/g, ' '))));

/** Its name, its heading or the words of the step for it: `tasks` of the list Tasks. */
export function isCalled(look: Look, {container, members}: Collection, phrase: string, scopes: ScopeFilter): boolean {
	const wanted = words(phrase).filter(word => !listWords.has(word));
	if (wanted.length === 0) return scopes.sections.some(section => section.element.index === container.index);
	const near = headingsBefore(look, members[0]?.index ?? container.index).slice(0, 1);
	const said = wordsIn([...ownNames(container), ...near.map(section => section.title)]);
	return wanted.every(word => said.has(word));
}

/** What stands behind a table is the title of something else, though a box may be around both. */
const headingsBefore = (look: Look, index: number) =>
	sectionsAround(look, index).filter(({element}) => element.role === 'heading' && element.index < index);

function nameOf(look: Look, {container}: Collection): string {
	const [heading] = headingsBefore(look, container.index);
	const name = hasWords(container.name) ? container.name : (heading?.title ?? '');
	return `${container.role === 'generic' ? 'group' : container.role} ${name ? JSON.stringify(name) : ''}`.trim();
}
