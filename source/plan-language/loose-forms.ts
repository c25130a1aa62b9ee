import {begins, isShort, type Rewording, when} from './rewording.ts';
import type {Token} from './tokens.ts';
import {isVerb} from './words.ts';

const isName = (tokens: readonly Token[]) =>
	isShort(tokens) &&
	!isVerb(tokens[0]) &&
	tokens.every(({lower}) => !/^(?:it|that|this|them|these|those)$/.test(lower));
/** What `it` is was said before, and a step stands alone. */
const saysNoPronoun = (tokens: readonly Token[]) =>
	!tokens.some(({lower}) => /^(?:it|its|them|that|this|those)$/.test(lower));
/** Says something of its own: `that's enough`, `we don't want it`; a place, a time or a condition says which or when. */
const isClause = (tokens: readonly Token[]) =>
	tokens.length > 1 &&
	!isVerb(tokens[0]) &&
	!/^(?:in|on|at|under|below|above|within|inside|from|for|next|beside|of|by|to|with|using|when|whenever|if|unless|after|before|once|until|while|where|row|step)$/.test(
		tokens[0]!.lower,
	) &&
	tokens.some(({lower}) =>
		/^(?:is|are|was|were|that's|it's|there's|need|needs|want|wants|comes|goes|has|have|don't|doesn't|should|must|always|never)$/.test(
			lower,
		),
	);
const isQuoted = (tokens: readonly Token[]) => tokens.length === 1 && tokens[0]!.kind === 'quoted';
const startsLarge = (tokens: readonly Token[]) => isQuoted(tokens) || /^[\p{Lu}\d+]/u.test(tokens[0]!.text);
const pages = '[on|in|of] [the] [whole] [page|screen|site]';

