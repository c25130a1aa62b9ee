import type {RoleWord, Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles} from '../page/roles.ts';
import {hasWords, namingWords, words} from '../page/words.ts';
import {contentOnly} from '../page/content.ts';
import {type Collection, collectionsOf, rowsAround} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {directionOf} from '../page/step-names.ts';
import {labelsOf} from './label-score.ts';
import {placeByIdentifier, placeNote} from './named-places.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import type {Seen} from './observe-rows.ts';
import {consentOf} from './consent.ts';
import {numberedRecord} from './numbered-record.ts';
import {holdingText, piecesOf, textMatcher} from './written.ts';
import {rank, type ResolveOptions} from './resolve.ts';
import {isLogo, namesLogo} from './logo.ts';
import {namesUserMenu, opensUserMenu} from './user-menu.ts';
import {textByClass, withoutRecord} from './called-by-class.ts';
import {areasOf, byLandmark} from './areas.ts';
import {isCalled} from './count.ts';
import type {ScopeFilter} from './scope.ts';
import {roleFit} from './role-words.ts';

/**
 * Something is visible when its words stand on the page together, or a control is called so. Weaker evidence that would do
 * for acting is not enough for a verdict.
 */
export function seeVisible(target: Target, look: Look, options: ResolveOptions, isNegated = false): Seen {
	const phrase = options.expand(target.phrase);
	const expected = [phrase === '' ? '' : JSON.stringify(phrase), target.role ?? '']
		.filter(word => word !== '')
		.join(' ');
	const isConsent =
		words(phrase).length > 0 && words(phrase).every(word => words('cookie cookies consent privacy').includes(word));
	if (isConsent && ['banner', 'dialog', 'message', 'section'].includes(target.role ?? '')) {
		const consent = consentOf(look);
		if (consent)
			return {
				is: true,
				expected: `${expected} visible`,
				actual: 'visible',
				subject: consent.accept ?? consent.reject ?? consent.close,
			};
	}
	const {scored, scopes} = rank(target, 'visible', look, options);
	// A verdict on a dialog needs one: any group may have its words.
	const least = target.role === 'dialog' ? ['first'] : ['first', 'accepted'];
	const fits = (element: LookElement) => (target.isError !== true || tellsError(look, element)) && fitsRole(element);
	const fitsRole = (element: LookElement) =>
		target.role === null ||
		// A closed menu is not in view, although the button that opens it is called so.
		(least.includes(roleFit(target.role, element)) &&
			!(target.role === 'menu' && element.states.expanded === false) &&
			// A form is there while it can be filled in: what is said when it was sent is none.
			!(target.role === 'form' && !holdsField(look, element)));
	const isMeant = (element: LookElement) => isClaimed(look, element, target.role, phrase, isNegated);
	const named = scored.filter(
		one =>
			!one.isWeak &&
			(target.opens !== true || isOpen(look.elements[one.index]!)) &&
			(one.score > calledInFull || isMeant(look.elements[one.index]!)) &&
			one.score >= 0.6 &&
			(one.score > calledInFull || fits(look.elements[one.index]!)) &&
			(one.isOfKind === true || saysAll(look, look.elements[one.index]!, phrase, target.isQuoted)),
	);
	const written =
		hasWords(phrase) && scopes.missing.length === 0 && target.opens !== true
			? holdingText(look, phrase, scopes.isInside).filter(element => fits(element) && isMeant(element))
			: [];
	const [first] = [...named.map(({index}) => index), ...written.map(({index}) => index)];
	if (first !== undefined) return {is: true, expected: `${expected} visible`, actual: 'visible', subject: first};
	// In a part of the page that nothing is called so, nothing is gone; a dialog or a row goes with what is in it.
	const isAbsent = scopes.missing.length > 0 && target.scopes.some(isLasting);
	const landmark = landmarkCalled(target, phrase, look, scopes);
	if (landmark !== null) return {is: true, expected: `${expected} visible`, actual: 'visible', subject: landmark};
	const place = unnamedPlace(target, look, phrase);
	if (place)
		return {
			is: true,
			expected: `${expected} visible`,
			actual: 'visible',
			subject: place.element.index,
			note: placeNote(place),
		};
	const byClass = textCalled(target, phrase, look, scopes);
	if (byClass !== null)
		return {
			is: true,
			expected: `${expected} visible`,
			actual: 'visible',
			subject: byClass,
			note: `nothing is called ${JSON.stringify(phrase)} but the class or id of what is seen`,
		};
	const list = listNamed(target, phrase, look, scopes);
	if (list !== null) return {is: true, expected: `${expected} visible`, actual: 'visible', subject: list};
	const numbered = numberedRecord(target, phrase, look, scopes);
	if (numbered !== null) return {is: true, expected: `${expected} visible`, actual: 'visible', subject: numbered};
	const kept = isNegated && target.role === null ? calledByNumber(look, phrase, scopes) : null;
	if (kept !== null) return {is: true, expected: `${expected} visible`, actual: 'visible', subject: kept};
	return {is: false, expected: `${expected} visible`, actual: null, isAbsent};
}

