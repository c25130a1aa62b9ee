import type {AssertionPart, ElementState} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {checkableRoles} from '../page/roles.ts';
import {descendants} from '../page/rows.ts';
import {isShown, isWithin, treeOf} from '../page/tree.ts';
import {fold} from '../page/words.ts';
import {compare} from './compare.ts';
import {countOf, type Counted} from './count.ts';
import type {Seen, Unclear} from './observe-rows.ts';
import {rank, type ResolveOptions} from './resolve.ts';
import {roleFit} from './role-words.ts';
import {canBe, stateOf} from './state.ts';
import {columnIn} from './subject.ts';
import {piecesOf, textMatcher} from './written.ts';

type Each = Extract<AssertionPart, {op: 'each'}>;
type Count = Extract<AssertionPart, {op: 'count'}>;

/** Whether every member of a list says or is so; a list without members says nothing, and neither the opposite. */
export function seeEach(part: Each, look: Look, options: ResolveOptions): Seen | Unclear {
	const wanted = part.value && {...part.value, text: options.expand(part.value.text)};
	const said = wanted?.text ?? part.state!.replace('_', '-');
	const others = (part.others ?? []).map(({text}) => options.expand(text));
	const expected = `every one ${part.column ? `${part.column} ` : ''}${[said, ...others].join(' or ')}`;
	const texts = [said, ...others];
	const named = membersOf(part, look, options);
	const counted =
		part.number !== undefined && !('members' in named) ? (rosterIn(look, part, texts, options) ?? named) : named;
	if ('unclear' in counted) return {unclear: 'which list is meant', choices: counted.unclear};
	if ('nothing' in counted || counted.members.length === 0) return {is: false, expected, actual: null, isAbsent: true};
	const tree = treeOf(look);
	const tell = (element: LookElement) => (tree.textOf(element.index) || element.name).slice(0, 120);
	const members = counted.members.map(index => look.elements[index]!);
	const where = `${members.length} of ${counted.of}`;
	const subject = counted.container;
	const {state} = part;
	if (part.number !== undefined && members.length !== part.number)
		return {
			is: false,
			expected,
			actual: `${members.length} of them: ${members.map(tell).join(' · ').slice(0, 120)}`,
			where,
			subject,
		};
	const bearers = state === null ? [] : members.map(member => bearerIn(look, member, wanted !== null));
	if (state !== null && (wanted === null || bearers.some(bearer => bearer !== null))) {
		if (!bearers.every(bearer => bearer !== null && canBe(look, bearer, state)))
			return {is: false, expected, actual: null, isAbsent: true};
		const other = bearers.find(bearer => !stateOf(look, bearer!, state).is);
		const actual = other ? `${stateOf(look, other, state).actual}: ${tell(other)}` : said;
		return {is: !other, expected, actual, where, subject};
	}
	const column = options.expand(part.column);
	const isColumn = column !== '' && members.some(member => columnIn(look, member.index, column).length > 0);
	const says = (member: LookElement): boolean => {
		if (isColumn)
			return columnIn(look, member.index, column).some(({text}) =>
				compare(text, 'equals', {...wanted!, isQuoted: false}),
			);
		return [wanted!.text, ...others].some(text => isCalledSo(look, members, member, text));
	};
	const unsaid =
		others.length === 0
			? undefined
			: [wanted!.text, ...others].find(text => !members.some(one => holds(look, one, text)));
	if (unsaid !== undefined) return {is: false, expected, actual: `none says ${unsaid}`, where, subject};
	const other = members.find(member => !says(member));
	return {is: other === undefined, expected, actual: other ? tell(other) : said, where, subject};
}

/** How many of a list are in a state: rows by the one box in them, where they have one. */
export function seeHowMany(part: Count & {state: ElementState}, look: Look, options: ResolveOptions): Seen | Unclear {
	const {state, number, target} = part;
	const expected = `${number} ${state.replace('_', '-')}`;
	const counted = membersOf({target}, look, options);
	if ('unclear' in counted) return {unclear: 'which list is meant', choices: counted.unclear};
	if ('nothing' in counted || counted.members.length === 0) return {is: false, expected, actual: null, isAbsent: true};
	const bearers = counted.members.flatMap(index => {
		const bearer = bearerIn(look, look.elements[index]!, true) ?? look.elements[index]!;
		return canBe(look, bearer, state) ? [bearer] : [];
	});
	const where = `${counted.members.length} of ${counted.of}`;
	const subject = counted.container;
	// What can be in no such state is not one of none.
	if (bearers.length === 0) return {is: false, expected, actual: null, isAbsent: true, where, subject};
	const found = bearers.filter(bearer => stateOf(look, bearer, state).is).length;
	return {is: found === number, expected, actual: `${found} ${state.replace('_', '-')}`, where, subject};
}

