import {begins, type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isVerb} from '../words.ts';
import {holding, isDatum, isField, isQuoted, isRecord, isSureDatum, isThing} from './guards.ts';

/** Why, when or how sure: small words without data and without something to do. */
const isAside = (tokens: readonly Token[]): boolean =>
	tokens.length <= 10 &&
	!isVerb(tokens[0]) &&
	tokens.every(({kind, text}) => kind === 'word' && !/\d|^[A-Z_]{2,}$/.test(text));
const isRemark = (tokens: readonly Token[]): boolean =>
	tokens.length <= 8 &&
	tokens[0]!.text.startsWith('(') &&
	tokens.at(-1)!.text.endsWith(')') &&
	tokens.every(({kind, text, lower}) => kind === 'word' && text === lower);
const acts = (match: Record<string, Token[]>) =>
	begins('act')(match) || /^(?:rest|point|mouse|keep|let|leave|forward|back)$/.test(match['act']![0]!.lower);
const aside = (match: Record<string, Token[]>) => acts(match) && isAside(match['aside']!);
const element = holding({thing: isThing});

/** Instructions with something beside them that is not carried out. Only asked when a sentence is in no form. */
export const asideActions: Rewording[] = [
	...when('action', ['{act} {remark}'], '{act}', match => acts(match) && isRemark(match['remark']!)),
	...when(
		'action',
		[
			'{aside} , so [i|we|you|just|then|please] {act}',
			"{act} , (don't|do not|but don't|but do not|no) {aside}",
			"{act} , (we'll|i'll|you'll|we will|i will|they'll|we) {aside}",
		],
		'{act}',
		aside,
	),
	...when(
		'action',
		['{purpose} (via|with|using|by|through) the (link|button|icon|tab) {thing}'],
		'click {thing}',
		match => element(match) && isVerb(match['purpose']![0]) && match['purpose']!.length <= 3,
	),
	...when(
		'action',
		[
			'{thing} is a (switch|toggle|checkbox|check box|tick box) [,|:] [so|please|just] (turn|switch|set|flip) it on',
			'{thing} is a (checkbox|check box|tick box) [,|:] [so|please|just] (tick|check) it',
		],
		'check {thing}',
		element,
	),
	...when(
		'action',
		[
			'{thing} is a (switch|toggle|checkbox|check box|tick box) [,|:] [so|please|just] (turn|switch|set|flip) it off',
			'{thing} is a (checkbox|check box|tick box) [,|:] [so|please|just] (untick|uncheck|clear) it',
		],
		'uncheck {thing}',
		element,
	),
	...when(
		'action',
		[
			'(for|as|under) {list} [,] (take|choose|pick|select) {value} (out of|from|in) the (drop down|dropdown|drop-down|list|menu)',
		],
		'select {value} from {list}',
		holding({list: isField, value: isDatum}),
	),
	...when(
		'action',
		[
			'{field} (needs to|has to|must|should|is to) be (overwritten|replaced|filled|filled in|changed|updated|corrected) (with|to|by) {value}',
		],
		'set {field} to {value}',
		holding({field: isField, value: isSureDatum}),
	),
	...when(
		'action',
		[
			'(hang on|hold on|wait|stay) (until|till) (you|i|we) (see|get|read) the (words|text|message|line) {text}',
			'(hang on|hold on|wait) for the (words|text|message|line) {text}',
		],
		'wait until "{text}" appears',
		holding({text: isDatum}),
	),
	...when(
		'action',
		[
			'(click|click on|press|tap|hit) {thing} (at|on) the (very) (bottom|top|end|foot) of the {area}',
			'(click|click on|press|tap|hit) {thing} (at|on) the (bottom|top|end|foot) of the {area}',
		],
		'click {thing} in the {area}',
		holding({thing: isThing, area: isThing}),
	),
	...when('action', ['give the (page|browser|screen|site) a (refresh|reload)'], 'reload the page'),
	...when(
		'action',
		['make the [browser] window {kind} [:|,] {width} (x|×|by) {height}'],
		'set the window to {width} x {height}',
		({width, height}) =>
			/^\d{3,4}$/.test(width!.at(-1)!.text) && width!.length === 1 && /^\d{3,4}$/.test(height![0]!.text),
	),
];

