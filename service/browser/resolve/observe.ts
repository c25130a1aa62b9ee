import type {AssertionPart, ElementState, Operation, Target, Value} from '../../../source/plan-language/reading.ts';
import type {HitTest, Look} from '../page/look.ts';
import type {Collection} from '../page/rows.ts';
import {treeOf, upwards} from '../page/tree.ts';
import {fold} from '../page/words.ts';
import {asFieldHolds, compare, expectation, inOrder} from './compare.ts';
import {countInMembers, countOf, countOnAllPages, labelledCount, statedCount} from './count.ts';
import {seeEach, seeHowMany} from './observe-each.ts';
import {seePage, seeUrl} from './observe-page.ts';
import {calledInFull, isClaimed, seeVisible} from './observe-visible.ts';
import {positionHolds} from './position.ts';
import {placeAt} from './record-at.ts';
import {rank, type ResolveOptions, resolve} from './resolve.ts';
import {seeLabelled, tellsBeside} from './observe-labelled.ts';
import {seeText} from './observe-text.ts';
import {sortOf} from './sorted.ts';
import {choiceOf, seeEmptied, withoutIcon} from './short-names.ts';
import {bearerOf, canBe, chosenIn, isChoice, recordOf, stateOf, togglesTo} from './state.ts';
import {badgeCount} from './subject.ts';
import {tellingOf} from './told.ts';
import {holdingText, textMatcher} from './written.ts';
import {
	type Seen,
	type Unclear,
	type Found,
	unclear,
	seeCell,
	seeEmptyList,
	seeInRow,
	optionsIn,
} from './observe-rows.ts';

/**
 * What a look says about an assertion. `holds` has the negation in it; `subject` is the element that was
 * read. `unclear`: it may speak of several things, and is refused. Null: the look cannot say (downloads, tabs, console,
 * requests). `options.subject` is the element of which it is claimed, where that is known. The caller looks again until it holds, and for 300 ms when it is negated.
 */
export type Observation =
	| {
			holds: boolean;
			expected: string;
			actual: string | null;
			subject: number | null;
			where: string | null;
			note: string | null;
			/** What it is claimed of is not there, or cannot be so or otherwise. */
			isAbsent: boolean;
			/** Nothing is called as the claim calls it; a record or a sentence has all of its words. */
			isTold: boolean;
			/** What the claim came down to on this page, where that is another one. */
			as?: AssertionPart;
			/** What was counted, or what the record that it is claimed of is one of. */
			list?: Collection | null;
	  }
	| {unclear: string; choices: string[]};

export async function observe(
	part: AssertionPart,
	look: Look,
	options: ResolveOptions & {subject?: number | null},
	hit: HitTest,
): Promise<Observation | null> {
	const seen = await seeCalled(part, look, options, hit);
	if (seen === null || 'unclear' in seen) return seen;
	// What is not there has no value that could differ.
	const isAbsent = seen.isAbsent || (seen.actual === null && part.op !== 'visible' && part.op !== 'text');
	const telling =
		part.told === undefined ||
		part.isNegated ||
		seen.is ||
		!(isAbsent || seen.actual === null) ||
		options.subject != null
			? null
			: tellingOf(look, options.expand(part.told));
	if (telling)
		return {
			holds: true,
			expected: seen.expected,
			actual: treeOf(look).textOf(telling.index),
			subject: telling.index,
			where: telling.role,
			note: `read on the page as it is told: ${JSON.stringify(treeOf(look).textOf(telling.index).slice(0, 120))}`,
			isAbsent: false,
			isTold: true,
		};
	return {
		holds: part.isNegated ? !seen.is && !isAbsent : seen.is,
		expected: part.isNegated ? `not ${seen.expected}` : seen.expected,
		actual: seen.actual,
		subject: seen.subject ?? null,
		where: seen.where ?? null,
		note: seen.note ?? null,
		isAbsent,
		isTold: false,
		list: seen.list ?? null,
		...(seen.as && seen.is && !part.isNegated ? {as: seen.as} : {}),
	};
}

