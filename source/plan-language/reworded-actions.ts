import {begins, holdsData, isShort, type Rewording, when} from './rewording.ts';
import type {Token} from './tokens.ts';
import {isDataLike} from './values.ts';
import {articles, givesWords, isVerb} from './words.ts';

/** What a control does; filling in and signing in need more than a click. */
const isHandled = ({lower}: Token) =>
	/^(?:close|open|delete|remove|add|switch|turn|toggle|expand|collapse|show|hide|edit|submit|save|confirm|dismiss|cancel|start|stop|reject|accept|refresh|reload|archive|share|reveal|create)$/.test(
		lower,
	);
const dialogs =
	'(pop-up|popup|pop up|alert|prompt|confirmation|confirmation dialog|browser dialog|message box|question|dialog)';
const own = '(his|her|its|their|that|the same|this)';

/** `the reason "Too late"`: a fact and its value, and nothing to press. */
const isFact = (tokens: readonly Token[]): boolean =>
	tokens.length > 1 &&
	tokens.at(-1)!.kind === 'quoted' &&
	!/^(?:button|link|icon|tab|option|entry|item|menu|control)$/.test(tokens.at(-2)!.lower) &&
	tokens.slice(0, -1).every(({kind, text, lower}) => kind === 'word' && text === lower);
/** `Dr. Karl Winter`: whom it is about. */
const isSomebody = ([title, ...rest]: readonly Token[]): boolean =>
	rest.length > 0 && /^(?:dr|mr|mrs|ms|prof|sir|madam)\.?$/.test(title!.lower);

