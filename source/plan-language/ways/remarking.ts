import {type Rewording, when} from '../rewording.ts';
import {namesIn} from '../several.ts';
import type {Token} from '../tokens.ts';
import {articles} from '../words.ts';
import {holding, isDatum, isNumber, isQuoted, isRecord, isThing} from './guards.ts';

const is = '(is|are|stands|stand|appears|appear|is listed|is shown|are listed|are shown|comes|sits) [now|still]';
const shown = '(is shown|is displayed|is visible|appears|is there|comes up|shows up|pops up|shows|is now shown)';
const list = '[the] {list}';
const isPlain = (most: number) => (tokens: readonly Token[]) =>
	tokens.length <= most && tokens.every(({kind, text, lower}) => kind === 'word' && text === lower);
const isList = (tokens: readonly Token[]): boolean =>
	isPlain(3)(tokens) &&
	!/^(?:page|form|screen|dialog|window|card|section|panel|menu|header|footer)$/.test(tokens.at(-1)!.lower);
const isNamed = (tokens: readonly Token[]) => tokens.length <= 6 && isThing(tokens);
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'] as const;
const numbers = {two: 2, three: 3, four: 4} as const;

/** How testers remark what a record, a list or a part of the page says: two facts in one sentence, badges, and what is none. */
export const remarking: Rewording[] = [
	// Where a record stands, and what it says
	...ordinals.flatMap(which => {
		const end =
			which === 'first'
				? ['at the top of', 'listed first in', 'first in']
				: which === 'last'
					? ['at the end of', 'at the bottom of', 'listed last in']
					: [];
		return when(
			'assertion',
			[
				`{thing} ${is} (in|on) the ${which} (row|line|place|position) (with|and shows|and has|showing) {more}`,
				...end.map(place => `{thing} ${is} ${place} ${list} (with|and shows|and has|showing) {more}`),
				...(which === 'first' || which === 'last'
					? [`{thing} is [now|still] [listed] ${which} (with|and shows|and has|showing) {more}`]
					: []),
			],
			`the ${which} row contains "{thing}" and the ${which} row contains "{more}"`,
			({thing, more, list}) =>
				isNamed(thing!) &&
				more!.length <= 8 &&
				(list === undefined || isList(list)) &&
				!more!.some(({lower}) => lower === 'and'),
		);
	}),
	...Object.keys(numbers).flatMap(number => {
		const count = numbers[number as keyof typeof numbers];
		const slots = ['one', 'two', 'three', 'four'].slice(0, count);
		const names = slots
			.map((slot, at) => (at === 0 ? `{${slot}}` : at === count - 1 ? `and {${slot}}` : `, {${slot}}`))
			.join(' ');
		return when(
			'assertion',
			[
				`[the] (first|top) (${number}|${count}) {things} (are|should be) [now] ${names} [, in this order|in this order|, in that order]`,
			],
			slots.map((slot, at) => `the ${ordinals[at]} row contains "{${slot}}"`).join(' and '),
			({things, ...each}) => isPlain(3)(things!) && Object.values(each).every(name => isNamed(name)),
		);
	}),
	...when(
		'assertion',
		['{place} (lists|shows|contains|has) {record} with [the] {column} {value}'],
		'the row of {record} contains "{value}"',
		({place, record, column, value}) => isNamed(place!) && isRecord(record!) && isPlain(2)(column!) && isQuoted(value!),
	),
	...when(
		'assertion',
		['{table} table (shows|lists|has|says) {value} for {record}'],
		'the row of {record} contains "{value}"',
		({table, value, record}) => isNamed(table!) && value!.length <= 4 && isRecord(record!),
	),
	...when(
		'assertion',
		['{thing} is the only one [left|remaining|there|shown|listed]'],
		'only {thing} is left',
		({thing}) => isNamed(thing!) && isDatum(thing!),
	),
	// What stands in what
	...when(
		'assertion',
		[`[a|an|the] {thing} with [the|a] (heading|title|text|message|label|caption|words) {text} ${shown}`],
		'{text} is visible',
		({thing, text}) => isPlain(3)(thing!) && isQuoted(text!),
	),
	...when(
		'assertion',
		[
			`[a|an|the] field {field} with [the] value {value} ${shown}`,
			`[a|an|the] {field} field with [the] value {value} ${shown}`,
		],
		'the {field} field is {value}',
		({field, value}) => isNamed(field!) && isQuoted(value!),
	),
	// Badges
	...when(
		'assertion',
		[
			'[the] (badge|counter|count|bubble) (next to|beside|on|of|at) {thing} [now|still] (shows|is|says|reads|displays|has) {number}',
			'{thing} [now|still] (has|shows|carries) (a|the) (badge|counter|count|bubble) (with|of|showing|saying) [the number] {number}',
		],
		'the "{thing} badge" is {number}',
		({thing, number}) => isNumber(number!) && isNamed(thing!.filter(({lower}) => !articles.has(lower))),
	),
	// None of them
	...(['checked', 'ticked', 'selected'] as const).flatMap(state =>
		when(
			'assertion',
			[
				`(none of the|no) {group} (checkboxes|checkbox|boxes|options|option) (is|are) [still|now] ${state}`,
				`(none of the|no) {group} (is|are) [still|now] ${state}`,
			],
			`all checkboxes in the {group} section are unchecked`,
			({group}) => isPlain(2)(group!) && state !== 'selected',
		),
	),
	// Acts
	...when(
		'action',
		['(switch|change|go|move|get) back to {thing}'],
		'switch to {thing}',
		({thing}) => isNamed(thing!) && isDatum(thing!),
	),
	...when(
		'action',
		[
			'add (another|a|an|one more|a new|the) {kind} {value}',
			'add (another|a|an|one more|a new|the) {kind} (named|called|titled) {value}',
		],
		'add {value} to the list',
		({kind, value}) => isPlain(2)(kind!) && isQuoted(value!) && /^(?:item|entry|thing)$/.test(kind!.at(-1)!.lower),
	),
	...when(
		'action',
		[
			'(search|look) for (a|an|the) {kind} (named|called|with the name|titled) {value}',
			'(search|look) for the {kind} {value}',
		],
		'search for {value}',
		({kind, value}) => isPlain(2)(kind!) && isQuoted(value!),
	),
	...when(
		'action',
		['(change|set|switch) the (sort order|sorting|order|sort) to {value}'],
		'sort by {value}',
		holding({value: isDatum}),
	),
	...when(
		'action',
		['filter [the] [list|table|results|page] by [the] {names}', 'filter for [the] {names}'],
		'tick {names}',
		({names}) => namesIn(names!, true) !== null,
	),
	...when(
		'action',
		['(click|click on|press|tap|hit) {thing} (at|on) the (top|bottom|end|foot) of the {area}'],
		'click {thing}',
		// What stands at the end of a list stands behind it; of anything else it is a part.
		({thing, area}) => isThing(thing!) && isPlain(2)(area!) && wholes.has(area!.at(-1)!.lower),
	),
];

const wholes = new Set('page screen window site view list table results form grid feed article'.split(' '));