/** Where nothing is called so: without the words that say how new it is or what kind of control. */
async function seeCalled(...[part, look, options, hit]: Parameters<typeof see>): ReturnType<typeof see> {
	const seen = await see(part, look, options, hit);
	if (seen === null || 'unclear' in seen || options.subject != null) return seen;
	if (part.op === 'state' && (seen.actual === null || seen.isAbsent)) return seeChoice(part, seen, look, options, hit);
	if (seen.actual !== null) return seen;
	if ((part.op !== 'value' && part.op !== 'labelled_text') || part.target.isQuoted || part.isNegated) return seen;
	const {target} = part;
	const phrase = target.phrase
		.replace(/^(?:new|updated) (?=\S)|^(?:amount|total|sum) (?=to \S)/, '')
		.replace(/(?<=\S) (?:filter|selection|setting|choice|picker|selector|control|input)$/, '');
	if (phrase === target.phrase) return seen;
	const again = await see({...part, target: {...target, phrase}}, look, options, hit);
	return again === null || 'unclear' in again || again.actual === null ? seen : again;
}

/** `The Brass finish is selected`, `the Desk filter is active`: what kind of choice it is need not be in its name. */
async function seeChoice(
	part: Extract<AssertionPart, {op: 'state'}>,
	seen: Seen,
	look: Look,
	options: ResolveOptions,
	hit: HitTest,
): Promise<Seen> {
	const target = choiceOf(part);
	if (target === null) return seen;
	const again = await see({...part, target}, look, options, hit);
	return again === null || 'unclear' in again || again.actual === null || again.isAbsent ? seen : again;
}

/** Records say of themselves that they are inactive where a control is disabled. */
const saidOfRecords: Partial<Record<ElementState, string[]>> = {
	disabled: ['disabled', 'inactive', 'deactivated'],
	enabled: ['enabled', 'active'],
};

function seeStateInRow(record: number, state: ElementState, look: Look): Seen | Unclear {
	const seen = (saidOfRecords[state] ?? [state]).map(text => seeInRow([record], state, {text, isQuoted: false}, look));
	return seen.find(one => 'is' in one && one.is) ?? seen[0]!;
}

/** What a search finds is more than one page shows. */
const isOfSearch = /^(?:results|hits|matches)$/;

/** A meter or picture that has only a name holds no value: what it stands for is beside it. */
const saysItsName = (look: Look, index: number, {phrase}: Target): boolean =>
	look.elements[index]!.value === null && fold(treeOf(look).textOf(index)) === fold(phrase);

