import type {Operation, Scope, Target} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {isHeaderRow, isRow, rowsAround} from '../page/rows.ts';
import {dialogTitle} from '../page/sections.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords, words} from '../page/words.ts';
import {isCandidate, isPressable} from './candidates.ts';
import {isBehindModal} from './behind-modal.ts';
import {choose} from './choose.ts';
import {consentOf} from './consent.ts';
import {asTold, type Told} from './describe.ts';
import {nameScore} from './label-score.ts';
import {placeByIdentifier} from './named-places.ts';
import {type Nearest, nearestOf} from './nearest.ts';
import {onlyRecordWords} from './role-words.ts';
import {type ScopeFilter, scopeFilter} from './scope.ts';
import {atSide} from './sided.ts';
import {floor, pointing, type Scored, scoreOf} from './score.ts';
import {bySelector} from './selector.ts';
import {mayNarrow} from './narrows.ts';
import {onlyTick} from './verb-object.ts';

export type ResolveOptions = {
	/** Of the project, in its order. */
	testIdAttributes: string[];
	/** Puts the values of variables in. */
	expand(text: string): string;
	/** What may hold the value that is typed; all where absent. */
	takes?(element: LookElement): boolean;
	/** Address that the project begins at, which people call its start page. */
	startUrl?: string;
	/** Whether it can be used is what is asked: of two alike the one that can be is not preferred. */
	asksIfUsable?: boolean;
};

export type Resolved =
	/**
	 * `isOnly`: nothing is called so, and there is one that can be meant. `isMakeshift`: it is for something else by its name, so
	 * that what the page has not drawn yet would be meant rather.
	 */
	| {found: number; score: number; why: string; scopes: ScopeFilter; isOnly?: true; isMakeshift?: boolean}
	/** At most five, each with a sentence that names it alone. */
	| {ambiguous: Array<Told & {index: number; sentence: string}>; count: number}
	/** `behind`: what the open dialog is called that it stands behind. */
	| {none: Nearest[]; missingScopes: string[]; behind?: string};

/**
 * The one element a step means, or why there is none. `hit` is asked only when several are equally good.
 * `ambiguous` and `none` are for this look: the caller looks again while there is time.
 */
