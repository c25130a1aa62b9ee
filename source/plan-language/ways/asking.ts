import {type Rewording, when} from '../rewording.ts';
import {inQuotes, sentenceOf, type Token, textOf} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {holding, isDatum, isQuoted, isRecord, isThing} from './guards.ts';

type Tokens = readonly Token[];
const isSmall = (most: number) => (tokens: Tokens) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
/** A sentence that asks, in quotes or in capitals. */
const isQuestion = (tokens: Tokens): boolean =>
	isQuoted(tokens) || (tokens.length > 2 && isCapital(tokens[0]) && sentenceOf(tokens).endsWith('?'));
/** `npm install tea@1.2.0`: what is typed elsewhere, and no sentence. */
const isCommand = (tokens: Tokens): boolean =>
	tokens.length > 1 &&
	tokens.length <= 8 &&
	tokens.every(({kind, lower}) => kind === 'word' && !/^(?:that|which|and|or|the|a|an|is|are|for|with)$/.test(lower)) &&
	tokens.some(({text}) => /\p{L}@\d|\p{L}\/\p{L}|^-{1,2}\p{L}/u.test(text));
const isCounted = (tokens: Tokens): boolean =>
	tokens.length === 2 && /^\d{1,6}$/.test(tokens[0]!.text) && isCapital(tokens[1]);
const isOne = (tokens: Tokens): boolean => tokens.length === 1 && tokens[0]!.kind !== 'mark';
const asText = (tokens: Tokens): string => (isQuoted(tokens) ? sentenceOf(tokens) : inQuotes(sentenceOf(tokens)));

const box = '(box|section|panel|area|card|block|pane)';
const remains = '(remains|is left|is shown|is listed|is found|shows up|comes up|turns up|is returned)';

/** What a page asks, writes and keeps, and what colleagues tell each other to do about it. */
export const asking: Rewording[] = [
	...when(
		'assertion',
		['(a|the) (dialog|prompt|popup|pop-up|modal|confirmation) (about|on) {topic} asks {question}'],
		({topic, question}) =>
			`the dialog contains ${asText(question!)} and the dialog contains ${inQuotes(textOf(topic!))}`,
		holding({topic: isSmall(4), question: isQuestion}),
	),
	...when(
		'assertion',
		['(a|the) (dialog|prompt|popup|pop-up|modal|confirmation) asks {question}'],
		({question}) => `the dialog contains ${asText(question!)}`,
		holding({question: tokens => !isQuoted(tokens) && isQuestion(tokens)}),
	),
	...when(
		'assertion',
		['(a|the) (warning|message|question|notice) (about|on) {topic} asks {question}'],
		({topic, question}) => `${asText(question!)} is visible and ${inQuotes(textOf(topic!))} is visible`,
		holding({topic: isSmall(4), question: isQuestion}),
	),
	...when(
		'assertion',
		['(a|the) (warning|message|question|notice) asks {question}'],
		({question}) => `${asText(question!)} is visible`,
		holding({question: tokens => !isQuoted(tokens) && isQuestion(tokens)}),
	),
	...when(
		'assertion',
		['(i am|we are|you are|one is) still (on|in|inside) the {area}', 'still (on|in|inside) the {area}'],
		'the {area} is visible',
		holding({area: tokens => isOne(tokens) && /^(?:form|dialog|wizard|popup|modal)$/.test(tokens[0]!.lower)}),
	),
	...when(
		'assertion',
		[
			'the (list|table|page|view|screen|header) [now] (says|reads|states|announces) {count} [at the top|at the bottom|on top|above it]',
		],
		({count}) => `${inQuotes(textOf(count!))} is visible`,
		holding({count: isCounted}),
	),
	...when(
		'assertion',
		[`the {name} ${box} [now] (offers|suggests|recommends|gives|proposes|shows|says|reads|contains) {command}`],
		({name, command}) => `the ${textOf(name!)} section contains ${asText(command!)}`,
		holding({name: isSmall(3), command: isCommand}),
	),
	...when(
		'assertion',
		[`(just|only) one {kind} ${remains} , {name} (from|in|of|at|by) {fact}`],
		({kind, name, fact}) => `there is 1 ${textOf(kind!)} and the row of ${asText(name!)} contains ${asText(fact!)}`,
		holding({kind: isSmall(2), name: isDatum, fact: isDatum}),
	),
	...when(
		'assertion',
		[
			'{first} is the (first|top|topmost) {kind} in the (table|list) , [and] {last} [is] the (last|bottom) [one]',
			'{first} is the (first|top|topmost) {kind} , [and] {last} [is] the (last|bottom) [one]',
		],
		({first, last}) => `the first row contains ${asText(first!)} and the last row contains ${asText(last!)}`,
		holding({first: isDatum, kind: isSmall(2), last: isDatum}),
	),
	...when(
		'action',
		['(tick|check|mark|tick off) (the row|the line) (of|for|with) {record}', '(tick|check|tick off) the {record} row'],
		'tick the checkbox in the row of {record}',
		holding({record: isRecord}),
	),
	...when(
		'action',
		['(untick|uncheck|unmark) (the row|the line) (of|for|with) {record}', '(untick|uncheck) the {record} row'],
		'untick the checkbox in the row of {record}',
		holding({record: isRecord}),
	),
	...when(
		'action',
		['(untick|uncheck|deselect) {box} , but (leave|keep) {other} (on|ticked|checked|selected)'],
		'untick {box}, then {other} is checked',
		holding({box: isThing, other: isThing}),
	),
	...when(
		'action',
		['(tick|check) {box} , but (leave|keep) {other} (off|unticked|unchecked|unselected)'],
		'tick {box}, then {other} is unchecked',
		holding({box: isThing, other: isThing}),
	),
	...when(
		'action',
		[
			'(drag|drop|pull|move) {thing} [over] (to|onto|into|on) the (middle|centre|center) of {place}',
			'(drag|drop|pull) {thing} somewhere (on|onto|in|into) {place}',
		],
		'drag {thing} onto {place}',
		holding({thing: isThing, place: isThing}),
	),
	...when(
		'action',
		['[try to|attempt to] (leave|head|set off|make) for {page} without saving [it|them|anything|first|the changes]'],
		'go to {page}',
		holding({page: tokens => isOne(tokens) && isCapital(tokens[0])}),
	),
	...when(
		'action',
		[
			'[try to|attempt to] (go|navigate|switch|move) [back|over] to {page} without saving [it|them|anything|first|the changes]',
		],
		'go to {page}',
		holding({page: tokens => isThing(tokens) && isCapital(tokens[0])}),
	),
];