async function see(
	part: AssertionPart,
	look: Look,
	options: ResolveOptions & {subject?: number | null},
	hit: HitTest,
): Promise<Seen | Unclear | null> {
	const {subject = null} = options;
	const find = async (target: Target, op: Operation, more: Partial<ResolveOptions> = {}): Promise<Found> => {
		if (subject !== null) return {found: subject};
		const found = await resolve(target, op, look, {...options, ...more}, hit);
		const isMeant =
			!('found' in found) ||
			target.selector !== undefined ||
			(found.isOnly === true && target.role === 'button') ||
			found.score > calledInFull ||
			isClaimed(look, look.elements[found.found]!, target.role, options.expand(target.phrase));
		return isMeant ? found : {none: [], missingScopes: []};
	};
	const value = (one: Value): Value => ({...one, text: options.expand(one.text)});
	const against = (
		actual: string | null,
		comparison: Parameters<typeof compare>[1],
		wanted: Value,
		more: Partial<Seen> = {},
	): Seen => ({
		is: actual !== null && compare(actual, comparison, wanted),
		expected: expectation(comparison, wanted.text),
		actual,
		...more,
	});
	switch (part.op) {
		case 'visible':
			return seeVisible(part.target, look, options, part.isNegated);
		case 'text':
			return seeText(part, look, options);
		case 'value': {
			const place = subject === null && part.comparison === 'contains' ? placeAt(part.target, look, options) : null;
			if (place !== null) {
				const {record, list} = place;
				const text = treeOf(look).textOf(record.index);
				const wanted = options.expand(part.value.text);
				const expected = expectation('contains', wanted);
				return {
					is: textMatcher(wanted)(text),
					expected,
					actual: text,
					subject: record.index,
					where: 'the record there',
					list,
				};
			}
			const labelled =
				subject === null &&
				/^\d{1,6}$/.test(part.value.text) &&
				part.target.role === null &&
				part.target.scopes.length === 0
					? labelledCount(options.expand(part.target.phrase), look)
					: null;
			if (labelled !== null)
				return against(String(labelled.number), part.comparison, value(part.value), {
					subject: labelled.index,
					where: 'the number behind it',
				});
			const found = await find(part.target, 'value');
			if ('ambiguous' in found) return unclear(found.ambiguous);
			const chosen = 'found' in found ? chosenIn(look, found.found) : null;
			if ('found' in found && chosen !== null)
				return {
					is:
						part.comparison === 'equals'
							? isChoice(look, found.found, chosen, options.expand(part.value.text))
							: compare(chosen, part.comparison, value(part.value)),
					expected: expectation(part.comparison, options.expand(part.value.text)),
					actual: chosen,
					subject: found.found,
				};
			const offered = 'found' in found && part.comparison === 'contains' ? optionsIn(look, found.found) : [];
			if ('found' in found && offered.length > 0) {
				const wanted = options.expand(part.value.text);
				return {
					is: offered.some(option => fold(option) === fold(wanted)),
					expected: expectation('contains', wanted),
					actual: offered.join(', ').slice(0, 200),
					subject: found.found,
				};
			}
			if (
				'found' in found &&
				look.elements[found.found]!.role !== 'group' &&
				!saysItsName(look, found.found, part.target)
			) {
				const field = look.elements[found.found]!;
				const text = asFieldHolds(field, options.expand(part.value.text));
				const telling =
					part.told !== undefined && !part.isNegated ? tellsBeside(part.told, text, look, found.found) : null;
				if (telling !== null)
					return {
						is: true,
						expected: expectation(part.comparison, text),
						actual: text,
						subject: telling,
						note: `${JSON.stringify(text)} stands beside the field`,
					};
				return against(
					field.value ?? withoutIcon(treeOf(look).textOf(found.found)),
					part.comparison,
					{...part.value, text},
					{subject: found.found},
				);
			}
			return seeLabelled(part.target, part.comparison, value(part.value), look, options);
		}
		case 'labelled_text':
			return seeLabelled(part.target, part.comparison, value(part.value), look, options);
		case 'cell':
			return seeCell(part, value(part.value), look, options);
		case 'count': {
			if (part.state !== undefined) return seeHowMany({...part, state: part.state}, look, options);
			const counted = countOf(part.target, look, options);
			const stated =
				'number' in counted && !isOfSearch.test(part.target.phrase)
					? null
					: (statedCount(part.target, look, options) ?? badgeCount(part.target, look, options));
			if (stated !== null)
				return {
					is: inOrder(part.comparison, stated.number, part.number),
					expected: expectation(part.comparison, String(part.number)),
					actual: String(stated.number),
					subject: stated.index,
					where: 'what the page says of it',
				};
			if ('unclear' in counted) return {unclear: 'which list is counted', choices: counted.unclear};
			const number = 'nothing' in counted ? 0 : counted.number;
			const where = 'nothing' in counted ? null : counted.of;
			const subject = 'nothing' in counted ? null : counted.container;
			const all =
				part.comparison === 'equals' && number > 0 && part.number > number
					? countOnAllPages(number, part.target, look, options)
					: null;
			if (all !== null && all.number === part.number)
				return {
					is: true,
					expected: expectation(part.comparison, String(part.number)),
					actual: String(all.number),
					subject: all.index,
					where: 'what the page says of all pages',
					note: `${number} on this page, ${all.number} on all`,
					as: {
						isNegated: false,
						op: 'text',
						text: {text: all.said, isQuoted: true},
						comparison: 'contains',
						within: null,
					},
				};
			const list = 'nothing' in counted ? null : counted.list;
			if (
				list !== null &&
				part.number > 0 &&
				number !== part.number &&
				countInMembers(list, part.target, look, options) === part.number
			)
				return {unclear: 'which list is counted', choices: [`${number} of ${where}`, `${part.number} in all of them`]};
			// Nothing of the kind is a count of none only where none is expected.
			const actual = 'nothing' in counted && part.number !== 0 ? null : String(number);
			return {
				is: inOrder(part.comparison, number, part.number),
				expected: expectation(part.comparison, String(part.number)),
				actual,
				where,
				subject,
				list,
			};
		}
		case 'each':
			return seeEach(part, look, options);
		case 'state': {
			const op = ['checked', 'unchecked'].includes(part.state)
				? 'check'
				: ['required', 'read_only', 'empty', 'masked'].includes(part.state)
					? 'value'
					: 'click';
			const list = part.state === 'empty' && subject === null ? seeEmptyList(part.target, look, options) : null;
			if (list !== null) return list;
			const asksIfUsable = part.state === 'disabled' || part.state === 'enabled';
			let found = await find(part.target, op, {asksIfUsable});
			if ('none' in found) found = await find(part.target, 'state');
			if ('ambiguous' in found) return unclear(found.ambiguous);
			if ('none' in found) return {is: false, expected: part.state.replace('_', '-'), actual: null};
			const emptied =
				part.state === 'empty' && subject === null
					? seeEmptied(look, found.found, options.expand(part.target.phrase))
					: null;
			if (emptied !== null) return emptied;
			const record = subject === null ? recordOf(look, found.found, part.target, part.state) : null;
			if (record !== null) return seeStateInRow(record, part.state, look);
			const bearer = bearerOf(look, found.found, part.state);
			const toggle = togglesTo(look.elements[bearer]!, part.target, part.state);
			if (toggle === 'unclear')
				return {
					unclear: `whether it is to be ticked or only to be usable`,
					choices: [`it is ${part.state === 'enabled' ? 'checked' : 'unchecked'}`, `the checkbox is ${part.state}`],
				};
			const state = toggle ?? part.state;
			const {is, actual} = stateOf(look, look.elements[bearer]!, state);
			// What has no such state is in neither: a text is not `unchecked`.
			const isAbsent = !canBe(look, look.elements[bearer]!, state);
			return {
				is: is && !isAbsent,
				expected: part.state.replace('_', '-'),
				actual: isAbsent ? `a ${look.elements[bearer]!.role} that has no such state` : actual,
				subject: bearer,
				isAbsent,
			};
		}
		case 'url':
			return seeUrl(look.url, part.comparison, value(part.value));
		case 'title':
			return against(look.title, part.comparison, value(part.value), {where: 'title'});
		case 'page':
			return seePage(options.expand(part.name), look, options.startUrl);
		case 'order':
			return seeOrder(part.first, part.second, look, options);
		case 'sorted':
			return sortOf(look, part, options);
		case 'position': {
			const [element, other] = [
				await resolve(part.target, 'position', look, options, hit),
				await resolve(part.of, 'position', look, options, hit),
			];
			const expected = `${part.relation.replace('_', ' ')} ${options.expand(part.of.phrase)}`;
			if (!('found' in element) || !('found' in other)) return {is: false, expected, actual: null};
			const {is, actual} = positionHolds(look, element.found, part.relation, other.found);
			return {is, expected, actual, subject: element.found};
		}
		case 'attribute': {
			const found = await find(part.target, part.attribute === 'href' ? 'click' : 'attribute');
			if ('ambiguous' in found) return unclear(found.ambiguous);
			const actual = 'found' in found ? attributeOf(look, found.found, part.attribute) : null;
			return against(actual, part.comparison, value(part.value), {
				subject: 'found' in found ? found.found : null,
				where: part.attribute,
			});
		}
		default:
			return null;
	}
}

