import {type Rewording, when} from '../rewording.ts';
import {inQuotes, type Token, textOf} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {holding, isNumber, isQuoted, isRecord, isThing} from './guards.ts';

type Tokens = readonly Token[];
const plain = (most: number) => (tokens: Tokens) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
const isNamed = (tokens: Tokens) => isRecord(tokens) && tokens.some(token => isCapital(token) || isDataLike(token));
const isAmount = (tokens: Tokens) =>
	tokens.length <= 3 && (tokens.some(isDataLike) || isNumber(tokens)) && tokens.every(({kind}) => kind !== 'mark');
/** What a page says of itself: `Comments (1)`, `Notes 3`. */
const isTitle = (tokens: Tokens) => tokens.length <= 5 && (isCapital(tokens[0]) || tokens[0]!.kind === 'quoted');
const quote = (tokens: Tokens): string => inQuotes(textOf(tokens));

const telling =
	'(confirms|announces|acknowledges|informs|notifies|tells|warns|explains|greets|welcomes|states|reports|points out|asks|reminds) [me|us|you|the user|the customer|the visitor] [with|of|about|that|by|:|through] [the text|the message|the words]';
const down =
	'(drops|dropped|has dropped|falls|fell|has fallen|goes down|went down|has gone down|sinks|decreases|decreased|has decreased|is reduced|was reduced|has been reduced|is lowered|shrinks|shrank)';
const up =
	'(rises|rose|has risen|goes up|went up|has gone up|grows|grew|has grown|increases|increased|has increased|is raised|was raised|has been raised|climbs|jumps|jumped|has jumped)';
const moves = `(changes|changed|has changed|switches|switched|goes|went|has gone|is updated|was updated|has been updated|is recalculated|now stands|is calculated|is computed)`;
const left =
	'(left|shown|listed|found|displayed|remaining|visible|in the list|in the table|returned|there|remains|left over)';
const one = '(one|1|a single)';