/** How testers say things beside the forms of the families: asides, spreadsheets, notes, roundabout requests. */
export const looseForms: Rewording[] = [
	// What stands before or behind an instruction and tells why
	...when(
		'action',
		['{aside} , so {rest}', '{aside} so {rest}', '{aside} (-|–|—) {rest}', '{aside} , {rest}'],
		'{rest}',
		match =>
			begins('rest')(match) &&
			isClause(match['aside']!) &&
			!match['aside']!.some(({kind}) => kind === 'quoted') &&
			saysNoPronoun(match['rest']!),
	),
	...when(
		'action',
		[
			"{rest} , (we|i|you|it|it is|it's|that is|that's|this is|because|since|but don't|but do not|which) {aside}",
			'{rest} (because|since) {aside}',
		],
		'{rest}',
		begins('rest'),
	),
	// Pointer, page, time
	...when(
		'action',
		['(let|leave) the (mouse|pointer|cursor) (rest|hover|stay|linger) (on|over) {thing}'],
		'hover over {thing}',
	),
	...when(
		'action',
		['(move|put|place|bring) the (mouse|pointer|cursor) (over|on|onto|to) the (words|text|word|label) {thing}'],
		'hover over {thing}',
	),
	...when(
		'action',
		[
			'scroll [down|up] (till|until) (you|i|we|one) [can] (see|reach|get to|find) {thing}',
			'scroll [down|up] till {thing} (appears|is visible|shows|comes into view)',
		],
		'scroll to {thing}',
	),
	...when(
		'action',
		[
			'go forward (one page|a page|one step) [in|using|with] [the] [browser|browser history|history]',
			'go forward (one page|a page|one step) in the browser history',
		],
		'go forward',
	),
	...when('action', ['go back (one page|a page|one step) in the browser history'], 'go back'),
	...when(
		'action',
		['(hang on|hold on|stay|rest|be patient|stop) [here] for {count} (seconds|second|secs|sec|s)'],
		'wait {count} seconds',
	),
	...when(
		'action',
		['(give|allow) (it|the page|them) [up to|at most] {count} (seconds|second|secs|sec|s) until {claim}'],
		'wait until {claim} within {count} seconds',
		({count}) => count!.length === 1,
	),
	...when(
		'action',
		['{press} (while|when) (you are|being|the focus is|the cursor is) (in|on) {place}'],
		'{press} in {place}',
		({press}) => /^(?:press|hit)$/.test(press![0]!.lower),
	),
	...when('action', ['(say|answer|reply) (ok|yes) to the {thing}'], 'accept the confirmation', ({thing}) =>
		thing!.some(({lower}) => /^(?:pop-?up|dialog|alert|prompt|confirmation|question)$/.test(lower)),
	),
	...when('action', ['(say|answer|reply) (no|cancel) to the {thing}'], 'dismiss the confirmation', ({thing}) =>
		thing!.some(({lower}) => /^(?:pop-?up|dialog|alert|prompt|confirmation|question)$/.test(lower)),
	),
	...when(
		'action',
		[
			'(a|the) new [browser] tab [of the browser] (has opened|opened|opens|was opened) , (move|switch|go|change) [over] to it',
			'(move|change|go) [over] to the new [browser] tab',
		],
		'switch to the new tab',
	),
	...when(
		'action',
		[
			'(head|go|get|move|navigate) [over] to {page} (using|via|through|with|from|by) the [left-hand|left|right-hand|right|top|main|side] (menu|navigation|nav|sidebar|navigation bar|nav bar)',
		],
		'go to {page}',
	),
	// Fields and switches
	...when('action', ['(flip|put|set|push) {thing} (on|off)'], 'turn {thing} on', ({thing}) => isShort(thing!)).flatMap(
		one => [
			{...one, form: when('action', ['(flip|put|set|push) {thing} on'], '')[0]!.form, say: 'turn on {thing}'},
			{...one, form: when('action', ['(flip|put|set|push) {thing} off'], '')[0]!.form, say: 'turn off {thing}'},
		],
	),
	...when(
		'action',
		['(take|remove) the (tick|check|checkmark|check mark) (out of|from|off) {thing}'],
		'uncheck {thing}',
	),
	...when(
		'action',
		[
			'(put|set|place) (a|the) (tick|check|checkmark|check mark) (in|into|at|on|next to) {thing}',
			'(mark|tick) that (radio|radio button|checkbox|box) {thing}',
		],
		'check {thing}',
	),
	...when('action', ['take {option} from {list}'], 'select {option} from {list}', ({option}) => startsLarge(option!)),
	...when('action', ['give {value} as [the|a] {field}'], 'type {value} into {field}', ({value}) => isQuoted(value!)),
	...when(
		'action',
		['{field} gets {value}'],
		'type {value} into {field}',
		({field, value}) => isName(field!) && isQuoted(value!),
	),
	...when('action', ['get rid of [the] (text|content|value|entry|input) (in|of|from) {field}'], 'clear {field}'),
	...when(
		'action',
		['filter {things} by {value}'],
		'type {value} into the filter field',
		({things, value}) => isShort(things!) && isQuoted(value!),
	),
	...when(
		'action',
		['{field} (:|→|->|=>) {value}'],
		'set "{field}" to "{value}"',
		({field, value}) => isName(field!) && isName(value!) && startsLarge(field!) && startsLarge(value!),
	),
	// Rows of spreadsheets
	...when(
		'action',
		['| {number} | {field} | {verb} | {value} |', '| {field} | {verb} | {value} |'],
		'set "{field}" to "{value}"',
		({verb}) => /^(?:select|enter|type|choose|fill|pick|set|input)$/.test(verb![0]!.lower) && verb!.length === 1,
	),
	...when(
		'action',
		['| {number} | {thing} | {verb} |', '| {thing} | {verb} |', '{thing} (->|→|=>) {verb}'],
		'{verb} {thing}',
		({verb, thing}) =>
			verb!.length === 1 &&
			/^(?:click|press|tap|tick|check|select|open|hover)$/.test(verb![0]!.lower) &&
			isShort(thing!),
	),
	...when(
		'assertion',
		[
			'| {number} | {thing} | (should be|is|shows|equals|must be) | {value} |',
			'| {thing} | (should be|is|shows|equals|must be) | {value} |',
		],
		'{thing} is "{value}"',
	),
	// Rows and things
	...when(
		'action',
		['{act} (of|for) the {kind} {name}'],
		'{act} in the row of {name}',
		({act, kind, name}) =>
			isVerb(act![0]) && kind!.length === 1 && /^[\p{Ll}]+$/u.test(kind![0]!.text) && isQuoted(name!),
	),
	...when(
		'action',
		[
			'{act} {name} (pin|marker|tile|chip|pill|thumbnail|bubble|node|shape|block|token)  {rest}',
			'{act} {name} (pin|marker|tile|chip|pill|thumbnail|bubble|node|shape|block|token) {rest}',
		],
		'{act} {name} {rest}',
		({name}) => isQuoted(name!),
	),
	// Claims
	...when(
		'assertion',
		[
			"(i|we) (don't|do not) want to (see|find|have) {thing} (here|there|any more|anymore)",
			"(i|we) (don't|do not) want to (see|find|have) {thing}",
			`${'nowhere'} ${pages} (should|must|does) it (say|show|read) {thing}`,
			'(i|we) should no longer (see|find|have) {thing}',
		],
		'{thing} is not visible',
	),
	...when(
		'assertion',
		[
			"{who} (expect|expects|would expect|want|wants|would like|i'd expect|we'd expect) {thing} to be {state}",
			"(i'd|we'd|you'd) (expect|like|want) {thing} to be {state}",
			'(i|we) (expect|want|would expect) {thing} to be {state}',
		],
		'{thing} is {state}',
	),
	...when(
		'assertion',
		["(i'd|we'd|i would|we would) (like|love|expect|want) to (see|find|have) [exactly|just|only] {thing}"],
		'there are {thing}',
		({thing}) => /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)$/.test(thing![0]!.lower),
	),
	...when(
		'assertion',
		["(i'd|we'd|i would|we would) (like|love|expect|want) to (see|find) {thing}"],
		'{thing} is visible',
	),
	...when(
		'assertion',
		[
			"(it is|it's) (important|essential|crucial|necessary|required|expected|fine|ok|correct) that {claim}",
			'(if|provided|assuming) {aside} {claim}',
			'(if|provided|assuming) {aside} , {claim}',
			'(so|as a result|therefore|consequently) [now] [,] {claim}',
		],
		'{claim}',
		({claim}) => (claim!.length > 2 && /^(?:the|a|an|no|there)$/.test(claim![0]!.lower)) || startsLarge(claim!),
	),
	...when(
		'assertion',
		[
			'the (cursor|caret|text cursor|focus) (should|must|is|should already|is already) [be] [already] [sitting|blinking|placed|standing|set|on|waiting] (in|on) {field} (when|as soon as|once|after) {aside}',
			'the (cursor|caret|text cursor|focus) (should|must|is|should already|is already) [be] [already] [sitting|blinking|placed|standing|set|on|waiting] (in|on) {field}',
		],
		'{field} is focused',
	),
	...when(
		'assertion',
		[
			'[the] [browser] console [of the browser] (stays|is|remains|should be|should stay|shows) (clean|empty|clear|free of errors|without errors|no errors)',
			'[the] [browser] console [of the browser] (stays|is|remains|should be|should stay) (clean|empty|clear) , {aside}',
		],
		'there are no console errors',
	),
	...when(
		'assertion',
		[
			'{thing} (is|was|should be|has been) (pre-selected|preselected|pre-filled|prefilled|preset|set|populated|filled) (with|to) {value}',
		],
		'{thing} has the value {value}',
		({value}) => isQuoted(value!),
	),
	...when(
		'assertion',
		['{thing} (is|are|goes|went|should be) back (to|at|on) {value}'],
		'{thing} is {value}',
		({value}) => value!.length === 1,
	),
	...when(
		'assertion',
		['{row} (has|shows|should have|must have) the {column} {value}'],
		'the {column} of {row} is {value}',
		({row, column, value}) =>
			isName(row!) && column!.length === 1 && startsLarge(value!) && /\d/.test(row!.map(({text}) => text).join('')),
	),
	...when(
		'assertion',
		[
			'{thing} (has|have) (appeared|shown up|come up|popped up|turned up)',
			'{thing} (comes|come|pops|pop|turns|turn|shows|show) up',
		],
		'{thing} is visible',
	),
	...when(
		'assertion',
		['{thing} (has|have) (disappeared|vanished|gone away|gone)', '{thing} (goes|go) away'],
		'{thing} is not visible',
	),
	...when('assertion', ['{thing} ought to {rest}'], '{thing} should {rest}'),
];

/** Asked before the sentence is read as it stands: an instruction that looks like a claim, a switch like a field. */
export const firstForms: Rewording[] = [
	...when(
		'action',
		['{thing} : on', '{thing} on'],
		'turn on {thing}',
		({thing}) => isName(thing!) && startsLarge(thing!),
	),
	...when(
		'action',
		['{thing} : off', '{thing} off'],
		'turn off {thing}',
		({thing}) => isName(thing!) && startsLarge(thing!),
	),
	...when(
		'action',
		[
			'{field} (should|would|must|has to|needs to) be {value} , [please|so] (set|type|enter|put|fill in|choose|select) (that|it|this)',
		],
		'set {field} to "{value}"',
		({field, value}) => isName(field!) && value!.length <= 3,
	),
	...when(
		'action',
		['{field} (needs to|must|has to|should|is to|ought to) be (changed|set|switched|updated|corrected) to {value}'],
		'set {field} to {value}',
		({field}) => isName(field!),
	),
];
