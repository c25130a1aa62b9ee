import {isShort, type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {holding, isQuoted, isRecord, isSureDatum, isThing} from './guards.ts';

const listing = '(list|table|grid|results|page|overview)';

/** A record, also one in small words behind an article: `the Trowel`. */
const isNamed = (tokens: readonly Token[]): boolean =>
	isRecord(tokens) && tokens.some(token => isCapital(token) || isDataLike(token));
const isPlain = (most: number) => (tokens: readonly Token[]) =>
	tokens.length <= most && tokens.every(({kind, text, lower}) => kind === 'word' && text === lower);

const rowsOf =
	'[the] (rows|row|boxes|checkboxes|tick boxes|row checkboxes|check boxes|lines|entries) (of|for|with|named|called|containing|next to|beside)';
const ticks = (verbs: string, say: string): Rewording[] => [
	...when(
		'action',
		[`${verbs} ${rowsOf} {one} and [of|for] {other}`],
		`${say} the checkbox in the row of {one}, then ${say} the checkbox in the row of {other}`,
		holding({one: isNamed, other: isNamed}),
	),
	...when(
		'action',
		[`${verbs} ${rowsOf} {one} , {second} and {other}`, `${verbs} ${rowsOf} {one} , {second} , and {other}`],
		`${say} the checkbox in the row of {one}, then ${say} the checkbox in the row of {second}, then ${say} the checkbox in the row of {other}`,
		holding({one: isNamed, second: isNamed, other: isNamed}),
	),
];

const ends = [
	['first', '(top|topmost|uppermost)', '(at the top of|first in|on top of)'],
	['last', '(bottom|bottommost|lowest)', '(at the bottom of|last in|at the end of)'],
] as const;

/** What one does to the rows of a table or list, and says of them: several at once, the first, the last, none. */
export const lists: Rewording[] = [
	...['cart', 'basket', 'bag', 'trolley', 'shopping cart', 'shopping basket', 'shopping bag'].flatMap(place =>
		when(
			'action',
			[`(put|place|throw|pop|drop) {thing} (in|into|to|inside) [the|my|your] (${place})`],
			`add {thing} to the ${place}`,
			({thing}) => isThing(thing!) || /^(?:\d+|one|two|three|four|five|six|a|an)$/.test(thing![0]!.lower),
		),
	),
	...ticks('(tick|check|select|mark)', 'tick'),
	...ticks('(untick|uncheck|deselect|unselect)', 'untick'),
	...when(
		'action',
		['(delete|clear|remove|erase) [the] search (text|term|query|word|input|phrase)'],
		'clear the search field',
	),
	...when(
		'action',
		['(reset|restore) [the] {field} [filter] to {value}', '(reset|restore) [the] {field} to {value}'],
		'set "{field}" to "{value}"',
		({field, value}) => isPlain(3)(field!) && isShort(value!) && (isCapital(value![0]) || isQuoted(value!)),
	),
	...ends.flatMap(([which, row, place]) => [
		...when(
			'assertion',
			[
				`{thing} (is|stands|appears|is listed|is shown|comes) [now|still] ${place} [the] {list}`,
				`{thing} (is|stands|appears|is listed|is shown) [now|still] in the ${row} row [of the table|of the list]`,
			],
			`the ${which} row contains {thing}`,
			({thing, list}) =>
				isThing(thing!) &&
				(list === undefined || (isPlain(3)(list) && !/^(?:page|form|screen|dialog|window)$/.test(list.at(-1)!.lower))),
		),
		...when(
			'assertion',
			[`the ${row} row (is|shows|contains|has|reads|lists|says|should be|should show) {value}`],
			`the ${which} row contains {value}`,
			({value}) => isShort(value!),
		),
	]),
	...when(
		'assertion',
		[
			`{list} no longer (has|contains|lists|shows|includes) (a|an|any|the) (row|entry|line|record|item) (for|of|with|named|called) {thing}`,
			`{list} (has|contains|lists|shows|includes) no (row|entry|line|record|item) (for|of|with|named|called) {thing}`,
			`there is no longer (a|any) (row|entry|line|record) (for|of|with|named|called) {thing} [in the table|in the list]`,
		],
		'{thing} is not visible',
		({list, thing}) => isNamed(thing!) && (list === undefined || list.at(-1)!.lower !== 'column'),
	),
	...when(
		'assertion',
		[
			`[the] ${listing} (shows|has|lists|contains|displays|holds) all {number} {things}`,
			'all {number} {things} are (shown|listed|displayed|visible|there|present)',
		],
		'there are {number} {things}',
		({number, things}) => number!.length === 1 && /^\d{1,4}$/.test(number![0]!.text) && isPlain(2)(things!),
	),
	// How rows are sorted, said of the column
	...(
		[
			['ascending', '(lowest|smallest|cheapest|oldest|earliest)', '(highest|largest|biggest|dearest|newest|latest)'],
			['descending', '(highest|largest|biggest|dearest|newest|latest)', '(lowest|smallest|cheapest|oldest|earliest)'],
		] as const
	).flatMap(([direction, from, to]) =>
		when(
			'assertion',
			[
				`[the] {column} [column] (is|are|should be) [now] (sorted|ordered) [from] [the] ${from} to [the] ${to}`,
				`[the] {column} [column] (is|are|should be) [now] (sorted|ordered) [in] ${direction} [order]`,
			],
			`the rows are sorted by {column} ${direction}`,
			({column}) =>
				isThing(column!) &&
				column!.length <= 4 &&
				!/^(?:rows|items|results|users|records|entries|they|products|tasks|orders|table|list|column)$/.test(
					column!.at(-1)!.lower,
				),
		),
	),
	// What is not there
	...(['found', 'available'] as const).flatMap(end =>
		when(
			'assertion',
			[`no {things} (are|were|is|was|have been|has been|could be|can be) ${end}`],
			`the page shows "no {things}"`,
			({things}) => isPlain(2)(things!),
		),
	),
	...(['found', 'available', 'yet'] as const).flatMap(end =>
		when('assertion', [`no {things} ${end}`], `the page shows "no {things} ${end}"`, ({things}) => isPlain(3)(things!)),
	),
	...when(
		'assertion',
		['no {things} (match|matches|matched) {search}'],
		'the page shows "no {things}"',
		({things, search}) => isPlain(2)(things!) && search!.length <= 4,
	),
	...when(
		'assertion',
		[
			'[the] {kind} (number|code|id|reference) {value} (is|appears|should be) [displayed|shown|visible|there|present]',
			'[the] (number|code|id|reference|amount|value) {value} (is|appears|should be) [displayed|shown|visible|there|present]',
		],
		'{value} is visible',
		({kind, value}) =>
			value!.length === 1 && isSureDatum(value!) && !isQuoted(value!) && (kind === undefined || isPlain(2)(kind)),
	),
];
