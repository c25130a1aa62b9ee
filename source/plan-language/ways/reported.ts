import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {areQuoted, holding, isNumber, isQuoted, isRecord, isThing} from './guards.ts';

const isPlain = (most: number) => (tokens: readonly Token[]) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
const isNamed = (tokens: readonly Token[]) =>
	isRecord(tokens) && tokens.some(token => isCapital(token) || isDataLike(token));
/** A number, an amount, a day, a code: something a page says and no word of grammar. */
const isData = (tokens: readonly Token[]) =>
	tokens.length <= 5 &&
	(isDataLike(tokens[0]!) || /^[€$£¥]$/.test(tokens[0]!.text)) &&
	tokens.every(({kind, lower}) => kind !== 'mark' && !/^(?:and|or|is|are|with|but)$/.test(lower));
const telling = /^(?:counts|shows|says|reads|lists|has|is|gives|states)$/;
/** The value of a column, and no claim of its own. */
const isHad = (tokens: readonly Token[]) =>
	tokens.length <= 3 &&
	(tokens[0]!.kind === 'quoted' || isCapital(tokens[0]) || isDataLike(tokens[0]!)) &&
	tokens.every(
		({kind, text, lower}) =>
			kind !== 'mark' && !(text === lower && /^(?:and|or|is|are|was|were|has|have|shows|says|with|it)$/.test(lower)),
	);
/** `with 2 participants`, `with the status Confirmed`, and both. */
const hads: Array<[string, string]> = [
	['{n} {things}', '{record} has {n} {things}'],
	['[the|a|an|its] {column} {value}', 'the {column} of {record} is {value}'],
	[
		'{n} {things} and [the|a|an|its] {column} {value}',
		'{record} has {n} {things} and the {column} of {record} is {value}',
	],
];
const shown = '(shown|displayed|visible|seen|open|opened|listed|presented)';
const listing = '(listed|shown|displayed|in the list|in the table|in the overview|on the list|there|listed there)';
const rejected =
	'(rejected|refused|declined|denied|turned down|not accepted|not possible|blocked|accepted|confirmed|acknowledged|answered)';
const bubble = '(counter|badge|number|bubble|count)';
const coloured = '[small|little] [red|green|blue|yellow|orange|grey|gray|black|white|purple|pink]';
const moved =
	'(has dropped|drops|dropped|has risen|rises|rose|went|goes|has gone|changes|changed|has changed|increases|increased|has increased|decreases|decreased|has decreased|jumps|jumped|falls|fell|has fallen|is|shows|says|reads|is down|is up|is now|now shows)';