/** `Version 2.0.0 is gone`: what the page calls only by its number is still there. Null: nothing is called so. */
function calledByNumber(look: Look, phrase: string, {isInside, missing}: ScopeFilter): number | null {
	const [, number] = /^\p{L}+ v?((?=\S*\d)\S{3,})$/u.exec(phrase) ?? [];
	if (number === undefined || missing.length > 0) return null;
	const said = [number, `v${number}`].map(one => one.toLowerCase());
	const [found] = holdingText(look, number, isInside).filter(({index}) =>
		said.includes(treeOf(look).textOf(index).trim().toLowerCase()),
	);
	return found?.index ?? null;
}

/** `The palette is visible` of a place that nothing but its id or class names. */
const unnamedPlace = ({role, scopes, ordinal, isQuoted}: Target, look: Look, phrase: string) =>
	(role === null || role === 'section' || role === 'list') &&
	scopes.length === 0 &&
	ordinal === null &&
	!isQuoted &&
	hasWords(phrase)
		? placeByIdentifier(look, role === 'list' ? `${phrase} list` : phrase)
		: null;

/** `The product description is displayed`, of a text that only its class names. */
const textCalled = ({role, isQuoted, ordinal}: Target, phrase: string, look: Look, scopes: ScopeFilter) =>
	role !== null || isQuoted || ordinal !== null || scopes.missing.length > 0
		? null
		: ((textByClass(phrase, look, scopes) ?? textByClass(withoutRecord(phrase), look, scopes))?.index ?? null);

/** `The navigation bar is displayed`, `the logo`: what everybody calls so, whatever its name is. */
function landmarkCalled(target: Target, phrase: string, look: Look, scopes: ScopeFilter): number | null {
	const {role, isQuoted, ordinal} = target;
	if (isQuoted || ordinal !== null || phrase !== phrase.toLowerCase()) return null;
	const isPlace = role === 'section' || (role === 'menu' && /^(?:(?:main|top|side) )?navigation$/.test(phrase));
	if (namesUserMenu(target))
		return look.elements.find(one => opensUserMenu(look, one) && one.states.expanded === true)?.index ?? null;
	if (role === 'form' && hasWords(phrase))
		return (
			areasOf(look, {kind: 'area', role, name: phrase}, text => text).find(
				({element}) => isShown(look, element) && holdsField(look, element) && scopes.isInside(element.index),
			)?.element.index ?? null
		);
	const found = isPlace
		? byLandmark(look, phrase).map(({section}) => section.element)
		: namesLogo(target)
			? look.elements.filter(isLogo)
			: [];
	return found.find(one => isShown(look, one) && scopes.isInside(one.index))?.index ?? null;
}

/** `The product list is displayed`: what lists something under that name, be it a table or boxes; `list of products` is the same. */
function listNamed(target: Target, phrase: string, look: Look, scopes: ScopeFilter): number | null {
	const [, things] = target.role === null ? (/^list of (?:the )?(\p{L}.*)$/iu.exec(phrase) ?? []) : [];
	const role = things === undefined ? target.role : 'list';
	const name = things ?? phrase;
	if ((role !== 'list' && role !== 'table') || target.isQuoted || target.ordinal !== null || !hasWords(name))
		return null;
	const isTable = ({role: own}: LookElement) => ['table', 'grid', 'treegrid'].includes(own);
	const lists = contentOnly(look, collectionsOf(look)).filter(
		({container, members}) =>
			members.length > 0 &&
			(role === 'list' || isTable(container)) &&
			(scopes.isInside(container.index) || members.some(({index}) => scopes.isInside(index))),
	);
	const areas = areasOf(look, {kind: 'area', role: null, name}, text => text);
	const isNamed = ({container}: Collection) => areas.some(({element}) => element.index === container.index);
	return lists.find(one => isNamed(one) || isCalled(look, one, name, scopes))?.container.index ?? null;
}