/**
 * Where nothing on the page is called as the claim calls them: the things of one kind side by side of which each is called
 * by one of the texts, and each text is one of them. Null: there is none, or several.
 */
function rosterIn(
	look: Look,
	{target, number}: Each,
	texts: readonly string[],
	options: ResolveOptions,
): Counted | null {
	const {scopes} = rank({...target, phrase: '', role: null}, 'count', look, options);
	if (scopes.missing.length > 0) return null;
	const tree = treeOf(look);
	const isNamed = (text: string) => {
		const matches = textMatcher(text);
		return (one: LookElement) => matches(tree.textOf(one.index) || one.name);
	};
	const found = look.elements.flatMap(parent => {
		const members = tree.children[parent.index]!.map(index => look.elements[index]!).filter(
			one => isShown(look, one) && scopes.isInside(one.index),
		);
		const isRoster =
			members.length >= texts.length &&
			members.every(one => one.role === members[0]!.role) &&
			texts.every(text => members.filter(isNamed(text)).length === 1);
		return isRoster ? [{parent, members}] : [];
	});
	const outermost = found.filter(
		({parent}) => !found.some(other => other.parent !== parent && isWithin(tree, other.parent.index, parent.index)),
	);
	// `three flow tabs`: what can be pressed is a tab, and not the tree beside it that lists the same.
	const isOfRole = (member: LookElement) =>
		[member, ...descendants(look, tree, member)].some(
			element => element.role !== 'listitem' && ['first', 'accepted'].includes(roleFit(target.role!, element)),
		);
	const arePressed = target.role !== null && ['tab', 'button', 'link'].includes(target.role);
	const [one, ...others] = arePressed ? outermost.filter(({members}) => members.every(isOfRole)) : outermost;
	if (one === undefined || others.length > 0) return null;
	const list = {
		number: number!,
		of: one.members[0]!.role,
		members: one.members.map(({index}) => index),
		container: one.parent.index,
	};
	return {...list, list: null};
}

/** What has the state: the control itself, or the one box in a row. */
function bearerIn(look: Look, member: LookElement, isRow: boolean): LookElement | null {
	if (!isRow) return member;
	const boxes = descendants(look, treeOf(look), member).filter(one => checkableRoles.has(one.role));
	return boxes.length === 1 ? boxes[0]! : null;
}

/**
 * `Only Milk` is no `Milk chocolate`: where a text of some member is just the words, it is what they are called, and those
 * that have the words in a longer name are others.
 */
function isCalledSo(look: Look, members: readonly LookElement[], member: LookElement, text: string): boolean {
	const tree = treeOf(look);
	const isJust = (one: LookElement) =>
		look.elements
			.slice(one.index, tree.end[one.index])
			.some(({index}) => tree.children[index]!.length === 0 && isNameOf(text, fold(tree.textOf(index))));
	return members.some(isJust) ? isJust(member) : holds(look, member, text);
}

/** The text itself, or with a number behind it that says how much of it, or what it costs. */
function isNameOf(text: string, said: string): boolean {
	const name = fold(text);
	return (
		name !== '' && (said === name || (said.startsWith(`${name} `) && /^[^\p{L}]/u.test(said.slice(name.length + 1))))
	);
}

/** Whether a member has the words together, in a text or a name; buttons that all have say nothing of it. */
function holds(look: Look, member: LookElement, text: string): boolean {
	const tree = treeOf(look);
	const matches = textMatcher(text);
	return look.elements.slice(member.index, tree.end[member.index]).some(one => {
		if (one.role === 'button' || one.role === 'option') return false;
		const isLeaf = tree.children[one.index]!.length === 0 || one.index === member.index;
		return [one.name, one.value ?? '', ...(isLeaf ? piecesOf(tree, one.index) : [])].some(matches);
	});
}

/** The members of the list that is named, or of the only one; a card that is alone is a list of one. */
function membersOf({target}: Pick<Each, 'target'>, look: Look, options: ResolveOptions): Counted {
	const counted = target.role === 'card' ? null : countOf(target, look, options);
	if (counted && !('nothing' in counted)) return counted;
	const {scopes} = rank({...target, phrase: '', role: null}, 'count', look, options);
	const mayBeCards = scopes.missing.length === 0 && [null, 'item', 'card'].includes(target.role);
	const tree = treeOf(look);
	const cards = look.elements.filter(
		one => mayBeCards && one.role === 'article' && isShown(look, one) && scopes.isInside(one.index),
	);
	const outer = cards.filter(one => !cards.some(other => other !== one && isWithin(tree, one.index, other.index)));
	return outer.length === 0
		? (counted ?? countOf(target, look, options))
		: {number: outer.length, of: 'article', members: outer.map(({index}) => index), container: null, list: null};
}
