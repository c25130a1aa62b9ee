import {type Rewording, when} from '../rewording.ts';
import {roleAtEnd} from '../names.ts';
import type {Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {holding, isDatum, isNumber, isQuoted, isRecord, isSureDatum, isThing} from './guards.ts';

type Tokens = readonly Token[];
const isValue = (tokens: Tokens) => isDatum(tokens) || isNumber(tokens);
const isState = (tokens: Tokens) =>
	tokens.length === 1 && tokens[0]!.text === tokens[0]!.lower && states.test(tokens[0]!.lower);
const states =
	/^(?:empty|blank|disabled|enabled|checked|unchecked|ticked|unticked|selected|visible|hidden|shown|displayed|collapsed|expanded|required|invalid|gone)$/;
/** What a fact of a record is called: one or two plain words. */
const isColumn = (tokens: Tokens) =>
	tokens.length <= 2 &&
	tokens.every(({kind, text, lower}) => kind === 'word' && text === lower && /^\p{L}+$/u.test(lower));
/** Of several: each begins like data or a name. */
const isNamed = (tokens: Tokens) =>
	tokens.length <= 5 && (isDataLike(tokens[0]!) || isCapital(tokens[0])) && tokens.every(({kind}) => kind !== 'mark');

const turned =
	'(goes|went|has gone|drops|dropped|has dropped|falls|fell|has fallen|rises|rose|has risen|increases|increased|has increased|decreases|decreased|has decreased|jumps|jumped|changes|changed|has changed|is changed|was changed|has been changed|switches|switched|updates|updated|is updated|was updated|has been updated|is set|was set|has been set|is back|is reset|was reset|has been reset|resets|returns|returned|is reduced|is raised|grows|shrinks|turns) [back|down|up] to';
const here =
	'(is displayed|appears|is shown|pops up|comes up|is visible|opens|is there|has appeared|has opened|shows up)';
const current =
	'(is|is marked as|is highlighted as|is shown as|is still|stays) the (current|active|selected|chosen|highlighted) (page|step|tab|day|date|one|entry|item|view|section|link|option|menu item|menu entry|plan|image|slide)';

/** Changes are claims about what is so now; what says, marks or lists something claims that it stands there. */
export const becoming: Rewording[] = [
	...when(
		'assertion',
		[`{thing} [now|then|again] ${turned} {value}`],
		'{thing} is {value}',
		holding({thing: isThing, value: isValue}),
	),
	...when(
		'assertion',
		[
			'{thing} (has been|is|was|gets) [already|automatically|now] (filled in|filled|prefilled|pre-filled|populated|prepopulated|pre-populated|completed) (with|as) {value}',
		],
		'{thing} is {value}',
		holding({thing: isThing, value: isValue}),
	),
	...when(
		'assertion',
		[
			'the {column} {value} (is kept|is preserved|is retained|is remembered|was kept|has been kept|is still there|is still set|persists)',
			'the {column} (stays|remains|is still) {value}',
		],
		'the {column} is {value}',
		holding({column: isColumn, value: isQuoted}),
	),
	...when(
		'assertion',
		[
			'{thing} [now|still] (confirms|asks|warns|announces|mentions|explains|informs|notes|reports|states|adds|reveals|promises|suggests) [:] {text}',
		],
		'{thing} says {text}',
		holding({thing: isThing, text: isQuoted}),
	),
	...when(
		'assertion',
		[`[a|an|the] {what} with [the] [text|message|title|words|hint|label] {text} ${here}`],
		'the page shows {text}',
		({what, text}) =>
			isQuoted(text!) &&
			what!.length <= 2 &&
			what!.every(
				({kind, text: said, lower}) =>
					kind === 'word' &&
					said === lower &&
					!/^(?:row|field|button|link|checkbox|dropdown|item|dialog|no)$/.test(lower),
			),
	),
	...when(
		'assertion',
		['{one} and {other} [now|both|still] (have|show|carry) the {column} {value}'],
		'the {column} of {one} is {value} and the {column} of {other} is {value}',
		holding({one: isNamed, other: isNamed, column: isColumn, value: isValue}),
	),
	...when(
		'assertion',
		[
			'{record} [now|still] (has|shows|carries|bears|gets|got|keeps) the (tag|badge|label|mark|marker|flag|chip|note) {value}',
		],
		'the row of {record} contains {value}',
		holding({record: isRecord, value: isQuoted}),
	),
	...when(
		'assertion',
		['{record} [now|still] (has|shows|carries|bears|got|keeps) the {column} {value}'],
		'the {column} of {record} is {value}',
		holding({record: isRecord, column: isColumn, value: isValue}),
	),
	...when(
		'assertion',
		['{record} is [now|still] (marked|tagged|labelled|labeled|flagged) as {value}'],
		'the row of {record} contains {value}',
		holding({record: isRecord, value: isQuoted}),
	),
	// What kind of thing it is stands in front of its name.
	...['is', 'has', 'shows', 'was', 'says', 'carries'].flatMap(verb =>
		when(
			'assertion',
			[`the {kind} {name} ${verb} {rest}`],
			`{name} ${verb} {rest}`,
			({kind, name}) => isQuoted(name!) && isKindOnly(kind!),
		),
	),
	...when('assertion', [`{thing} ${current}`], '{thing} is selected', ({thing}) =>
		isThing(thing!.filter(({lower}) => lower !== 'in')),
	),
	...when(
		'assertion',
		['{value} is the (default|preselected|selected|current|chosen|preset|initial) {column}'],
		'the {column} is {value}',
		holding({value: isValue, column: isColumn}),
	),
	...when(
		'assertion',
		[
			'{place} [now|still] (lists|shows|displays|has|gives|names) {value} as [the|its|their] {column} and {other} as [the|its|their] {fact}',
		],
		'the {column} in {place} is {value} and the {fact} in {place} is {other}',
		holding({place: isThing, value: isValue, column: isColumn, other: isValue, fact: isColumn}),
	),
	...when(
		'assertion',
		['{place} [now|still] (lists|shows|displays|has|gives|names) {value} as (the|its|their) {column}'],
		'the {column} in {place} is {value}',
		holding({place: isThing, value: isValue, column: isColumn}),
	),
	...when(
		'assertion',
		['{record} is [now|still] (among|one of|part of|in the list of) the {things}'],
		'{record} is shown',
		holding({record: isNamed, things: isThing}),
	),
	...when(
		'assertion',
		[
			'(below|above|under|next to|beside) {place} (it says|it reads|there is|stands|it shows|there stands) [the text] {text}',
		],
		'{text} is shown',
		holding({place: isThing, text: isQuoted}),
	),
	...when(
		'assertion',
		['there (is|should be) [a|an] [email|mail|external|phone] link to {address}'],
		'the link {address} is visible',
		({address}) => address!.length === 1 && /@|:\/\//.test(address![0]!.text),
	),
	...when(
		'assertion',
		['{thing} (has|have|contains) {n} columns (with|having) the (headers|headings|titles|names) {list}'],
		'{thing} has {n} columns, then {thing} has the columns {list}',
		holding({thing: isThing, n: isNumber}),
	),
	...when(
		'assertion',
		['{thing} (has|shows) the (headers|column headers|column headings|headings) {list}'],
		'{thing} has the columns {list}',
		({thing}) => isThing(thing!),
	),
	...when(
		'assertion',
		['{thing} (offers|has|contains|shows|lists) [the] {n} (options|choices) : {list}'],
		'{thing} has {n} options, then {thing} has the options {list}',
		holding({thing: isThing, n: isNumber}),
	),
	...when(
		'assertion',
		[`{thing} with the (options|choices) {list} ${here}`],
		'{thing} is visible and {thing} has the options {list}',
		({thing}) => isThing(thing!),
	),
	...when(
		'assertion',
		['{thing} (closes|has closed|closed|is closed again)'],
		'{thing} is closed',
		({thing}) =>
			isThing(thing!) && /^(?:dialog|modal|menu|drawer|popup|panel|window|overlay|sidebar)$/.test(thing!.at(-1)!.lower),
	),
	...when(
		'assertion',
		['both {one} and {other} are [now|still|again] {state}'],
		'{one} is {state} and {other} is {state}',
		holding({one: isThing, other: isThing, state: isState}),
	),
	...when(
		'assertion',
		['the (url path|path of the url|path of the page|path) (is|should be) {path}'],
		'the URL is {path}',
		({path}) => path!.length === 1 && path![0]!.text.startsWith('/'),
	),
	...when(
		'assertion',
		['{text} is (shown|displayed) as (an error|a warning|an error message)'],
		'the error message {text} is visible',
		holding({text: isQuoted}),
	),
	...when(
		'action',
		['(select|choose|pick) [the] {field} {value}'],
		'select {value} in {field}',
		({field, value}) => isColumn(field!) && isQuoted(value!),
	),
	...when(
		'action',
		['(change|set|update) [the] {field} to {value} and [the] {other} to {more}'],
		'set {field} to {value}, then set {other} to {more}',
		holding({field: isThing, value: isValue, other: isThing, more: isValue}),
	),
	...when(
		'action',
		['(replace|overwrite|correct|fix) [the] {field} (with|by|to) {value}'],
		'set {field} to {value}',
		holding({field: isThing, value: isSureDatum}),
	),
	...when(
		'action',
		['(enter|type|put in|fill in) (an|a|the) {field} of {value}'],
		'enter {value} into {field}',
		({field, value}) => isColumn(field!) && value!.length === 1 && isSureDatum(value!),
	),
	...when('action', ['(press|hit|push) the {key} key'], 'press {key}', ({key}) => isQuoted(key!)),
	...when('action', ['(go on|move on|carry on|go ahead) to {step}'], 'continue to {step}', holding({step: isThing})),
	...when(
		'action',
		['(switch|change|go|toggle|turn) back to {choice}'],
		'choose {choice}',
		({choice}) => isCapital(choice![0]) && isThing(choice!),
	),
	...when(
		'action',
		['(mark|flag|set) (the selected|the ticked|the chosen|the checked|all selected|both) {things} as {state}'],
		'click "Mark as {state}"',
		holding({things: isThing, state: isBare}),
	),
	...when(
		'action',
		['make {who} (a|an|the) {role}'],
		'select "{role}" in the row of "{who}"',
		holding({who: isNamed, role: isNamed}),
	),
	...when(
		'action',
		[
			'(invite|subscribe|unsubscribe|register) [to the newsletter|to our newsletter|to the mailing list|for the newsletter] [with|using|as] [the] [address|email|email address|user|e-mail] {address}',
			'(invite|subscribe|sign up|register) (to|for) {thing} (with|using) [the] [address|email|email address|e-mail] {address}',
		],
		'type "{address}" into the email field, then click "{first}"',
		({address}) => address!.length === 1 && address![0]!.text.includes('@'),
	),
	...when(
		'action',
		[
			'{act} with (an empty form|the form empty|all fields empty|all fields left empty|empty fields|nothing filled in|no data|an empty field|everything empty)',
		],
		'{act}',
		({act}) => act!.length > 1,
	),
	...when(
		'action',
		[
			'(filter|narrow|limit|restrict) (from|between) {start} (to|and|until) {end}',
			'(filter|narrow|limit|restrict|show) {things} (from|between) {start} (to|and|until) {end}',
		],
		'enter "{start}" into "From", then enter "{end}" into "To"',
		holding({start: isSureDatum, end: isSureDatum}),
	),
];

/** Plain words for a record: nothing that is pressed, filled in or looked at for itself. */
function isKindOnly(tokens: Tokens): boolean {
	return (
		tokens.length <= 3 &&
		tokens.every(({kind, text, lower}) => kind === 'word' && text === lower && /^\p{L}+$/u.test(text)) &&
		roleAtEnd(tokens) === null
	);
}
function isBare(tokens: Tokens): boolean {
	return tokens.length <= 2 && tokens.every(({kind}) => kind === 'word');
}
