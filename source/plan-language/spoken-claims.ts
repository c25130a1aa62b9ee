import {holdsData, isShort, type Rewording, when} from './rewording.ts';
import {isBrief, isCount, isQuoted, isRemark} from './slots.ts';
import type {Token} from './tokens.ts';

const isUnit = (tokens: readonly Token[]) => tokens.length === 1 && /^(?:\p{L}{1,4}|%|°\p{Lu})$/u.test(tokens[0]!.text);
const seeing = '(we see|you see|i see|one sees|we find|it says|it reads|there is|there stands|stands|it shows|we read)';

/** How people speak of what they see, in the words that the families know: each form is a class, not a sentence. */
export const spokenClaims: Rewording[] = [
	...when('assertion', ['(exp|exp.|expected) (result|result.|res|res.) : {claim}', 'exp. result : {claim}'], '{claim}'),
	...when(
		'assertion',
		[
			'{thing} (displayed|shown|visible|present|appears) (underneath|beneath) {place}',
			'(i|we) (expect|see|get) {thing} (underneath|beneath|right below|just below) {place}',
			'{thing} (is|appears|shows|is shown) (underneath|beneath|right below|just below) {place}',
		],
		'{thing} is below {place}',
		({thing}) => thing!.some(({kind}) => kind === 'quoted'),
	),
	...when(
		'assertion',
		[
			'[a|the] (tooltip|hint|bubble|banner|notice|toast|note) (saying|reading|that says|with the text|with) {text} (appears|is shown|shows up|pops up|is displayed|comes up|is visible)',
		],
		'{text} is visible',
		({text}) => isQuoted(text!),
	),
	...when(
		'assertion',
		[
			'[i|we] [see|get] (a|an|the) [error|success|warning|info] (message|banner|notice|toast|alert) : {text}',
			'(i|we) (see|get) (a|an|the) [error|success|warning|info] (message|banner|notice|toast|alert) : {text}',
		],
		'"{text}" is visible',
		({text}) => isBrief(text!),
	),
	...when(
		'assertion',
		['{bound} {things} (are|is) (listed|shown|displayed|visible|present|there)'],
		'there are {bound} {things}',
		({bound, things}) =>
			isShort(things!) &&
			/^(?:no more than|not more than|at most|no fewer than|no less than|not fewer than) (?:\d+|\p{L}+)$/u.test(
				bound!.map(({lower}) => lower).join(' '),
			),
	),
	...when(
		'assertion',
		['{place} : {number} {things} in the (list|table)'],
		'there are {number} {things} in {place}',
		({place, number}) => isShort(place!) && isCount(number!),
	),
	...when(
		'assertion',
		['{field} (is|must be|should be|has to be) a (required|mandatory|compulsory) field'],
		'the {field} field is required',
		({field}) => isShort(field!),
	),
	...when(
		'assertion',
		['{field} (currently|now|still) has {value} selected', '{field} has {value} (selected|chosen|set|picked)'],
		'{field} is {value}',
		({field, value}) => isShort(field!) && isShort(value!),
	),
	...when(
		'assertion',
		[
			'(you|i|we) (should be|must be|ought to be) seeing {thing} [by now|now|already]',
			'(you|i|we) (should be|must be|ought to be) seeing {thing} somewhere (in|on) {place} [by now|now|already]',
		],
		'{thing} is visible',
		match => match['place'] === undefined && isShort(match['thing']!),
	),
	...when(
		'assertion',
		[
			'(you|i|we) (should be|must be|ought to be|should) (seeing|see) {thing} somewhere (in|on) {place} [by now|now|already]',
		],
		'{thing} is visible in {place}',
		({thing}) => isShort(thing!),
	),
	...when(
		'assertion',
		[
			'{thing} [should|must|ought to|will|has to] (come up|comes up|start off|starts off|start|starts|open|opens|come out|comes out|turn up|turns up) (empty|blank)',
		],
		'{thing} is empty',
	),
	...['unticked', 'unchecked', 'ticked', 'checked', 'disabled', 'enabled', 'selected'].flatMap(state =>
		when(
			'assertion',
			[`{thing} (starts off|starts out|comes|begins|starts) ${state} [by default]`],
			`{thing} is ${state}`,
		),
	),
	...when(
		'assertion',
		[
			'(nothing|no one|nobody) (called|named) {thing} (may|can|must|should|is to|is allowed to) (turn up|show up|appear|be|be shown|be listed|be seen) (in|on) {place}',
		],
		'{thing} is not visible in {place}',
	),
	...when(
		'assertion',
		[
			'(in|on) the row (for|of) {row} [,] the {column} column (has to|must|should|needs to) (come out at|be|show|say|read|have) {value}',
		],
		'the {column} of {row} is {value}',
		({row, column}) => isShort(row!) && isShort(column!),
	),
	...when(
		'assertion',
		['(it|the page|this) (ought to|should|must|has to|will) (say|read|show|tell) somewhere that {aside} : {text}'],
		'{text} is visible',
		({text}) => isQuoted(text!),
	),
	...when(
		'assertion',
		[
			'{thing} (is|are) (nowhere|nowhere to be seen|nowhere to be found|not to be seen|not to be found|no more to be seen)',
		],
		'{thing} is not visible',
	),
	...when(
		'assertion',
		[
			"(one|you|i|we|they|the user|users) (can't|cannot|can not|can no longer|could not|couldn't|is not able to|are not able to) (click|press|use|tap|push) [on] {thing} [yet|any more|anymore|now]",
			"(one|you|i|we|they|the user|users) (can't|cannot|can not|can no longer|could not|couldn't|is not able to|are not able to) (click|press|use|tap|push) [on] {thing} [yet|any more|anymore|now] {remark}",
		],
		'{thing} is disabled',
		({thing, remark}) => isShort(thing!) && (remark === undefined || isRemark(remark)),
	),
	...when(
		'assertion',
		[
			'{thing} : (should be|must be|is|has to be|shows|reads|should read|should show|should say) {value} [now|by now|again|still|already]',
		],
		'{thing} is {value}',
		({thing, value}) => isShort(thing!) && isBrief(value!),
	),
	...when(
		'assertion',
		['{thing} (is|are) (listed|shown|displayed|given|quoted|reported|recorded|noted|entered) as {value}'],
		'{thing} is "{value}"',
		({thing, value}) => isBrief(thing!) && holdsData(value!) && value!.length <= 6,
	),
	...when(
		'assertion',
		['{claim} , not {other}', '{claim} (and not|rather than|instead of) {other}'],
		'{claim}',
		({claim, other}) =>
			claim!.length > 2 &&
			other!.length === 1 &&
			(isQuoted(other!) || /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|none)$/.test(other![0]!.lower)),
	),
	...when(
		'assertion',
		['{thing} (show|shows|turn|turns|come|comes|pop|pops) up (on|in|at|under|below|above|inside) {place}'],
		'{thing} are shown in {place}',
		({thing}) => /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)$/.test(thing![0]!.lower),
	),
	...when(
		'assertion',
		[
			'[the] [browser] (address bar|address line|address|url|location bar|url bar) [of the browser] (has|contains|shows|includes|holds|now has|now contains|now shows) {text} [in it|inside]',
		],
		'the URL contains {text}',
		({text}) => text!.length === 1,
	),
	...when(
		'assertion',
		[
			`(in|on|at) [the] (line|row|entry|record) {row} (under|below|in column|in the column|at) {column} ${seeing} {value}`,
			`(under|below|in column|in the column) {column} (in|of|for) [the] (line|row|entry|record) {row} ${seeing} {value}`,
		],
		'the {column} of {row} is "{value}"',
		({row, column, value}) => isBrief(row!) && isShort(column!) && value!.length <= 5,
	),
	...when(
		'assertion',
		[
			'[what] (it says|is said|it reads|it shows|stands) (at|next to|beside|under|for|behind|by) {thing} (:|is) {value}',
			'(at|next to|beside|behind|for) {thing} (it says|it reads|it shows|there stands|stands) {value}',
		],
		'{thing} is {value}',
		({thing, value}) => isShort(thing!) && value!.length <= 6,
	),
	...when(
		'assertion',
		['{thing} (contains|holds|has|has the value|shows|reads|says) {number} {unit}'],
		'the value of {thing} is "{number} {unit}"',
		({thing, number, unit}) =>
			isBrief(thing!) && number!.length === 1 && /^[\d.,']+$/.test(number![0]!.text) && isUnit(unit!),
	),
];

/** Asked before the sentence is read as it stands: other forms would take a part of it for a name. */
export const firstClaims: Rewording[] = [
	...when(
		'assertion',
		['the page (you|i|we|one) (land|lands|end up|arrive|are|is) on is {name}'],
		'I am on the page {name}',
	),
	...when(
		'assertion',
		['[the] title of the [browser] (tab|window) (contains|has|shows|includes|holds) {text}'],
		'the title of the page contains {text}',
	),
	...when(
		'assertion',
		["{field} : (i'd|i would|we'd|we would) expect {value} to be in (there|it) [already|now|by now]"],
		'{field} has the value {value}',
		({value}) => value!.length === 1,
	),
	...when('assertion', ['browser tab (reads|says|shows) {name}'], 'the title is {name}'),
];
