import type {Locator, LocatorScope} from '../../../contract/locator.ts';
import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles, isNamed} from '../page/roles.ts';
import {isWithin, type Tree, treeOf} from '../page/tree.ts';
import {simpleCss} from '../resolve/selector.ts';

/**
 * The elements of a look that a saved locator means, by the rules of Playwright's locators of the same names. Null: the
 * look cannot say (a selector beyond its attributes), and the page has to be asked. `expand` puts the values of variables
 * into the templates of the locator.
 */
export function locate(look: Look, locator: Locator, expand: (text: string) => string = text => text): number[] | null {
	const matching = matcherOf(look, locator, expand);
	if (matching === null) return null;
	const all = look.elements.filter(element => isNamed(element) && matching(element)).map(element => element.index);
	const inside = locator.within.reduce<number[]>((rest, scope) => within(look, scope, rest, expand), all);
	if (locator.nth === undefined) return inside;
	const one = inside.at(locator.nth);
	return one === undefined ? [] : [one];
}

type Matcher = (element: LookElement) => boolean;

const blanks = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Exact compares as it is written; else a part of it, whatever its case. */
export const textMatches = (actual: string | null, wanted: string, exact: boolean): boolean =>
	actual !== null &&
	(exact ? blanks(actual) === blanks(wanted) : blanks(actual).toLowerCase().includes(blanks(wanted).toLowerCase()));

function matcherOf(look: Look, locator: Locator, expand: (text: string) => string): Matcher | null {
	const {exact} = locator;
	const value = expand(locator.value);
	const tree = treeOf(look);
	switch (locator.by) {
		case 'testid':
			return element => element.testIds[locator.attribute ?? 'data-testid'] === value;
		case 'role':
			return element =>
				element.ariaRole === locator.role &&
				!element.isAriaHidden &&
				(value === '' || textMatches(element.accessibleName, value, exact));
		case 'label':
			return element =>
				fieldRoles.has(element.role) &&
				element.ariaRole === element.role &&
				textMatches(element.accessibleName, value, exact);
		case 'placeholder':
			return element => textMatches(element.placeholder, value, exact);
		case 'title':
			return element => textMatches(element.title, value, exact);
		case 'text': {
			const says = (index: number) => textMatches(shownText(tree, index), value, exact);
			return ({index, role}) =>
				!fieldRoles.has(role) &&
				says(index) &&
				!tree.children[index]!.some(child => look.elements[child]!.ref !== null && says(child));
		}
		case 'css':
			return simpleCss(value);
	}
}

/** Text as the document has it: fields say nothing, and icons are part of it. */
function shownText(tree: Tree, index: number): string {
	const element = tree.look.elements[index]!;
	if (fieldRoles.has(element.role)) return '';
	const below = tree.children[index]!;
	if (below.length > 0) return below.map(child => shownText(tree, child)).join(' ');
	return element.text === '' ? element.accessibleName : element.text;
}

/** Those of `indexes` that stand in the scope. */
function within(look: Look, scope: LocatorScope, indexes: number[], expand: (text: string) => string): number[] {
	const tree = treeOf(look);
	const inAny = (containers: LookElement[]) =>
		indexes.filter(index => containers.some(one => one.index !== index && isWithin(tree, index, one.index)));
	if ('frame' in scope) {
		const matches = simpleCss(scope.frame);
		return inAny(look.elements.filter(element => element.role === 'iframe' && matches?.(element)));
	}
	if ('row' in scope) {
		const text = expand(scope.row);
		const says = (element: LookElement) => textMatches(shownText(tree, element.index), text, false);
		if (scope.role === 'generic') return innermost(tree, indexes, look.elements.filter(says));
		return inAny(look.elements.filter(element => element.ariaRole === (scope.role ?? 'row') && says(element)));
	}
	if ('dialog' in scope) {
		const text = expand(scope.dialog);
		const dialogs = look.elements.filter(element => element.ariaRole === (scope.role ?? 'dialog'));
		const isNamed = (element: LookElement) =>
			scope.titled
				? hasHeading(look, tree, element, text)
				: text === '' || textMatches(element.accessibleName, text, true);
		return inAny(dialogs.filter(isNamed));
	}
	if ('list' in scope)
		return inAny(
			look.elements.filter(element => element.ariaRole === 'list' && element.accessibleName === expand(scope.list)),
		);
	const title = expand(scope.section);
	if (scope.role)
		return inAny(
			look.elements.filter(
				element => element.ariaRole === scope.role && textMatches(element.accessibleName, title, true),
			),
		);
	return innermost(
		tree,
		indexes,
		look.elements.filter(
			element => element.ref !== null && element.role !== 'heading' && hasHeading(look, tree, element, title),
		),
	);
}

/** What the smallest of the containers that hold any of them holds. */
function innermost(tree: Tree, indexes: number[], containers: LookElement[]): number[] {
	const holding = containers.filter(one =>
		indexes.some(index => index !== one.index && isWithin(tree, index, one.index)),
	);
	const last = holding.at(-1);
	return last === undefined ? [] : indexes.filter(index => index !== last.index && isWithin(tree, index, last.index));
}

const hasHeading = (look: Look, tree: Tree, element: LookElement, title: string) =>
	look.elements
		.slice(element.index + 1, tree.end[element.index])
		.some(inside => inside.ariaRole === 'heading' && textMatches(inside.accessibleName, title, true));
