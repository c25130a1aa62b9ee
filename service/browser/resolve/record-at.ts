import type {Operation, Target} from '../../../source/plan-language/reading.ts';
import {contentOnly, onlyList, outermost} from '../page/content.ts';
import type {Look, LookElement} from '../page/look.ts';
import {type Collection, collectionsOf} from '../page/rows.ts';
import {treeOf} from '../page/tree.ts';
import {hasWords} from '../page/words.ts';
import {isPressable} from './candidates.ts';
import {cardsIn, isCalled} from './count.ts';
import {rank, type Resolved, type ResolveOptions} from './resolve.ts';
import {onlyRecordWords} from './role-words.ts';

const recordRoles: ReadonlyArray<Target['role']> = [null, 'item', 'card', 'row'];

/**
 * `the last review`, `the first lamp`: the member at that place of the one list that is called so, or that is there at all
 * where the word only says that it is a record. A link `Lamps` is no lamp. Null: no list is meant, or it is not clear which.
 */
export const recordAt = (target: Target, look: Look, options: ResolveOptions): LookElement | null =>
	placeAt(target, look, options)?.record ?? null;

/** The record with the list that it is one of. */
export function placeAt(
	target: Target,
	look: Look,
	options: ResolveOptions,
): {record: LookElement; list: Collection} | null {
	const {ordinal, isQuoted, role} = target;
	const phrase = options.expand(target.phrase);
	if (ordinal === null || isQuoted || !recordRoles.includes(role)) return null;
	if (phrase === '' ? role !== 'card' && role !== 'item' : !/^\p{Ll}[\p{Ll} ]{2,30}$/u.test(phrase)) return null;
	const {scopes} = rank({...target, phrase: '', role: null, ordinal: null}, 'count', look, options);
	if (scopes.missing.length > 0) return null;
	const inside = collectionsOf(look)
		.map(one => ({...one, members: one.members.filter(({index}) => scopes.isInside(index))}))
		.filter(({members}) => members.length > 0);
	const lists = outermost(look, contentOnly(look, inside));
	const called = phrase === '' ? [] : lists.filter(one => isCalled(look, one, phrase, scopes));
	const isAny = phrase === '' || phrase === 'result' || onlyRecordWords(phrase);
	const cards = lists.length === 0 && isAny && phrase !== '' ? cardsIn(look, scopes, phrase) : null;
	const list = cards?.of ?? onlyList(called.length > 0 || !isAny ? called : lists);
	const record = list?.members.at(ordinal === 'last' ? -1 : ordinal - 1);
	return list && record ? {record, list} : null;
}

/** What opens a record: itself where it can be pressed, the link that names it, or its only link. */
function openerAt(look: Look, record: LookElement): number | null {
	if (isPressable(record) || record.isClickable) return record.index;
	const tree = treeOf(look);
	const links = look.elements
		.slice(record.index + 1, tree.end[record.index])
		.filter(one => one.role === 'link' && one.box !== null && hasWords(one.name));
	const titles = links.filter(
		one =>
			look.elements[one.parent ?? 0]!.role === 'heading' ||
			look.elements.slice(one.index, tree.end[one.index]).some(({role}) => role === 'heading'),
	);
	const [link, ...others] = titles.length > 0 ? titles : links;
	return link && others.length === 0 ? link.index : null;
}

/** `Open the first lamp`: what opens the record at that place; null: no such record is meant. */
export function openedAt(target: Target, op: Operation, look: Look, options: ResolveOptions): Resolved | null {
	const record = op === 'click' ? recordAt(target, look, options) : null;
	const found = record && openerAt(look, record);
	if (found === null) return null;
	const {scopes} = rank({...target, phrase: ''}, op, look, options);
	return {found, score: 0.9, why: 'opens the record at that place', scopes};
}