/** A button within a link goes where the link goes. */
function attributeOf(look: Look, index: number, attribute: 'href' | 'alt' | 'placeholder' | 'title'): string | null {
	const own = look.elements[index]![attribute];
	if (own !== null || attribute !== 'href') return own;
	for (const {href} of upwards(look, index)) if (href !== null) return href;
	return null;
}

function seeOrder(first: Target, second: Target, look: Look, options: ResolveOptions): Seen {
	const place = (target: Target) => {
		const phrase = options.expand(target.phrase);
		const {scopes} = rank({...target, phrase: ''}, 'visible', look, options);
		const holding = holdingText(look, phrase, scopes.isInside);
		// What is called so, before a text that mentions it.
		const called = holding.find(({index, name}) =>
			[treeOf(look).textOf(index), name].some(text => fold(text) === fold(phrase)),
		);
		return (called ?? holding[0])?.index ?? rank(target, 'visible', look, options).scored[0]?.index ?? null;
	};
	const [one, other] = [place(first), place(second)];
	const expected = `${options.expand(first.phrase)} before ${options.expand(second.phrase)}`;
	if (one === null || other === null) return {is: false, expected, actual: null};
	return {
		is: one < other,
		expected,
		actual: one < other ? expected : `${options.expand(second.phrase)} first`,
		subject: one,
	};
}
