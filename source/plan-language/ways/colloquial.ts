import {type Rewording, when} from '../rewording.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {isVerb, recordNouns} from '../words.ts';
import {holding, isControl, isDatum, isQuoted, isSureDatum, isSureKey, isThing} from './guards.ts';

type Tokens = readonly Token[];
const isKind = (tokens: Tokens) =>
	tokens.length <= 2 && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}{3,}$/u.test(text));
const isRecordKind = (tokens: Tokens) => isKind(tokens) && recordNouns.has(tokens.at(-1)!.lower);
const isPlain = (most: number) => (tokens: Tokens) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
const isName = (tokens: Tokens) =>
	tokens.length <= 5 &&
	(tokens[0]!.kind === 'quoted' ? tokens.length === 1 : isCapital(tokens[0]) || isDataLike(tokens[0]!)) &&
	isThing(tokens);
const bare = (tokens: Tokens) => textOf(tokens).replaceAll('"', '');
const named = '(named|called|titled|entitled|with the name|with the title|by the name of|labelled)';
const opening =
	'(open|close|show|hide|bring up|call up|fire up|pull up|pop open|pop up|get|reach|start|launch|summon|invoke|toggle|get to|jump to|go to)';

/** `the Read sensor node` → `Read sensor`: what kind of record it is stands behind its name. */
const recordOf = (tokens: Tokens): Tokens => {
	const rest = /^(?:the|a|an)$/.test(tokens[0]!.lower) && tokens.length > 1 ? tokens.slice(1) : tokens;
	const isKindLast = rest.length > 1 && rest.at(-1)!.text === rest.at(-1)!.lower && recordNouns.has(rest.at(-1)!.lower);
	return isKindLast ? rest.slice(0, -1) : rest;
};

