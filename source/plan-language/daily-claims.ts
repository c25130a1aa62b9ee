import {isPlain, isPlainName} from './daily-actions.ts';
import {isRecord, isThing} from './ways/guards.ts';
import {isShort, type Rewording, when} from './rewording.ts';
import {isBrief, isCount, isQuoted} from './slots.ts';
import type {Token} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';
import {articles, isVerb, recordNouns} from './words.ts';

/** What one does with the eyes, or with a field, is no button. */
const seeing = /^(?:see|find|read|view|type|enter|edit|change|select|choose|pick|go|open|click|press|scroll|fill)$/;
/** What a control or a message may be; a row says it of itself otherwise. */
const states =
	/^(?:checked|unchecked|ticked|disabled|enabled|selected|required|focused|read-?only|expanded|collapsed|empty|visible|hidden|shown|displayed|gone|present|not|no|below|above|next|in|on|at)$/;
const messages = '(message|notification|toast|alert|banner|snackbar|hint|note|text|line|label)';
/** `apple-press`: what a thing is called, and no state of it. */
const isCompound = (tokens: readonly Token[]) =>
	tokens.length === 1 &&
	/^\p{Ll}+(?:-\p{Ll}+)+$/u.test(tokens[0]!.text) &&
	!/(?:ed|en|able|only)$/.test(tokens[0]!.lower);
const notices = '(message|notification|toast|alert|banner|snackbar|notice|pop-up|popup)';
const shows = '(shows|displays|contains|lists|offers|has|presents|mentions)';

