import {type Rewording, when} from '../rewording.ts';
import {roleAtEnd} from '../names.ts';
import type {Token} from '../tokens.ts';
import {articles} from '../words.ts';
import {holding, isDatum, isField, isNumber, isRecord, isSureDatum, isThing, isTightDatum} from './guards.ts';

const is =
	'(is|are|should be|must be|has to be|shows|reads|says|should show|should read|should say|must show|must read|equals|should equal|is now|has changed to|changes to|changed to|becomes|is shown as|is listed as|is displayed as|is set to|is still|has to show|has to say|ought to be|is supposed to be|will be|has become|turns into|turns to|comes out as|comes out at|has to read|has to come out at|should now be|should now read|should now show|now shows|now reads|now says|still shows|still says|still reads|was set to|has been set to|is down to|is up to|comes to|amounts to|will be down to)';
const holds =
	'(shows|has|should show|should have|must show|must have|has to show|displays|lists|reads|says|contains|holds|must read|should read|now shows|now has|still has|still shows)';
const row = '(row|line|entry|record|card|item|table row)';
const column = '(column|cell|field|value)';
const see =
	'(we see|i see|you see|one sees|it says|it reads|it shows|there is|stands|there stands|we read|we find|i find|we have|there should be|you find|the table shows)';
const cell = holding({
	column: tokens =>
		isThing(tokens) && tokens.length <= 4 && !tokens.some(({lower}) => /^(?:row|column|no|of|the)$/.test(lower)),
	row: isRecord,
	value: isDatum,
});
const valued = holding({field: isField, value: isSureDatum});
/** `HD-202`: letters and digits, and no number. */
const isCode = ([only, ...others]: readonly Token[]) =>
	others.length === 0 && only!.kind === 'word' && /^\p{Lu}[\p{Lu}\p{Ll}]*[-_#]?\d[\w-]*$/u.test(only!.text);
const list = (tokens: readonly Token[]) =>
	isThing(tokens) || (tokens.length <= 7 && tokens.every(({kind}) => kind !== 'mark'));
const rising =
	'(quickest first|fastest first|shortest first|lightest first|fewest first|nearest first|soonest first|ascending|in ascending order|increasing|in increasing order|upwards|lowest first|cheapest first|smallest first|oldest first|earliest first|with the lowest first|with the cheapest first|with the smallest first|with the lowest on top|with the cheapest on top|with the lowest at the top|from low to high|low to high|from lowest to highest|lowest to highest|from cheapest to dearest|from cheapest to most expensive|from a to z|a to z|a-z|from smallest to largest|from oldest to newest|alphabetically|in alphabetical order|starting with the lowest|starting with the oldest|oldest at the top|lowest at the top|cheapest at the top)';
const falling =
	'(best first|top rated first|highest rated first|longest first|slowest first|heaviest first|descending|in descending order|decreasing|in decreasing order|downwards|highest first|most expensive first|largest first|newest first|latest first|biggest first|with the highest first|with the most expensive first|with the newest first|with the highest on top|with the newest on top|with the highest at the top|with the newest at the top|from high to low|high to low|from highest to lowest|highest to lowest|from z to a|z to a|z-a|from largest to smallest|from newest to oldest|in reverse order|starting with the highest|starting with the newest|newest at the top|highest at the top|from the most expensive to the cheapest|most recent first)';
const sorted =
	'(are|is|should be|must be|have to be|appear|come|are shown|are listed|should appear|need to be|are now) (sorted|ordered|listed|arranged|shown|displayed|ranked)';
const rows = holding({
	things: isThing,
	column: tokens => isThing(tokens) && !/^(?:ascending|descending|order|first|asc|desc)$/.test(tokens.at(-1)!.lower),
});

/** Numbers of things. @param place what may be the place of them */
const counts = (place: (tokens: readonly Token[]) => boolean): Rewording[] => [
	...when(
		'assertion',
		[
			'{place} (has|shows|contains|lists|holds|displays|consists of|comes with|comprises|is made up of|offers|should have|should show|should contain|must have|must contain|must show|has to have|has to show|should list|now has|now shows|still has|still shows|ought to have|ought to show|is supposed to have|should now have|should now show|will have|counts|totals|should hold) [exactly|only|just|a total of|a sum of|precisely] {number} {things} [in total|now|in it|altogether|listed]',
			'(in|on|under|inside) {place} [,|:] (there are|we see|i see|you see|there should be|there must be|we count|you find) [exactly|only|just] {number} {things}',
			'(in|on|under|inside) {place} [,] [exactly|only|just] {number} {things} (are|should be|is|must be) [shown|listed|displayed|visible|there|present|to be seen]',
			'(i|we|you|the user|one) (see|sees|count|counts|should see|should count|can see|expect|expect to see|should find|find|finds|get|gets|must see|want to see) [exactly|only|just|a total of] {number} {things} (in|on|under|inside) {place}',
			'(count|expect|see|expect to see|find) [exactly|only|just] {number} {things} (in|on|under|inside) {place}',
			'[exactly|only|just|a total of|in total|altogether] {number} {things} (are|is|should be|must be|have to be|ought to be|will be) [now|still] [shown|listed|displayed|visible|left|there|present|to be seen|found|given] (in|on|under|inside) {place} [now|in total]',
			'[exactly|only|just] {number} {things} (in|on|under) {place}',
			'[exactly|only] {number} {things} (remain|appear|should appear|stand|show up|are left|should remain) (in|on|under) {place}',
			'[the] (number|count|total number|amount) of {things} (in|on|under) {place} (is|should be|equals|has to be|must be|=|:|reads|comes to|adds up to) {number}',
			'{things} in {place} (:|=) {number}',
			'[the] {place} is {number} {things} long',
			'{place} : [exactly|only] {number} {things}',
			'(there are|there should be|there must be|there have to be|there ought to be|there will be|there are now|there are still|there should now be|there should only be|there are only) [exactly|only|just|a total of|in total] {number} {things} [to be seen|listed|shown|left|visible|in total|displayed|present] (in|on|under|inside) {place} [now|in total|altogether]',
			'(verify|check|confirm) [for] {number} {things} (in|on) {place}',
		],
		'there are {number} {things} in {place}',
		holding({number: isNumber, things: isThing, place}),
	),
	...when(
		'assertion',
		[
			'there (are|is|should be|must be) (no|no more|not any|zero|0) {things} [left|any more|shown|listed] in {place}',
			'no [more] {things} (is|are|should be|remain|appear|are left|must be) [shown|listed|left|displayed|there|visible] in {place}',
			'no {things} (in|on|left in) {place}',
			'{place} (has|contains|shows|should have|holds|must have|lists|should show|should contain) (no|no more|zero|0) {things} [left|any more|at all]',
			'{place} (does not|should not|must not) (have|contain|show|list|hold) (any|any more) {things} [left|any more|at all]',
		],
		'there are no {things} in {place}',
		holding({things: isThing, place}),
	),
	...when('assertion', ['there (must be|should be|is) nothing left in {place}'], '{place} is empty', holding({place})),
	...when(
		'assertion',
		[
			'{place} (has|shows|contains|lists|holds|should have|should show|must have) (at least|no fewer than|no less than|not fewer than|not less than|a minimum of|minimum|at minimum) {number} {things}',
			'(there are|there should be|there must be|i see|we see|we should see|i should see|you see) (at least|no fewer than|no less than|not fewer than|not less than|a minimum of) {number} {things} in {place}',
			'(at least|no fewer than|no less than|not fewer than|a minimum of|not less than) {number} {things} (are|is|should be|must be) [shown|listed|displayed|visible|there] in {place}',
			'(there are|there should be) {number} or more {things} in {place}',
			'(there are|there should be) {number} {things} or more in {place}',
			'{place} (has|shows|contains|should have) {number} or more {things}',
		],
		'there are at least {number} {things} in {place}',
		holding({number: isNumber, things: isThing, place}),
	),
	...when(
		'assertion',
		[
			'{place} (has|shows|contains|lists|holds|should have|should show|must have) (at most|no more than|not more than|a maximum of|maximum) {number} {things}',
			'{place} (does not|should not|must not|may not) (have|show|contain|list|hold) more than {number} {things}',
			'(there are|there should be|there must be|i see|we see) (at most|no more than|not more than|a maximum of) {number} {things} in {place}',
			'there (should not|must not|may not) be more than {number} {things} in {place}',
			'(at most|no more than|not more than|a maximum of) {number} {things} (are|is|should be|must be) [shown|listed|displayed|visible|there] in {place}',
			'(there are|there should be) {number} or fewer {things} in {place}',
			'(there are|there should be) {number} {things} (at most|or fewer) in {place}',
		],
		'there are at most {number} {things} in {place}',
		holding({number: isNumber, things: isThing, place}),
	),
	...when(
		'assertion',
		['(more|fewer|less) than {number} {things} (are|is|should be) [shown|listed|displayed|visible|there] in {place}'],
		'there are {first} than {number} {things} in {place}',
		holding({number: isNumber, things: isThing, place}),
	),
	...when(
		'assertion',
		[
			'(no more than|not more than|a maximum of|at most) {number} {things} (are|is) [shown|listed|displayed|visible|there]',
		],
		'there are at most {number} {things}',
		holding({number: isNumber, things: isThing}),
	),
	...when(
		'assertion',
		[
			'(no fewer than|no less than|not fewer than|a minimum of|at least) {number} {things} (are|is) [shown|listed|displayed|visible|there]',
		],
		'there are at least {number} {things}',
		holding({number: isNumber, things: isThing}),
	),
];

/** Every way to say what something is: the cell of a row, a value, a number of things, an order. */
export const comparing: Rewording[] = [
	...when(
		'assertion',
		['{thing} has [now|been] (closed|gone|disappeared|vanished|gone away)'],
		'{thing} is not visible',
		({thing}) =>
			isThing(thing!) &&
			/^(?:dialog|modal|popup|pop-up|drawer|menu|panel|window|overlay|banner|toast|spinner|tooltip)$/.test(
				thing!.at(-1)!.lower,
			),
	),
	...when(
		'assertion',
		[
			'{thing} has [now] (dropped|risen|fallen|gone up|gone down|increased|decreased|grown|been reduced|been updated|been set|been changed|shrunk) to {value}',
			'{thing} (drops|rises|falls|goes up|goes down|increases|decreases) to {value}',
		],
		'{thing} is {value}',
		holding({thing: isThing, value: isSureDatum}),
	),
	...when(
		'assertion',
		['(i|we|the user|the visitor|you|one) (am|is|are|gets|get) [again|now] asked to (sign|log) in'],
		'I am on the sign in page',
	),
	...when(
		'assertion',
		['(i|we|you|the user) (see|sees|get|gets|should see) (a|the) {page} page'],
		'I am on the {page} page',
		({page}) =>
			page!.length <= 2 &&
			page!.every(({kind, text, lower}) => kind === 'word' && text === lower) &&
			!/^(?:new|next|previous|same|whole|web|other|blank|empty|error|full)$/.test(page!.at(-1)!.lower),
	),
	...when(
		'assertion',
		[
			`[the] {column} ${column} (of|for|in the ${row.slice(1, -1).split('|').join(' of|in the ')} of|in the row for|on the row of|in the row with) {row} ${is} {value}`,
			`[the] {column} [${column.slice(1, -1)}] (in|on) the {row} ${row} ${is} {value}`,
			`[the] {column} [${column.slice(1, -1)}] (in|on) the ${row} (of|for|with) {row} ${is} {value}`,
			`(in|on|at|for) the ${row} (of|for|with|named|called|that says|containing|labelled) {row} [,|:] [the] [value of the] {column} [${column.slice(1, -1)}] ${is} {value}`,
			`(in|on) [the] {row} ${row} [,|:] [the] {column} [${column.slice(1, -1)}] ${is} {value}`,
			`(in|on) ${row} {row} [,|:] [the] {column} [${column.slice(1, -1)}] ${is} {value}`,
			`(for|at|with) {row} [,|:] [the] {column} [${column.slice(1, -1)}] ${is} {value}`,
			`(for|at|with) {row} [,|:] {value} (is|should be) (shown|displayed|listed|given) (in the|as|under|as the) {column} [column]`,
			`(for|at|with) {row} [,|:] (the table|the list|the page|it) (shows|says|has|lists|reads) {value} (in the|as|under) {column} [column]`,
			`(for|at|with) {row} [,|:] ${see} {value} (in the|as|under|for) {column} [column]`,
			`[the] [row|line|entry|row of|row for] {row} [row|line] ${holds} {value} (in|under|as|at) [the|its|a] {column} [column]`,
			`[the] [row|line|entry|row of|row for] {row} [row|line] (has|shows|should have|should show|must have|is shown with|is listed with|appears with|is displayed with|comes with|is listed as having|carries) (a|the) {column} (of|:) {value}`,
			`(row|line|entry) {row} (:|,|-|–) [the] [column] {column} (${is.slice(1, -1)}|:|=) {value}`,
			`{row} [row] (:|-|–|,) [the] {column} (${is.slice(1, -1)}|:|=) {value}`,
			`[the] {column} [column] ${is} {value} (for|of|in the row of|in the row for|at|in the row with) {row}`,
			`[the] {column} [column] ${is} {value} in the {row} row`,
			`{value} (is|should be|must be) [shown|displayed|listed|given|the value] (in the|as the|under the|as|under|in) {column} [column|cell] (of|for|in the row of|in the row for|at) {row}`,
			`{value} is the {column} (of|for) {row}`,
			`{value} (appears|stands|shows|should appear|should stand|shows up) (in the|under the|under|as the) {column} [column|cell] (of|for|in the row of|in the row for) {row}`,
			`(under|below|in the|in column) {column} [column] [,] {row} ${holds} {value}`,
			`the (table|list|page|overview) (shows|has|lists|displays|says) {value} (as the|in the|under|as) {column} [column] (of|for) {row}`,
			`the (table|list|page|overview) (shows|has|lists|displays) {row} as {value} (in the|under) {column} [column]`,
		],
		'the {column} of {row} is {value}',
		cell,
	),
	...when(
		'assertion',
		[
			`[the] [row|line|entry|row of|row for] {row} [row|line] (has|shows|should have|must have|is shown with|is listed with|appears with|is displayed with|is in|carries|should show|should be listed with) [the|a] {column} {value}`,
			`{row} : {column} {value}`,
			`the (table|list|page|overview) (shows|has|lists|displays) {row} with [the|a] {column} {value}`,
		],
		'the {column} of {row} is {value}',
		match => cell(match) && isTightDatum(match['value']!),
	),
	// A field or a labelled text
	...when(
		'assertion',
		[
			'{value} (is|should be|stands|appears|is shown|is displayed|is entered|should be shown|should stand|must be|is filled in|should appear|is already|is already filled in|is still) (in|at|inside) {field}',
		],
		'{field} is {value}',
		// `HD-202 is in the queue`: a record, and where it is.
		match => valued(match) && !(isCode(match['value']!) && roleAtEnd(match['field']!) === null),
	),
	...when(
		'assertion',
		[
			`{value} is (shown|displayed|given|listed) (as|for|next to|beside|under) {field}`,
			`{value} is the value (of|in) {field}`,
			`(in|at|next to|beside|under|for|as|behind) {field} [,] ${see} {value}`,
			`(for|in) {field} [,] {value} (is|should be) (shown|displayed|entered|given|filled in)`,
			`{field} (comes up with|comes out as|comes out at|comes to|amounts to|keeps|keeps the value|stays|stays at|remains|remains at|is back to|turns into|has as its value|ought to show|ought to read|ought to say|is supposed to show|is supposed to read|has to show|has to read|has to say|needs to show|must show|must read|must say|must contain|will show|has changed to|now shows|now reads|now says|is still|still is|is equal to|should equal|should still have|should still show|should still say|should still read|should still contain|should now read|should now show|should now say|should now be|has been changed to|turns to|adds up to|stands at|is shown as|is down to) {value} [again|now]`,
			'{field} (has|should have|must have|should still have|still has|already has) {value} (in it|filled in|entered|as its value|as value|inside|set) [already|now]',
			'{field} (:|=|->|→|-|–) {value}',
			'{field} (shows|shown|should be|should show|should read|reads|must be) : {value}',
			'{field} (is filled with|is filled in with|is already filled with|is populated with|is prefilled with|has the entry) {value}',
			'[i|we|you] (expect|expects|would expect) [to see|to find|to read] {value} (in|as|next to|for|under|at|beside|behind) {field}',
			'(i|we|you|the user) (see|sees|should see|find|can see|expect|expect to see|expect to find|would expect|read) {value} (in|as|next to|for|under|at|beside|behind) {field}',
			'(expect|see|expect to see) {value} (in|as|next to|for|under|at) {field}',
			'the (page|screen|table|form) (shows|displays|has|lists) {value} (as|next to|beside|under|for) {field}',
			'the (page|screen|form) (shows|displays|has) {field} [:] {value}',
			'[the] (value|content|contents|text) (in|of|inside) {field} (is|should be|must be|reads|equals) {value}',
			'(we want|i want|it should be the case that|it has to be that|we need|i need) {field} (is|to be|to show|to read|to say|to have) {value}',
		],
		'{field} is {value}',
		valued,
	),
	// Choice
	...when(
		'assertion',
		[
			'{value} (is|should be|must be|is already|is currently|stays|remains|is still) (selected|chosen|picked|preselected|pre-selected|set|the selected option|the chosen option|the selected value) (in|as|for|under|at) {list}',
			'{value} is the (selected|chosen) {list}',
			'(in|for|under|at|as) {list} [,] {value} (is|should be) (selected|chosen|preselected|picked|set)',
			'[the] (selected|chosen|current|active) (option|value|entry|choice) (in|of|for|under) {list} (is|should be|reads) {value}',
			'[the] (selected|chosen|current) {list} (is|should be) {value}',
			'{list} (has|should have|still has|must have|shows) [the] [option|value] {value} (selected|chosen|picked|set|as selected|preselected|as its selection)',
			'{list} (defaults to|is preset to|is preset with|is preselected with|is on|stands on|stands at|switches to|should be on|is {value} by default|should default to|is set on|falls back to) {value}',
			'{list} (:|->) {value} [is] (selected|chosen)',
			'{list} is {value} by default',
		],
		'{list} is {value}',
		holding({value: isDatum, list: isField}),
	),
	...counts(tokens => list(tokens) && (articles.has(tokens[0]!.lower) || tokens[0]!.kind === 'quoted')),
	// Order
	...when(
		'assertion',
		[
			'{one} (is|stands|appears|is listed|is shown|comes|should come|must come|has to come|ranks|should be|should appear|should be listed|is placed|goes) [somewhere] (before|ahead of|in front of|earlier than) {other} [in the list|in the table]',
			'{one} (precedes|should precede) {other}',
			'{one} is (higher up|listed higher|further up|higher|shown higher) [in the list] than {other}',
			'{other} (is|stands|appears|is listed|is shown|comes|should come|must come|has to come|should be|should be listed) [somewhere] (after|later than) {one} [in the list|in the table]',
			'{other} (follows|follows after|should follow|follows on) {one}',
			'[first] {one} [first] , then {other}',
			'{one} (is|is listed|is shown|should be|appears) above {other} in the (list|table|overview|order)',
			'{other} (is|is listed|is shown|should be|appears) below {one} in the (list|table|overview|order)',
			'{one} is listed above {other}',
			'{other} is listed below {one}',
		],
		'{one} comes before {other}',
		holding({one: isThing, other: isThing}),
	),
	...when(
		'assertion',
		[
			`{things} ${sorted} [by|on] [the] [column] {column} [column] [,] ${rising}`,
			`{things} ${sorted} ${rising} (by|on|of) [the] [column] {column} [column]`,
			`{things} ${sorted} (by|in) ascending {column} [order]`,
			`{things} (are|is|should be|appear|come|must be|are shown|are listed) in [ascending|increasing|alphabetical] order (of|by) [the] {column} [column]`,
			`{things} (are|is|go|should be|run) [sorted|ordered|listed] from [the] (lowest|smallest|cheapest|oldest|earliest|shortest) to [the] (highest|largest|dearest|most expensive|newest|latest|biggest|longest) {column}`,
			`{things} sorted by {column} [,] ${rising}`,
			`{things} ${sorted} in ascending {column} order`,
			`{things} (appear|come|are) (sorted|ordered) by [the] {column} [column]`,
		],
		'{things} are sorted by {column} ascending',
		rows,
	),
	...when(
		'assertion',
		[
			`{things} ${sorted} [by|on] [the] [column] {column} [column] [,] ${falling}`,
			`{things} ${sorted} ${falling} (by|on|of) [the] [column] {column} [column]`,
			`{things} ${sorted} (by|in) descending {column} [order]`,
			`{things} (are|is|should be|appear|come|must be|are shown|are listed) in (descending|decreasing|reverse) order (of|by) [the] {column} [column]`,
			`{things} (are|is|go|should be|run) [sorted|ordered|listed] from [the] (highest|largest|dearest|most expensive|newest|latest|biggest|longest) to [the] (lowest|smallest|cheapest|oldest|earliest|shortest) {column}`,
			`{things} sorted by {column} [,] ${falling}`,
		],
		'{things} are sorted by {column} descending',
		rows,
	),
	...when(
		'assertion',
		[
			'(newest|latest|most recent) {things} (go|come|are|stand|should be|must be) (at the top|first|on top) [,] by {column}',
			'{things} are (listed|sorted) from the (newest|latest|most recent) [down] to the (oldest|earliest) by {column}',
		],
		'{things} are sorted by {column} descending',
		rows,
	),
	// What a link, a field, a picture has
	...when(
		'assertion',
		[
			'{field} (has|shows|should have|should show|must have|must show) [a|the] placeholder [text] [saying|that says|reading|that reads|of] {text}',
			'{field} (has|shows|should have|uses) {text} as [its|the|a] placeholder [text]',
			'[the] placeholder [text] (of|in|for|inside) {field} (is|reads|says|shows|should be|should read|must be|equals|should say|:|=) {text}',
			'{text} is [shown as] [the] placeholder [text] (of|in|for) {field}',
			'{text} is shown as [the|a] placeholder (in|of) {field}',
		],
		'{field} has the placeholder {text}',
		({text, field}) => text!.length === 1 && text![0]!.kind === 'quoted' && isThing(field!),
	),
	// Place
	...when(
		'assertion',
		[
			'{one} (is|stands|sits|appears|should be|must be|should appear|is shown|is displayed|is listed) [shown|displayed|located|placed|positioned|situated|listed|found] [directly|right|just|immediately|somewhere] (above|on top of|over) {other}',
		],
		'{one} is above {other}',
		holding({one: tokens => isThing(tokens) && !isNumber(tokens.slice(0, 1)), other: isThing}),
	),
	...when(
		'assertion',
		[
			'{one} (is|stands|sits|appears|should be|must be|should appear|is shown|is displayed|should be displayed|should be shown) [shown|displayed|located|placed|positioned|situated|found] [directly|right|just|immediately|somewhere] (below|under|underneath|beneath) {other}',
			'(i|we|you) (expect|see|get|should see) [the|a] [message|text|error|note|hint] {one} [directly|right|just|immediately] (below|under|underneath|beneath) {other}',
		],
		'{one} is below {other}',
		holding({one: tokens => isThing(tokens) && !isNumber(tokens.slice(0, 1)), other: isThing}),
	),
];

/** Only asked when a sentence is in no form as it stands. */
export const laterComparing: Rewording[] = [
	...when(
		'assertion',
		[`[the] {column} (of|for) {row} (${is.slice(1, -1)}|:|=|->) {value}`],
		'the {column} of {row} is {value}',
		cell,
	),
	...counts(list),
	...when(
		'assertion',
		[
			'[the] [link] {thing} [link] (goes|refers|opens|should go|must point|has to point|should point|should lead|leads|points|links) [to|at] {path}',
			'[the] [link] {thing} [link] (has|should have) [the|a] (target|url|address|href|destination|link target) {path}',
			'[the] (target|href|url|address|destination|link target) of [the] [link] {thing} [link] (is|should be|reads|equals|=) {path}',
			'[the] [link] {thing} [link] has {path} as [its|the] (target|url|address|href)',
		],
		'the link {thing} points to {path}',
		({thing, path}) =>
			path!.length === 1 &&
			/^(?:\/|https?:|#|mailto:)/.test(path![0]!.text) &&
			isThing(thing!) &&
			!/^(?:app|page|browser|system|site|user|it)$/.test(thing!.at(-1)!.lower),
	),
];
