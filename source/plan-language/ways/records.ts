import {type Rewording, when} from '../rewording.ts';
import {isVerb} from '../words.ts';
import {holding, isDatum, isKey, isNumber, isRecord, isSureDatum, isThing} from './guards.ts';

const now = '(current|selected|active|chosen|default|preselected)';
const isOfPages = /^(?:page|tab|step|one|url|title|user|option|entry|item)$/;

/** What one does to a record by its row, what is current, and amounts: said in the words of the families. */
export const recording: Rewording[] = [
	...when(
		'action',
		[
			'{purpose} (with|using|by pressing|by hitting|by using|by) [the] {key} key',
			'{purpose} (with|using|by pressing|by hitting) {key}',
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
		'assertion',
		[`page {number} is [the] ${now} [page|one]`, `[the] ${now} page [number] is {number}`],
		'the "{number}" button is selected',
		holding({number: isNumber}),
	),
	...when(
		'assertion',
		[`{option} is the ${now} {group}`],
		'the {group} is {option}',
		({option, group}) =>
			isDatum(option!) && isThing(group!) && !isOfPages.test(group!.at(-1)!.lower) && !isVerb(group![0]),
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
