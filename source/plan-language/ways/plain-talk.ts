import {type Rewording, when} from '../rewording.ts';
import {type Token, textOf} from '../tokens.ts';
import {countOf} from '../words.ts';
import {holding, isDatum, isFile, isQuoted, isSureDatum, isSureKey, isThing} from './guards.ts';

type Tokens = readonly Token[];
const isPath = (tokens: Tokens) => tokens.length === 1 && /^(?:\/|https?:)/.test(tokens[0]!.text);
const isPlain = (most: number) => (tokens: Tokens) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
const isCount = (tokens: Tokens) => tokens.length === 1 && countOf(tokens[0]) !== null;
const isPlace = (tokens: Tokens) =>
	isThing(tokens) && /^(?:tab|page|section|screen|view|panel)$/.test(tokens.at(-1)!.lower);
const hit = '(click|press|tap|hit|push|choose|pick|select)';
const of = '[of the page|of the screen|of it]';

/** Acts said in the plainest words, where another reading would take a part of them for a name. */
export const plainTalk: Rewording[] = [
	...when(
		'action',
		['(have a look at|take a look at|take a peek at|peek at|glance at) {thing}'],
		'open {thing}',
		holding({thing: isPlace}),
	),
	...when(
		'action',
		['check out {thing}'],
		'open {thing}',
		({thing}) => isThing(thing!) && !/^(?:cart|basket|bag|order|book|room|items?|with|as)$/.test(thing!.at(-1)!.lower),
	),
	...when(
		'action',
		['(pay a visit to|land on|end up on|wind up on) {page}'],
		'go to {page}',
		({page}) => isPath(page!) || isPlace(page!),
	),
	...when(
		'action',
		['(have|let|make|get|send|steer|take) (the|your) browser [go|navigate|head|move] to {path}'],
		'go to {path}',
		holding({path: isPath}),
	),
	...when('action', ['(back|back up|back out) to the (previous|last) page'], 'go back'),
	...when(
		'action',
		[
			'(hammer|bash|whack|tap away at) [the] {key} [key] {count} times',
			'(use|press) the arrow keys to (move|go) {key} {count} times',
		],
		'press {key} {count} times',
		({key, count}) => (isSureKey(key!) || isArrow(key!)) && isCount(count!),
	),
	...when(
		'action',
		['(hammer|bash|whack) [the] {key} [key] twice', '(use|press) the arrow keys to (move|go) {key} twice'],
		'press {key} 2 times',
		({key}) => isSureKey(key!) || isArrow(key!),
	),
	...when(
		'action',
		['(type in|put in|key in|fill in) {value} where it (says|asks for|reads|wants) {field}'],
		'type {value} into {field}',
		holding({value: isSureDatum, field: isThing}),
	),
	...when(
		'action',
		[
			"(clear|erase|wipe|delete|remove|empty|blank out|rub out) (what's|whatever's|what is|whatever is) (in|inside) {field}",
		],
		'clear {field}',
		holding({field: isThing}),
	),
	...when(
		'action',
		[
			'(clear|clear out|wipe|wipe out|erase|empty|rub out|delete|remove) (whatever|what|anything|everything) [that] {field} (holds|contains|says|has in it|shows)',
		],
		'clear {field}',
		holding({field: isThing}),
	),
	...when(
		'action',
		[
			'(put|fill|write|key|type) {value} in (for|as|under|at) {field}',
			'(put|type|enter|write) {value} where the {field} (goes|belongs|should go|is supposed to go|has to go)',
		],
		'type {value} into the {field}',
		holding({value: isSureDatum, field: isThing}),
	),
	...when(
		'action',
		['(set|use|take) {value} as the {field}'],
		'set the {field} to {value}',
		holding({value: isQuoted, field: isPlain(3)}),
	),
	...when(
		'action',
		['select (everything|all|all the text|all of it|the whole text) (with|via|using|by pressing) {key}'],
		'press {key}',
		holding({key: isSureKey}),
	),
	...when(
		'action',
		['(put|arrange|list) {things} in order of {column}', '(put|arrange) {things} in {column} order'],
		'sort by {column} ascending',
		holding({things: isThing, column: isPlain(2)}),
	),
	...when(
		'action',
		['(flip|turn|leaf) [on|over|ahead|forward|back] to page {n}'],
		'click "{n}"',
		({n}) => n!.length === 1 && isCount(n!),
	),
	...when(
		'action',
		[
			'wait (for|until) {thing} button (to become|becomes|to be|to turn|to get) (active|clickable|available|usable|pressable)',
		],
		'wait until {thing} button is enabled',
		holding({thing: isThing}),
	),
	// By how much
	...when(
		'action',
		[
			'(up|raise|bump|bump up|push up|nudge up|crank up) {field} by {count}',
			'(take|bring|push|nudge|bump|crank|knock|turn) {field} up by {count}',
		],
		'increase {field} by {count}',
		holding({field: isThing, count: isCount}),
	),
	...when(
		'action',
		[
			'(down|lower|knock down|bring down|nudge down|drop|cut) {field} by {count}',
			'(take|bring|push|nudge|bump|knock|turn) {field} down by {count}',
		],
		'decrease {field} by {count}',
		holding({field: isThing, count: isCount}),
	),
	...when(
		'action',
		['(take|bring|push|nudge|bump|crank|knock|turn) {field} up (a notch|one notch|by a notch|one|by one|one step)'],
		'increase {field} by 1',
		holding({field: isThing}),
	),
	...when(
		'action',
		['(take|bring|push|nudge|bump|knock|turn) {field} down (a notch|one notch|by a notch|one|by one|one step)'],
		'decrease {field} by 1',
		holding({field: isThing}),
	),
	...when(
		'action',
		['(query|comb|scour|scan|trawl) {place} for {value}'],
		'search {place} for {value}',
		holding({place: isThing, value: isDatum}),
	),
	...when(
		'action',
		['(apply|put on|use|activate|set) the {value} (filter|facet)'],
		'select {value}',
		holding({value: isQuoted}),
	),
	...when(
		'action',
		['(fold|roll|push|pull|swing|flip) {thing} (shut|closed)'],
		'collapse {thing}',
		holding({thing: isThing}),
	),
	// Where things go
	...when(
		'action',
		[
			'(pull|drag|move|take|lift) {thing} out of {before} [,] (and into|and onto|into|and over to|and over into|onto) {place}',
		],
		'drag {thing} onto {place}',
		holding({thing: isThing, before: isThing, place: isThing}),
	),
	...when(
		'action',
		['(roll|glide|pass|sweep) [the mouse|your mouse|the pointer|the cursor] over {thing}'],
		'hover over {thing}',
		holding({thing: isThing}),
	),
	...when(
		'action',
		['(browse for|pick|find|locate|choose|select) {file} and (upload|attach|send|submit|add) it'],
		'upload {file}',
		holding({file: isFile}),
	),
	...when(
		'action',
		['(browse for|pick|find|locate|choose|select) {file} and (upload|attach|add) it (to|in|into|as|under) {field}'],
		'upload {file} to {field}',
		holding({file: isFile, field: isThing}),
	),
	...when(
		'action',
		[
			'(get|fetch|give|grab|send) me {thing} (as|in) [a|an] (pdf|csv|file|spreadsheet|zip|json|excel|excel file|csv file|pdf file)',
		],
		'download {thing}',
		holding({thing: isThing}),
	),
	...(['down', 'up'] as const).flatMap(way =>
		when(
			'action',
			[
				`scroll (a bit|a little|a little bit|some|somewhat|slightly) [further|more|farther] ${way} [the page]`,
				`scroll (further|farther|on) ${way} [a bit|a little|the page]`,
				`scroll ${way} (a bit more|a little more|some more|further|a bit further|a little further|slightly|a tad)`,
			],
			`scroll ${way}`,
		),
	),
	...when(
		'action',
		[
			`(jump|go|skip|move|hop|head|zip|shoot|page) [right|straight|all the way|back] [down|up|back] to the [very] (bottom|end|foot) ${of}`,
		],
		'scroll to the bottom',
	),
	...when(
		'action',
		[
			`(jump|go|skip|move|hop|head|zip|shoot|page) [right|straight|all the way|back] [down|up|back] to the [very] (top|start|beginning) ${of}`,
		],
		'scroll to the top',
	),
	...when(
		'action',
		['(move|jump|skip|hop|zip|page) (down|up|further down|further up|back up) to {thing}'],
		'scroll to {thing}',
		holding({thing: isThing}),
	),
	...when('action', ['(log|sign) (me|us|him|her|them) (in|on) {who}'], 'log in {who}'),
	...when('action', ['(log|sign) (me|us|him|her|them) (out|off)'], 'log out'),
	// Waiting
	...when(
		'action',
		[
			'wait (for|until|till) (everything|things|it all|all|the dust) (to settle|has settled|settles|have settled|to settle down|has settled down|to calm down|to be still|is still|has come in|to come in)',
			'(give|allow) {thing} [some|enough|a little|a bit of|a moment of] time to (load|finish|settle|complete|catch up|appear|render|refresh|update)',
		],
		'wait for the page to load',
		({thing}) => thing === undefined || isThing(thing) || thing[0]!.lower === 'it',
	),
	...when(
		'action',
		['(stay|remain|linger|wait) (on the page|on this page|there|here|where you are) (until|till) {claim}'],
		'wait until {claim}',
	),
	// By what it says
	...when(
		'action',
		[
			`${hit} (whatever|whichever|what|anything|something) (says|reads|is called|is labelled|is marked) {name}`,
			`${hit} (the one|the thing|the bit|the part|whichever one|the control) (that|which) (says|reads|is called|is labelled|is marked) {name}`,
			`${hit} the one (saying|reading|called|labelled|marked) {name}`,
		],
		({name}) => `click "${textOf(name!).replaceAll('"', '')}"`,
		holding({name: tokens => isDatum(tokens)}),
	),
	...when(
		'action',
		[
			'(click|press|tap|hit|push) [on] the (button|icon|link|key) with (the|a) {sign} [on it|in it|icon|sign|symbol|on top]',
			'(click|press|tap|hit|push) [on] the (button|icon|link) (showing|that shows|which shows) (the|a) {sign} [icon|sign|symbol]',
		],
		'click the {sign} icon',
		holding({
			sign: tokens =>
				/^(?:plus|minus|gear|cog|pencil|bin|trash|cross|heart|star|bell|eye|magnifier|envelope|house|arrow|x|printer|paperclip|burger|padlock)$/.test(
					textOf(tokens).toLowerCase(),
				),
		}),
	),
	...(['delete', 'remove'] as const).flatMap(verb =>
		when(
			'action',
			[`${verb} the last (two|2) {things}`],
			({things}) => `${verb} the last ${oneOf(things!)}, then ${verb} the last ${oneOf(things!)}`,
			holding({things: isPlain(1)}),
		),
	),
	...(['delete', 'remove'] as const).flatMap(verb =>
		when(
			'action',
			[`${verb} the last (three|3) {things}`],
			({things}) => Array.from({length: 3}, () => `${verb} the last ${oneOf(things!)}`).join(', then '),
			holding({things: isPlain(1)}),
		),
	),
];

const oneOf = (tokens: Tokens): string => textOf(tokens).replace(/ies$/, 'y').replace(/s$/, '');
const isArrow = (tokens: Tokens): boolean => /^(?:up|down|left|right)$/.test(textOf(tokens).toLowerCase());