/** Acts in the words of every day, which are no other act as they stand. */
export const colloquial: Rewording[] = [
	...when(
		'action',
		['(whack|nudge|smack|thump|bash|poke|slam|jab|mash|prod|thwack) [on] {thing}'],
		'click {thing}',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			`${opening} {thing} (with|via|using|by|by pressing|by hitting|through) [the] [shortcut|key|keys|keyboard shortcut] {key} [key|shortcut]`,
		],
		'press {key}',
		holding({thing: isThing, key: isSureKey}),
	),
	...when(
		'action',
		['(bung|chuck|plonk|slap|jot|scribble|whack|shove|throw|slot) {value} (in|into|in to|under) {field}'],
		'type {value} into {field}',
		holding({value: isSureDatum, field: isThing}),
	),
	...when(
		'action',
		['make {value} the [new|default|current|chosen] {field}'],
		'set the {field} to {value}',
		holding({value: isQuoted, field: isPlain(3)}),
	),
	// What is made, and what it is called
	...['add', 'create'].flatMap(verb =>
		when(
			'action',
			[
				`${verb} (a|an|one|another) [new|fresh|further] {kind} ${named} {name}`,
				`${verb} (a|an|one|another) (new|fresh|further) {kind} {name}`,
			],
			({kind, name}) => `${verb} the ${textOf(kind!)} "${bare(name!)}"`,
			({kind, name}) => isRecordKind(kind!) && isName(name!) && !isVerb(kind![0]),
		),
	),
	...when(
		'action',
		[
			`(make|set up|start|open up|put in|enter|log|raise) (a|an|one|another) [new|fresh] {kind} ${named} {name}`,
			`(make|set up|start|raise) (a|an|one|another) (new|fresh) {kind} {name}`,
		],
		({kind, name}) => `create the ${textOf(kind!)} "${bare(name!)}"`,
		({kind, name}) => isRecordKind(kind!) && isName(name!) && !isVerb(kind![0]),
	),
	// The control of a record
	...when(
		'action',
		[
			'{act} {record} (using|with|via|by|through) the {control} (at|on|in|to) (its|the) [far] [left|right|top|bottom|left-hand|right-hand] (edge|side|end|corner)',
			'{act} {record} (using|with|via|through) its {control}',
		],
		({record, control}) => `click the ${textOf(control!)} in the row of "${bare(recordOf(record!))}"`,
		({act, record, control}) =>
			act!.length === 1 &&
			act![0]!.kind === 'word' &&
			isControl(control!) &&
			isThing(record!) &&
			record!.some(token => token.kind === 'quoted' || isCapital(token) || isDataLike(token)),
	),
	...when(
		'action',
		[
			'(choose|select|pick|tick|check|click|set|take) the (radio button|radio|tick box|checkbox|check box|option) (for|of|beside|next to|saying|that says|reading) {name}',
		],
		'select {name}',
		holding({name: isQuoted}),
	),
	// Ways to get somewhere
	...when(
		'action',
		[
			'(take|bring|get|lead) (me|us|yourself) [back|over|on|straight] to {page}',
			'(use|take) the (breadcrumb|breadcrumbs|breadcrumb trail) to (get|go|return|navigate|jump) [back] to {page}',
		],
		'go to {page}',
		holding({page: isThing}),
	),
	...when(
		'action',
		['(open|load|go to|visit) {path} (in|within) (the same|this|the current) [browser] (tab|window)'],
		'go to {path}',
		({path}) => path!.length === 1 && /^(?:\/|https?:)/.test(path![0]!.text),
	),
	...when(
		'action',
		['(bring|get|move|pull) {thing} into (view|sight)', 'scroll {thing} into sight'],
		'scroll to {thing}',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			'(move|drag|slide|pull|push|turn|bring|set) {slider} [all the way] (up|down|back|on|over|across|along) to {value}',
		],
		'drag {slider} to {value}',
		({slider, value}) =>
			isThing(slider!) && slider!.at(-1)!.lower === 'slider' && value!.length === 1 && /^-?\d/.test(value![0]!.text),
	),
	...when(
		'action',
		[
			'tab (over|on|along|across|forward|ahead) to the next (field|box|input|control|element)',
			'tab (on|along|forward|ahead|once)',
		],
		'press Tab',
	),
	...when(
		'action',
		['(press|hit|tap) [the] {key} [key] (a couple of times|a couple times)'],
		'press {key} 2 times',
		holding({key: isSureKeyOrPage}),
	),
	// Sorting
	...when(
		'action',
		[
			'(sort|order|arrange) [the] (list|table|rows|entries|items|records|results) (alphabetically|in alphabetical order|from a to z)',
		],
		'sort by name ascending',
	),
	...when(
		'action',
		['(sort|order|arrange) [the] {column} (alphabetically|in alphabetical order)'],
		({column}) => `sort by ${textOf(column!).replace(/s$/, '')} ascending`,
		({column}) => isPlain(1)(column!) && !/^(?:them|it|alphabetically)$/.test(column![0]!.lower),
	),
	...(['ascending', 'descending'] as const).flatMap(way =>
		when(
			'action',
			[`(sort|order) [in] (${way}) [order] (by|on) {column}`],
			`sort by {column} ${way}`,
			holding({column: isThing}),
		),
	),
	// Waiting
	...when(
		'action',
		[
			'wait [for|until] {thing} to (flash up|fade in|slide in|slide into view|drop down|drop in|roll in|arrive|turn up|kick in|come into view|come in|light up|fly in|flash|flash past)',
		],
		'wait until {thing} appears',
		holding({thing: isThing}),
	),
	...when(
		'action',
		['wait for {thing} to (fade away|fade out|slide away|slide out|drop off|clear off|clear away|die down|go off)'],
		'wait for {thing} to disappear',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			'wait (for|until) {thing} (to fill up|to fill|to populate|to be populated|to be filled|to catch up|to settle|to settle down|fills up|is populated|has filled up|has settled)',
		],
		'wait for the page to load',
		holding({thing: isPlain(3)}),
	),
	...when(
		'action',
		['wait for (up to|at most|no more than) {count} (seconds|second|secs|sec|s) for {claim}'],
		'wait up to {count} seconds for {claim}',
		({count, claim}) => count!.length === 1 && claim!.length > 0,
	),
	...when(
		'action',
		['(log in|sign in|login|log on|sign on) as {who} , {user} (/|and) {password}'],
		'log in as {user} with password {password}',
		({who, user, password}) =>
			isPlain(4)(who!) && user!.length === 1 && password!.length === 1 && isDatum(user!) && isDatum(password!),
	),
];

function isSureKeyOrPage(tokens: Tokens): boolean {
	return isSureKey(tokens) || /^(?:page (?:up|down)|backspace|delete)$/.test(textOf(tokens).toLowerCase());
}

/** Asked when the sentence is in no form as it stands. */
export const laterColloquial: Rewording[] = [
	...when(
		'action',
		['add (another|one more|a further|an additional|an extra|yet another) {thing}'],
		'add a {thing}',
		holding({thing: isPlain(3)}),
	),
	...when(
		'action',
		['(look up|look for|find|search for|hunt for) {value} in {place}'],
		'search for {value} in {place}',
		holding({value: isQuoted, place: isThing}),
	),
	...when(
		'action',
		['(pause|hold|hold on|hang on|hang about|stay put|sit tight) (until|till) {claim}'],
		'wait until {claim}',
		({claim}) => claim!.length > 1,
	),
];