/** What the page reports, said as people tell of it: with what it says, in which list, with what in it. */
export const reported: Rewording[] = [
	...when(
		'assertion',
		[
			'{texts} (is|are) [now|also] (reported|announced|acknowledged|signalled|stated|printed|quoted|flashed|reported back)',
			'{texts} (can be read|can be seen|may be read|stand there|stands there)',
		],
		'{texts} are visible',
		holding({texts: areQuoted}),
	),
	...when(
		'assertion',
		[
			'{one} and {other} are [now|both|also] (shown|displayed|reported|given|listed|flagged|marked|returned|there|visible) as [the|two|both] (errors|error messages|warnings|validation errors)',
		],
		'the message {one} is visible and the message {other} is visible',
		holding({one: isQuoted, other: isQuoted}),
	),
	...(['below', 'above'] as const).flatMap(where =>
		when(
			'assertion',
			[
				`${where === 'below' ? '(below|under|underneath|beneath)' : '(above|over)'} the {place} [,] {one} and {other} (can be read|can be seen|are shown|are displayed|are visible|stand|appear)`,
			],
			`{one} is ${where} the {place} and {other} is ${where} the {place}`,
			holding({place: isPlain(2), one: isQuoted, other: isQuoted}),
		),
	),
	...when(
		'assertion',
		[
			`{thing} (is|was|has been|gets) ${rejected} (:|,|-|–) {text}`,
			`{thing} (is|was|has been|gets) ${rejected} [with|because|since|as] (the message|the error|the text|the note|the words|an error) [:] {text}`,
			`{thing} (fails|failed|succeeds) (:|with|with the message|with the error) {text}`,
		],
		'{text} is visible',
		holding({thing: isThing, text: isQuoted}),
	),
	...when(
		'assertion',
		[
			'[the] (result|results|result line|results line|summary|status line|info line|hint|note|footer line|line below|text below|counter line) (says|say|reads|read|states) {text}',
		],
		'the page shows {text}',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		[
			'{claim} , with {thing} (marked|labelled|labeled|shown|listed|flagged|tagged) as {state}',
			'{claim} with {thing} (marked|labelled|labeled|flagged|tagged) as {state}',
		],
		'{claim} and the row of {thing} contains "{state}"',
		({claim, thing, state}) =>
			claim!.length > 2 && isNamed(thing!) && state!.length <= 3 && !state!.some(({kind}) => kind === 'mark'),
	),
	// A record with what is in it
	...hads.flatMap(([form, say]) =>
		when(
			'assertion',
			[
				`{record} (is|are) [now|still|also] ${listing} with ${form}`,
				`{record} (appears|shows up|turns up|is now listed|stands) [in the list|in the table] with ${form}`,
			],
			say,
			({record, n, things, column, value}) =>
				isNamed(record!) &&
				(n === undefined || (isNumber(n) && isPlain(2)(things!))) &&
				(column === undefined ||
					(isPlain(2)(column) && !column.some(({lower}) => telling.test(lower)) && isHad(value!))),
		),
	),
	...when(
		'assertion',
		['{n} {things} (of|from|for|by) {name} (are|were) (found|listed|shown|displayed|there|visible|in the list)'],
		'there are {n} rows containing {name}',
		({n, things, name}) => isNumber(n!) && isPlain(2)(things!) && isQuoted(name!),
	),
	...when(
		'assertion',
		[
			'{n} {things} (are|were) (shown|listed|displayed|visible) on (this page|the first page|the page|the current page|this first page|the last page)',
			'(this page|the first page|the page|the current page|the last page) (shows|lists|has|displays|contains) {n} {things}',
		],
		'there are {n} {things}',
		holding({n: isNumber, things: isPlain(2)}),
	),
	...when(
		'assertion',
		['{thing} counts {n} {things}', '{thing} gives {n} as the number of {things}', '{thing} speaks of {n} {things}'],
		'{thing} contains "{n}" and {thing} contains "{things}"',
		({thing, n, things}) =>
			isNumber(n!) && isPlain(2)(things!) && /^(?:heading|headline|title|tab|header)$/.test(thing!.at(-1)!.lower),
	),
	...when(
		'assertion',
		[
			'[a|the] [new] {kind} {record} for {who} (appears|is shown|is listed|stands|is|has appeared) (at the top|on top|in the first row) [of the list|of the table] [,] [with|issued|dated|created|from|for] {rest}',
			'[a|the] [new] {kind} {record} for {who} (appears|is shown|is listed|stands|is|has appeared) (at the top|on top|in the first row) [of the list|of the table]',
		],
		'the first row contains "{record}" and the first row contains "{kind}" and the first row contains "{who}" and the first row contains "{rest}"',
		({kind, record, who, rest}) =>
			rest !== undefined && isPlain(1)(kind!) && isNamed(record!) && isNamed(who!) && isData(rest),
	),
	...when(
		'assertion',
		[
			'[a|the] [new] {kind} {record} for {who} (appears|is shown|is listed|stands|is|has appeared) (at the top|on top|in the first row) [of the list|of the table]',
		],
		'the first row contains "{record}" and the first row contains "{kind}" and the first row contains "{who}"',
		holding({kind: isPlain(1), record: isNamed, who: isNamed}),
	),
	// Pages
	...when(
		'assertion',
		[
			`{page} (is|are) [now|again] ${shown} with [the|a|an] (fields|inputs|input fields|boxes) for {one} and {other}`,
			`{page} (opens|appears|comes up) with [the|a|an] (fields|inputs|input fields|boxes) for {one} and {other}`,
		],
		'I am on {page} and the {one} field is visible and the {other} field is visible',
		({page, one, other}) =>
			isThing(page!) && /^(?:page|screen|form)$/.test(page!.at(-1)!.lower) && isThing(one!) && isThing(other!),
	),
	...when(
		'assertion',
		[
			`[a|an|the] {page} (page|screen) with [the|a|an] {one} {value} and [the|a|an] {other} {second} (is|are) [now] ${shown}`,
			`[a|an|the] {page} (page|screen) with [the|a|an] {one} {value} and [the|a|an] {other} {second} (appears|opens|comes up)`,
		],
		'I am on the {page} page and the {one} is {value} and the {other} is {second}',
		({page, one, value, other, second}) =>
			isPlain(3)(page!) && isPlain(3)(one!) && isData(value!) && isPlain(3)(other!) && isData(second!),
	),
	...when(
		'assertion',
		[
			'the {kind} list (opens|is open|comes up|appears|is opened|opens again|is back)',
			'the list of {kind} (opens|is open|comes up|appears|is opened|opens again|is back)',
		],
		'I am on the {kind} page',
		({kind}) =>
			isPlain(1)(kind!) && !/^(?:search|wish|drop-down|dropdown|suggestion|option|price|check)$/.test(kind![0]!.lower),
	),
	...when(
		'assertion',
		[
			'instead of {thing} [,] there (is|are) {other}',
			'instead of {thing} [,] {other} (is|are) (shown|there|displayed|visible)',
		],
		'{other} is visible and {thing} is not visible',
		({thing, other}) => isThing(thing!) && other!.length <= 8,
	),
	...when(
		'assertion',
		['{field} (is|are) [still|already] (filled|filled in|filled out|prefilled|pre-filled)'],
		'the {field} field is not empty',
		({field}) => isThing(field!) && field!.at(-1)!.lower !== 'form',
	),
	...when(
		'assertion',
		['the page shows {text} and (a|the|an) {field} of {value}', 'the page shows {text} and (a|the|an) {field} {value}'],
		'the page shows {text} and the page shows "{value}"',
		({text, field, value}) => isQuoted(text!) && isPlain(2)(field!) && isData(value!),
	),
	...when(
		'assertion',
		['(complains|objects|protests) that {text}', '{place} (complains|objects|protests) that {text}'],
		'an error says that {text}',
		({place, text}) => text!.length > 2 && (place === undefined || isThing(place)),
	),
	...when(
		'assertion',
		['{place} (asks|is asking|wants me|asks me) for {what}', '(asks|is asking) for {what}'],
		'an error says that enter {what}',
		({place, what}) =>
			/^(?:a|an|the)$/.test(what![0]!.lower) && what!.length <= 6 && (place === undefined || isThing(place)),
	),
	// What stands in a bubble
	...when(
		'assertion',
		[
			'[the] tab {owner} [now|still] (shows|counts|has|says|reads) {n}',
			'[the] {owner} tab [now|still] (shows|counts|has|says|reads) {n}',
		],
		'the {owner} badge is {n}',
		holding({owner: isThing, n: isNumber}),
	),
	...when(
		'assertion',
		[
			`[the] {owner} ${bubble} [in the header|in the menu|at the top|in the navigation] (goes|went|changes|changed|has changed|rises|rose|drops|dropped|increases|increased|has gone|jumps|jumped) from {before} to {n}`,
		],
		'the {owner} badge is {n}',
		holding({owner: isThing, before: isNumber, n: isNumber}),
	),
	...when(
		'assertion',
		[
			`[the] ${coloured} ${bubble} (next to|beside|on|at|behind|after) [the] {owner} [in the menu|in the navigation|in the header|in the sidebar] ${moved} [down|up] to {n}`,
			`[the] ${coloured} ${bubble} (next to|beside|on|at|behind|after) [the] {owner} [in the menu|in the navigation|in the header|in the sidebar] (is|shows|says|reads|is now|now shows) {n}`,
		],
		'the {owner} badge is {n}',
		holding({owner: isThing, n: isNumber}),
	),
];