/** These look like the value of a field, or of a label. */
export const firstDailyClaims: Rewording[] = [
	// A message may have a colon in it, which parts no label from its value.
	...when(
		'assertion',
		[
			`[a|an|the] [new|green|red|short|small|success|error|warning|confirmation|info] ${notices} (says|reads|states|tells) {text}`,
		],
		'the message says "{text}"',
		({text}) =>
			text!.some(({kind, text: sign}) => kind === 'mark' && sign === ':') &&
			text![0]!.kind === 'word' &&
			isCapital(text![0]) &&
			text!.every(({kind, text: sign}) => kind === 'word' || (kind === 'mark' && sign === ':')) &&
			!text!.some(({text: own, lower}) => own === lower && lower === 'and'),
	),
	...when(
		'assertion',
		['[the] new (tab|window) (says|shows|contains|reads|displays) {text}'],
		'the page shows {text}',
		({text}) => isQuoted(text!),
	),
	...when(
		'assertion',
		[
			'{record} (has|have|shows|show|is rated|are rated|was rated|has a rating of|is rated with) {stars} (out of|of) {most} [stars|star]',
		],
		'the row of {record} contains "{stars} out of {most}"',
		({record, stars, most}) => most !== undefined && isRecord(record!) && isCount(stars!) && isCount(most),
	),
	...when(
		'assertion',
		['{thing} now (has|have|contains|shows) {rest}'],
		'{thing} has {rest}',
		({thing, rest}) => isRecord(thing!) && isCount(rest!.slice(0, 1)),
	),
	...when(
		'assertion',
		['(there are|there is|we have|i see|we see) {count} {state} {things} and {number} {other} (one|ones)'],
		'the value of "{state} {things}" is "{count}" and the value of "{other} {things}" is "{number}"',
		({count, state, things, number, other}) =>
			isCount(count!) && isCount(number!) && isPlain(1)(state!) && isPlain(1)(things!) && isPlain(1)(other!),
	),
	...when(
		'assertion',
		['(there are|there is|we have|i see|we see) {count} {one} and {number} {other}'],
		'the value of {one} is "{count}" and the value of {other} is "{number}"',
		({count, one, number, other}) =>
			isCount(count!) &&
			isCount(number!) &&
			isPlain(2)(one!) &&
			isPlain(2)(other!) &&
			!isCount(other!) &&
			!/^ones?$/.test(other!.at(-1)!.lower),
	),
	...when(
		'assertion',
		[
			'(the wizard|the form|the process|the checkout|the stepper|i|we|you) (is|am|are) [now|still] (on|at|in) [the] {name} step',
		],
		'"{name}" is selected',
		({name}) => isShort(name!),
	),
	...(
		[
			['first', '(on top|at the top|at the very top|at the head|in first place)'],
			['last', '(at the bottom|at the very bottom|at the end|in last place)'],
		] as const
	).flatMap(([which, place]) =>
		when(
			'assertion',
			[
				`{thing} (is|stands|comes|appears|is listed|is shown) [now|still] ${place} [of the list|of the table]`,
				// What is shown there is no record: `"Logged in as Ada" is shown at the top of the page`.
				`{thing} (is|stands|comes|appears|is listed) [now|still] ${place} of the page`,
			],
			`the ${which} row contains "{thing}"`,
			// `the review "Solid pack"`: what kind of record it is stands in none.
			({thing}) => isRecord(thing!) && (thing!.length === 1 || !thing!.some(({kind}) => kind === 'quoted')),
		),
	),
	...(['first', 'last', 'second', 'third'] as const).flatMap(which =>
		when(
			'assertion',
			[
				`the ${which} (option|suggestion|proposal|hit) (is|says|reads) [now|still] {value}`,
				`the ${which} (option|suggestion|proposal|hit) (in|of) the (list|dropdown|suggestions|menu) (is|says|reads) [now|still] {value}`,
			],
			`the ${which} option contains "{value}"`,
			({value}) =>
				!isQuoted(value!) &&
				isBrief(value!) &&
				isThing(value!) &&
				!articles.has(value![0]!.lower) &&
				(isCapital(value![0]) || isDataLike(value![0]!) || isCompound(value!)),
		),
	),
	...(['first', 'last', 'second', 'third'] as const).flatMap(which =>
		when(
			'assertion',
			[`the ${which} (item|entry|result|card|record) [in the list|in the table|of the list] is [now|still] {value}`],
			`the ${which} row contains {value}`,
			({value}) =>
				isBrief(value!) &&
				!states.test(value![0]!.lower) &&
				!articles.has(value![0]!.lower) &&
				!isQuoted(value!) &&
				(isCapital(value![0]) || value!.length === 1) &&
				!/^(?:done|active|selected|marked|on|off|completed)$/.test(value![0]!.lower),
		),
	),
	...when(
		'assertion',
		[
			`[a|an|the] (bar|strip|box|badge|tag|line) (saying|reading|that says|that reads|with the text) {text} (appears|is shown|shows up|pops up|is displayed|comes up|is visible)`,
			`[a|an|the] (bar|strip|box|badge|tag|line) (saying|reading|that says|that reads|with the text) {text} (appears|is shown|shows up|pops up|is displayed|comes up|is visible) (at|on|in) the (top|bottom|side) [of the page|of the screen]`,
		],
		'{text} is visible',
		({text}) => isQuoted(text!),
	),
	...when(
		'assertion',
		['{text} (is|appears) [displayed|shown|visible] (next to|beside|near) {place}'],
		'{text} next to {place} is visible',
		// A value is short; a sentence beside a field says something of it.
		({text, place}) => isQuoted(text!) && text![0]!.text.split(' ').length > 2 && isShort(place!),
	),
	...when(
		'assertion',
		['{thing} (is|stands|appears|is listed|is shown) (in|under) the {name} (column|lane|section|group|panel|folder)'],
		'the {name} section contains {thing}',
		({thing, name}) => isQuoted(thing!) && isShort(name!) && !isVerb(name![0]),
	),
];