/** Loose instructions in the words of the families. */
export const tableOfActions: Rewording[] = [
	...when('action', ['{purpose} by (pressing|hitting) {key}'], 'press {key}', ({purpose}) => isVerb(purpose![0])),
	...when(
		'action',
		[
			'wait for [the] (message|text|notification|note) {text}',
			'wait until [the] (message|text|notification) {text} (appears|shows up|is shown|is visible)',
		],
		'wait until "{text}" appears',
		({text}) => /^\p{Lu}/u.test(text![0]!.text),
	),
	...when(
		'action',
		[
			'{verb} {value} (in|into|to) [the] (field|box|input|text box|area) (that says|which says|labelled|labeled|called|named|saying|with the text|with the label) {name}',
		],
		'{verb} {value} into "{name}"',
		({verb, value}) => verb!.length === 1 && value!.length === 1,
	),
	...when(
		'action',
		['(clear|remove|delete|empty) (whatever|anything|everything) [that] (is|stands) in {thing}'],
		'clear {thing}',
	),
	...when('action', ['delete [the] {thing} text'], 'clear the {thing} field', ({thing}) => isShort(thing!)),
	...when(
		'action',
		[
			`(remove|delete|edit|open|archive|mark|cancel|approve|rename) {row} (by clicking|by clicking on|by pressing|with|via|using) [on] the {control} (in|at|on|of) [the end of] ${own} (row|line|card|entry)`,
			`(remove|delete|edit|open|archive|mark|cancel|approve|rename) {row} (with|via|using) the {control} at the end of ${own} (row|line|card|entry)`,
		],
		'click {control} in the row of {row}',
	),
	...when(
		'action',
		[`(confirm|accept|acknowledge|answer) (the|this|that) ${dialogs} [with|by clicking|by pressing] [ok|yes]`],
		'accept the confirmation',
	),
	...when(
		'action',
		[`(cancel|dismiss|decline|reject) (the|this|that) ${dialogs} [that|which] [pops up|appears|comes up|opens]`],
		'dismiss the confirmation',
	),
	...when(
		'action',
		[
			`{act} and (cancel|dismiss|decline|reject) (the|this|that) ${dialogs} [that|which] [pops up|appears|comes up|opens]`,
		],
		'{act} and dismiss the confirmation',
	),
	...when(
		'action',
		[
			`{act} and (accept|confirm|ok|acknowledge) (the|this|that) ${dialogs} [that|which] [pops up|appears|comes up|opens]`,
		],
		'{act} and accept the confirmation',
	),
	...when(
		'action',
		[
			'[when|if|once] asked {question} [,] {rest}',
			'(when|once) {question} (appears|pops up|is shown|opens) [,] {rest}',
		],
		'{rest}',
		match => begins('rest')(match) && match['question']!.length === 1,
	),
	...when(
		'action',
		[
			'look for {value} (using|with|in|via) the search [box|field|bar]',
			'search [for] {value} (using|with|in|via) the search [box|field|bar]',
		],
		'search for {value}',
	),
	...when('action', ['search {things} : {value}'], 'search for {value}', ({things}) => isShort(things!)),
	...when(
		'action',
		['filter {things} by (typing|entering) {value}'],
		'type {value} into the filter field',
		({things}) => isShort(things!),
	),
	...when('action', ['(unfold|fold out|unroll|open up) {thing}'], 'expand {thing}'),
	...when('action', ['(fold|fold up|roll up) {thing}'], 'collapse {thing}'),
	...when(
		'action',
		['go (one page|a page|one step) back [in the browser]', 'go back (one page|a page|one step) [in the browser]'],
		'go back',
	),
	...when(
		'action',
		['(note|write|jot) down {thing}', 'keep {thing} (for later|for later use)', '(remember|memorise|memorize) {thing}'],
		'remember {thing} as {NAME}',
		({thing}) => isShort(thing!),
	),
	...when(
		'action',
		['leave (a|the) {field} {value}'],
		'type {value} into the {field} field',
		({value, field}) => value!.length === 1 && value![0]!.kind === 'quoted' && isShort(field!),
	),
	...when(
		'action',
		[
			'(type|enter|put|write|use) the (right|correct|wrong|new|old|other|actual|valid) {field} , {value} , instead',
			'(type|enter|put|write|use) the (right|correct|wrong|new|old|other|actual|valid) {field} , {value}',
		],
		'type {value} into {field}',
		({value}) => value!.length === 1,
	),
	...when(
		'action',
		['{purpose} (with|using|via|through) the {control}'],
		'click the {control}',
		({purpose, control}) => isHandled(purpose![0]!) && isShort(control!) && !isFact(control!),
	),
	...when(
		'action',
		['{purpose} (with|using|via|by choosing|by selecting) {control}'],
		'click {control}',
		({purpose, control}) =>
			isHandled(purpose![0]!) &&
			!givesWords(purpose!, control!) &&
			isShort(control!) &&
			!holdsData(purpose!) &&
			!isFact(control!) &&
			!isSomebody(control!) &&
			(/^\p{Lu}/u.test(control![0]!.text) || control![0]!.kind === 'quoted'),
	),
	...when(
		'action',
		['(export|save|print|download) {thing} as {format}'],
		'click "export {format}"',
		({format, thing}) => format!.length === 1 && isShort(thing!),
	),
	...when('action', ['(switch|change|move|go) [over] to {thing}'], 'click {thing}', ({thing}) => isShort(thing!)),
	...when(
		'action',
		['(apply|save|send|confirm|close|delete|remove|place|publish) (it|this|that|them)'],
		'click {first}',
	),
	...when(
		'action',
		['{intro} (>|→|->|=>|») {rest}'],
		'click {intro}, then {rest}',
		match => begins('rest')(match) && isShort(match['intro']!),
	),
	...when(
		'action',
		['{area} (>|→|->|=>|») {field} : {value}'],
		'in the {area} section, type {value} into {field}',
		({area, field}) => isShort(area!) && isShort(field!) && !isVerb(area![0]),
	),
	...when(
		'action',
		['{field} (>|→|->|=>|») {value}'],
		'type {value} into {field}',
		({field, value}) => isShort(field!) && !isVerb(field![0]) && value!.length === 1 && holdsData(value!),
	),
	...when('action', ['{intro} : {rest}'], '{rest}', match => begins('rest')(match) && !isVerb(match['intro']!.at(-1)!)),
	...when('action', ['{act} in it', '{act} from it', '{act} there'], '{act}', begins('act')),
	...when('action', ['(complete|finish) the (task|item|todo|to-do) {row}'], 'tick the checkbox of {row}'),
	...when(
		'action',
		['{field} {value}'],
		'type {value} into {field}',
		({field, value}) =>
			!isVerb(field![0]) &&
			field!.length <= 3 &&
			field!.every(token => !isDataLike(token) && token.kind === 'word' && !articles.has(token.lower)) &&
			value!.every(token => isDataLike(token)) &&
			value!.map(({text}) => text).join('').length > 4,
	),
];
