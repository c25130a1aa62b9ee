import type {Target} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look, LookElement} from '../page/look.ts';
import {fieldRoles} from '../page/roles.ts';
import {descendants} from '../page/rows.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords} from '../page/words.ts';
import {isCandidate} from './candidates.ts';
import {choose} from './choose.ts';
import {asTold} from './describe.ts';
import {nameScore} from './label-score.ts';
import {nearestOf} from './nearest.ts';
import {rank, type Resolved, type ResolveOptions} from './resolve.ts';
import type {Scored} from './score.ts';

/**
 * The control that a `select` step means: a native select, a combobox, a list or a menu by its name; in a group of radio
 * buttons the one with the value. Controls that are seen to offer the values beat those that may; without a name the one
 * that offers them all.
 */
export async function offeringSelect(
	target: Target | null,
	values: string[],
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Resolved> {
	const named = target === null ? everyOffering(look, values) : rank(target, 'select', look, options);
	const offering = named.scored.map(one => ({one, offers: offers(look, look.elements[one.index]!, values)}));
	// What lists its options and has not this one is not meant.
	const possible = offering.flatMap(({one, offers}) => {
		const element = look.elements[one.index]!;
		if (offers === 'no' || isSortHead(look, element) || leadsAway(element, target)) return [];
		const field = captioned(look, element, values);
		if (field === null) return [{one, offers}];
		const isListed = offering.some(other => other.one.index === field.index);
		const isTyped = field.states.readonly !== true && !isCandidate(look, field, 'select');
		// A field out of the pointer's reach is opened by the box around it.
		const opener = [...upwards(look, field.index)].find(({ref}) => ref !== null);
		return isListed || isTyped || !opener ? [] : [{one: {...one, index: opener.index}, offers}];
	});
	const seen = possible.filter(({offers}) => offers === 'yes');
	const scored = (seen.length > 0 ? seen : possible).map(({one}) => one);
	const asked = target ?? {phrase: values[0] ?? '', isQuoted: false, role: null, scopes: [], ordinal: null};
	if (scored.length === 0) {
		return {none: nearestOf(asked, 'select', look, options, named.scopes), missingScopes: named.scopes.missing};
	}
	const chosen = await choose(scored, {target: asked, op: 'select', look, scopes: named.scopes, hit});
	if ('tied' in chosen) return {ambiguous: asTold(look, asked, chosen), count: chosen.tied.length};
	const radio = radioWith(look, look.elements[chosen.index]!, values[0] ?? '');
	return {found: radio ?? chosen.index, score: chosen.score, why: chosen.why, scopes: named.scopes};
}

/**
 * The field that words stand in front of, which may open a menu of what can be done with it: what is chosen goes into the
 * field. Null: they are in front of none.
 */
function captioned(look: Look, {index, role, states}: LookElement, values: readonly string[]): LookElement | null {
	if (!['generic', 'button'].includes(role) || states.expanded !== undefined) return null;
	const text = treeOf(look).textOf(index);
	if (values.some(value => nameScore(value, text) >= 0.6)) return null;
	return (
		look.elements.find(
			field =>
				field.index > index &&
				fieldRoles.has(field.role) &&
				isShown(look, field) &&
				field.nearLabel !== null &&
				hasWords(field.nearLabel) &&
				fold(text).startsWith(fold(field.nearLabel)),
		) ?? null
	);
}

/** The head of a column sorts, and offers nothing to choose, unless it says that it opens. */
function isSortHead(look: Look, element: LookElement): boolean {
	if (element.states.expanded !== undefined || !['button', 'columnheader'].includes(element.role)) return false;
	return [...upwards(look, element.index)].some(({role}) => role === 'columnheader');
}

/** A link to another page holds no value: the field `Author` is not the way to the `Authors`. */
const leadsAway = ({role, href, states}: LookElement, target: Target | null): boolean =>
	role === 'link' &&
	href !== null &&
	(!href.startsWith('#') || href.includes('/')) &&
	!href.startsWith('javascript:') &&
	states.expanded === undefined &&
	(target?.role ?? null) !== null &&
	target?.role !== 'menu' &&
	target?.role !== 'link';

/** Whether the control lists an option of each value; `perhaps`: its options are not in the page yet. */
function offers(look: Look, element: LookElement, values: string[]): 'yes' | 'no' | 'perhaps' {
	// A radio button is an option itself.
	if (element.role === 'radio') return values.every(value => nameScore(value, element.name) >= 0.6) ? 'yes' : 'no';
	const listed = descendants(look, treeOf(look), element).filter(inside =>
		['option', 'radio', 'menuitem', 'menuitemradio'].includes(inside.role),
	);
	if (listed.length === 0) return 'perhaps';
	return values.every(value => listed.some(option => nameScore(value, option.name) >= 0.6))
		? 'yes'
		: element.tag === 'select'
			? 'no'
			: 'perhaps';
}

function radioWith(look: Look, group: LookElement, value: string): number | null {
	if (!['group', 'radiogroup'].includes(group.role)) return null;
	const [best] = descendants(look, treeOf(look), group)
		.filter(element => ['radio', 'checkbox'].includes(element.role))
		.map(element => ({index: element.index, score: nameScore(value, element.name)}))
		.filter(({score}) => score >= 0.5)
		.sort((one, other) => other.score - one.score);
	return best?.index ?? null;
}

function everyOffering(look: Look, values: string[]): ReturnType<typeof rank> {
	const {scopes} = rank({phrase: '', isQuoted: false, role: null, scopes: [], ordinal: null}, 'select', look, {
		testIdAttributes: [],
		expand: text => text,
	});
	const scored: Scored[] = look.elements
		.filter(
			element =>
				isCandidate(look, element, 'select') && ['combobox', 'listbox', 'radiogroup', 'group'].includes(element.role),
		)
		.filter(element => offers(look, element, values) === 'yes')
		.map(element => ({index: element.index, score: 1, why: 'offers it', isWeak: false}));
	return {scored, scopes};
}