/** Said of what a page shows. */
export const dailyClaims: Rewording[] = [
	...when(
		'assertion',
		[
			'[the] {thing} (comes|is listed|is shown|appears|stands|is displayed|should come|should be listed) first [in the list|in the table|of all|on the list]',
		],
		'the first row contains "{thing}"',
		({thing}) => isRecord(thing!),
	),
	...when(
		'assertion',
		[
			'[the] {thing} (comes|is listed|is shown|appears|stands|is displayed|should come|should be listed) last [in the list|in the table|of all|on the list]',
		],
		'the last row contains "{thing}"',
		({thing}) => isRecord(thing!),
	),
	...(['first', 'last'] as const).flatMap(which => [
		...when(
			'assertion',
			[
				`[the] {thing} is [now|still] the ${which} {kind} (in the list|in the table|of the list|of the table|on the list)`,
			],
			`the ${which} row contains "{thing}"`,
			({thing, kind}) => isRecord(thing!) && isPlain(1)(kind!),
		),
		...when(
			'assertion',
			[`[the] {thing} is [now|still] the ${which} {kind} [on the page|on this page]`],
			`the ${which} row contains "{thing}"`,
			({thing, kind}) => isRecord(thing!) && isPlain(1)(kind!) && recordNouns.has(kind![0]!.lower),
		),
	]),
	...(['first', 'second', 'third', 'last'] as const).flatMap(which =>
		when(
			'assertion',
			[`the ${which} (row|entry|line|card|item) is [now|still] [the] {kind} {text}`],
			`the ${which} row contains {text}`,
			({kind, text}) => isPlain(2)(kind!) && !states.test(kind![0]!.lower) && isQuoted(text!),
		),
	),
	...when(
		'assertion',
		['{card} is [marked|flagged|labelled|tagged] [as|with] {text}', '{card} carries the (label|badge|tag|mark) {text}'],
		'{card} contains {text}',
		({card, text}) =>
			isPlainName(card!) && /^(?:card|tile|row|panel|item)$/.test(card!.at(-1)!.lower) && isQuoted(text!),
	),
	...when(
		'assertion',
		['{place} (shows|lists|gives|has|names) {value} as [the|its] {field}'],
		'the {field} in {place} is {value}',
		({place, value, field}) =>
			isPlainName(place!) && isPlain(2)(field!) && isShort(value!) && (isQuoted(value!) || isCapital(value![0])),
	),
	...when(
		'assertion',
		[
			'{thing} (is|was|has been|gets|is being) (rejected|refused|declined|turned down|accepted) with [the|a|an] [message|error|text|hint] {text}',
		],
		'{text} is visible',
		({thing, text}) => isPlainName(thing!) && isQuoted(text!),
	),
	...when(
		'assertion',
		['(every|each) {thing} is (in|from|for|at|by) {value}'],
		'each {thing} shows "{value}"',
		({thing, value}) => isPlain(2)(thing!) && isBrief(value!) && (isQuoted(value!) || isCapital(value![0])),
	),
	...when(
		'assertion',
		['{row} is no longer (marked|shown|flagged|listed) as {value}'],
		'the row of {row} does not contain {value}',
		({row, value}) => isRecord(row!) && isBrief(value!) && !value!.some(({lower}) => states.test(lower)),
	),
	...Object.entries({
		starred: 'Star',
		pinned: 'Pin',
		liked: 'Like',
		bookmarked: 'Bookmark',
		muted: 'Mute',
		followed: 'Follow',
	}).flatMap(([done, name]) => [
		...when(
			'assertion',
			[`{row} is [now|still] ${done}`],
			`the "${name}" button in the row of {row} is pressed`,
			({row}) => isPlainName(row!),
		),
		...when(
			'assertion',
			[`{row} is (not|no longer) ${done}`],
			`the "${name}" button in the row of {row} is not pressed`,
			({row}) => isPlainName(row!),
		),
	]),
	...when(
		'assertion',
		['{place} (shows|lists|gives|states|displays) (the|a|an|its) {field} [of|as|:] {value}'],
		'the {field} in {place} is {value}',
		({place, value, field}) =>
			isPlainName(place!) &&
			articles.has(place![0]!.lower) &&
			isPlain(2)(field!) &&
			value!.length === 1 &&
			value![0]!.kind === 'word' &&
			/\d/.test(value![0]!.text),
	),
	...when(
		'assertion',
		['{row} is [now|still] (a|an|the) {value}'],
		'{row} is {value}',
		({row, value}) => isRecord(row!) && isPlainName(row!) && value!.length <= 2 && value!.every(isCapital),
	),
	...when(
		'assertion',
		['{thing} (consists of|comprises|is made up of|is composed of) {value}'],
		'{thing} is {value}',
		({thing, value}) => isPlainName(thing!) && isDataLike(value![0]!),
	),
	...when(
		'assertion',
		[
			'it (is|should be|must be) (not possible|impossible) to {act}',
			'(i|we|you|the user) (can not|cannot) {act} [yet|any more|anymore]',
		],
		'the "{act}" button is disabled',
		({act}) => isPlain(2)(act!) && isVerb(act![0]) && !seeing.test(act![0]!.lower),
	),
	...when(
		'assertion',
		['it (is|should be) [now|again] possible to {act}'],
		'the "{act}" button is enabled',
		({act}) => isPlain(2)(act!) && isVerb(act![0]) && !seeing.test(act![0]!.lower),
	),
	...when(
		'assertion',
		['{number} {things} (are|were|is|was|have been|has been) {done}'],
		'the page shows "{number} {things} {done}"',
		({number, things, done}) =>
			isCount(number!) &&
			isPlain(2)(things!) &&
			done!.length === 1 &&
			/^(?:loaded|selected|used|found|sent|saved|added|removed|updated|imported|deleted|archived|hidden|unread|online)$/.test(
				done![0]!.lower,
			),
	),
	...when(
		'assertion',
		[
			'the {kind} (from|by|of|called|named|for) {row} is [marked as|shown as|flagged as|listed as] {value}',
			'{row} is [marked|shown|flagged|listed] as {value}',
			'{row} is for {value}',
		],
		'the row of {row} contains {value}',
		({kind, row, value}) =>
			(kind === undefined || (kind.length === 1 && recordNouns.has(kind[0]!.lower))) &&
			isPlainName(row!) &&
			row!.some(token => isCapital(token) || isDataLike(token)) &&
			isBrief(value!) &&
			!value!.some(({lower}) => states.test(lower)),
	),
	...when(
		'assertion',
		['{thing} (is|are) (due|scheduled|planned|expected) (on|by|at|for) {value}'],
		'{thing} is {value}',
		({thing, value}) => isPlainName(thing!) && value!.some(isDataLike),
	),
	...when(
		'assertion',
		[
			`{place} ${shows} [the|a|an] {kind} {text}`,
			`{place} ${shows} [the|a|an] {kind} (saying|reading|called|named|that says|with the text) {text}`,
		],
		'{place} contains {text}',
		// What is said of a field is not in it.
		({place, kind, text}) =>
			isPlainName(place!) &&
			!(
				/^(?:field|box|input)$/.test(place!.at(-1)!.lower) &&
				/^(?:error|message|warning|hint|alert)$/.test(kind!.at(-1)!.lower)
			) &&
			isPlain(2)(kind!) &&
			isQuoted(text!),
	),
	...when(
		'assertion',
		[
			`[a|an|the] {kind} ${messages} (saying|reading|that says|that reads|with the text|stating|telling) {text} (appears|is shown|shows up|pops up|is displayed|comes up|is visible)`,
			`[a|an|the] {kind} ${messages} {text} (appears|is shown|shows up|pops up|is displayed|comes up|is visible)`,
		],
		'{text} is visible',
		({kind, text}) => isPlain(3)(kind!) && isQuoted(text!),
	),
	...when(
		'assertion',
		[
			'{row} (is|was|has been) (published|created|written|uploaded|posted|reported|owned|sent|requested|maintained|reviewed) by {text}',
			'{row} (is|was|has been) (assigned|addressed|sent|shared|allocated) to {text}',
		],
		'the row of "{row}" contains {text}',
		({row, text}) =>
			!articles.has(row![0]!.lower) &&
			(isPlainName(row!) || isRecord(row!)) &&
			isBrief(text!) &&
			!/^(?:me|you|us|him|her|them)$/.test(text![0]!.lower),
	),
	...when(
		'assertion',
		[
			'{row} (is|was|has been) (published|created|written|uploaded|posted|reported|owned|sent|requested|maintained|reviewed) by {text}',
			'{row} (is|was|has been) (assigned|addressed|sent|shared|allocated) to {text}',
		],
		'the row of {row} contains {text}',
		({row, text}) =>
			articles.has(row![0]!.lower) &&
			(isPlainName(row!) || isRecord(row!)) &&
			isBrief(text!) &&
			!/^(?:me|you|us|him|her|them)$/.test(text![0]!.lower),
	),
];