export async function resolve(
	target: Target,
	op: Operation,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Resolved> {
	return inReachOfModal(await resolveCalled(target, op, look, options, hit), op, look, hit);
}

/** What a browser does behind a dialog as well, though no person can. */
const reachesThrough = new Set<Operation>([
	'fill',
	'append',
	'clear',
	'search',
	'select',
	'pick_date',
	'step',
	'upload',
]);

/** Without what stands behind an open dialog: it is neither written into nor offered. A consent banner is closed first. */
async function inReachOfModal(found: Resolved, op: Operation, look: Look, hit: HitTest): Promise<Resolved> {
	if (look.modal === null || 'none' in found || consentOf(look) !== null) return found;
	const dialog = look.elements[look.modal]!;
	const none: Resolved = {
		none: [],
		missingScopes: [],
		behind: dialogTitle(look, dialog) || treeOf(look).textOf(dialog.index).slice(0, 40),
	};
	if ('found' in found) {
		const isReached = !reachesThrough.has(op) || !isBehindModal(look, found.found);
		return isReached || (await hit(found.found)) === 'itself' ? found : none;
	}
	const ambiguous = found.ambiguous.filter(({index}) => !isBehindModal(look, index));
	if (ambiguous.length === found.ambiguous.length || ambiguous.length === 1) return found;
	return ambiguous.length === 0 ? none : {ambiguous, count: ambiguous.length};
}

async function resolveCalled(
	target: Target,
	op: Operation,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Resolved> {
	const {scored, scopes} = rank(target, op, look, options);
	const wanted = {...target, phrase: options.expand(target.phrase)};
	if (scored.length === 0) {
		const other = target.selector ? null : withoutName(look, wanted, op, scopes, options);
		return other
			? {...other, scopes, isOnly: true}
			: {none: nearestOf(wanted, op, look, options, scopes), missingScopes: scopes.missing};
	}
	const chosen = await choose(menusAmong(look, wanted, scored), {
		target: wanted,
		op,
		look,
		scopes,
		hit,
		asksIfUsable: options.asksIfUsable ?? false,
	});
	if ('index' in chosen) {
		const opener = openerOfRecord(look, wanted, op, chosen.index);
		if (opener !== null) return {found: opener, score: chosen.score, why: 'what opens it', scopes};
	}
	if ('index' in chosen) return {found: chosen.index, score: chosen.score, why: chosen.why, scopes};
	return {ambiguous: asTold(look, wanted, chosen), count: chosen.tied.length};
}

/** What is meant where nothing is called so. Null: nothing that can be told. */
function withoutName(
	look: Look,
	wanted: Target,
	op: Operation,
	scopes: ScopeFilter,
	{asksIfUsable}: ResolveOptions,
): {found: number; score: number; why: string} | null {
	const record = recordIn(look, wanted, op, scopes);
	if (record !== null) return {found: record, score: 0.8, why: 'the record of the row'};
	const submit = submitIn(look, wanted, op, scopes);
	if (submit !== null) return {found: submit, score: 0.8, why: 'submits the form'};
	const [tick] = isSaveButton(wanted, op) ? onlyTick(inReach(look, op, scopes, asksIfUsable)) : [];
	if (tick) return {found: tick.index, score: tick.score, why: tick.why};
	const field = fieldOfGroup(look, wanted, op, scopes);
	if (field !== null)
		return {found: field, score: 0.8, why: 'the one field of that group, which has no name of its own'};
	const place = unnamedPlace(look, wanted, op);
	return place === null ? null : {found: place, score: 0.7, why: 'known by its id or class alone'};
}

/** `its menu`: of the controls of a record the one that is called so, or by dots. */
function menusAmong(look: Look, target: Target, scored: Scored[]): Scored[] {
	if (target.role !== 'menu' || target.phrase !== '' || target.ordinal !== null || scored.length < 2) return scored;
	const menus = scored.filter(({index}) => {
		const {accessibleName, name, text} = look.elements[index]!;
		const called = accessibleName.trim() || name.trim() || text.trim() || treeOf(look).textOf(index).trim();
		return (
			/^[⋯⋮…☰•.·]{1,3}$/u.test(called) || words(called).some(word => words('menu actions options more').includes(word))
		);
	});
	return menus.length > 0 ? menus : scored;
}

/** Every element at or above the floor within the scopes, the best first. */
export function rank(
	target: Target,
	op: Operation,
	look: Look,
	options: ResolveOptions,
): {scored: Scored[]; scopes: ScopeFilter} {
	const find = (anchor: Target) => {
		const {scored} = rank(anchor, 'visible', look, options);
		const best = scored[0]?.score ?? 0;
		return scored.filter(one => one.score >= best - 0.02).map(one => one.index);
	};
	const said = scopeFilter(look, target.scopes, {find, expand: options.expand, startUrl: options.startUrl});
	const scopes = atSide(said, target.purpose, look);
	const phrase = options.expand(target.phrase);
	// What is disabled often takes no pointer, so that nothing could act on it; it can be asked about.
	const isAskedOf = (element: LookElement) =>
		options.asksIfUsable === true && element.states.disabled === true && isPressable(element) && isShown(look, element);
	const inside = look.elements.filter(
		element =>
			(isCandidate(look, element, op) || isAskedOf(element)) &&
			scopes.isInside(element.index) &&
			(target.narrows === undefined || mayNarrow(element, target.narrows)) &&
			options.takes?.(element) !== false,
	);
	if (target.selector) {
		const matching = bySelector(target.selector, inside, options);
		return {
			scored: matching.map(element => ({index: element.index, score: 1, why: target.selector!.by, isWeak: false})),
			scopes,
		};
	}
	const wanted = {
		target,
		phrase,
		op,
		hasRow: target.scopes.some(isRowScope),
		testIdAttributes: options.testIdAttributes,
	};
	const scored = inside
		.map(element => scoreOf(look, element, wanted))
		.filter(one => one.score >= floor)
		.sort((one, other) => other.score - one.score || one.index - other.index);
	const kept = withoutEchoes(look, scored, op);
	return {scored: op === 'pick' ? withoutHeads(look, kept) : kept, scopes};
}

/** What is chosen is offered; the head of a column is called so, too, and offers nothing. */
function withoutHeads(look: Look, scored: Scored[]): Scored[] {
	const rest = scored.filter(
		({index}) => ![...upwards(look, index)].some(one => one.role === 'columnheader' || isHeaderRow(look, one)),
	);
	return rest.length > 0 ? rest : scored;
}

const ontoPlaces = new Set<Operation>(['drag', 'scroll', 'hover']);

/** What is dragged onto the canvas goes to a place, and so does the wheel: nothing has to be pressed there. */
function unnamedPlace(look: Look, target: Target, op: Operation): number | null {
	const isPlain = target.scopes.length === 0 && target.ordinal === null && !target.isQuoted;
	const isPlace = target.role === null || target.role === 'section';
	return ontoPlaces.has(op) && isPlain && isPlace && hasWords(target.phrase)
		? (placeByIdentifier(look, target.phrase)?.element.index ?? null)
		: null;
}

/** `the submit button` of the only form there is, whatever it is called. */
function submitIn(look: Look, target: Target, op: Operation, scopes: ScopeFilter): number | null {
	if (op !== 'click' || target.role !== 'button' || !/^submit(?: form)?$/i.test(target.phrase)) return null;
	const submits = look.elements.filter(
		({index, tag, type, role}) =>
			role === 'button' &&
			type === 'submit' &&
			(tag === 'button' || tag === 'input') &&
			scopes.isInside(index) &&
			isCandidate(look, look.elements[index]!, op),
	);
	return submits.length === 1 ? submits[0]!.index : null;
}

const written = new Set<Operation>(['fill', 'append', 'clear']);

/** `the notes`, where a field without a label stands alone below that legend. */
function fieldOfGroup(look: Look, target: Target, op: Operation, scopes: ScopeFilter): number | null {
	if (!written.has(op) || target.ordinal !== null || !hasWords(target.phrase)) return null;
	const groups = look.elements.filter(
		({role, name, index}) => role === 'group' && nameScore(target.phrase, name) >= 0.8 && scopes.isInside(index),
	);
	const [group, ...others] = groups;
	if (group === undefined || others.length > 0) return null;
	const [field, ...rest] = look.elements
		.slice(group.index + 1, treeOf(look).end[group.index])
		.filter(one => isCandidate(look, one, op));
	return field && rest.length === 0 && !hasWords(`${field.name} ${field.placeholder ?? ''}`) ? field.index : null;
}

const isSaveButton = ({role, phrase, ordinal}: Target, op: Operation): boolean =>
	op === 'click' && role === 'button' && ordinal === null && fold(phrase) === 'save';

const inReach = (look: Look, op: Operation, scopes: ScopeFilter, orDisabled = false): LookElement[] =>
	look.elements.filter(
		one =>
			isPressable(one) &&
			scopes.isInside(one.index) &&
			(isCandidate(look, one, op) || (orDisabled && one.states.disabled === true && isShown(look, one))),
	);

/** What a control is called that opens the record it stands in, the plainest first; the last one opens nothing else. */
const opening = [
	/^open$/i,
	/^(?:view|show|see)$/i,
	/^(?:(?:open|view|show|see) )?(?:details?|more)$/i,
	/^(?:open|view|show|see|details?)\b/i,
];

/**
 * `Open ticket #1039`, where the number is a text beside the one link of its row; `Open the card "Fix footer"`, where a card
 * that cannot be pressed holds a control that is called like what is to be done.
 */
function openerOfRecord(look: Look, target: Target, op: Operation, index: number): number | null {
	const element = look.elements[index]!;
	const isRecord = target.opens === true || target.role === 'item' || target.role === 'card';
	if (op !== 'click' || !isRecord || element.isClickable) return null;
	if (element.role !== 'row' && isPressable(element)) return null;
	const row = isRow(look, element) ? element : rowsAround(look, index)[0];
	if (row === undefined || row.isClickable) return null;
	const controls = look.elements
		.slice(row.index + 1, treeOf(look).end[row.index])
		.filter(one => isPressable(one) && isCandidate(look, one, op) && hasWords(one.name));
	const links = target.role === 'item' ? controls.filter(({role}) => role === 'link') : [];
	if (links.length === 1) return links[0]!.index;
	for (const name of opening) {
		const openers = controls.filter(one => name.test(one.name.trim()));
		if (openers.length === 1) return openers[0]!.index;
	}
	return null;
}

/** `the email from GitLab`: the row itself where it can be pressed, else the one link that opens it. */
function recordIn(look: Look, target: Target, op: Operation, scopes: ScopeFilter): number | null {
	const [row, ...others] = scopes.rows;
	if (row === undefined || others.length > 0 || target.isQuoted || target.ordinal !== null) return null;
	const isOfWhole = ['double_click', 'right_click', 'long_press', 'hover', 'press', 'scroll'].includes(op);
	if (op !== 'click' && !isOfWhole) return null;
	if (target.role !== null && !['item', 'row', 'card'].includes(target.role)) return null;
	if (target.phrase !== '' && !onlyRecordWords(target.phrase)) return null;
	const element = look.elements[row]!;
	if (isCandidate(look, element, op) && (isPressable(element) || element.isClickable)) return row;
	// A row that is called so is pointed at, or has the key, whether it can be clicked or not.
	if (isOfWhole && target.role === 'row' && isCandidate(look, element, op)) return row;
	const links = look.elements.filter(
		one => one.role === 'link' && scopes.isInside(one.index) && isCandidate(look, one, op) && hasWords(one.name),
	);
	return links.length === 1 ? links[0]!.index : null;
}

const isRowScope = (scope: Scope) => scope.kind === 'row' || scope.kind === 'row_at';

/**
 * One thing often stands in the tree twice: a link and the heading in it, a button and its text. What is inside another
 * candidate of the same name is left to the outer one if that is a control, else the inner one stands.
 */
function withoutEchoes(look: Look, scored: Scored[], op: Operation): Scored[] {
	const tree = treeOf(look);
	const kept = new Map(scored.map(one => [one.index, one]));
	for (const one of scored) {
		for (const other of scored) {
			if (one === other || one.index < other.index || one.index >= tree.end[other.index]!) continue;
			const [inner, outer] = [one, other];
			// Pointing at a text in a control is pointing at the control.
			const isPartOfControl =
				pointing.has(op) && isPressable(look.elements[outer.index]!) && !isPressable(look.elements[inner.index]!);
			if (isPartOfControl && inner.score - outer.score < 0.15) {
				kept.delete(inner.index);
				outer.score = Math.max(outer.score, inner.score);
				continue;
			}
			const isControlInText =
				pointing.has(op) && isPressable(look.elements[inner.index]!) && !isPressable(look.elements[outer.index]!);
			if (isControlInText && saysTheSame(look, look.elements[inner.index]!, look.elements[outer.index]!)) {
				kept.delete(outer.index);
				inner.score = Math.max(inner.score, outer.score);
				continue;
			}
			if (!saysTheSame(look, look.elements[inner.index]!, look.elements[outer.index]!)) continue;
			// What happens at the link happens around it as well; an entry that is wider than its words may do nothing.
			if (pointing.has(op) && isWay(look.elements[inner.index]!) && !isWay(look.elements[outer.index]!)) {
				kept.delete(outer.index);
				inner.score = Math.max(inner.score, outer.score);
				continue;
			}
			const isInControl = isPressable(look.elements[outer.index]!) && !isPressable(look.elements[inner.index]!);
			if (inner.score > outer.score + 0.01 && !isInControl) kept.delete(outer.index);
			else kept.delete(inner.index);
		}
	}
	return scored
		.filter(one => kept.has(one.index))
		.sort((one, other) => other.score - one.score || one.index - other.index);
}

const isWay = ({role}: LookElement) => role === 'link' || role === 'button';

function saysTheSame(look: Look, inner: LookElement, outer: LookElement): boolean {
	const tree = treeOf(look);
	const [inside, around] = [inner.name || tree.textOf(inner.index), outer.name || tree.textOf(outer.index)];
	return (
		fold(inside) === fold(around) ||
		(inner.role === 'text' && words(around).join(' ').includes(words(inside).join(' ')))
	);
}