/** What QA engineers write down of a page in passing. */
export const ordinary: Rewording[] = [
	...when(
		'assertion',
		[
			'(a|the) [short|small|little|green|success|confirmation|red] {thing} (confirms|acknowledges|announces) (it|this|that|the change|the action|the deletion|the success|the update|the operation)',
		],
		'a {thing} is visible',
		({thing}) => /^(?:message|toast|notification|alert|banner|notice|snackbar)$/.test(textOf(thing!).toLowerCase()),
	),
	...when(
		'assertion',
		[
			'page {n} of {m} is [now] (shown|displayed|open|opened|active|visible) with {count} {things}',
			'page {n} of {m} [now] (shows|has|lists|contains|displays) {count} {things}',
		],
		'the page shows "page {n} of {m}" and there are {count} {things}',
		holding({n: isNumber, m: isNumber, count: isNumber, things: plain(2)}),
	),
	...when(
		'assertion',
		[
			'page {n} of {m} is [now] (shown|displayed|open|opened|active|visible)',
			'(i am|we are|you are) [now] on page {n} of {m}',
		],
		'the page shows "page {n} of {m}"',
		holding({n: isNumber, m: isNumber}),
	),
	...when(
		'assertion',
		[
			`[exactly|precisely|just|only] ${one} {kind} [,|:|–|-] [namely] {name} [,] (is|remains|was) [still|now] ${left}`,
			`[exactly|precisely|just|only] ${one} {kind} (is|remains|was) [still|now] ${left} [:|,|–|-] [namely] {name}`,
			`[exactly|precisely|just|only] ${one} {kind} remains [:|,|–|-] [namely] {name}`,
			`the only {kind} [that is|which is] [still|now] ${left} is {name}`,
			`{name} is [now] the only {kind} [that is|which is] [still|now] ${left}`,
			`{name} remains as the only {kind}`,
		],
		'there is 1 {kind} and {name} is visible',
		({kind, name}) => plain(2)(kind!) && isNamed(name!),
	),
	// A number that has become another
	...when(
		'assertion',
		[
			...[down, up, moves].flatMap(move => [
				`{subject} [now] ${move} from {before} to {value}`,
				`{subject} [now] ${move} by {before} to {value}`,
			]),
			...[down, up].map(move => `{subject} [now] ${move} to {value}`),
			`{subject} ${moves} (at|as|to be) {value}`,
		],
		'{subject} is {value}',
		({subject, before, value}) =>
			isAmount(value!) &&
			(before === undefined || isAmount(before)) &&
			subject!.length <= 7 &&
			isThing(subject!.slice(0, 7)) === isThing(subject!),
	),
	...when(
		'assertion',
		['[the] {kind} [now|again|still] (reads|says|shows|displays|states|is labelled|is called|is titled) {title}'],
		({title}) => `the page shows ${quote(title!)}`,
		({kind, title}) =>
			/^(?:counter|badge|heading|headline|caption|tab title|section title|footer|subtitle|status line|result line)$/.test(
				textOf(kind!).toLowerCase(),
			) &&
			isTitle(title!) &&
			/\d/.test(textOf(title!)),
	),
	// Where one is
	...when(
		'assertion',
		[
			'(you|i|we|the user|one) (am|are|is) [now|again] back (on|at|in) the {page} (page|screen|view|form|list|overview)',
			'(am|are|is) [now|again] back (on|at|in) the {page} (page|screen|view|form)',
			'back (on|at|in) the {page} (page|screen|view|form)',
		],
		'I am on the {page} page',
		({page}) => page!.length <= 4 && page!.every(({kind}) => kind !== 'mark'),
	),
	...when(
		'assertion',
		[
			'(below|above|beneath|underneath|beside|next to|under) (it|that|this|them) [it] (says|reads|is written|stands|is shown|is displayed|is the text|there is the text) {text}',
			'(below|above|beneath|underneath|there|instead|below that|next to it) [it] (says|reads|is written|is shown|is displayed) {text}',
		],
		'{text} is visible',
		holding({text: isQuoted}),
	),
	// A panel that opens with something in it
	...when(
		'assertion',
		[
			'(a|an|the) {panel} with [the|a|an|her|his|its|their] {label} {value} (opens|appears|is shown|is displayed|slides in|comes up|pops up|is opened|is open)',
			'(a|an|the) {panel} (opens|appears|is shown|is displayed|slides in|comes up|pops up) with [the|a|an|her|his|its|their] {label} {value}',
		],
		'the page shows {value}',
		({panel, label, value}) =>
			/^(?:panel|drawer|dialog|window|popup|pop-up|sidebar|side panel|card|page|detail page|detail view|popover|modal)$/.test(
				textOf(panel!).toLowerCase(),
			) &&
			plain(3)(label!) &&
			value!.length === 1 &&
			isDataLike(value![0]!),
	),
	...when(
		'assertion',
		[
			'{place} (demands|requires|insists on|complains about) {one} , {other} and {third}',
			'{place} (asks for|wants) {one} , {other} and {third}',
		],
		'an error says that {one} and an error says that {other} and an error says that {third}',
		({place, one, other, third}) =>
			isThing(place!) &&
			[one, other, third].every(some => some!.length <= 5 && some!.every(({kind}) => kind === 'word')),
	),
	...when(
		'assertion',
		['{place} (demands|requires|insists on|complains about) {one} and {other}'],
		'an error says that {one} and an error says that {other}',
		({place, one, other}) =>
			isThing(place!) &&
			[one, other].every(some => some!.length <= 5 && some!.every(({kind, text}) => kind === 'word' && text !== 'and')),
	),
	...when(
		'assertion',
		['{place} (demands|insists on|complains about) {one}'],
		'an error says that {one}',
		({place, one}) =>
			isThing(place!) && one!.length <= 5 && one!.every(({kind, text}) => kind === 'word' && text !== 'and'),
	),
];

/** Asked after what is read of a dialog or message that says something. */
export const tellings: Rewording[] = [
	...when(
		'assertion',
		[`{thing} ${telling} {text}`],
		'{thing} {text} is visible',
		({thing, text}) =>
			isQuoted(text!) &&
			isThing(thing!) &&
			/^(?:message|toast|notification|alert|banner|notice|hint|snackbar|warning|error|dialog|bubble)$/.test(
				thing!.at(-1)!.lower,
			),
	),
	...when(
		'assertion',
		[`{thing} ${telling} {text}`],
		'{text} is visible',
		({thing, text}) => isQuoted(text!) && isThing(thing!) && plain(3)(thing!.slice(-1)),
	),
	// In which column, list or group
	...when(
		'assertion',
		[
			'{record} is [now|again|back|still|also] (in|on|under|inside|within) the (column|lane|list|section|group|category|folder|tab|stage) {name}',
			'{record} is [now|again|back|still|also] (in|on|under|inside|within) the {name} (column|lane|list|section|group|category|folder|stage)',
			'{record} (stands|sits|appears|has moved|was moved|has been moved|moved|lies|shows up) [now|again] (in|to|into|under) the (column|lane|list|section|group|category|folder|stage) {name}',
			'{record} (stands|sits|appears|has moved|was moved|has been moved|moved|lies|shows up) [now|again] (in|to|into|under) the {name} (column|lane|list|section|group|category|folder|stage)',
		],
		({record, name}) => `${quote(record!)} is visible in the ${quote(name!)} column`,
		({record, name}) => isNamed(record!) && isThing(name!) && (isCapital(name![0]) || name![0]!.kind === 'quoted'),
	),
];
