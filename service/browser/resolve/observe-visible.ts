import type {Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles} from '../page/roles.ts';
import {hasWords, words} from '../page/words.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import type {Seen} from './observe-rows.ts';
import {consentOf} from './consent.ts';
import {holdingText, piecesOf, textMatcher} from './written.ts';
import {rank, type ResolveOptions} from './resolve.ts';
import {roleFit} from './role-words.ts';

/**
 * Something is visible when its words stand on the page together, or a control is called so. Weaker evidence that would do
 * for acting is not enough for a verdict.
 */
export function seeVisible(target: Target, look: Look, options: ResolveOptions): Seen {
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
	const named = scored.filter(
		one =>
			!one.isWeak &&
			one.score >= 0.6 &&
			(one.score > calledInFull || fits(look.elements[one.index]!)) &&
			saysAll(look, look.elements[one.index]!, phrase, target.isQuoted),
	);
	const written =
		hasWords(phrase) && scopes.missing.length === 0 ? holdingText(look, phrase, scopes.isInside).filter(fits) : [];
	const [first] = [...named.map(({index}) => index), ...written.map(({index}) => index)];
	// In a part of the page that nothing is called so, nothing is gone; a dialog or a row goes with what is in it.
	const isAbsent = scopes.missing.length > 0 && target.scopes.some(isLasting);
	if (first === undefined) return {is: false, expected: `${expected} visible`, actual: null, isAbsent};
	return {is: true, expected: `${expected} visible`, actual: 'visible', subject: first};
}

const holdsField = (look: Look, {index}: LookElement): boolean =>
	look.elements.slice(index, treeOf(look).end[index]).some(one => fieldRoles.has(one.role) && isShown(look, one));

/** More than a name and a role give together: all of the words, the role word with them, are the name. */
const calledInFull = 1.05;

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