const done = /^(?:\p{Ll}{3,}ed|sent|paid|set|made|sold|lost|found|undone|withdrawn|written)$/u;

/** Claims said the other way round, with an aside, or as two halves. Only asked when a sentence is in no form. */
export const asideClaims: Rewording[] = [
	...when('assertion', ['{claim} {remark}'], '{claim}', ({claim, remark}) => claim!.length > 2 && isRemark(remark!)),
	...when(
		'assertion',
		['{claim} , (it|they|which) (is|are) (read-only|read only|greyed out|disabled|required|mandatory|locked|optional)'],
		'{claim}',
	),
	...when(
		'assertion',
		['{one} is (shown|visible|displayed|there) , [and|but] {other} is not [any more|anymore]'],
		'{one} is visible and {other} is not visible',
		holding({one: isThing, other: isThing}),
	),
	// What the page tells when it is done: a sentence of it, and nothing less.
	...when(
		'assertion',
		['{thing} (has|have) [now|all] been {done}', '{thing} (was|were) {done} [successfully]'],
		'the page says that {thing} have been {done}',
		match =>
			match['thing']!.length <= 4 &&
			match['thing']!.every(({kind, text}) => kind === 'word' && /^[\p{L}'-]+$/u.test(text)) &&
			match['done']!.length === 1 &&
			done.test(match['done']![0]!.lower),
	),
	...when(
		'assertion',
		['{text} is what {place} (says|shows|reads|tells|displays)'],
		'{place} shows {text}',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		[
			'{place} (greets|welcomes) (me|us|you|the user|him|her|them) with {text}',
			'(i|we) am (greeted|welcomed) by {place} with {text}',
		],
		'{place} contains {text}',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		[
			'[you|i|we|one] (can not|cannot) leave {field} (blank|empty)',
			'[you|i|we|one] (can not|cannot) leave {field} (blank|empty) , {aside}',
		],
		'{field} is required',
		holding({field: isField}),
	),
	...when(
		'assertion',
		[
			'(in|on) the {table} table , [in] [the] {row} row , [the] {column} [column] (says|is|shows|reads|has|should be|should say|should show) {value}',
			'(in|on) the {table} table , [in] [the] row {row} , [the] {column} [column] (says|is|shows|reads|has|should be|should say|should show) {value}',
		],
		'the {column} of {row} is {value}',
		holding({table: isThing, row: isRecord, column: isThing, value: isDatum}),
	),
	...when(
		'assertion',
		['{thing} (has to|should|must|needs to|will) (come up|start|start off|start out|come|be shown) (ticked|checked)'],
		'{thing} is checked',
		element,
	),
	...when(
		'assertion',
		[
			'{thing} (has to|should|must|needs to|will) (come up|start|start off|start out|come|be shown) (unticked|unchecked)',
		],
		'{thing} is unchecked',
		element,
	),
	...when(
		'assertion',
		[
			'{thing} (is|are) in {column} order [,] [with] [the] (cheapest|lowest|smallest|oldest|earliest|shortest) (at the top|on top|first|up top)',
		],
		'{thing} are sorted by {column} ascending',
		holding({thing: isThing, column: isThing}),
	),
	...when(
		'assertion',
		[
			'{thing} (is|are) in {column} order [,] [with] [the] (dearest|highest|largest|newest|latest|longest|most expensive|biggest) (at the top|on top|first|up top)',
		],
		'{thing} are sorted by {column} descending',
		holding({thing: isThing, column: isThing}),
	),
	...when(
		'assertion',
		[
			'{file} (ends up|lands|arrives|turns up|is|appears) in (my|the|your) (downloads|downloads folder|download folder)',
		],
		'{file} was downloaded',
		({file}) => file!.length === 1,
	),
];
