import {type Rewording, when} from '../rewording.ts';
import {isCapital} from '../values.ts';
import {articles} from '../words.ts';
import {holding, isKey, isNumber, isRecord, isSureDatum, isSureKey, isThing} from './guards.ts';

const now = '(current|selected|active|chosen|default|preselected)';

/** What one does to a record by its row, what is current, and amounts: said in the words of the families. */
export const recording: Rewording[] = [
	...when(
		'action',
		['{purpose} (with|using) {key}'],
		'press {key}',
		({purpose, key}) =>
			isSureKey(key!) &&
			purpose!.length <= 5 &&
			/^(?:close|dismiss|cancel|confirm|submit|send|save|leave|quit|exit|accept|undo|hide)$/.test(purpose![0]!.lower),
	),
	...when(
		'action',
		[
			'{purpose} (with|using|by pressing|by hitting|by using|by) [the] {key} key',
			'{purpose} (by pressing|by hitting) {key}',
		],
		'press {key}',
		({purpose, key}) =>
			isKey(key!) &&
			purpose!.length <= 5 &&
			/^(?:close|dismiss|cancel|confirm|submit|send|save|leave|quit|exit|accept|undo|hide)$/.test(purpose![0]!.lower),
	),
	...(['apply', 'redeem'] as const).flatMap(verb =>
		when(
			'action',
			[`${verb} [the] {field} {value}`],
			`type {value} into the {field} field and click "${verb}"`,
			match => holding({field: isThing, value: isSureDatum})(match) && match['value']!.length === 1,
		),
	),
	...when(
		'action',
		['mark {row} as {button}'],
		'click {button} in the row of {row}',
		({row, button}) =>
			(isRecord(row!) || /^\p{Lu}.*['’]s$/u.test(row![0]!.text)) &&
			button!.length === 1 &&
			button![0]!.kind === 'word' &&
			!/^(?:done|complete|completed|finished|checked|selected|ticked)$/.test(button![0]!.lower),
	),
	...when(
		'action',
		['(go|jump|skip|move|switch|navigate|turn) to page [number] {number}'],
		'click "{number}"',
		holding({number: isNumber}),
	),
	...(['next', 'last', 'first'] as const).flatMap(which =>
		when(
			'action',
			[
				`(go|jump|move|switch|navigate|turn|proceed|continue|advance|page) [on|over] to the ${which} page`,
				`(go|jump|move|switch|navigate|turn|proceed|continue|advance|page) [on|over] to the ${which} page (of|in) {table}`,
			],
			`click the "${which}" button`,
		),
	),
	...when(
		'action',
		[
			'(go|navigate|open) [to] {page} (from|in|via|using|through|with) the [top|main|left|side|header] (navigation|nav|nav bar|navbar|navigation bar|sidebar)',
		],
		'go to {page}',
		({page}) => isThing(page!) && page!.length <= 4,
	),
	...when(
		'action',
		['{act} and (confirm|accept)', '{act} and (confirm|accept) it'],
		'{act}, then confirm the dialog',
		({act}) =>
			act!.length > 1 &&
			/^(?:remove|delete|cancel|archive|deactivate|discard|reset|empty|close|suspend|revoke|unpublish|deny)$/.test(
				act![0]!.lower,
			),
	),
	...when(
		'action',
		['(open|see|display|bring up|call up|look at) [the] details (of|for|about|on) {record}'],
		'show the details of {record}',
		holding({record: isThing}),
	),
	...when('action', ['order {things} by {column}'], 'sort {things} by {column}', holding({things: isThing})),
	...when(
		'action',
		['(show|display|list) {number} {things} per page'],
		'select "{number}" in the "{things} per page" dropdown',
		holding({number: isNumber}),
	),
	...when(
		'action',
		['(select|tick|check|mark) all [of] [the] {things}'],
		'check the "select all" checkbox',
		({things}) =>
			things!.length === 1 &&
			/^\p{Ll}{3,}s$/u.test(things![0]!.text) &&
			!/^(?:boxes|checkboxes|options|fields|tasks|todos)$/.test(things![0]!.lower),
	),
	...when(
		'action',
		['drop {thing} (on|onto|into|in) {place}'],
		'drag {thing} onto {place}',
		({thing}) =>
			isRecord(thing!) && !/\.[a-z0-9]{2,5}$/i.test(thing!.at(-1)!.text) && !thing!.some(({lower}) => lower === 'file'),
	),
	...when(
		'action',
		['(set|change) the (number|amount) of {record} to {number}'],
		'set the quantity of {record} to {number}',
		({record, number}) =>
			isRecord(record!) && isCapital(record!.find(({lower}) => !articles.has(lower))) && isNumber(number!),
	),
	...when('action', ['filter for {value}'], 'type {value} into the filter field', holding({value: isSureDatum})),
	...when(
		'assertion',
		['the amount of {record} is {number}'],
		'the quantity of {record} is {number}',
		({record, number}) =>
			isRecord(record!) && isCapital(record!.find(({lower}) => !articles.has(lower))) && isNumber(number!),
	),
	...when(
		'assertion',
		['{thing} is (among|one of) the (results|search results|items|entries|rows|options)'],
		'{thing} is visible',
		holding({thing: isThing}),
	),
	...when('action', ['save {row} for later'], 'click "save for later" in the row of {row}', holding({row: isRecord})),
	...when(
		'assertion',
		['{record} (costs|is priced at) {value}'],
		'the price of {record} is {value}',
		holding({record: isRecord, value: isSureDatum}),
	),
	...when(
		'assertion',
		['{record} has {value} {kind}', '{record} has a {value} {kind}'],
		'the {kind} of {record} is {value}',
		({record, value, kind}) =>
			isRecord(record!) &&
			value!.length === 1 &&
			/^\p{Ll}{3,}$/u.test(value![0]!.text) &&
			kind!.length === 1 &&
			/^(?:priority|status|role|severity|state|level|category|colour|color|size)$/.test(kind![0]!.lower),
	),
	...when(
		'assertion',
		['(we|i|you|they) (are|am) [still|now] on page {number} of {total}', '[the] page is {number} of {total}'],
		'the page shows "page {number} of {total}"',
		holding({number: isNumber, total: isNumber}),
	),
	...when(
		'assertion',
		[
			'[the] {what} {number} of {total} (is|are) [now|still] (shown|displayed|visible|open|active|on screen)',
			'(we|i|you|they) (are|am) [still|now|back] (on|at) [the] {what} {number} of {total}',
			'(it|this) is [now|still] {what} {number} of {total}',
			'(i|we|you) [now|still] see {what} {number} of {total}',
			'(the page|it) [now|still] (shows|says|displays) {what} {number} of {total}',
		],
		'the page shows "{what} {number} of {total}"',
		({what, number, total}) =>
			isNumber(number!) && isNumber(total!) && what!.length === 1 && /^\p{L}{2,}$/u.test(what![0]!.text),
	),
	...when(
		'assertion',
		[
			'[the] {column} column is (sorted|ordered) [in] (ascending|ascending order|alphabetically|a to z)',
			'{column} are (sorted|ordered|listed) (alphabetically|in alphabetical order)',
		],
		'the rows are sorted by {column} ascending',
		({column}) =>
			isThing(column!) &&
			column!.length <= 2 &&
			!/^(?:rows|items|results|users|records|entries|they|products|tasks|orders)$/.test(column!.at(-1)!.lower),
	),
	...when(
		'assertion',
		['[the] {column} column is (sorted|ordered) [in] (descending|descending order|z to a)'],
		'the rows are sorted by {column} descending',
		({column}) => isThing(column!) && column!.length <= 2,
	),
	...when(
		'assertion',
		['{thing} mentions {text}'],
		'{thing} contains "{text}"',
		({thing, text}) =>
			isThing(thing!) && text!.length <= 8 && !text!.some(({kind}) => kind === 'mark' || kind === 'variable'),
	),
	...(['left', 'remaining'] as const).flatMap(end =>
		when(
			'assertion',
			[`{number} {things} (are|is) ${end}`],
			`the page shows "{number} {things} ${end}"`,
			({number, things}) => isNumber(number!) && things!.every(({kind}) => kind === 'word') && things!.length <= 3,
		),
	),
	...when(
		'assertion',
		[`page {number} is [the] ${now} [page|one]`, `[the] ${now} page [number] is {number}`],
		'the "{number}" button is selected',
		holding({number: isNumber}),
	),
	...(['left', 'remaining'] as const).flatMap(end =>
		when(
			'assertion',
			[`there (is|are) {number} {things} ${end}`],
			`the page shows "{number} {things} ${end}"`,
			({number, things}) => isNumber(number!) && things!.every(({kind}) => kind === 'word') && things!.length <= 3,
		),
	),
];