const controls = new Set<RoleWord>(['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'menu item', 'option']);

/**
 * Whether a control is the one that a claim names: what would do for acting (other forms of its words, other words for the
 * same) proves nothing. What is of another kind than said has the whole name; a link and a button are one kind. `isLoose`: of
 * what is claimed to be gone, where any word for it counts.
 */
export function isClaimed(
	look: Look,
	element: LookElement,
	role: RoleWord | null,
	phrase: string,
	isLoose = false,
): boolean {
	if (role === null || !controls.has(role) || !hasWords(phrase)) return true;
	const named = labelsOf(element).filter(({text}) => hasWords(text));
	const turn = directionOf(phrase);
	if (named.length === 0 || (turn !== null && named.some(({text}) => directionOf(text) === turn))) return true;
	const isOfKind = roleFit(role, element) === 'first' || arePressed(role, element.role);
	const wanted = namingWords(phrase);
	const names = [...named.map(({text}) => text), treeOf(look).textOf(element.index)].map(namingWords);
	// "Rescan All" stands for no "Rescan" that is out of sight.
	const isOther = !names.some(name => sameName(wanted, name)) && isHidden(look, role, wanted);
	if (isOther) return false;
	if (isLoose && isOfKind) return true;
	if (!isOfKind) {
		const isWhole = (name: string[]) => [wanted, [...wanted, role]].some(one => sameName(one, name));
		return names.some(isWhole);
	}
	const around = () => [
		...sectionsAround(look, element.index)
			.slice(0, 3)
			.flatMap(({title}) => namingWords(title)),
		...rowsAround(look, element.index)
			.slice(0, 1)
			.flatMap(({index}) => namingWords(treeOf(look).textOf(index))),
	];
	const said = new Set(names.flat());
	const missing = wanted.filter(word => !said.has(word));
	return missing.length === 0 || (missing.length < wanted.length && missing.every(word => around().includes(word)));
}

/** What only opens something is open where it says so. */
const isOpen = ({role, states}: LookElement): boolean => states.expanded ?? !['combobox', 'button'].includes(role);

/** A link and a button are one kind to who presses them. */
const arePressed = (...roles: string[]): boolean => roles.every(role => role === 'button' || role === 'link');

/** Whether a control of the very name is on the page and not in sight. */
const isHidden = ({hidden}: Look, role: RoleWord, wanted: readonly string[]): boolean =>
	hidden.some(
		one =>
			(one.role === role.replace(' ', '') || arePressed(role, one.role)) && sameName(wanted, namingWords(one.name)),
	);

/** A count beside a name (`Reviews 3`) is no part of it. */
const sameName = (wanted: readonly string[], name: readonly string[]): boolean =>
	wanted.join(' ') === name.join(' ') || wanted.join(' ') === name.filter(word => !/^\d+$/.test(word)).join(' ');

const holdsField = (look: Look, {index}: LookElement): boolean =>
	look.elements.slice(index, treeOf(look).end[index]).some(one => fieldRoles.has(one.role) && isShown(look, one));

/** More than a name and a role give together: all of the words, the role word with them, are the name. */
export const calledInFull = 1.05;

/** In an alert, or what the page marks as an error. */
const tellsError = (look: Look, element: LookElement): boolean =>
	[...upwards(look, element.index)].some(
		one =>
			one.isError === true ||
			['alert', 'alertdialog', 'status'].includes(one.role) ||
			one.classes.some(name =>
				/(?:^|[-_])(?:err|error|errors|warn|warning|invalid|danger|alert)(?:$|[-_])/i.test(name),
			),
	);

const passingRoles = ['dialog', 'menu', 'message', 'banner', 'dropdown', 'card'];

const isLasting = (scope: Target['scopes'][number]) =>
	scope.kind === 'area' && scope.name !== null && (scope.role === null || !passingRoles.includes(scope.role));

/** What stands in quotes is called just so; other names may have the words in another order. */
function saysAll(look: Look, element: LookElement, phrase: string, isQuoted: boolean): boolean {
	const tree = treeOf(look);
	const labels = [element.name, element.placeholder, element.title, element.alt, element.nearLabel];
	const heading = look.elements
		.slice(element.index, tree.end[element.index])
		.filter(inside => inside.role === 'heading')
		.map(inside => inside.name);
	const own = [tree.textOf(element.index), ...labels].filter(text => text !== null);
	if (isQuoted && hasWords(phrase)) {
		const holds = textMatcher(phrase);
		return [...piecesOf(tree, element.index), ...own.slice(1), ...heading].some(holds);
	}
	const said = new Set([...words(own.join(' ')), ...heading.flatMap(words)]);
	return words(phrase).every(word => said.has(word));
}
